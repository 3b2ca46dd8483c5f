#include "core/seq2seq/probes.h"

#include "core/seq2seq/attention_tape.h"
#include "core/seq2seq/parameter_table.h"
#include "core/seq2seq/recurrent.h"

#include <cmath>

namespace heedmap::seq2seq {

using kernels::View;
using kernels::viewOf;

namespace {

// The network is run on `units` copies of the same sequence. Copy u goes back from output u alone, so that one way back
// gives every entry of the Jacobian: row i·units + u of the result is ∂(out_t)_u/∂in_i.
struct Probe {
    Index length;
    Index units;
    MatrixD x; // length·units × units
};

Probe makeProbe(const ReachOptions& options, attention::RandomStream& random) {
    Probe probe{options.length, options.units, MatrixD(options.length * options.units, options.units)};
    const MatrixD sequence = attention::normalMatrix(options.length, options.units, random);
    for (Index i = 0; i < probe.x.rows(); ++i)
        probe.x.row(i) = sequence.row(i / options.units);
    return probe;
}

MatrixD uniformMatrix(Index rows, Index columns, double limit, attention::RandomStream& random) {
    MatrixD matrix(rows, columns);
    for (Index i = 0; i < matrix.size(); ++i)
        matrix.data()[i] = (2 * random.uniform() - 1) * limit;
    return matrix;
}

struct CellWeights {
    MatrixD input, recurrent, bias;
    CellWeights(Index units, Index gates, attention::RandomStream& random)
        : input(uniformMatrix(units, gates * units, limit(units), random))
        , recurrent(uniformMatrix(units, gates * units, limit(units), random))
        , bias(uniformMatrix(1, gates * units, limit(units), random)) {}
    static double limit(Index units) { return 1.0 / std::sqrt(static_cast<double>(units)); }
    LstmParameters<const double> views() const { return {viewOf(input), viewOf(recurrent), viewOf(bias)}; }
    static CellWeights zeroLike(const CellWeights& other) {
        CellWeights zero = other;
        zero.input.setZero();
        zero.recurrent.setZero();
        zero.bias.setZero();
        return zero;
    }
    LstmParameters<double> views() { return {viewOf(input), viewOf(recurrent), viewOf(bias)}; }
};

MatrixD lastOutputs(const Probe& probe) {
    MatrixD d = MatrixD::Zero(probe.x.rows(), probe.units);
    d.bottomRows(probe.units).setIdentity();
    return d;
}

MatrixD recurrentJacobian(NetworkKind kind, const Probe& probe, attention::RandomStream& random) {
    const CellWeights weights(probe.units, kind == NetworkKind::lstm ? 4 : 1, random);
    CellWeights gradient = CellWeights::zeroLike(weights);
    MatrixD dStates = lastOutputs(probe);
    MatrixD dX = MatrixD::Zero(probe.x.rows(), probe.units);
    if (kind == NetworkKind::lstm) {
        LstmLayer<double> layer;
        layer.forward(weights.views(), viewOf(probe.x), probe.units, Direction::forwards);
        layer.backward(weights.views(), viewOf(probe.x), viewOf(dStates), {}, gradient.views(), viewOf(dX));
    } else {
        PlainLayer<double> layer;
        layer.forward(weights.views(), viewOf(probe.x), probe.units);
        layer.backward(weights.views(), viewOf(probe.x), viewOf(dStates), gradient.views(), viewOf(dX));
    }
    return dX;
}

// out = softmax(q Hᵀ/√d) H with H = X W and q = the last row of X W_q; keys are H W_k.
MatrixD attentionJacobian(const Probe& probe, attention::RandomStream& random) {
    const Index units = probe.units;
    const double limit = CellWeights::limit(units);
    const MatrixD wQuery = uniformMatrix(units, units, limit, random);
    const MatrixD wKey = uniformMatrix(units, units, limit, random);
    const MatrixD wValue = uniformMatrix(units, units, limit, random);
    const MatrixD h = probe.x * wValue;
    const MatrixD query = probe.x.bottomRows(units) * wQuery;
    const std::vector<Index> lengths(static_cast<std::size_t>(units), probe.length);
    AttentionTape<double> tape;
    tape.begin(attention::ScoreFunction::scaled_dot, {{}, viewOf(wKey), {}}, viewOf(h), units, 1);
    MatrixD context(units, units);
    tape.advance(0, viewOf(query), lengths, viewOf(context));
    tape.beginBackward();
    MatrixD dQuery = MatrixD::Zero(units, units);
    MatrixD dH = MatrixD::Zero(h.rows(), units);
    MatrixD dKeyWeights = MatrixD::Zero(units, units);
    const MatrixD dContext = MatrixD::Identity(units, units);
    tape.retreat(0, viewOf(dContext), lengths, viewOf(dQuery));
    tape.finish(viewOf(query), {{}, viewOf(dKeyWeights), {}}, viewOf(dH));
    MatrixD dX = dH * wValue.transpose();
    dX.bottomRows(units) += dQuery * wQuery.transpose();
    return dX;
}

} // namespace

std::vector<double> gradientReach(NetworkKind kind, const ReachOptions& options, std::stop_token stop) {
    std::vector<double> logarithms(static_cast<std::size_t>(options.length), 0.0);
    attention::RandomStream random(options.seed);
    for (int network = 0; network < options.networks; ++network) {
        if (stop.stop_requested())
            return {};
        const Probe probe = makeProbe(options, random);
        const MatrixD jacobian =
            kind == NetworkKind::attention ? attentionJacobian(probe, random) : recurrentJacobian(kind, probe, random);
        for (Index d = 0; d < options.length; ++d) {
            const Index row = (options.length - 1 - d) * options.units;
            const double norm = jacobian.middleRows(row, options.units).stableNorm();
            logarithms[static_cast<std::size_t>(d)] += std::log(norm) / options.networks;
        }
    }
    for (double& logarithm : logarithms)
        logarithm = std::exp(logarithm);
    return logarithms;
}

} // namespace heedmap::seq2seq
