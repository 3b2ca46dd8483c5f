#include "core/session/session_file.h"

#include "core/files/json_contents.h"
#include "core/files/npz_file.h"
#include "core/files/recognise.h"
#include "core/session/session_manifest.h"
#include "core/session/shown_tokens.h"

#include <tuple>

namespace heedmap::files {

namespace {

constexpr std::string_view manifestName = "manifest.json";
constexpr std::uint64_t largestManifest = 64 << 20;

Error inFile(Error error, const std::string& path) {
    return error.file.empty() ? std::move(error).in(path) : error;
}

Result<Tensor> arrayIn(const ZipArchive& archive, const Json& array) {
    if (!array.is_object() || !array.contains("file"))
        return inlineTensor(array);
    const Json& name = array["file"];
    const ZipMember* member = name.is_string() ? archive.find(name.get<std::string>()) : nullptr;
    if (!member)
        return makeError(sessionDamaged,
                         {Phrase(HEEDMAP_MESSAGE("Reason", "its file %1 is missing"), {name.dump().substr(0, 80)})});
    return readNpyMember(archive, *member, {}, [](const Shape& shape) -> Result<void> {
        if (shape.rank() <= 2)
            return {};
        return makeError(sessionDamaged, {HEEDMAP_MESSAGE("Reason", "an array has more than two axes")});
    });
}

Result<Session> sessionIn(const ZipArchive& archive) {
    const ZipMember* member = archive.find(manifestName);
    if (!member)
        return makeError(notASession).in(archive.path());
    if (member->size > largestManifest)
        return makeError(sessionDamaged, {Phrase(HEEDMAP_MESSAGE("Reason", "its manifest has %1 bytes"),
                                                 {std::to_string(member->size)})})
            .in(archive.path());
    const auto text = archive.contents(*member);
    if (!text)
        return text.error();
    auto session = sessionOf(
        text->text(), [&](const Json& array) { return arrayIn(archive, array); }, member->compressedSize);
    if (!session)
        return inFile(session.error(), archive.path());
    return session;
}

Result<Session> sessionOfManifest(const std::string& path, std::string_view manifest, std::uint64_t storedBytes) {
    auto session = sessionOf(manifest, inlineTensor, storedBytes);
    if (!session)
        return inFile(session.error(), path);
    return session;
}

// A PNG without its last chunk.
bool endsEarly(std::string_view picture) {
    return picture.starts_with("\x89PNG") && picture.rfind("IEND") == std::string_view::npos;
}

Result<Session> sessionOfPicture(const MappedFile& file) {
    const auto bytes = file.bytes();
    if (!bytes)
        return bytes.error();
    const auto manifest = embeddedManifest(bytes->data);
    if (!manifest)
        return makeError(endsEarly(bytes->text()) ? pictureCutOff : noSession).in(file.path());
    return sessionOfManifest(file.path(), *manifest, file.size());
}

class SessionFile : public TensorFile {
public:
    SessionFile(const std::string& path, Session session) {
        path_ = path;
        format_ = Format::session;
        for (const Phrase& words : wordsOf(session.shown))
            remarks_.emplace_back(HEEDMAP_MESSAGE("Reason", "it shows %1"), std::vector<Phrase>{words});
        for (FileMatrix& matrix : session.matrices)
            add(matrix.name, std::move(matrix.tensor), matrix.labels ? *matrix.labels : Labels());
        addOperands(session.problem, {}, session.crossLabels);
        if (session.problem.x.size() > 0)
            add("x", makeTensor(session.problem.x), {session.selfTokens, session.selfTokens});
        for (const auto& [function, operands] : session.own)
            addOperands(operands, std::string(attention::nameOf(function)) + "_", session.crossLabels);
        labels_ = session.panels.empty() ? session.problemLabels() : session.labelsOf(session.panels.front());
    }

    Labels labelsOf(std::size_t tensor) const override {
        HEEDMAP_EXPECTS(tensor < labelsOfTensors_.size());
        return labelsOfTensors_[tensor];
    }

    Result<Tensor> read(std::size_t tensor) const override {
        HEEDMAP_EXPECTS(tensor < held_.size());
        return held_[tensor];
    }

private:
    // Queries and keys, each with its own tokens for the rows; the columns are components.
    void addOperands(const attention::Operands& operands, const std::string& prefix, const Labels& labels) {
        const std::tuple<const char*, const MatrixD*, const std::vector<std::string>*> given[] = {
            {"q", &operands.q, &labels.rows}, {"k", &operands.k, &labels.columns}, {"v", &operands.v, &labels.columns}};
        for (const auto& [name, values, tokens] : given)
            if (values->size() > 0)
                add(prefix + name, makeTensor(*values), {*tokens, {}});
    }

