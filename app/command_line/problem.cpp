#include "app/command_line/problem.h"

#include "app/command_line/printing.h"
#include "app/command_line/stack.h"
#include "core/attention/mask.h"
#include "core/session/consistency.h"
#include "core/session/reference.h"

namespace heedmap::command_line {

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

Result<void> readParameters(const std::string& path, const files::ReadOptions& reading, Parameters& parameters) {
    const auto file = files::open(path, reading);
    if (!file)
        return file.error();
    for (std::size_t i = 0; i < (*file)->tensors().size(); ++i) {
        const std::string& name = (*file)->tensors()[i].name;
        MatrixD* const matrix = matrixNamed(parameters, name);
        if (matrix == nullptr && name != "v" && name != "beta") {
            remark(path + ": \"" + name + "\" is none of W, W_s, W_h, v, W_q, W_k, W_v, beta and is not used");
            continue;
        }
        if (!(*file)->tensors()[i].refusal) {
            const Shape& shape = (*file)->tensors()[i].shape;
            if (shape.rank() > 2 || (name == "beta" && shape.count() != 1))
                return makeError(parameterRank, {shape.text()}).in(path).at("tensor " + name);
            if (shape.count() == 0) // an empty matrix would mean "not given"
                return makeError(emptyParameter, {name, shape.text()}).in(path);
        }
        const auto tensor = (*file)->read(i);
        if (!tensor)
            return tensor.error();
        if (matrix != nullptr)
            *matrix = toMatrixD(tensor->view);
        else if (name == "v")
            parameters.v = toVectorD(tensor->view);
        else
            parameters.beta = toVectorD(tensor->view)(0);
    }
    return {};
}

Result<BoolMatrix> readMask(const std::string& reference, const files::ReadOptions& reading) {
    const auto tensor = openMatrix(reference, reading);
    if (!tensor)
        return tensor.error();
    auto mask = attention::customMask(tensor->view);
    if (mask && mask->size() == 0)
        mask = makeError(attention::customMaskEmpty, {tensor->shape().text()});
    return mask ? mask : Error(mask.error()).in(reference);
}

Result<void> applyOptions(Parameters& parameters, const ProblemOptions& options, const files::ReadOptions& reading) {
    if (options.seed) {
        parameters.w = parameters.w_s = parameters.w_h = MatrixD();
        parameters.v = VectorD();
    }
    return options.parameters.empty() ? Result<void>() : readParameters(options.parameters, reading, parameters);
}

} // namespace

Result<void> applyOptions(attention::Problem& problem, const ProblemOptions& options,
                          const files::ReadOptions& reading) {
    if (const auto applied = applyOptions(problem.parameters, options, reading); !applied)
        return applied;
    if (options.mask)
        problem.mask = *options.mask;
    if (options.method)
        problem.approximation = *options.method;
    if (options.seed)
        problem.mask.randomSeed = problem.approximation.seed = *options.seed;
    if (!options.customMask.empty()) {
        auto mask = readMask(options.customMask, reading);
        if (!mask)
            return mask.error();
        problem.mask.custom = *std::move(mask);
    }
    if (options.normalizer)
        problem.normalizer.kind = *options.normalizer;
    if (options.temperature)
        problem.normalizer.temperature = *options.temperature;
    return {};
}

Result<void> applyOptions(files::Session& session, const ProblemOptions& options, const files::ReadOptions& reading) {
    for (auto& [function, operands] : session.own) {
        if (const auto applied = applyOptions(operands.parameters, options, reading); !applied)
            return applied;
    }
    return applyOptions(session.problem, options, reading);
}

void seedParameters(attention::Problem& problem, const std::vector<attention::ScoreFunction>& functions,
                    const ProblemOptions& options) {
    for (const attention::ScoreFunction function : functions)
        files::seedMissing(problem, function, options.seed.value_or(0));
}

} // namespace heedmap::command_line
