#include "core/analysis/fused_heads.h"

#include <numeric>

namespace heedmap::analysis {

MatrixD fusedHeads(const std::vector<MatrixD>& heads, const std::vector<Index>& chosen, HeadFusion fusion) {
    std::vector<Index> taken = chosen;
    if (taken.empty()) {
        taken.resize(heads.size());
        std::iota(taken.begin(), taken.end(), Index{0});
    }
    HEEDMAP_EXPECTS(!taken.empty());
    MatrixD fused = heads[static_cast<std::size_t>(taken.front())];
    for (std::size_t c = 1; c < taken.size(); ++c) {
        const MatrixD& head = heads[static_cast<std::size_t>(taken[c])];
        fused = fusion == HeadFusion::max ? MatrixD(fused.cwiseMax(head)) : MatrixD(fused + head);
    }
    return fusion == HeadFusion::max ? fused : MatrixD(fused / static_cast<double>(taken.size()));
}

} // namespace heedmap::analysis
