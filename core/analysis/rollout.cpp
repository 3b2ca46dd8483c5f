#include "core/analysis/rollout.h"

#include "core/number_text.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <numeric>
#include <tbb/parallel_for.h>

namespace heedmap::analysis {

namespace {

// What is smaller than this is rounding, not a way that is still open.
constexpr double closed = 1e-13;

class Network {
public:
    explicit Network(const std::vector<MatrixD>& layers)
        : tokens_(layers.front().rows())
        , first_(static_cast<std::size_t>(tokens_) * (layers.size() + 1)) {
        for (std::size_t l = 0; l < layers.size(); ++l)
            for (Index i = 0; i < tokens_; ++i)
                for (Index j = 0; j < tokens_; ++j)
                    if (layers[l](i, j) > closed)
                        addEdge(node(l + 1, i), node(l, j), layers[l](i, j));
        whole_ = edges_;
    }

    // Node of token i after so many layers.
    std::size_t node(std::size_t layer, Index token) const {
        return layer * static_cast<std::size_t>(tokens_) + static_cast<std::size_t>(token);
    }

    // Less when stopped.
    double largestFlow(std::size_t source, std::size_t sink, const std::stop_token& stop) {
        edges_ = whole_;
        double flow = 0;
        while (!stop.stop_requested() && findLevels(source, sink)) {
            next_.assign(first_.size(), 0);
            double pushed = 0;
            do {
                pushed = push(source, sink, std::numeric_limits<double>::infinity());
                flow += pushed;
            } while (pushed > 0 && !stop.stop_requested());
        }
        return flow;
    }

private:
    struct Edge {
        std::size_t to;
        double capacity; // what may still flow; the edge after an even one is the way back
    };

    void addEdge(std::size_t from, std::size_t to, double capacity) {
        first_[from].push_back(edges_.size());
        edges_.push_back({to, capacity});
        first_[to].push_back(edges_.size());
        edges_.push_back({from, 0});
    }

    bool findLevels(std::size_t source, std::size_t sink) {
        level_.assign(first_.size(), -1);
        std::vector<std::size_t> queue{source};
        level_[source] = 0;
        for (std::size_t q = 0; q < queue.size() && level_[sink] < 0; ++q)
            for (const std::size_t e : first_[queue[q]]) {
                const Edge& edge = edges_[e];
                if (edge.capacity <= closed || level_[edge.to] >= 0)
                    continue;
                level_[edge.to] = level_[queue[q]] + 1;
                queue.push_back(edge.to);
            }
        return level_[sink] >= 0;
    }

    // As deep as there are levels: twice the layers at most for ways that go back once, never more than the nodes.
    double push(std::size_t from, std::size_t sink, double limit) {
        if (from == sink)
            return limit;
        for (std::size_t& n = next_[from]; n < first_[from].size(); ++n) {
            const std::size_t e = first_[from][n];
            if (edges_[e].capacity <= closed || level_[edges_[e].to] != level_[from] + 1)
                continue;
            const double pushed = push(edges_[e].to, sink, std::min(limit, edges_[e].capacity));
            if (pushed > 0) {
                edges_[e].capacity -= pushed;
                edges_[e ^ 1U].capacity += pushed;
                return pushed;
            }
        }
        return 0;
    }

    Index tokens_;
    std::vector<std::vector<std::size_t>> first_; // by node: its edges
    std::vector<Edge> edges_, whole_;
    std::vector<int> level_;
    std::vector<std::size_t> next_; // by node: the first edge that may still lead on
};

void expectFlows(const std::vector<MatrixD>& layers) {
    HEEDMAP_EXPECTS(!layers.empty());
    for (const MatrixD& layer : layers)
        HEEDMAP_EXPECTS(layer.allFinite() && (layer.array() >= 0).all());
}

// False when stopped.
bool flowFrom(Network& network, std::size_t layers, Index output, VectorD& flows, const std::stop_token& stop) {
    for (Index j = 0; j < flows.size(); ++j) {
        if (stop.stop_requested())
            return false;
        flows(j) = network.largestFlow(network.node(layers, output), network.node(0, j), stop);
    }
    return !stop.stop_requested();
}

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

std::optional<MatrixD> attentionFlow(const std::vector<MatrixD>& layers, std::stop_token stop) {
    expectFlows(layers);
    const Index tokens = layers.front().rows();
    const Network network(layers);
    MatrixD flow(tokens, tokens);
    std::atomic<bool> stopped = false;
    tbb::parallel_for(Index{0}, tokens, [&](Index output) {
        if (stopped || stop.stop_requested()) { // before the copy, which takes longer than all the rest of it
            stopped = true;
            return;
        }
        Network own = network;
        VectorD flows = VectorD::Zero(tokens);
        if (flowFrom(own, layers.size(), output, flows, stop))
            flow.row(output) = flows.transpose();
        else
            stopped = true;
    });
    return stopped ? std::nullopt : std::optional(std::move(flow));
}

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
