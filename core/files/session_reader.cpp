// From a manifest to a session. Nothing in it is believed: what is of the wrong kind is said with its name.
#include "core/files/json_scanner.h"
#include "core/files/session_manifest.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heedmap::files {

namespace {

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

void readProblem(const Entries& entries, attention::Problem& problem) {
    using attention::ProblemKind;
    entries.word("kind", problem.kind, [](const std::string& text) {
        return text == "self"    ? std::optional(ProblemKind::self)
               : text == "cross" ? std::optional(ProblemKind::cross)
                                 : std::nullopt;
    });
    entries.read("q", problem.q);
    entries.read("k", problem.k);
    entries.read("v", problem.v);
    entries.read("x", problem.x);

    const Entries parameters = entries.object("parameters");
    parameters.read("W", problem.parameters.w);
    parameters.read("W_s", problem.parameters.w_s);
    parameters.read("W_h", problem.parameters.w_h);
    parameters.read("v", problem.parameters.v);
    parameters.read("beta", problem.parameters.beta);
    parameters.read("W_q", problem.parameters.w_q);
    parameters.read("W_k", problem.parameters.w_k);
    parameters.read("W_v", problem.parameters.w_v);

    const Entries mask = entries.object("mask");
    mask.read("causal", problem.mask.causal);
    mask.read("padding", problem.mask.padding);
    mask.read("window", problem.mask.window);
    mask.read("global", problem.mask.global);
    mask.read("random", problem.mask.random);
    mask.read("random_seed", problem.mask.randomSeed);
    mask.read("custom", problem.mask.custom);

    const Entries normalizer = entries.object("normalizer");
    normalizer.word("kind", problem.normalizer.kind, attention::normalizerNamed);
    normalizer.read("temperature", problem.normalizer.temperature);
    if (!(problem.normalizer.temperature > 0))
        normalizer.failAt("temperature", HEEDMAP_MESSAGE("Reason", "%1 has to be above 0"));
}

std::optional<Visibility> visibilityNamed(const std::string& text) {
    if (text == "auto")
        return Visibility::automatic;
    return text == "on" ? std::optional(Visibility::on) : text == "off" ? std::optional(Visibility::off) : std::nullopt;
}

std::optional<heatmap::RangeSpec::Kind> rangeKindNamed(const std::string& text) {
    using Kind = heatmap::RangeSpec::Kind;
    if (text == "auto")
        return Kind::automatic;
    return text == "fixed"        ? std::optional(Kind::fixed)
           : text == "percentile" ? std::optional(Kind::percentile)
                                  : std::nullopt;
}

void readRange(const Entries& picture, heatmap::RangeSpec& range) {
    const Json* entry = picture.find("range");
    if (entry && entry->is_string()) {
        picture.word("range", range, [](const std::string& text) {
            const auto parsed = heatmap::parseRange(text);
            return parsed ? std::optional(*parsed) : std::nullopt;
        });
        return;
    }
    const Entries fields = picture.object("range");
    fields.word("kind", range.kind, rangeKindNamed);
    fields.read("low", range.low);
    fields.read("high", range.high);
    const bool percentile = range.kind == heatmap::RangeSpec::Kind::percentile;
    if (range.low > range.high || (percentile && (range.low < 0 || range.high > 100)))
        picture.failAt("range", HEEDMAP_MESSAGE("Reason", "%1 has limits that no range can have"));
}

void readPicture(const Entries& entries, PictureSettings& picture) {
    entries.word("colormap", picture.map, heatmap::colorMapNamed);
    readRange(entries, picture.range);
    entries.word("scale", picture.scale, heatmap::scaleNamed);
    entries.word("pool", picture.pooling, heatmap::poolingNamed);
    entries.word("values", picture.values, visibilityNamed);
    entries.word("labels", picture.labels, visibilityNamed);
    entries.read("gold", picture.gold);
    entries.read("linkedRange", picture.linkedRange);
    entries.read("title", picture.title);
}

void readMatrices(const Entries& entries, Session& session) {
    for (const Entries& item : entries.objects("matrices")) {
        FileMatrix matrix;
        item.read("name", matrix.name);
        item.read("origin", matrix.origin);
        auto tensor = item.array("values");
        if (!tensor) {
            item.failAt("values", HEEDMAP_MESSAGE("Reason", "%1 is missing"));
            return;
        }
        matrix.tensor = *std::move(tensor);
        item.read("allowed", matrix.allowed);
        const Shape& shape = matrix.tensor.shape();
        if (matrix.allowed.size() > 0 && (matrix.allowed.rows() != shape[0] || matrix.allowed.cols() != shape[1]))
            item.failAt("allowed", HEEDMAP_MESSAGE("Reason", "%1 has another size than the matrix, which is %2"),
                        {shape.text()});
        session.matrices.push_back(std::move(matrix));
    }
}

void readPanels(const Entries& entries, Session& session) {
    for (const Entries& item : entries.objects("panels")) {
        Panel panel;
        if (item.has("score") == item.has("matrix"))
            item.fail(HEEDMAP_MESSAGE("Reason", "%1 has to have either a score or a matrix"));
        if (item.has("score"))
            item.word("score", panel.score, attention::scoreFunctionNamed);
        item.read("matrix", panel.matrix);
        if (item.has("score") && !panel.score)
            item.failAt("score", HEEDMAP_MESSAGE("Reason", "%1 names no score function"));
        if (panel.matrix && *panel.matrix >= session.matrices.size())
            item.failAt("matrix",
                        HEEDMAP_MESSAGE("Reason", "%1 is %2, but the session has %3 matrices, counted from 0"),
                        {std::to_string(*panel.matrix), std::to_string(session.matrices.size())});
        item.read("linked", panel.linked);
        session.panels.push_back(panel);
    }
}

void readGold(const Entries& entries, Session& session) {
    for (const Entries& item : entries.objects("gold")) {
        std::optional<Index> row;
        std::optional<Index> column;
        GoldLink link;
        item.read("row", row);
        item.read("column", column);
        item.read("sure", link.sure);
        if (!row || !column || *row >= session.problem.q.rows() || *column >= session.problem.k.rows())
            item.fail(HEEDMAP_MESSAGE("Reason", "%1 points outside Q and K"));
        link.cell = {row.value_or(0), column.value_or(0)};
        session.gold.push_back(link);
    }
}

// [major, minor] or "major.minor".
Result<void> checkVersion(const Json& manifest) {
    constexpr std::uint64_t major = 1;
    const auto entry = manifest.is_object() ? manifest.find("heedmap") : manifest.end();
    if (!manifest.is_object() || entry == manifest.end())
        return makeError(sessionDamaged, {HEEDMAP_MESSAGE("Reason", "it has no format number \"heedmap\"")});
    std::string text = entry->is_string() ? entry->get<std::string>() : std::string();
    if (entry->is_array() && entry->size() == 2 && (*entry)[0].is_number_unsigned() && (*entry)[1].is_number_unsigned())
        text = (*entry)[0].dump() + "." + (*entry)[1].dump();
    const std::string number = text.substr(0, text.find('.'));
    const bool whole = !number.empty() && number.find_first_not_of("0123456789") == std::string::npos;
    if (!whole || number == "0")
        return makeError(sessionDamaged,
                         {HEEDMAP_MESSAGE("Reason", "its format number \"heedmap\" is not like [1, 0]")});
    if (number != std::to_string(major))
        return makeError(sessionTooNew, {text, std::to_string(major)});
    return {};
}

// nlohmann's parser does not say where; this one does, and it limits the depth.
Result<void> checkJson(std::string_view text) {
    using Token = JsonScanner::Token;
    JsonScanner scanner(text);
    for (Token token = scanner.next(); token != Token::end; token = scanner.next())
        if (token == Token::error)
            return scanner.error();
    return {};
}

} // namespace

Result<Session> sessionOf(std::string_view manifest, const GetArray& get) {
    if (auto valid = checkJson(manifest); !valid)
        return valid.error();
    const Json json = Json::parse(manifest, nullptr, false);
    if (json.is_discarded())
        return makeError(sessionDamaged, {HEEDMAP_MESSAGE("Reason", "its manifest holds what JSON does not know")});
    if (auto version = checkVersion(json); !version)
        return version.error();
    Session session;
    std::optional<Error> error;
    const Entries entries(json, {}, get, error);
    entries.read("name", session.name);
    entries.read("lookFor", session.lookFor);
    readProblem(entries.object("problem"), session.problem);
    entries.read("rows", session.crossLabels.rows);
    entries.read("columns", session.crossLabels.columns);
    entries.read("tokens", session.selfTokens);
    readGold(entries, session);
    readMatrices(entries, session);
    entries.read("matrixRows", session.matrixLabels.rows);
    entries.read("matrixColumns", session.matrixLabels.columns);
    readPanels(entries, session);
    readPicture(entries.object("picture"), session.picture);
    if (error)
        return *std::move(error);
    return session;
}

} // namespace heedmap::files
