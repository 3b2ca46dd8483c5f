#include "core/session/panel_pyramid.h"

#include "core/files/pyramid_cache.h"
#include "core/heatmap/farthest.h"
#include "core/heatmap/without_first.h"

#include <chrono>
#include <functional>
#include <future>
#include <mutex>
#include <system_error>
#include <vector>

#include <new>

namespace heedmap {

namespace {

using files::PyramidCache;
using heatmap::Pyramid;
using heatmap::PyramidOptions;

// The first picture is on screen within 0.3 s: reading for it takes half of that.
constexpr std::chrono::milliseconds firstLookTime{150};

// Work that nobody waits for, each in a thread of its own; the end of the program waits for what still runs.
class Aside {
public:
    void run(std::function<void()> work) {
        const std::lock_guard lock(mutex_);
        std::erase_if(running_, [](const std::future<void>& one) {
            return one.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
        });
        try {
            running_.push_back(std::async(std::launch::async, std::move(work)));
        } catch (const std::system_error&) { // no more threads may start: then it is not kept
        }
    }

private:
    std::mutex mutex_;
    std::vector<std::future<void>> running_;
};

// A slow disk keeps nobody waiting.
void keepForLater(const PanelResult& result, const PyramidOptions& options) {
    static Aside aside;
    aside.run([drawn = result.drawn, pyramid = result.pyramid, options] {
        try {
            PyramidCache::ofUser().keep(*drawn, options, *pyramid);
        } catch (const std::bad_alloc&) { // it is read once more another time
        }
    });
}

// False when stopped.
bool build(PanelResult& result, const PyramidOptions& options, const PanelReports& reports,
           const std::stop_token& stop) {
    if (result.drawn->isSlow() && reports.firstLook) {
        auto sample = Pyramid::sample(*result.drawn, firstLookTime, stop, options);
        if (!sample)
            return false;
        PanelResult first = result;
        first.pyramid = std::make_shared<Pyramid>(*std::move(sample));
        reports.firstLook(std::move(first));
    }
    auto pyramid = Pyramid::build(*result.drawn, stop, reports.progress, options);
    if (!pyramid)
        return false;
    result.pyramid = std::make_shared<Pyramid>(*std::move(pyramid));
    return true;
}

} // namespace

std::shared_ptr<const attention::AlphaSource> drawnOf(const std::shared_ptr<const attention::AlphaSource>& source,
                                                      const files::PictureSettings& picture) {
    if (picture.scale == heatmap::Scale::rank)
        return std::make_shared<heatmap::RankSource>(source);
    return source;
}

bool addPyramid(PanelResult& result, const files::PictureSettings& picture, const PanelReports& reports,
                std::stop_token stop) {
    result.pooling = picture.pooling;
    result.drawn = drawnOf(result.source, picture);
    const heatmap::Pooling pooling = heatmap::poolingFor(picture.pooling, files::isSigned(result.panel.kind));
    const PyramidOptions options{pooling, heatmap::firstLevelFor(*result.drawn)};
    const bool kept = PyramidCache::concerns(*result.drawn);
    auto found = kept ? PyramidCache::ofUser().find(*result.drawn, options) : std::nullopt;
    if (found)
        result.pyramid = std::make_shared<Pyramid>(*std::move(found));
    else if (!build(result, options, reports, stop))
        return false;
    result.withoutFirst.reset();
    if (picture.rangeWithoutFirst && result.drawn->columns() > 1) {
        result.withoutFirst = heatmap::summarize(heatmap::WithoutFirst(*result.drawn), stop);
        if (!result.withoutFirst)
            return false;
    }
    if (auto problem = result.source->problem()) {
        result.error = *std::move(problem);
        result.source = result.drawn = nullptr;
        result.pyramid = nullptr;
    } else if (kept && !found && reports.firstLook) {
        keepForLater(result, options);
    }
    return true;
}

bool drawsAs(const PanelResult& result, const files::PictureSettings& picture) {
    const bool ranks = result.drawn != result.source;
    if (picture.rangeWithoutFirst && result.columns() > 1 && !result.withoutFirst)
        return false;
    return !result.source || (ranks == (picture.scale == heatmap::Scale::rank) && result.pooling == picture.pooling);
}

} // namespace heedmap
