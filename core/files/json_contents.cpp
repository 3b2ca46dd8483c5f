#include "core/files/json_contents.h"

#include "core/files/number_field.h"

#include <algorithm>
#include <set>

namespace heedmap::files {

namespace {

using Token = JsonScanner::Token;

constexpr int mostAxes = 5;
constexpr int mostListsOfStacks = 2; // steps of layers, say

// Lists of labels by these names may be empty and are then not taken for arrays.
bool isEmptyLabels(const JsonArray& array) {
    constexpr std::array<std::string_view, 10> words{"rows",   "columns", "cols",  "source", "target",
                                                     "tokens", "left",    "right", "src",    "tgt"};
    return array.shape == Shape{0} && std::find(words.begin(), words.end(), array.name) != words.end();
}

// Finds out the shape of nested lists of numbers from one pass over their tokens.
class ShapeFinder {
public:
    // Depth of the lists that are open, counted from 1.
    std::optional<Error> begin() {
        if (depth_ > 0)
            ++counts_[depth_ - 1];
        if (leaf_ != 0 && depth_ + 1 > leaf_)
            return makeError(mixedList);
        if (depth_ == mostAxes)
            return makeError(nestedTooDeep);
        counts_[depth_++] = 0;
        deepest_ = std::max(deepest_, depth_);
        return std::nullopt;
    }
    std::optional<Error> number() {
        if (leaf_ == 0 && depth_ == deepest_)
            leaf_ = depth_;
        if (depth_ != leaf_)
            return makeError(mixedList);
        ++counts_[depth_ - 1];
        return std::nullopt;
    }
    std::optional<Error> end() {
        --depth_;
        if (!known_[depth_])
            sizes_[depth_] = counts_[depth_];
        else if (sizes_[depth_] != counts_[depth_])
            return makeError(raggedList, {std::to_string(counts_[depth_]), std::to_string(sizes_[depth_])});
        known_[depth_] = true;
        return std::nullopt;
    }
    std::span<const std::uint64_t> sizes() const { return {sizes_.data(), deepest_}; }
    bool anyNumber() const { return leaf_ != 0; }

private:
    std::array<std::uint64_t, mostAxes> counts_{};
    std::array<std::uint64_t, mostAxes> sizes_{};
    std::array<bool, mostAxes> known_{};
    std::size_t depth_ = 0;
    std::size_t deepest_ = 0;
    std::size_t leaf_ = 0; // depth at which numbers stand
};

class ContentsReader {
public:
    explicit ContentsReader(std::string_view text)
        : text_(text)
        , json_(text) {}

    Result<JsonContents> read() {
        const Token first = json_.next();
        if (first == Token::beginArray)
            readList({});
        else if (first == Token::beginObject)
            readObject({}, true);
        if (contents_.isManifest || contents_.isShardIndex)
            return std::move(contents_);
        if (json_.next() == Token::error)
            return json_.error();
        if (twice_)
            return *std::move(twice_);
        return std::move(contents_);
    }

private:
    // `name` is what its list "values" is called. Stands behind the opening brace.
    void readObject(const std::string& name, bool top) {
        const int depth = json_.depth();
        std::string ownName = name;
        const std::size_t firstArray = contents_.arrays.size();
        std::set<std::string> lists;
        std::map<std::string, std::vector<std::string>> outer;
        std::swap(outer, contents_.texts);
        for (Token token = json_.next(); token == Token::key; token = json_.next()) {
            const std::string key = json_.string();
            contents_.isManifest = contents_.isManifest || (top && key == "heedmap");
            contents_.isShardIndex = contents_.isShardIndex || (top && key == "weight_map");
            if (contents_.isManifest || contents_.isShardIndex)
                return;
            token = json_.next();
            if (token == Token::beginArray && !lists.insert(key).second && !twice_)
                twice_ = makeError(nameTwice, {key}).at(placeOf(text_, json_.begin()));
            if (token == Token::beginArray && top && key == "matrices")
                readMatrices();
            else if (token == Token::beginArray)
                readList(key);
            else if (token == Token::string && key == "name")
                ownName = json_.string();
            else if (token == Token::beginObject)
                readNested(key);
            else
                json_.skipTo(depth);
        }
        for (std::size_t i = firstArray; !top && i < contents_.arrays.size(); ++i) {
            if (!contents_.arrays[i].labels) // those of an object within come first
                contents_.arrays[i].labels = labelsOf(contents_.texts);
            if (contents_.arrays[i].name == "values")
                contents_.arrays[i].name = ownName;
        }
        outer.merge(contents_.texts); // what is there already stays
        contents_.texts = std::move(outer);
    }

    // Names of objects are parted by /, as in "all/att". Empty lists in there are nothing that was meant to be seen.
    void readNested(const std::string& key) {
        const std::size_t firstArray = contents_.arrays.size();
        readObject({}, false);
        const auto isEmpty = [](const JsonArray& array) {
            return !array.refusal && array.shape.count() == 0;
        };
        contents_.arrays.erase(std::remove_if(contents_.arrays.begin() + static_cast<std::ptrdiff_t>(firstArray),
                                              contents_.arrays.end(), isEmpty),
                               contents_.arrays.end());
        for (std::size_t i = firstArray; i < contents_.arrays.size(); ++i) {
            std::string& name = contents_.arrays[i].name;
            name = name.empty() ? key : key + "/" + name;
            if (contents_.arrays[i].labels && contents_.arrays[i].labels->empty())
                contents_.arrays[i].labels.reset(); // then those around it are meant
        }
    }

