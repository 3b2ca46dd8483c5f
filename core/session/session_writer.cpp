#include "core/files/npy_writer.h"
#include "core/files/zip_writer.h"
#include "core/session/consistency.h"
#include "core/session/panel.h"
#include "core/session/session_manifest.h"

namespace heedmap::files {

namespace {

// Puts the arrays that there are; an empty matrix means "not given".
class Arrays {
public:
    explicit Arrays(const PutArray& put)
        : put_(put) {}

    template <class Values>
    void add(Json& parent, const char* key, const std::string& name, const Values& values) const {
        if (values.rows() > 0 || values.cols() > 1 || (values.cols() == 1 && Values::ColsAtCompileTime != 1))
            parent[key] = put_(name, tensorOf(values));
    }

private:
    // What a trained model gives came from float32: it takes half the room so, and loses nothing.
    template <class Values>
    static Tensor tensorOf(const Values& values) {
        if constexpr (std::is_same_v<typename Values::Scalar, double>) {
            constexpr Index worthwhile = 64;
            MatrixF floats = values.template cast<float>();
            const bool exact =
                values.size() >= worthwhile && sameNumbers(Values(floats.template cast<double>()), values);
            if (exact && Values::ColsAtCompileTime == 1)
                return makeTensor({values.size()}, std::vector<float>(floats.data(), floats.data() + floats.size()));
            if (exact)
                return makeTensor(floats);
        }
        return makeTensor(values);
    }

