// The trainable parameters of score functions and projections, and their seeded values.
#pragma once

#include "core/tensor/matrix.h"

#include <cstdint>

namespace heedmap::attention {

// An empty matrix means "not given": general's W and the projections are then the identity (where the sizes agree), and
// there are no biases.
struct Parameters {
    MatrixD w;                  // general: W (d_q × d_k)
    MatrixD w_s;                // additive: W_s (a × d_q)
    MatrixD w_h;                // additive: W_h (a × d_k)
    VectorD v;                  // additive: v (a)
    double beta = 5.0;          // cosine: sharpness β
    MatrixD w_q;                // Q = X W_q, W_q (d × d_k)
    MatrixD w_k;                // K = M W_k, W_k (d × d_k)
    MatrixD w_v;                // V = M W_v, W_v (d × d_v)
    MatrixD w_o;                // output = the heads' contexts side by side, times W_o (heads·d_v × d_o)
    VectorD b_q, b_k, b_v, b_o; // added to every row of Q, K, V and the output
};

// A stream of numbers that is the same on every platform (SplitMix64, Steele, Lea, Flood 2014).
class RandomStream {
public:
    explicit RandomStream(std::uint64_t seed)
        : state_(seed) {}
    std::uint64_t next();
    // In [0, 1), 53 random bits.
    double uniform();
    // Mean 0, variance 1 (the polar method of Marsaglia and Bray 1964, with a logarithm of our own, since those of
    // libms differ in the last bit).
    double normal();
    // In [0, bound), without bias.
    std::uint64_t below(std::uint64_t bound);

private:
    std::uint64_t state_;
};

// Uniform in ±√(6/(rows + columns)) (Glorot and Bengio 2010).
MatrixD glorot(Index rows, Index columns, RandomStream& random);
// Independent normal entries of mean 0, variance 1.
MatrixD normalMatrix(Index rows, Index columns, RandomStream& random);

// `given`, with each matrix that is missing for these sizes filled by Glorot values: W (d_q × d_k), W_s (a × d_q),
// W_h (a × d_k), v (a); a = `hidden` where W_s, W_h and v are all missing, else what they say. Each parameter has its
// own stream derived from `seed`, so giving one does not change the others. Projections are not touched.
Parameters withSeededScores(Parameters given, Index queryDimension, Index keyDimension, Index hidden,
                            std::uint64_t seed);

} // namespace heedmap::attention