    // The form that Heedmap itself writes: a list of objects with name, rows, columns, values.
    void readMatrices() {
        const int depth = json_.depth();
        std::size_t number = 0;
        for (Token token = json_.next(); token != Token::endArray && token != Token::error; token = json_.next()) {
            if (token == Token::beginObject)
                readObject(std::to_string(number++), false);
            else
                json_.skipTo(depth);
        }
    }

    // Stands behind the opening bracket; texts, numbers, or something that is passed over.
    void readList(const std::string& name) {
        const int outer = json_.depth() - 1;
        JsonArray array;
        array.name = name;
        array.begin = json_.begin();
        ShapeFinder finder;
        std::optional<Error> wrong = finder.begin();
        std::vector<std::string> texts;
        bool other = false;
        while (!wrong && !other && json_.depth() > outer) {
            switch (json_.next()) {
            case Token::beginArray:
                wrong = finder.begin();
                break;
            case Token::endArray:
                wrong = finder.end();
                break;
            case Token::null:
                ++array.nulls;
                [[fallthrough]];
            case Token::number:
                noteNumber(array);
                wrong = finder.number();
                break;
            case Token::string:
                if (json_.depth() == outer + 1 && !finder.anyNumber()) {
                    texts.push_back(json_.string());
                    break;
                }
                [[fallthrough]];
            case Token::error:
            default:
                other = true;
            }
        }
        if (!texts.empty() && (finder.anyNumber() || other || finder.sizes().size() > 1))
            other = true; // neither numbers nor labels
        finish(std::move(array), finder, std::move(wrong), std::move(texts), other);
        json_.skipTo(outer);
    }

    void noteNumber(JsonArray& array) const {
        const auto number = numberIn(json_.raw(), DecimalSign::point);
        array.rounded += number && number->rounded ? 1 : 0;
        array.infinite += number && number->outOfRange && number->value != 0 ? 1 : 0;
    }

    void finish(JsonArray array, const ShapeFinder& finder, std::optional<Error> wrong, std::vector<std::string> texts,
                bool other) {
        if (!texts.empty() && !other && !wrong) {
            contents_.texts.emplace(array.name, std::move(texts));
            return;
        }
        if (other && !finder.anyNumber())
            return;
        if (other)
            wrong = makeError(notOnlyNumbers);
        if (!wrong) {
            auto shape = Shape::checked(finder.sizes());
            shape ? void(array.shape = *shape) : void(wrong = shape.error());
        }
        if (wrong && (wrong->is(raggedList) || wrong->is(nestedTooDeep)) && readItems(array, mostListsOfStacks))
            return;
        if (wrong)
            array.refusal = std::move(*wrong).at(placeOf(text_, json_.begin()));
        if (!isEmptyLabels(array))
            contents_.arrays.push_back(std::move(array));
    }

    // The items of a list that are matrices or stacks of them, each of its own shape, as arrays: sentences, or steps of
    // a generation. False, and nothing is added, where any is something else.
    bool readItems(const JsonArray& list, int levels) {
        const std::size_t firstArray = contents_.arrays.size();
        JsonScanner items(text_.substr(list.begin));
        items.next();
        std::size_t count = 0;
        Token token = items.next();
        for (; token == Token::beginArray; token = items.next(), ++count) {
            JsonArray item;
            item.name = (list.name.empty() ? std::string() : list.name + "/") + std::to_string(count);
            item.begin = list.begin + items.begin();
            if (!readItem(items, std::move(item), levels))
                break;
        }
        const bool complete = token == Token::endArray && count > 0;
        if (!complete)
            contents_.arrays.resize(firstArray);
        return complete;
    }
    bool readItem(JsonScanner& items, JsonArray item, int levels) {
        ShapeFinder finder;
        std::optional<Error> wrong = finder.begin();
        while (!wrong && items.depth() > 1) {
            switch (items.next()) {
            case Token::beginArray:
                wrong = finder.begin();
                break;
            case Token::endArray:
                wrong = finder.end();
                break;
            case Token::null:
                ++item.nulls;
                [[fallthrough]];
            case Token::number:
                wrong = finder.number();
                break;
            default:
                return false;
            }
        }
        items.skipTo(1);
        if (wrong)
            return levels > 1 && (wrong->is(raggedList) || wrong->is(nestedTooDeep)) && readItems(item, levels - 1);
        const auto shape = Shape::checked(finder.sizes());
        if (!shape || shape->rank() < 2)
            return false;
        item.shape = *shape;
        contents_.arrays.push_back(std::move(item));
        return true;
    }

    std::string_view text_;
    JsonScanner json_;
    JsonContents contents_;
    std::optional<Error> twice_; // the first name that two lists of one object have
};

} // namespace

Result<JsonContents> scanJson(std::string_view text) {
    return ContentsReader(text).read();
}

std::string_view withoutByteOrderMark(std::string_view text) {
    return text.substr(text.starts_with("\xef\xbb\xbf") ? 3 : 0);
}

Labels labelsOf(const std::map<std::string, std::vector<std::string>>& texts) {
    const auto named = [&](std::initializer_list<std::string_view> words) -> std::vector<std::string> {
        for (const std::string_view word : words) {
            if (const auto exact = texts.find(std::string(word)); exact != texts.end())
                return exact->second;
            const std::string prefix = std::string(word) + "_";
            if (const auto longer = texts.lower_bound(prefix);
                longer != texts.end() && longer->first.starts_with(prefix))
                return longer->second;
        }
        return {};
    };
    Labels labels{named({"rows", "target", "tgt", "left", "top"}),
                  named({"columns", "cols", "source", "src", "right", "bot"})};
    if (labels.empty()) {
        labels.rows = named({"tokens", "labels", ""});
        labels.columns = labels.rows;
    }
    return labels;
}

} // namespace heedmap::files
