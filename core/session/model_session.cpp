#include "core/session/model_session.h"

#include "core/files/available_memory.h"
#include "core/files/mapped_file.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace heedmap {

namespace {

using transformer::AttentionTrace;
using transformer::Trace;

constexpr std::array<std::string_view, 3> partNames{"encoder", "decoder", "cross"};

std::string listedParts(const Trace<float>& trace) {
    std::string text;
    for (const ModelPart part : partsOf(trace))
        text += (text.empty() ? "" : ", ") + std::string(nameOf(part));
    return text;
}

// α of one head as numbers of float32, with what is masked.
Result<files::FileMatrix> matrixOf(const AttentionTrace<float>& attention, Head head) {
    const auto alpha = transformer::alphaOf(attention, head);
    if (!alpha)
        return alpha.error();
    const Index rows = (*alpha)->rows();
    const Index columns = (*alpha)->columns();
    std::vector<float> numbers(static_cast<std::size_t>(rows * columns));
    BoolMatrix allowed(rows, columns);
    bool everything = true;
    const Index step = (*alpha)->bestTile().rows;
    std::vector<attention::Mark> marks;
    for (Index first = 0; first < rows; first += step) {
        const Rows part{first, std::min(first + step, rows)};
        const auto count = static_cast<std::size_t>(part.size() * columns);
        marks.resize(count);
        (*alpha)->tile(part, {0, columns}, std::span(numbers).subspan(static_cast<std::size_t>(first * columns), count),
                       marks);
        for (std::size_t n = 0; n < count; ++n) {
            const bool masked = marks[n] == attention::Mark::masked;
            allowed.data()[first * columns + static_cast<Index>(n)] = masked ? 0 : 1;
            everything = everything && !masked;
        }
    }
    if (everything)
        allowed.resize(0, 0);
    files::FileMatrix matrix;
    matrix.tensor = makeTensor(Shape{rows, columns}, std::move(numbers));
    matrix.allowed = std::move(allowed);
    return matrix;
}

void setProblem(files::Session& session, const AttentionTrace<float>& attention, const Labels& labels) {
    if (attention.bias)
        return;
    attention::Problem& problem = session.problem;
    problem.kind = attention::ProblemKind::cross;
    problem.q = kernels::matrixOf(attention.q.view()).cast<double>();
    problem.k = kernels::matrixOf(attention.k.view()).cast<double>();
    problem.v = kernels::matrixOf(attention.v.view()).cast<double>();
    problem.heads = attention.heads;
    problem.keyValueHeads = attention.keyValueHeads == attention.heads ? 0 : attention.keyValueHeads;
    problem.mask = attention.mask;
    session.crossLabels = labels;
}

// α of all chosen heads, and the masks, have to fit into memory.
Result<void> checkMemory(const AttentionTrace<float>& attention, std::size_t matrices) {
    const double cells = static_cast<double>(attention.q.rows()) * static_cast<double>(attention.k.rows());
    const double bytes = cells * static_cast<double>(matrices) * (sizeof(float) + 1);
    if (bytes > 1e8 && bytes > static_cast<double>(files::availableMemory()))
        return makeError(files::notEnoughMemory, {std::to_string(static_cast<std::uint64_t>(bytes))});
    return {};
}

} // namespace

std::string_view nameOf(ModelPart part) {
    return partNames[static_cast<std::size_t>(part)];
}

std::optional<ModelPart> modelPartNamed(std::string_view name) {
    for (const ModelPart part : {ModelPart::encoder, ModelPart::decoder, ModelPart::cross})
        if (nameOf(part) == name)
            return part;
    return std::nullopt;
}

std::vector<ModelPart> partsOf(const Trace<float>& trace) {
    if (trace.encoder && trace.decoder)
        return {ModelPart::cross, ModelPart::encoder, ModelPart::decoder};
    return {trace.encoder ? ModelPart::encoder : ModelPart::decoder};
}

