// Private to core/attention: streaming requests answered by whole rows in float64, for normalizers other than softmax
// and for numbers that the loops do not take.
#pragma once

#include "core/attention/streaming_plan.h"

namespace heedmap::attention {

bool runByRows(const StreamingPlan& plan, const StreamingRequest& request);
void tileByRows(const StreamingPlan& plan, Rows rows, Columns columns, kernels::View<float> alpha);

} // namespace heedmap::attention
