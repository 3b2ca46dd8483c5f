#include "core/attention/weigh.h"

#include "core/attention/parallel_rows.h"
#include "core/kernels/multiply.h"

#include <algorithm>
#include <numeric>

namespace heedmap::attention {

namespace {

using kernels::View;
using kernels::viewOf;

template <class T>
std::span<T> rowSpan(Matrix<T>& matrix, Index row) {
    return {matrix.data() + row * matrix.cols(), static_cast<std::size_t>(matrix.cols())};
}

template <class T>
std::span<const T> rowSpan(const Matrix<T>& matrix, Index row) {
    if (matrix.size() == 0)
        return {};
    return {matrix.data() + row * matrix.cols(), static_cast<std::size_t>(matrix.cols())};
}

// c = Σ_j α_j v_j over the allowed keys only: 0 · inf and 0 · NaN of a forbidden value must not reach the context.
template <class T>
void contextOfAllowed(const Attention<T>& attention, const Matrix<T>& v, Index row, Matrix<T>& context) {
    context.row(row).setZero();
    for (Index j = 0; j < v.rows(); ++j)
        if (attention.allowed(row, j) != 0)
            context.row(row) += attention.alpha(row, j) * v.row(j);
}

// Calls run(first, count) for rows that follow each other.
template <class Run>
void forRuns(const std::vector<Index>& rows, const Run& run) {
    for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
        end = begin + 1;
        while (end < rows.size() && rows[end] == rows[end - 1] + 1)
            ++end;
        run(rows[begin], static_cast<Index>(end - begin));
    }
}

} // namespace

std::vector<Index> allIndices(Index count) {
    std::vector<Index> all(static_cast<std::size_t>(count));
    std::iota(all.begin(), all.end(), Index{0});
    return all;
}

template <class T>
void setWeights(Attention<T>& attention, const Normalizer& normalizer, const std::vector<Index>& rows) {
    const Matrix<T>& e = attention.scores;
    std::vector<std::uint8_t> empty(rows.size());
    constexpr Index costOfExponential = 16;
    forRows(static_cast<Index>(rows.size()), e.cols() * costOfExponential, [&](Rows part) {
        for (Index r = part.begin; r < part.end; ++r) {
            const Index i = rows[static_cast<std::size_t>(r)];
            const bool any = normalizeRow<T>(normalizer, rowSpan(e, i), rowSpan(std::as_const(attention.allowed), i),
                                             rowSpan(attention.alpha, i));
            empty[static_cast<std::size_t>(r)] = any ? 0 : 1;
        }
    });
    std::erase_if(attention.emptyRows, [&](Index i) { return std::binary_search(rows.begin(), rows.end(), i); });
    for (std::size_t r = 0; r < rows.size(); ++r)
        if (empty[r] != 0)
            attention.emptyRows.push_back(rows[r]);
    std::sort(attention.emptyRows.begin(), attention.emptyRows.end());
}

template <class T>
void setContexts(Attention<T>& attention, const Matrix<T>& v, const std::vector<Index>& rows) {
    Matrix<T>& context = attention.context;
    if (mayMixAll(attention, v)) {
        forRuns(rows, [&](Index first, Index count) {
            kernels::multiply(viewOf(context).middleRows(first, count),
                              View<const T>(viewOf(attention.alpha)).middleRows(first, count), viewOf(v));
        });
    } else {
        forRows(static_cast<Index>(rows.size()), v.size(), [&](Rows part) {
            for (Index r = part.begin; r < part.end; ++r)
                contextOfAllowed(attention, v, rows[static_cast<std::size_t>(r)], context);
        });
    }
    for (const Index row : attention.emptyRows)
        if (std::binary_search(rows.begin(), rows.end(), row))
            context.row(row).setZero();
}

template <class T>
void setContextColumns(Attention<T>& attention, const Matrix<T>& v, const std::vector<Index>& columns) {
    forRuns(columns, [&](Index first, Index count) {
        kernels::multiply(viewOf(attention.context).middleColumns(first, count), View<const T>(viewOf(attention.alpha)),
                          viewOf(v).middleColumns(first, count));
    });
    for (const Index row : attention.emptyRows)
        attention.context.row(row).setZero();
}

template void setWeights(Attention<double>&, const Normalizer&, const std::vector<Index>&);
template void setWeights(Attention<float>&, const Normalizer&, const std::vector<Index>&);
template void setContexts(Attention<double>&, const Matrix<double>&, const std::vector<Index>&);
template void setContexts(Attention<float>&, const Matrix<float>&, const std::vector<Index>&);
template void setContextColumns(Attention<double>&, const Matrix<double>&, const std::vector<Index>&);

} // namespace heedmap::attention