Result<std::vector<const AttentionTrace<float>*>> attentionsOf(const Trace<float>& trace, ModelPart part) {
    const auto& stack = part == ModelPart::encoder ? trace.encoder : trace.decoder;
    std::vector<const AttentionTrace<float>*> attentions;
    if (stack)
        for (const auto& layer : stack->layers)
            if (part != ModelPart::cross || layer.cross)
                attentions.push_back(part == ModelPart::cross ? &*layer.cross : &layer.self);
    if (attentions.empty())
        return makeError(noSuchPart, {std::string(nameOf(part)), listedParts(trace)});
    return attentions;
}

Result<HeadChoice> completed(HeadChoice choice, Index layers, Index heads) {
    const auto fill = [](std::vector<Index>& chosen, Index count, const ErrorKind& missing) -> Result<void> {
        for (const Index one : chosen)
            if (one < 0 || one >= count)
                return makeError(missing, {std::to_string(one), std::to_string(count)});
        if (chosen.empty()) {
            chosen.resize(static_cast<std::size_t>(count));
            std::iota(chosen.begin(), chosen.end(), Index{0});
        }
        std::ranges::sort(chosen);
        chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
        return {};
    };
    if (auto filled = fill(choice.layers, layers, noSuchLayer); !filled)
        return filled.error();
    if (auto filled = fill(choice.heads, heads, noSuchModelHead); !filled)
        return filled.error();
    return choice;
}

Result<files::Session> modelSession(const Trace<float>& trace, ModelPart part, const HeadChoice& choice,
                                    const Labels& labels, const std::string& origin) {
    const auto attentions = attentionsOf(trace, part);
    if (!attentions)
        return attentions.error();
    const auto chosen = completed(choice, static_cast<Index>(attentions->size()), attentions->front()->heads);
    if (!chosen)
        return chosen.error();
    if (auto fits = checkMemory(*attentions->front(), chosen->layers.size() * chosen->heads.size()); !fits)
        return fits.error();
    files::Session session;
    session.name = origin;
    const auto shared = std::make_shared<const Labels>(labels);
    session.picture.range.kind = heatmap::RangeSpec::Kind::automatic;
    const std::string name = trace.encoder && trace.decoder ? std::string(nameOf(part)) : "alpha";
    for (const Index layer : chosen->layers) {
        for (const Index head : chosen->heads) {
            auto matrix = matrixOf(*(*attentions)[static_cast<std::size_t>(layer)], Head{head});
            if (!matrix)
                return matrix.error();
            matrix->name = name + "[" + std::to_string(layer) + "," + std::to_string(head) + "]";
            matrix->title = "L" + std::to_string(layer) + " · H" + std::to_string(head);
            matrix->origin = origin + "#" + matrix->name;
            if (!labels.empty())
                matrix->labels = shared;
            session.panels.push_back({{}, session.matrices.size(), true});
            session.matrices.push_back(*std::move(matrix));
        }
    }
    setProblem(session, *(*attentions)[static_cast<std::size_t>(chosen->layers.front())], labels);
    return session;
}

Result<files::Session> modelLayerSession(const Trace<float>& trace, ModelPart part, Index layer, const Labels& labels,
                                         const std::string& origin) {
    const auto attentions = attentionsOf(trace, part);
    if (!attentions)
        return attentions.error();
    const auto chosen = completed({{layer}, {}}, static_cast<Index>(attentions->size()), attentions->front()->heads);
    if (!chosen)
        return chosen.error();
    const AttentionTrace<float>& attention = *(*attentions)[static_cast<std::size_t>(layer)];
    if (attention.bias)
        return makeError(scoresNeedMore);
    files::Session session;
    session.name = origin;
    setProblem(session, attention, labels);
    const auto function = attention.scaled ? attention::ScoreFunction::scaled_dot : attention::ScoreFunction::dot;
    for (const Index head : chosen->heads) {
        files::Panel panel{.score = function};
        if (attention.heads > 1)
            panel.head = head;
        session.panels.push_back(std::move(panel));
    }
    return session;
}

} // namespace heedmap
