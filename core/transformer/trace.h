// What a forward pass has computed, part by part: states, Q, K and V as they enter the scores, what each part adds,
// logits. α is not among them: it follows from Q and K and is a matrix source, computed where it is looked at.
#pragma once

#include "core/attention/alpha_source.h"
#include "core/attention/mask.h"
#include "core/kernels/view.h"
#include "core/result.h"
#include "core/transformer/architecture.h"

#include <memory>
#include <optional>
#include <vector>

namespace heedmap::transformer {

// Rows that come one after another: n × columns.
template <class T>
class RowStore {
public:
    explicit RowStore(Index columns = 0)
        : columns_(columns) {}

    Index rows() const { return rows_; }
    Index columns() const { return columns_; }
    // So many more rows, which are 0. Views that were given before are no longer valid.
    kernels::View<T> append(Index count) {
        numbers_.resize(static_cast<std::size_t>((rows_ + count) * columns_));
        rows_ += count;
        return {numbers_.data() + (rows_ - count) * columns_, count, columns_};
    }
    kernels::View<const T> view() const { return {numbers_.data(), rows_, columns_}; }
    kernels::View<const T> last(Index count) const { return view().middleRows(rows_ - count, count); }

private:
    std::vector<T> numbers_;
    Index rows_ = 0;
    Index columns_;
};

// What is added to the scores by distance (T5): b[head, bucket(j − i)].
template <class T>
struct DistanceBias {
    Index farthest = 0;     // distances beyond it have its number
    std::vector<T> numbers; // head × (2 farthest + 1), by j − i from −farthest on

    T at(Index head, Index query, Index key) const {
        const Index distance = std::clamp(key - query, -farthest, farthest);
        return numbers[static_cast<std::size_t>(head * (2 * farthest + 1) + farthest + distance)];
    }
};

// One attention of one layer.
template <class T>
struct AttentionTrace {
    Index heads = 0;
    Index keyValueHeads = 0;
    Index headSize = 0;
    bool scaled = true; // scores are divided by √d_k
    attention::MaskSpec mask;
    std::shared_ptr<const DistanceBias<T>> bias; // added to the scores; null: nothing is
    RowStore<T> q;                               // n_q × heads·d_k, after norms and rotation
    RowStore<T> k;                               // n_k × keyValueHeads·d_k
    RowStore<T> v;
    RowStore<T> added; // n_q × d: what goes into the residual stream

    // Of one head; key and value are those that its group shares.
    kernels::View<const T> query(Head head) const { return q.view().middleColumns(head.value * headSize, headSize); }
    kernels::View<const T> key(Head head) const { return k.view().middleColumns(group(head) * headSize, headSize); }
    kernels::View<const T> value(Head head) const { return v.view().middleColumns(group(head) * headSize, headSize); }
    Index group(Head head) const { return head.value / (heads / keyValueHeads); }
};

template <class T>
struct LayerTrace {
    AttentionTrace<T> self;
    std::optional<AttentionTrace<T>> cross;
    RowStore<T> feedForward; // n × d: what it adds
    RowStore<T> output;      // n × d: the states that leave the layer
};

template <class T>
struct StackTrace {
    RowStore<T> input; // n × d: what enters the first layer
    std::vector<LayerTrace<T>> layers;
    RowStore<T> final; // n × d: after the last norm; the states that leave the last layer where there is none
    Index length() const { return input.rows(); }
};

template <class T>
struct Trace {
    std::optional<StackTrace<T>> encoder;
    std::optional<StackTrace<T>> decoder;
    // Of the last of the decoder's (or encoder's) tokens, of all of them or of none, as it was asked for.
    RowStore<T> logits;
};

// α of one head, computed where it is looked at: bit for bit what attend() gives for its Q and K, or, where there is a
// bias, normalizeScores() for the scores with the bias added. What it is made from need not live on.
template <class T>
Result<std::shared_ptr<const attention::AlphaSource>> alphaOf(const AttentionTrace<T>& attention, Head head);

// The context of queries from `first` on, all heads side by side, into `context` ((n_q − first) × heads·d_k).
template <class T>
Result<void> addContext(const AttentionTrace<T>& attention, Index first, kernels::View<T> context);

} // namespace heedmap::transformer
