// Private to core/attention: what one thread does of a streaming request.
#pragma once

#include "core/attention/streaming_plan.h"

#include <vector>

namespace heedmap::attention {

// Keys are taken in blocks of so many, counted from key 0: the order of additions in a row depends on nothing else.
inline constexpr Index blockKeys = 512;

// V, with its columns filled up to whole panels.
struct StreamingValues {
    kernels::View<const float> given;
    const float* data = nullptr;
    Index stride = 0;
    Index columns = 0; // with those that were filled up
    bool finite = true;
};

class StreamingWorker {
public:
    // Bytes of a strip of weights: somewhat more than the second cache holds, since with more rows K and V are read
    // less often.
    static constexpr Index stripBytes = Index{1650} << 10;

    void start(const StreamingPlan& plan, const StreamingRequest& request, const StreamingValues& values,
               Index groupsOfStrip);
    // Everything the request asks for of the groups [first, first + count), but that α may only be there after
    // finishStores(). False when stopped.
    bool strip(Index first, Index count);
    void finishStores();
    // α of some columns of a group into `alpha`, whose rows are those of `rows`.
    static void tile(const StreamingPlan& plan, Index group, std::span<const RowSum> sums, Rows rows, Columns columns,
                     kernels::View<float> alpha);

private:
    // Neighbouring panels of a block that are treated alike; panels that allow nothing are in no run.
    struct Run {
        Index firstPanel, panels;
        bool masked;
    };
    Rows rowsOf(Index group) const;
    void findRuns(Index group, Columns block);
    void addRun(Index panel, bool masked);
    const float* keepOf(Index group, const Run& run);
    void weighBlock(Index group, Columns block, float* weights, Index local);
    void addBlock(Columns block, const float* weights, Index local);
    bool accumulate(Index first, Index count);
    bool isTooSmall(Index group, Index local) const;
    bool raiseReferences(Index group, Index local);
    void storeWaiting(Index local, Columns columns);
    void storeAlpha(Index row, Index local, float factor);
    void finish(Index group, Index local);
    void finishRow(Index row, Index local);
    void carefulContext(Index row, const float* weights, float factor, float* context) const;
    RowFigures figuresOf(Index local) const;
    Index localRow(Index local) const { return local * plan_->tile.rows; }

    const StreamingPlan* plan_ = nullptr;
    const StreamingRequest* request_ = nullptr;
    const StreamingValues* values_ = nullptr;
    bool wholeRows_ = false; // the weights of a strip are kept until its sums are known
    // The weights of a strip go to α only when the next strip needs their place, a little between one multiplication
    // and the next: memory then has the time it takes to write them.
    bool storesWait_ = false;
    Rows waiting_; // groups whose weights have not gone to α yet
    kernels::Stores stores_ = kernels::Stores::cached;
    Index stride_ = 0; // of weights_
    Columns span_;     // of the strip, in whole blocks
    std::vector<Run> runs_;
    LargeArray<float> weights_;
    LargeArray<float> keep_;
    LargeArray<float> context_;
    LargeArray<float> partial_;
    std::vector<double> sums_;
    std::vector<float> references_;
    std::vector<float> factors_; // 1 / sum
    std::vector<kernels::FigureSums> figures_;
    std::vector<std::uint8_t> allowed_;
};

} // namespace heedmap::attention
