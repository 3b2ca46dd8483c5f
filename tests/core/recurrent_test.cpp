#include "core/seq2seq/attention_tape.h"
#include "core/seq2seq/recurrent.h"

#include "core/session/reference.h"
#include "tests/support/core/cases.h"
#include "tests/support/core/near.h"

#include <gtest/gtest.h>

using namespace heedmap;
using namespace heedmap::seq2seq;
using heedmap::test::near;
using kernels::View;
using kernels::viewOf;

namespace {

constexpr double rounding = 1e-12;

// The arrays of a reference file as matrices; those of rank 3 (batch, time, n) with the rows time·batch + b.
class ReferenceArrays {
public:
    explicit ReferenceArrays(const std::string& path)
        : file_(files::open(path)) {}

    MatrixD operator[](const std::string& name) const {
        const auto index = (*file_)->find(name);
        if (!index.ok()) {
            ADD_FAILURE() << sentence(index.error());
            return {};
        }
        const Tensor tensor = (*file_)->read(*index).value();
        if (tensor.shape().rank() != 3)
            return toMatrixD(tensor.view);
        const Shape& shape = tensor.shape();
        const int order[] = {1, 0, 2};
        MatrixD matrix(shape[0] * shape[1], shape[2]);
        tensor.view.permuted(order).copyTo(std::span<double>(matrix.data(), static_cast<std::size_t>(matrix.size())));
        return matrix;
    }

private:
    Result<std::unique_ptr<files::TensorFile>> file_;
};

struct Weights {
    MatrixD input, recurrent, bias;
    LstmParameters<const double> views() const { return {viewOf(input), viewOf(recurrent), viewOf(bias)}; }
};

Weights lstmWeights(const ReferenceArrays& reference, const std::string& ending) {
    return {reference["parameter.weight_ih_l0" + ending].transpose(),
            reference["parameter.weight_hh_l0" + ending].transpose(),
            reference["parameter.bias_ih_l0" + ending] + reference["parameter.bias_hh_l0" + ending]};
}

} // namespace

TEST(Recurrent, LstmEqualsTheReference) {
    HEEDMAP_CASE(path, "reference/lstm.npz");
    const ReferenceArrays reference(path);
    const MatrixD x = reference["x"];
    const Weights weights = lstmWeights(reference, "");
    LstmLayer<double> layer;
    layer.forward(weights.views(), viewOf(x), 2, Direction::forwards);
    EXPECT_TRUE(near(matrixOf(layer.states()), reference["y_expected"], rounding, 1e-2));
    EXPECT_TRUE(near(matrixOf(layer.last().state), reference["h_expected"], rounding, 1e-2));
    EXPECT_TRUE(near(matrixOf(layer.last().cell), reference["c_expected"], rounding, 1e-2));
}

TEST(Recurrent, BidirectionalLstmEqualsTheReference) {
    HEEDMAP_CASE(path, "reference/bilstm.npz");
    const ReferenceArrays reference(path);
    const MatrixD x = reference["x"];
    const MatrixD expected = reference["y_expected"];
    const Weights forwards = lstmWeights(reference, "");
    const Weights backwards = lstmWeights(reference, "_reverse");
    LstmLayer<double> layer;
    layer.forward(forwards.views(), viewOf(x), 2, Direction::forwards);
    EXPECT_TRUE(near(matrixOf(layer.states()), expected.leftCols(4), rounding, 1e-2));
    layer.forward(backwards.views(), viewOf(x), 2, Direction::backwards);
    EXPECT_TRUE(near(matrixOf(layer.states()), expected.rightCols(4), rounding, 1e-2));
}

TEST(Recurrent, PlainLayerGoesBackAsCentralDifferencesSay) {
    attention::RandomStream random(4);
    const auto drawn = [&](Index rows, Index columns) -> MatrixD {
        return attention::normalMatrix(rows, columns, random) * 0.5;
    };
    Weights weights{drawn(3, 5), drawn(5, 5), drawn(1, 5)};
    MatrixD x = drawn(8, 3); // 4 steps of 2 sentences
    const MatrixD g = drawn(8, 5);
    const auto loss = [&] {
        PlainLayer<double> layer;
        layer.forward(weights.views(), viewOf(std::as_const(x)), 2);
        return matrixOf(layer.states()).cwiseProduct(g).sum();
    };
    PlainLayer<double> layer;
    layer.forward(weights.views(), viewOf(std::as_const(x)), 2);
    MatrixD dStates = g;
    MatrixD dInput = MatrixD::Zero(3, 5);
    MatrixD dRecurrent = MatrixD::Zero(5, 5);
    MatrixD dBias = MatrixD::Zero(1, 5);
    MatrixD dX = MatrixD::Zero(8, 3);
    layer.backward(weights.views(), viewOf(std::as_const(x)), viewOf(dStates),
                   {viewOf(dInput), viewOf(dRecurrent), viewOf(dBias)}, viewOf(dX));
    const auto expectGradient = [&](MatrixD& parameter, const MatrixD& gradient, const char* name) {
        for (Index i = 0; i < parameter.size(); ++i) {
            const double kept = parameter.data()[i];
            parameter.data()[i] = kept + 1e-5;
            const double above = loss();
            parameter.data()[i] = kept - 1e-5;
            const double below = loss();
            parameter.data()[i] = kept;
            EXPECT_NEAR(gradient.data()[i], (above - below) / 2e-5, 1e-8) << name << "[" << i << "]";
        }
    };
    expectGradient(weights.input, dInput, "input");
    expectGradient(weights.recurrent, dRecurrent, "recurrent");
    expectGradient(weights.bias, dBias, "bias");
    expectGradient(x, dX, "x");
}

