#include "core/session/import_problem.h"

#include "core/attention/mask.h"

#include <algorithm>

namespace heedmap::files {

namespace {

using attention::Parameters;

MatrixD* matrixNamed(Parameters& parameters, const std::string& name) {
    const std::pair<const char*, MatrixD*> known[] = {{"W", &parameters.w},     {"W_s", &parameters.w_s},
                                                      {"W_h", &parameters.w_h}, {"W_q", &parameters.w_q},
                                                      {"W_k", &parameters.w_k}, {"W_v", &parameters.w_v}};
    for (const auto& [word, matrix] : known) {
        if (name == word)
            return matrix;
    }
    return nullptr;
}

Result<void> readParameters(const std::string& path, OpenFiles& files, Parameters& parameters) {
    const auto file = files.open({path});
    if (!file)
        return file.error();
    for (std::size_t i = 0; i < (*file)->tensors().size(); ++i) {
        const TensorInfo& info = (*file)->tensors()[i];
        MatrixD* const matrix = matrixNamed(parameters, info.name);
        if (matrix == nullptr && info.name != "v" && info.name != "beta") {
            files.note(path,
                       {HEEDMAP_MESSAGE("Reason", "\"%1\" is none of W, W_s, W_h, v, W_q, W_k, W_v, beta and is not "
                                                  "used"),
                        {info.name}});
            continue;
        }
        if (!info.refusal) {
            if (info.shape.rank() > 2 || (info.name == "beta" && info.shape.count() != 1))
                return makeError(parameterRank, {info.shape.text()}).in(path).at("tensor " + info.name);
            if (info.shape.count() == 0) // an empty matrix would mean "not given"
                return makeError(emptyParameter, {info.name, info.shape.text()}).in(path);
        }
        const auto tensor = (*file)->read(i);
        if (!tensor)
            return tensor.error();
        if (matrix != nullptr)
            *matrix = toMatrixD(tensor->view);
        else if (info.name == "v")
            parameters.v = toVectorD(tensor->view);
        else
            parameters.beta = toVectorD(tensor->view)(0);
    }
    return {};
}

Result<void> applyParameters(Parameters& parameters, const ProblemRequest& request, OpenFiles& files) {
    if (request.seed) {
        parameters.w = parameters.w_s = parameters.w_h = MatrixD();
        parameters.v = VectorD();
    }
    return request.parameters.empty() ? Result<void>() : readParameters(request.parameters, files, parameters);
}

} // namespace

Result<MaskStack> MaskStack::open(OpenFiles& files, const Input& input) {
    const auto stack = openStack(files, input, {});
    if (!stack)
        return stack.error();
    MaskStack made;
    made.leading_ = stack->leading;
    made.reference_ = stack->reference;
    for (const Tensor& matrix : stack->matrices) {
        auto mask = attention::customMask(matrix.view);
        if (mask && mask->size() == 0)
            mask = makeError(attention::customMaskEmpty, {matrix.shape().text()});
        if (!mask)
            return Error(mask.error()).in(made.reference_);
        made.masks_.push_back(*std::move(mask));
    }
    return made;
}

Result<BoolMatrix> MaskStack::broadcast(const BoolMatrix& mask, Index queries, Index keys) const {
    const bool rows = mask.rows() == queries || mask.rows() == 1;
    const bool columns = mask.cols() == keys || mask.cols() == 1;
    if (!rows || !columns)
        return makeError(attention::customMaskDoesNotFit,
                         {Shape{mask.rows(), mask.cols()}.text(), Shape{queries, keys}.text()})
            .in(reference_);
    return BoolMatrix(mask.replicate(mask.rows() == queries ? 1 : queries, mask.cols() == keys ? 1 : keys));
}

Result<BoolMatrix> MaskStack::at(Index n, const std::vector<Index>& leading, Index queries, Index keys) const {
    if (masks_.size() == 1)
        return broadcast(masks_.front(), queries, keys);
    const std::vector<Index> entry = indexOf(n, leading);
    std::size_t place = 0;
    for (std::size_t axis = 0; axis < leading_.size(); ++axis) {
        // Axes are counted from the last one, as NumPy broadcasts them.
        const std::size_t behind = leading_.size() - axis;
        const Index i = leading_[axis] == 1 || behind > entry.size() ? 0 : entry[entry.size() - behind];
        const bool fits =
            leading_[axis] == 1 || (behind <= entry.size() && leading_[axis] == leading[entry.size() - behind]);
        if (!fits)
            return makeError(attention::customMaskDoesNotFit, {indexedName("", leading_), indexedName("", leading)})
                .in(reference_);
        place = place * static_cast<std::size_t>(leading_[axis]) + static_cast<std::size_t>(i);
    }
    return broadcast(masks_[place], queries, keys);
}

Result<BoolMatrix> MaskStack::one(Index queries, Index keys) const {
    for (std::size_t n = 1; n < masks_.size(); ++n) {
        if (masks_[n] == masks_.front())
            continue;
        const std::vector<Index> entry = indexOf(static_cast<Index>(n), leading_);
        const auto axis = std::ranges::find_if(entry, [](Index i) { return i > 0; }) - entry.begin();
        return makeError(maskPerHead, {lastPartOf(reference_), std::to_string(axis),
                                       indexedName(reference_, std::vector<Index>(leading_.size(), 0))})
            .in(reference_);
    }
    return broadcast(masks_.front(), queries, keys);
}

Result<void> applyProblem(attention::Problem& problem, const ProblemRequest& request, OpenFiles& files) {
    if (const auto applied = applyParameters(problem.parameters, request, files); !applied)
        return applied;
    if (request.mask)
        problem.mask = *request.mask;
    if (request.method)
        problem.approximation = *request.method;
    if (request.seed)
        problem.mask.randomSeed = problem.approximation.seed = *request.seed;
    if (request.normalizer)
        problem.normalizer.kind = *request.normalizer;
    if (request.temperature)
        problem.normalizer.temperature = *request.temperature;
    return {};
}

Result<void> applyProblem(Session& session, const ProblemRequest& request, OpenFiles& files) {
    for (auto& [function, operands] : session.own) {
        if (const auto applied = applyParameters(operands.parameters, request, files); !applied)
            return applied;
    }
    return applyProblem(session.problem, request, files);
}

} // namespace heedmap::files
