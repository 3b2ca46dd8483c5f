#include "core/analysis/rollout.h"

#include "core/analysis/fused_heads.h"
#include "core/number_text.h"

#include <algorithm>

namespace heedmap::analysis {

namespace {

std::string sizeText(const MatrixD& matrix) {
    return std::to_string(matrix.rows()) + "×" + std::to_string(matrix.cols());
}

std::string headName(std::size_t layer, std::size_t head) {
    return "[" + std::to_string(layer) + "," + std::to_string(head) + "]";
}

Result<void> check(const HeadStack& stack, const RolloutOptions& options) {
    if (!(options.residual >= 0 && options.residual <= 1))
        return makeError(residualOutside, {shortestText(options.residual)});
    if (stack.empty())
        return makeError(stackEmpty);
    for (std::size_t l = 0; l < stack.size(); ++l) {
        if (stack[l].empty())
            return makeError(stackEmpty);
        const Index n = stack.front().front().rows();
        for (std::size_t h = 0; h < stack[l].size(); ++h)
            if (stack[l][h].rows() != n || stack[l][h].cols() != n)
                return makeError(stackNotSquare, {headName(0, 0), sizeText(stack.front().front()), headName(l, h),
                                                  sizeText(stack[l][h])});
        for (const Index head : options.heads)
            if (head < 0 || static_cast<std::size_t>(head) >= stack[l].size())
                return makeError(noSuchHead,
                                 {std::to_string(head), "layer " + std::to_string(l), std::to_string(stack[l].size())});
    }
    return {};
}

} // namespace

std::string_view nameOf(HeadFusion fusion) {
    return fusion == HeadFusion::max ? "max" : "mean";
}

std::optional<HeadFusion> headFusionNamed(std::string_view name) {
    for (const HeadFusion fusion : {HeadFusion::mean, HeadFusion::max})
        if (nameOf(fusion) == name)
            return fusion;
    return std::nullopt;
}

Result<std::vector<MatrixD>> layersOf(const HeadStack& stack, const RolloutOptions& options) {
    if (const auto checked = check(stack, options); !checked)
        return checked.error();
    std::vector<MatrixD> layers;
    for (const std::vector<MatrixD>& heads : stack) {
        MatrixD layer = (1 - options.residual) * fusedHeads(heads, options.heads, options.fusion);
        layer.diagonal().array() += options.residual;
        for (Index i = 0; i < layer.rows(); ++i) {
            const double sum = layer.row(i).sum();
            if (sum == 0)
                layer(i, i) = 1;
            else
                layer.row(i) /= sum;
        }
        layers.push_back(std::move(layer));
    }
    return layers;
}

MatrixD rollout(const std::vector<MatrixD>& layers) {
    HEEDMAP_EXPECTS(!layers.empty());
    MatrixD result = layers.front();
    for (std::size_t l = 1; l < layers.size(); ++l)
        result = layers[l] * result;
    return result;
}

} // namespace heedmap::analysis
