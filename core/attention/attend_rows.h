// Attention of some queries at a time, over those keys only that one of them may look at: with a sparse mask, work and
// memory grow with the pairs it allows.
#pragma once

#include "core/attention/attention.h"
#include "core/attention/mask_rows.h"

#include <functional>
#include <stop_token>

namespace heedmap::attention {

// Attention of queries `rows` over the keys of `keys`, side by side: its matrices have rows.size() rows, and as many
// columns as these ranges hold keys; emptyRows are counted from rows.begin.
template <class T>
struct RowBlock {
    Rows rows;
    std::vector<Columns> keys;
    Attention<T> attention;

    // A matrix over these keys as one over all keys, with `otherwise` where there was nothing to compute.
    template <class S>
    Matrix<S> overAllKeys(const Matrix<S>& compact, Index allKeys, S otherwise) const {
        Matrix<S> whole = Matrix<S>::Constant(compact.rows(), allKeys, otherwise);
        Index taken = 0;
        for (const Columns& range : keys) {
            whole.middleCols(range.begin, range.size()) = compact.middleCols(taken, range.size());
            taken += range.size();
        }
        return whole;
    }
};

// Errors: those of attend(). Preconditions: the mask is of n_q rows and n_k keys, `rows` lies in it.
template <class T>
Result<RowBlock<T>> attendRows(const Matrix<T>& q, const Matrix<T>& k, const Matrix<T>& v, ScoreFunction function,
                               const Parameters& parameters, const MaskRows& mask, const Normalizer& normalizer,
                               Rows rows);

// So many queries that a block of them is worth its overhead and takes little memory.
Index rowsAtATime(const MaskSpec& mask, Index keys);

// c (n_q × d_v) alone, block by block on all processors, in float32 by the loops of streaming.h where they do it;
// `progress` gets the part that is done, from any thread, one call after the other and each time more. Without a value
// when stopped. Errors: those of attend().
template <class T>
std::optional<Result<Matrix<T>>>
attendContext(const Matrix<T>& q, const Matrix<T>& k, const Matrix<T>& v, ScoreFunction function,
              const Parameters& parameters, const MaskSpec& mask, const Normalizer& normalizer,
              std::stop_token stop = {}, const std::function<void(double)>& progress = {});

} // namespace heedmap::attention
