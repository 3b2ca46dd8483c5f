// Attention as one would write it with what is at hand, timed in the same process.
#pragma once

#include "core/tensor/matrix.h"

#include <memory>

namespace heedmap::bench {

struct Buffers {
    MatrixF q, k, v;        // n × d
    MatrixF alpha, context; // n × n and n × d, filled once before
};

// Two products of Eigen and a softmax of each row, α in a buffer that is there already.
void eigenAttention(Buffers& buffers, int threads);
// The same with a new α each time, as one would write it first.
void eigenAttentionFresh(Buffers& buffers, int threads);

// The products of oneDNN where its library is installed, with the program's own exponential in between.
class OneDnn {
public:
    OneDnn();
    bool isHere() const { return multiply_ != nullptr; }
    void attention(Buffers& buffers, int threads) const;

private:
    using Multiply = int (*)(char, char, std::ptrdiff_t, std::ptrdiff_t, std::ptrdiff_t, float, const float*,
                             std::ptrdiff_t, const float*, std::ptrdiff_t, float, float*, std::ptrdiff_t);
    using SetThreads = void (*)(int);
    Multiply multiply_ = nullptr;
    SetThreads setThreads_ = nullptr;
};

} // namespace heedmap::bench
