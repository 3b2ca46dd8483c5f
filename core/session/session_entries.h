// The entries of a manifest's objects, none of which is believed. Private to the reader of sessions.
#pragma once

#include "core/session/session_manifest.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heedmap::files {

// Entries of one object; the first thing that is wrong is kept, and what is asked for afterwards does not matter.
class Entries {
public:
    Entries(const Json& object, std::string where, const GetArray& get, std::optional<Error>& error)
        : object_(object)
        , where_(std::move(where))
        , get_(get)
        , error_(error) {
        if (!object.is_object())
            fail(HEEDMAP_MESSAGE("Reason", "%1 has to be an object"));
    }

    // `what` is a reason whose %1 is the entry, and whose %2 … are `values`.
    void fail(const char* what) const {
        failFor(where_.empty() ? Phrase(HEEDMAP_MESSAGE("Reason", "the manifest")) : where_, what, {});
    }
    void failAt(const char* key, const char* what, std::vector<Phrase> values = {}) const {
        failFor(named(key), what, std::move(values));
    }

    Entries object(const char* key) const {
        const Json* entry = find(key);
        return {entry ? *entry : none(), named(key), get_, error_};
    }
    std::vector<Entries> objects(const char* key) const {
        std::vector<Entries> list;
        const Json* entry = find(key);
        if (entry && !entry->is_array())
            failAt(key, HEEDMAP_MESSAGE("Reason", "%1 has to be a list"));
        else if (entry)
            for (const Json& item : *entry)
                list.push_back({item, named(key) + "[" + std::to_string(list.size()) + "]", get_, error_});
        return list;
    }

    void read(const char* key, std::string& value) const {
        if (const Json* entry = find(key))
            entry->is_string() ? void(value = entry->get<std::string>())
                               : failAt(key, HEEDMAP_MESSAGE("Reason", "%1 has to be a text"));
    }
    void read(const char* key, bool& value) const {
        if (const Json* entry = find(key))
            entry->is_boolean() ? void(value = entry->get<bool>())
                                : failAt(key, HEEDMAP_MESSAGE("Reason", "%1 has to be true or false"));
    }
    void read(const char* key, double& value) const {
        if (const Json* entry = find(key))
            entry->is_number() && std::isfinite(entry->get<double>())
                ? void(value = entry->get<double>())
                : failAt(key, HEEDMAP_MESSAGE("Reason", "%1 has to be a number"));
    }
    void read(const char* key, std::uint64_t& value) const {
        if (const Json* entry = find(key))
            entry->is_number_unsigned()
                ? void(value = entry->get<std::uint64_t>())
                : failAt(key, HEEDMAP_MESSAGE("Reason", "%1 has to be a whole number from 0 up"));
    }
    template <class Whole>
    void read(const char* key, std::optional<Whole>& value) const {
        std::uint64_t number = 0;
        if (!find(key))
            return;
        read(key, number);
        if (number > static_cast<std::uint64_t>(std::numeric_limits<Index>::max()))
            failAt(key, HEEDMAP_MESSAGE("Reason", "%1 is too large"));
        value = static_cast<Whole>(number);
    }
    void read(const char* key, std::vector<std::string>& value) const {
        const Json* entry = find(key);
        if (!entry)
            return;
        const auto isText = [](const Json& item) {
            return item.is_string();
        };
        if (entry->is_array() && std::all_of(entry->begin(), entry->end(), isText))
            value = entry->get<std::vector<std::string>>();
        else
            failAt(key, HEEDMAP_MESSAGE("Reason", "%1 has to be a list of texts"));
    }
    void read(const char* key, std::vector<Index>& value) const {
        const Json* entry = find(key);
        if (!entry)
            return;
        const auto isIndex = [](const Json& item) {
            return item.is_number_unsigned() && item <= std::numeric_limits<std::int32_t>::max();
        };
        if (entry->is_array() && std::all_of(entry->begin(), entry->end(), isIndex))
            value = entry->get<std::vector<Index>>();
        else
            failAt(key, HEEDMAP_MESSAGE("Reason", "%1 has to be a list of whole numbers from 0 up"));
    }
    // A word out of a fixed list.
    template <class Value, class Named>
    void word(const char* key, Value& value, const Named& valueNamed) const {
        std::string text;
        read(key, text);
        if (text.empty())
            return;
        const auto found = valueNamed(text);
        found ? void(value = *found)
              : failAt(key, HEEDMAP_MESSAGE("Reason", "%1 is \"%2\", which has no meaning"), {text.substr(0, 40)});
    }

    std::optional<Tensor> array(const char* key, int lowestRank = 2) const {
        const Json* entry = find(key);
        if (!entry)
            return std::nullopt;
        auto tensor = get_(*entry);
        if (!tensor) {
            const Error& why = tensor.error();
            if (!error_)
                error_ = why.is(sessionDamaged)
                             ? makeError(sessionDamaged, {Phrase("%1: %2", {named(key), why.values.front()})})
                             : why;
            return std::nullopt;
        }
        if (tensor->shape().rank() < lowestRank || tensor->shape().rank() > 2) {
            failAt(key, HEEDMAP_MESSAGE("Reason", "%1 has to be a matrix"));
            return std::nullopt;
        }
        return *std::move(tensor);
    }
    void read(const char* key, MatrixD& value) const {
        if (const auto tensor = array(key))
            value = toMatrixD(tensor->view);
    }
    void read(const char* key, VectorD& value) const {
        const auto tensor = array(key, 1);
        if (tensor && tensor->shape().rank() == 2 && tensor->shape()[1] != 1 && tensor->shape().count() > 0)
            failAt(key, HEEDMAP_MESSAGE("Reason", "%1 has to be a vector"));
        else if (tensor)
            value = toVectorD(tensor->view);
    }
    void read(const char* key, BoolMatrix& value) const {
        const auto tensor = array(key);
        if (!tensor)
            return;
        auto mask = attention::customMask(tensor->view);
        if (!mask && !error_)
            error_ = mask.error();
        else if (mask)
            value = *std::move(mask);
    }
    bool has(const char* key) const { return find(key) != nullptr; }
    const Json* find(const char* key) const {
        if (!object_.is_object())
            return nullptr;
        const auto found = object_.find(key);
        return found == object_.end() ? nullptr : &*found;
    }

private:
    void failFor(Phrase entry, const char* what, std::vector<Phrase> values) const {
        values.insert(values.begin(), std::move(entry));
        if (!error_)
            error_ = makeError(sessionDamaged, {Phrase(what, std::move(values))});
    }
    static const Json& none() {
        static const Json empty = Json::object();
        return empty;
    }
    std::string named(const char* key) const { return where_.empty() ? key : where_ + "." + key; }

    const Json& object_;
    std::string where_;
    const GetArray& get_;
    std::optional<Error>& error_;
};

} // namespace heedmap::files