    void add(const std::string& name, Tensor tensor, Labels labels) {
        tensors_.push_back({name, std::string(nameOf(tensor.dtype())), tensor.dtype(), tensor.shape(), {}});
        held_.push_back(std::move(tensor));
        labelsOfTensors_.push_back(std::move(labels));
    }

    std::vector<Tensor> held_;
    std::vector<Labels> labelsOfTensors_;
};

} // namespace

std::string_view nameOf(CellShape shape) {
    return shape == CellShape::automatic ? "auto" : shape == CellShape::square ? "square" : "stretched";
}

std::optional<CellShape> cellShapeNamed(std::string_view name) {
    for (const CellShape shape : {CellShape::automatic, CellShape::square, CellShape::stretched}) {
        if (nameOf(shape) == name)
            return shape;
    }
    return std::nullopt;
}

std::string_view nameOf(PanelKind kind) {
    switch (kind) {
    case PanelKind::weights:
        return "weights";
    case PanelKind::difference:
        return "difference";
    case PanelKind::gradient:
        return "gradient";
    case PanelKind::rollout:
        return "rollout";
    case PanelKind::flow:
        return "flow";
    }
    preconditionFailed("a known kind of panel", __FILE__, __LINE__);
}

std::optional<PanelKind> panelKindNamed(std::string_view name) {
    for (const PanelKind kind :
         {PanelKind::weights, PanelKind::difference, PanelKind::gradient, PanelKind::rollout, PanelKind::flow})
        if (nameOf(kind) == name)
            return kind;
    return std::nullopt;
}

bool Session::showsMatrices() const {
    return std::any_of(panels.begin(), panels.end(), [](const Panel& panel) { return panel.matrix.has_value(); });
}

Labels Session::labelsOf(const Panel& panel) const {
    if (!panel.matrix)
        return problemLabels();
    HEEDMAP_EXPECTS(*panel.matrix < matrices.size());
    const auto& labels = matrices[*panel.matrix].labels;
    return labels ? *labels : Labels();
}

Labels Session::problemLabels() const {
    return problem.kind == attention::ProblemKind::self ? Labels{selfTokens, selfTokens} : crossLabels;
}

bool Session::hasOwn(attention::ScoreFunction function) const {
    return problem.kind == attention::ProblemKind::cross && own.contains(function);
}

const attention::Operands& Session::operands(std::optional<attention::ScoreFunction> function) const {
    return function && hasOwn(*function) ? own.at(*function) : problem;
}

attention::Operands& Session::operands(std::optional<attention::ScoreFunction> function) {
    return function && hasOwn(*function) ? own.at(*function) : problem;
}

attention::Problem Session::problemOf(attention::ScoreFunction function) const {
    attention::Problem result = problem;
    if (hasOwn(function))
        static_cast<attention::Operands&>(result) = own.at(function);
    return result;
}

Result<Session> parseManifest(std::string_view text) {
    return sessionOf(text, inlineTensor, text.size());
}

Result<Session> readSession(const std::string& path) {
    const auto file = MappedFile::open(path);
    if (!file)
        return file.error();
    const auto recognised = recognise(*file);
    if (!recognised)
        return recognised.error();
    if (recognised->archive)
        return sessionIn(*recognised->archive);
    if (recognised->picture)
        return sessionOfPicture(**file);
    if (recognised->format != Format::json)
        return makeError(notASession).in(path);
    const auto bytes = (*file)->bytes();
    if (!bytes)
        return bytes.error();
    const std::string_view text = withoutByteOrderMark(bytes->text());
    const auto contents = scanJson(text);
    if (!contents)
        return inFile(contents.error(), path);
    if (!contents->isManifest)
        return makeError(notASession).in(path);
    return sessionOfManifest(path, text, text.size());
}

Result<std::unique_ptr<TensorFile>> openSession(const std::string& path) {
    auto session = readSession(path);
    if (!session)
        return session.error();
    return std::unique_ptr<TensorFile>(std::make_unique<SessionFile>(path, *std::move(session)));
}

} // namespace heedmap::files