    const PutArray& put_;
};

Json maskJson(const attention::MaskSpec& mask, const Arrays& arrays) {
    Json json = Json::object();
    if (mask.causal)
        json["causal"] = true;
    const auto add = [&](const char* key, const std::optional<Index>& value) {
        if (value)
            json[key] = *value;
    };
    add("padding", mask.padding);
    add("window", mask.window);
    add("dilated", mask.dilated);
    if (mask.dilated)
        json["dilation"] = mask.dilation;
    add("block", mask.block);
    add("global", mask.global);
    add("random", mask.random);
    if (mask.randomSeed != 0)
        json["random_seed"] = mask.randomSeed;
    arrays.add(json, "custom", "mask", mask.custom);
    return json;
}

// Names of arrays begin with `prefix`.
Json parametersJson(const attention::Parameters& parameters, const std::string& prefix, const Arrays& arrays) {
    Json json = Json::object();
    arrays.add(json, "W", prefix + "W", parameters.w);
    arrays.add(json, "W_s", prefix + "W_s", parameters.w_s);
    arrays.add(json, "W_h", prefix + "W_h", parameters.w_h);
    arrays.add(json, "v", prefix + "v_additive", parameters.v);
    json["beta"] = parameters.beta;
    arrays.add(json, "W_q", prefix + "W_q", parameters.w_q);
    arrays.add(json, "W_k", prefix + "W_k", parameters.w_k);
    arrays.add(json, "W_v", prefix + "W_v", parameters.w_v);
    arrays.add(json, "W_o", prefix + "W_o", parameters.w_o);
    arrays.add(json, "b_q", prefix + "b_q", parameters.b_q);
    arrays.add(json, "b_k", prefix + "b_k", parameters.b_k);
    arrays.add(json, "b_v", prefix + "b_v", parameters.b_v);
    arrays.add(json, "b_o", prefix + "b_o", parameters.b_o);
    return json;
}

void addOperands(Json& json, const attention::Operands& operands, const std::string& prefix, const Arrays& arrays) {
    arrays.add(json, "q", prefix + "q", operands.q);
    arrays.add(json, "k", prefix + "k", operands.k);
    arrays.add(json, "v", prefix + "v", operands.v);
    json["parameters"] = parametersJson(operands.parameters, prefix, arrays);
}

Json ownJson(const Session& session, const Arrays& arrays) {
    Json json = Json::object();
    for (const auto& [function, operands] : session.own) {
        const std::string name(attention::nameOf(function));
        addOperands(json[name], operands, name + "_", arrays);
    }
    return json;
}

Json problemJson(const attention::Problem& problem, const Arrays& arrays) {
    Json json = {{"kind", problem.kind == attention::ProblemKind::self ? "self" : "cross"}};
    addOperands(json, problem, {}, arrays);
    arrays.add(json, "x", "x", problem.x);
    if (problem.heads != 1)
        json["heads"] = problem.heads;
    if (problem.keyValueHeads != 0)
        json["keyValueHeads"] = problem.keyValueHeads;
    if (problem.projectsCross)
        json["projectsCross"] = true;
    json["mask"] = maskJson(problem.mask, arrays);
    json["normalizer"] = {{"kind", nameOf(problem.normalizer.kind)}, {"temperature", problem.normalizer.temperature}};
    if (!problem.approximation.isExact())
        json["method"] = problem.approximation.text();
    if (problem.approximation.seed != 0)
        json["method_seed"] = problem.approximation.seed;
    return json;
}

const char* nameOf(Visibility visibility) {
    return visibility == Visibility::automatic ? "auto" : visibility == Visibility::on ? "on" : "off";
}

const char* nameOf(heatmap::RangeSpec::Kind kind) {
    using Kind = heatmap::RangeSpec::Kind;
    return kind == Kind::automatic ? "auto" : kind == Kind::fixed ? "fixed" : "percentile";
}

Json pictureJson(const PictureSettings& picture) {
    return {{"colormap", picture.map.text()},
            {"range", {{"kind", nameOf(picture.range.kind)}, {"low", picture.range.low}, {"high", picture.range.high}}},
            {"scale", nameOf(picture.scale)},
            {"pool", nameOf(picture.pooling)},
            {"values", nameOf(picture.values)},
            {"labels", nameOf(picture.labels)},
            {"cells", nameOf(picture.cells)},
            {"gold", picture.gold},
            {"linkedRange", picture.linkedRange},
            {"rangeWithoutFirst", picture.rangeWithoutFirst},
            {"title", picture.title},
            {"drawing", picture.drawing == Drawing::lines ? "lines" : "heatmap"}};
}

Json shownJson(const ShownTokens& shown) {
    Json json = Json::object();
    if (shown.words)
        json["words"] = analysis::nameOf(*shown.words);
    if (shown.without.empty())
        return json;
    json["without"] = shown.without;
    json["rest"] = shown.rest == analysis::Remainder::kept ? "kept" : "renormalised";
    return json;
}

// Labels of the matrices, each once, and which are whose; none where a matrix has none.
class MatrixLabels {
public:
    explicit MatrixLabels(const std::vector<FileMatrix>& matrices) {
        for (const FileMatrix& matrix : matrices)
            places_.push_back(matrix.labels && !matrix.labels->empty() ? std::optional(placeOf(matrix.labels))
                                                                       : std::nullopt);
    }
    std::optional<std::size_t> placeOf(std::size_t matrix) const { return places_[matrix]; }
    Json json() const {
        Json list = Json::array();
        for (const auto& labels : distinct_)
            list.push_back({{"rows", labels->rows}, {"columns", labels->columns}});
        return list;
    }

private:
    std::size_t placeOf(const std::shared_ptr<const Labels>& labels) {
        // Matrices of one tensor come one after another.
        for (std::size_t i = distinct_.size(); i-- > 0;)
            if (distinct_[i] == labels || *distinct_[i] == *labels)
                return i;
        distinct_.push_back(labels);
        return distinct_.size() - 1;
    }