namespace {

struct AttentionGradients {
    MatrixD q, h, query, key, v;
};

// ∂⟨G, context⟩/∂… of one sentence; row t may look at t + 1 keys (causal) or at all.
AttentionGradients attentionGradients(attention::ScoreFunction function, const MatrixD& q, const MatrixD& h,
                                      const MatrixD& g, const std::array<MatrixD, 3>& weights, bool causal) {
    AttentionGradients d{MatrixD::Zero(q.rows(), q.cols()), MatrixD::Zero(h.rows(), h.cols()),
                         MatrixD::Zero(weights[0].rows(), weights[0].cols()),
                         MatrixD::Zero(weights[1].rows(), weights[1].cols()),
                         MatrixD::Zero(weights[2].rows(), weights[2].cols())};
    AttentionTape<double> tape;
    const Index n = q.rows();
    tape.begin(function, {viewOf(weights[0]), viewOf(weights[1]), viewOf(weights[2])}, viewOf(h), 1, n);
    MatrixD context(1, h.cols());
    const auto length = [&](Index t) {
        return causal ? t + 1 : h.rows();
    };
    for (Index t = 0; t < n; ++t) {
        const Index lengths[] = {length(t)};
        tape.advance(t, viewOf(q).middleRows(t, 1), lengths, viewOf(context));
    }
    tape.beginBackward();
    for (Index t = n - 1; t >= 0; --t) {
        const Index lengths[] = {length(t)};
        tape.retreat(t, viewOf(g).middleRows(t, 1), lengths, viewOf(d.q).middleRows(t, 1));
    }
    tape.finish(viewOf(q), {viewOf(d.query), viewOf(d.key), viewOf(d.v)}, viewOf(d.h));
    return d;
}

} // namespace

// The reference has values of their own; here values are the keys. So K and V are laid side by side into one matrix,
// whose left half alone is scored and whose right half alone has a gradient from above.
TEST(Recurrent, AttentionGradientsEqualTheReference) {
    HEEDMAP_CASE(path, "reference/gradients.npz");
    const ReferenceArrays reference(path);
    const MatrixD q = reference["Q"];
    const MatrixD k = reference["K"];
    const MatrixD v = reference["V"];
    const Index d = k.cols();
    MatrixD h(k.rows(), d + v.cols());
    h << k, v;
    MatrixD g = MatrixD::Zero(q.rows(), h.cols());
    g.rightCols(v.cols()) = reference["G"];
    const auto padded = [&](const MatrixD& m) { // further rows of 0, for the values
        MatrixD wide = MatrixD::Zero(h.cols(), m.cols());
        wide.topRows(m.rows()) = m;
        return wide;
    };
    const MatrixD left = padded(MatrixD::Identity(d, d));
    const MatrixD general = padded(reference["W"].transpose()).transpose();
    const std::array<MatrixD, 3> additive{reference["W_s"].transpose(), padded(reference["W_h"].transpose()),
                                          reference["v"]};
    struct Row {
        attention::ScoreFunction function;
        std::array<MatrixD, 3> weights;
    };
    using attention::ScoreFunction;
    for (const Row& row :
         {Row{ScoreFunction::dot, {MatrixD(), left, MatrixD()}},
          Row{ScoreFunction::scaled_dot, {MatrixD(), left, MatrixD()}},
          Row{ScoreFunction::general, {general, MatrixD(), MatrixD()}}, Row{ScoreFunction::additive, additive}})
        for (const bool causal : {false, true}) {
            const std::string name = std::string(attention::nameOf(row.function)) + (causal ? "_causal_d" : "_full_d");
            SCOPED_TRACE(name);
            const AttentionGradients actual = attentionGradients(row.function, q, h, g, row.weights, causal);
            const auto expected = [&](const char* parameter) {
                return reference[name + parameter + "_expected"];
            };
            EXPECT_TRUE(near(actual.q, expected("Q"), rounding, 1));
            EXPECT_TRUE(near(actual.h.leftCols(d), expected("K"), rounding, 1));
            EXPECT_TRUE(near(actual.h.rightCols(v.cols()), expected("V"), rounding, 1));
            if (row.function == ScoreFunction::general) {
                EXPECT_TRUE(near(MatrixD(actual.query.leftCols(d)), expected("W"), rounding, 1));
            }
            if (row.function == ScoreFunction::additive) {
                EXPECT_TRUE(near(MatrixD(actual.query.transpose()), expected("W_s"), rounding, 1));
                EXPECT_TRUE(near(MatrixD(actual.key.topRows(d).transpose()), expected("W_h"), rounding, 1));
                EXPECT_TRUE(near(actual.v, expected("v"), rounding, 1));
            }
        }
}
