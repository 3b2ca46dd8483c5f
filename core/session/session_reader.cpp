// From a manifest to a session. Nothing in it is believed: what is of the wrong kind is said with its name.
#include "core/files/json_scanner.h"
#include "core/session/panel.h"
#include "core/session/session_entries.h"

#include <array>

namespace heedmap::files {

namespace {

void readOperands(const Entries& entries, attention::Operands& operands) {
    entries.read("q", operands.q);
    entries.read("k", operands.k);
    entries.read("v", operands.v);

    const Entries parameters = entries.object("parameters");
    parameters.read("W", operands.parameters.w);
    parameters.read("W_s", operands.parameters.w_s);
    parameters.read("W_h", operands.parameters.w_h);
    parameters.read("v", operands.parameters.v);
    parameters.read("beta", operands.parameters.beta);
    parameters.read("W_q", operands.parameters.w_q);
    parameters.read("W_k", operands.parameters.w_k);
    parameters.read("W_v", operands.parameters.w_v);
    parameters.read("W_o", operands.parameters.w_o);
    parameters.read("b_q", operands.parameters.b_q);
    parameters.read("b_k", operands.parameters.b_k);
    parameters.read("b_v", operands.parameters.b_v);
    parameters.read("b_o", operands.parameters.b_o);
}

void readHeads(const Entries& entries, attention::Problem& problem) {
    std::optional<Index> heads;
    std::optional<Index> keyValueHeads;
    entries.read("heads", heads);
    entries.read("keyValueHeads", keyValueHeads);
    entries.read("projectsCross", problem.projectsCross);
    problem.heads = heads.value_or(1);
    problem.keyValueHeads = keyValueHeads.value_or(0);
    if (problem.heads < 1 || problem.heads > attention::mostHeads)
        entries.failAt("heads", HEEDMAP_MESSAGE("Reason", "%1 is %2, but there can be 1 to %3"),
                       {std::to_string(problem.heads), std::to_string(attention::mostHeads)});
}

void readProblem(const Entries& entries, attention::Problem& problem) {
    using attention::ProblemKind;
    entries.word("kind", problem.kind, [](const std::string& text) {
        return text == "self"    ? std::optional(ProblemKind::self)
               : text == "cross" ? std::optional(ProblemKind::cross)
                                 : std::nullopt;
    });
    readOperands(entries, problem);
    entries.read("x", problem.x);

    readHeads(entries, problem);
    const Entries mask = entries.object("mask");
    mask.read("causal", problem.mask.causal);
    mask.read("padding", problem.mask.padding);
    mask.read("window", problem.mask.window);
    mask.read("dilated", problem.mask.dilated);
    std::optional<Index> dilation;
    mask.read("dilation", dilation);
    problem.mask.dilation = std::max<Index>(dilation.value_or(problem.mask.dilation), 1);
    mask.read("block", problem.mask.block);
    mask.read("global", problem.mask.global);
    mask.read("random", problem.mask.random);
    mask.read("random_seed", problem.mask.randomSeed);
    mask.read("custom", problem.mask.custom);

    const Entries normalizer = entries.object("normalizer");
    normalizer.word("kind", problem.normalizer.kind, attention::normalizerNamed);
    normalizer.read("temperature", problem.normalizer.temperature);
    if (!(problem.normalizer.temperature > 0))
        normalizer.failAt("temperature", HEEDMAP_MESSAGE("Reason", "%1 has to be above 0"));

    entries.word("method", problem.approximation, [](const std::string& text) {
        const auto approximation = attention::parseApproximation(text);
        return approximation ? std::optional(*approximation) : std::nullopt;
    });
    entries.read("method_seed", problem.approximation.seed);
}

void readOwn(const Entries& entries, Session& session) {
    const attention::Problem& problem = session.problem;
    for (const attention::ScoreFunction function : attention::allScoreFunctions) {
        const std::string name(attention::nameOf(function));
        if (!entries.has(name.c_str()))
            continue;
        const Entries item = entries.object(name.c_str());
        attention::Operands operands;
        readOperands(item, operands);
        if (operands.q.rows() != problem.q.rows() || operands.k.rows() != problem.k.rows() ||
            operands.v.rows() != problem.k.rows())
            item.fail(HEEDMAP_MESSAGE("Reason", "%1 has not as many rows in Q, K and V as the problem"));
        session.own.emplace(function, std::move(operands));
    }
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
    entries.word("cells", picture.cells, cellShapeNamed);
    entries.read("gold", picture.gold);
    entries.read("linkedRange", picture.linkedRange);
    entries.read("rangeWithoutFirst", picture.rangeWithoutFirst);
    entries.read("title", picture.title);
    entries.word("drawing", picture.drawing, [](const std::string& text) {
        return text == "lines"     ? std::optional(Drawing::lines)
               : text == "heatmap" ? std::optional(Drawing::heatmap)
                                   : std::nullopt;
    });
}

void readShown(const Entries& entries, ShownTokens& shown) {
    if (entries.has("words")) {
        analysis::RowsOfWord rows = analysis::RowsOfWord::mean;
        entries.word("words", rows, analysis::rowsOfWordNamed);
        shown.words = rows;
    }
    entries.read("without", shown.without);
    entries.word("rest", shown.rest, [](const std::string& text) {
        using analysis::Remainder;
        return text == "kept"           ? std::optional(Remainder::kept)
               : text == "renormalised" ? std::optional(Remainder::renormalised)
                                        : std::nullopt;
    });
}

using SharedLabels = std::shared_ptr<const Labels>;

SharedLabels readLabelsIn(const Entries& entries, const char* rows, const char* columns) {
    Labels labels;
    entries.read(rows, labels.rows);
    entries.read(columns, labels.columns);
    return labels.empty() ? nullptr : std::make_shared<const Labels>(std::move(labels));
}

// Those that the matrix names, or, in a session of before 1.2, those of all.
SharedLabels labelsOfMatrix(const Entries& item, const std::vector<SharedLabels>& known, const SharedLabels& ofAll) {
    std::optional<std::size_t> place;
    item.read("labels", place);
    if (!place)
        return ofAll;
    if (*place < known.size())
        return known[*place];
    item.failAt("labels", HEEDMAP_MESSAGE("Reason", "%1 is %2, but there are only %3"),
                {std::to_string(*place), std::to_string(known.size())});
    return nullptr;
}

void readMatrices(const Entries& entries, Session& session) {
    std::vector<SharedLabels> known;
    for (const Entries& item : entries.objects("matrixLabels"))
        known.push_back(readLabelsIn(item, "rows", "columns"));
    const SharedLabels ofAll =
        entries.has("matrixLabels") ? nullptr : readLabelsIn(entries, "matrixRows", "matrixColumns");
    for (const Entries& item : entries.objects("matrices")) {
        FileMatrix matrix;
        item.read("name", matrix.name);
        item.read("title", matrix.title);
        matrix.labels = labelsOfMatrix(item, known, ofAll);
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

// What a panel, or what a difference takes away, is of.
void readSubject(const Entries& item, const Session& session, Panel& panel) {
    if (item.has("score") == item.has("matrix"))
        item.fail(HEEDMAP_MESSAGE("Reason", "%1 has to have either a score or a matrix"));
    if (item.has("score"))
        item.word("score", panel.score, attention::scoreFunctionNamed);
    item.read("matrix", panel.matrix);
    if (item.has("score") && !panel.score)
        item.failAt("score", HEEDMAP_MESSAGE("Reason", "%1 names no score function"));
    if (panel.matrix && *panel.matrix >= session.matrices.size())
        item.failAt("matrix", HEEDMAP_MESSAGE("Reason", "%1 is %2, but the session has %3 matrices, counted from 0"),
                    {std::to_string(*panel.matrix), std::to_string(session.matrices.size())});
    item.read("head", panel.head);
    item.read("heads", panel.rollout.heads);
    item.word("overHeads", panel.overHeads, [](const std::string& text) {
        return text == "max"    ? std::optional(OverHeads::max)
               : text == "mean" ? std::optional(OverHeads::mean)
                                : std::nullopt;
    });
}

void readRollout(const Entries& entries, analysis::RolloutOptions& options) {
    entries.word("fusion", options.fusion, analysis::headFusionNamed);
    entries.read("heads", options.heads);
    entries.read("residual", options.residual);
}

void readPanels(const Entries& entries, Session& session) {
    for (const Entries& item : entries.objects("panels")) {
        Panel panel;
        readSubject(item, session, panel);
        item.read("linked", panel.linked);
        item.word("kind", panel.kind, panelKindNamed);
        if (panel.kind == PanelKind::difference) {
            Panel minus;
            readSubject(item.object("minus"), session, minus);
            setSubtrahend(panel, minus);
        }
        const bool ofStack = panel.kind == PanelKind::rollout || panel.kind == PanelKind::flow;
        if (panel.kind == PanelKind::gradient && !panel.score)
            item.fail(HEEDMAP_MESSAGE("Reason", "%1 is a gradient, which only a score function has"));
        if (ofStack && !panel.matrix)
            item.fail(HEEDMAP_MESSAGE("Reason", "%1 is of a stack of layers, which only matrices have"));
        if (ofStack)
            readRollout(item.object("rollout"), panel.rollout);
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

// nlohmann's parser does not say where; this one does, and it limits the depth and what is made of few bytes: each
// value takes some fifty, and finding a key takes as long as there are keys before it.
Result<void> checkJson(std::string_view text, std::uint64_t storedBytes) {
    constexpr std::uint64_t alwaysAllowed = 1'000'000;
    constexpr std::size_t mostKeys = 1000;
    using Token = JsonScanner::Token;
    JsonScanner scanner(text);
    std::array<std::size_t, JsonScanner::deepest + 1> keys{}; // so far, of the object at each depth
    std::uint64_t tokens = 0;
    for (Token token = scanner.next(); token != Token::end; token = scanner.next()) {
        if (token == Token::error)
            return scanner.error();
        const auto depth = static_cast<std::size_t>(scanner.depth());
        if (token == Token::beginObject)
            keys[depth] = 0;
        const bool many = token == Token::key && ++keys[depth] > mostKeys;
        if (many || ++tokens > storedBytes + alwaysAllowed)
            return makeError(sessionDamaged,
                             {HEEDMAP_MESSAGE("Reason", "its manifest is larger than that of any session")})
                .at(placeOf(text, scanner.begin()));
    }
    return {};
}

} // namespace

Result<Session> sessionOf(std::string_view manifest, const GetArray& get, std::uint64_t storedBytes) {
    if (auto valid = checkJson(manifest, storedBytes); !valid)
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
    entries.read("corpus", session.corpus);
    readProblem(entries.object("problem"), session.problem);
    readOwn(entries.object("own"), session);
    entries.read("rows", session.crossLabels.rows);
    entries.read("columns", session.crossLabels.columns);
    entries.read("tokens", session.selfTokens);
    readGold(entries, session);
    readMatrices(entries, session);
    readPanels(entries, session);
    readShown(entries.object("shown"), session.shown);
    readPicture(entries.object("picture"), session.picture);
    if (error)
        return *std::move(error);
    return session;
}

} // namespace heedmap::files