    std::vector<std::shared_ptr<const Labels>> distinct_;
    std::vector<std::optional<std::size_t>> places_;
};

Json matricesJson(const Session& session, const MatrixLabels& labels, const PutArray& put) {
    const Arrays arrays(put);
    Json list = Json::array();
    for (std::size_t i = 0; i < session.matrices.size(); ++i) {
        const FileMatrix& matrix = session.matrices[i];
        const std::string name = "matrix" + std::to_string(i);
        Json json = {{"name", matrix.name}, {"origin", matrix.origin}, {"values", put(name, matrix.tensor)}};
        if (!matrix.title.empty())
            json["title"] = matrix.title;
        if (const auto place = labels.placeOf(i))
            json["labels"] = *place;
        arrays.add(json, "allowed", name + "_allowed", matrix.allowed);
        list.push_back(std::move(json));
    }
    return list;
}

// What a panel is of.
Json subjectJson(const Panel& panel) {
    Json json = Json::object();
    if (panel.score)
        json["score"] = nameOf(*panel.score);
    if (panel.matrix)
        json["matrix"] = *panel.matrix;
    if (panel.head)
        json["head"] = *panel.head;
    if (panel.overHeads == OverHeads::max)
        json["overHeads"] = "max";
    if (!chosenHeads(panel).empty())
        json["heads"] = chosenHeads(panel);
    return json;
}

Json panelJson(const Panel& panel) {
    Json json = subjectJson(panel);
    json["linked"] = panel.linked;
    if (panel.kind != PanelKind::weights)
        json["kind"] = nameOf(panel.kind);
    if (panel.kind == PanelKind::difference)
        json["minus"] = subjectJson(subtrahendOf(panel));
    if (panel.kind == PanelKind::rollout || panel.kind == PanelKind::flow)
        json["rollout"] = {{"fusion", nameOf(panel.rollout.fusion)},
                           {"heads", panel.rollout.heads},
                           {"residual", panel.rollout.residual}};
    return json;
}

} // namespace

Json manifestOf(const Session& session, const PutArray& put) {
    Json gold = Json::array();
    for (const GoldLink& link : session.gold)
        gold.push_back({{"row", link.cell.row}, {"column", link.cell.column}, {"sure", link.sure}});
    Json panels = Json::array();
    for (const Panel& panel : session.panels)
        panels.push_back(panelJson(panel));
    const MatrixLabels labels(session.matrices);
    const auto& first = session.matrices.empty() ? nullptr : session.matrices.front().labels;
    return {{"heedmap", {1, 2}},
            {"name", session.name},
            {"lookFor", session.lookFor},
            {"corpus", session.corpus},
            {"problem", problemJson(session.problem, Arrays(put))},
            {"own", ownJson(session, Arrays(put))},
            {"rows", session.crossLabels.rows},
            {"columns", session.crossLabels.columns},
            {"tokens", session.selfTokens},
            {"gold", std::move(gold)},
            {"matrices", matricesJson(session, labels, put)},
            {"matrixLabels", labels.json()},
            // What a program of format 1.1 gives all matrices.
            {"matrixRows", first ? first->rows : std::vector<std::string>()},
            {"matrixColumns", first ? first->columns : std::vector<std::string>()},
            {"panels", std::move(panels)},
            {"shown", shownJson(session.shown)},
            {"picture", pictureJson(session.picture)}};
}

std::string textOf(const Json& manifest) {
    return manifest.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string inlineManifest(const Session& session) {
    return textOf(manifestOf(session, [](const std::string&, const Tensor& tensor) { return inlineArray(tensor); }));
}

Result<void> writeSession(const std::string& path, const Session& session) {
    auto output = OutputFile::create(path);
    if (!output)
        return output.error();
    ZipWriter zip(*output);
    const Json manifest = manifestOf(session, [&](const std::string& name, const Tensor& tensor) -> Json {
        zip.add(name + ".npy", [&](const ZipWriter::Sink& sink) { produceNpy(tensor.view, sink); });
        return {{"file", name + ".npy"}};
    });
    zip.add("manifest.json", [text = textOf(manifest)](const ZipWriter::Sink& sink) { sink(text); });
    zip.finish();
    return output->commit();
}

} // namespace heedmap::files
