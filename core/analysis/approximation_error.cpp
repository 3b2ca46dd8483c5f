#include "core/analysis/approximation_error.h"

#include "core/attention/attention_alpha.h"

namespace heedmap::analysis {

namespace {

// Not owned: the source lives shorter than the attention.
attention::AttentionAlpha sourceOf(const attention::Attention<double>& attention) {
    return attention::AttentionAlpha({std::shared_ptr<void>(), &attention});
}

} // namespace

ApproximationError approximationError(const attention::Attention<double>& approximate,
                                      const attention::Attention<double>& exact) {
    ApproximationError error{compare(sourceOf(approximate), sourceOf(exact)), std::nullopt};
    const double size = exact.context.norm();
    if (size > 0)
        error.context = (approximate.context - exact.context).norm() / size;
    return error;
}

} // namespace heedmap::analysis
