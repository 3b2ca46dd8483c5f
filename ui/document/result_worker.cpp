#include "ui/document/result_worker.h"

#include "core/files/consistency.h"
#include "core/files/panel.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <thread>

namespace heedmap {

namespace {

double workOf(const files::Session& session, const files::Panel& panel) {
    if (panel.kind == files::PanelKind::difference)
        return workOf(session, files::minuendOf(panel)) + workOf(session, files::subtrahendOf(panel));
    if (panel.matrix) {
        const Shape& shape = session.matrices[*panel.matrix].tensor.shape();
        const double cells = static_cast<double>(shape.count());
        if (panel.kind == files::PanelKind::weights)
            return 8.0 * cells;
        // A layer after the other, and for flows a search for each cell.
        const double stack = static_cast<double>(files::membersOfStack(session, *panel.matrix).size());
        return panel.kind == files::PanelKind::rollout ? stack * cells * static_cast<double>(shape[0] + 8)
                                                       : stack * cells * cells;
    }
    const files::ProblemSizes sizes = files::sizesOf(session.problem);
    const bool additive = panel.score == attention::ScoreFunction::additive;
    const Index hidden = std::max<Index>(session.problem.parameters.v.size(), 1);
    const Index scoring = additive ? 16 * hidden : sizes.keyDimension;
    return static_cast<double>(sizes.queries) * static_cast<double>(sizes.keys) *
           static_cast<double>(scoring + sizes.valueDimension + 40);
}

bool sameSubject(const files::Panel& a, const files::Panel& b) {
    files::Panel other = b;
    other.linked = a.linked;
    return a == other;
}

// What the numbers of a panel come from.
Parts originOf(const files::Panel& panel) {
    Parts parts;
    parts.setFlag(Part::problem, panel.score || panel.minusScore);
    parts.setFlag(Part::matrices, panel.matrix || panel.minusMatrix);
    return parts;
}

// Calls f(0) … f(count − 1), on all processors where that pays.
void forEachIndex(std::size_t count, bool parallel, const std::function<void(std::size_t)>& f) {
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (std::size_t i = next++; i < count; i = next++)
            f(i);
    };
    std::vector<std::jthread> helpers;
    const std::size_t processors = std::max(1U, std::thread::hardware_concurrency());
    for (std::size_t helper = 1; parallel && helper < std::min(count, processors); ++helper)
        helpers.emplace_back(work);
    work();
}

double workOf(const files::Session& session, const std::vector<std::optional<PanelResult>>& known) {
    double work = 0;
    for (std::size_t i = 0; i < known.size(); ++i)
        work += known[i] ? 0 : workOf(session, session.panels[i]);
    return work;
}

// Without a value when stopped.
std::optional<std::vector<PanelResult>>
computeMissing(const files::Session& session, std::vector<std::optional<PanelResult>> known, std::stop_token stop) {
    constexpr double worthAThread = 5e5;
    forEachIndex(known.size(), workOf(session, known) > worthAThread, [&](std::size_t i) {
        if (!known[i])
            known[i] = computePanel(session, session.panels[i], stop);
    });
    std::vector<PanelResult> results;
    for (auto& result : known) {
        if (!result)
            return std::nullopt;
        results.push_back(std::move(*result));
    }
    return results;
}

} // namespace

ResultWorker::ResultWorker(QObject* parent)
    : QObject(parent) {
    pool_.setMaxThreadCount(1);
}

ResultWorker::~ResultWorker() {
    stop_.request_stop();
    pool_.clear();
    pool_.waitForDone();
}

ResultWorker::Reusable ResultWorker::reusable(const files::Session& session) const {
    Reusable known(session.panels.size());
    if (ranks_ != wantedRanks_)
        return known;
    for (std::size_t i = 0; i < known.size(); ++i) {
        const files::Panel& panel = session.panels[i];
        if (outdated_ & originOf(panel))
            continue;
        const auto old = std::find_if(results_.begin(), results_.end(),
                                      [&](const PanelResult& r) { return sameSubject(r.panel, panel); });
        if (old == results_.end())
            continue;
        known[i] = *old;
        known[i]->panel = panel;
        known[i]->title = panelTitle(session, panel);
    }
    return known;
}

void ResultWorker::update(const files::Session& session, Parts changed) {
    outdated_ |= changed;
    const bool ranks = session.picture.scale == heatmap::Scale::rank;
    const Parts computedFrom = Parts(Part::problem) | Part::panels | Part::matrices;
    // Colors alone never restart what is being computed, nor what the user stopped.
    if (!(changed & computedFrom) && ranks == wantedRanks_)
        return;
    wantedRanks_ = ranks;
    stop_.request_stop();
    ++request_;
    Reusable known = reusable(session);
    if (workOf(session, known) > workAtOnce) {
        start(session, std::move(known));
        return;
    }
    take(computeMissing(session, std::move(known), {}).value(), request_);
}

void ResultWorker::start(const files::Session& session, Reusable known) {
    stop_ = std::stop_source();
    auto copy = std::make_shared<const files::Session>(session);
    pool_.clear(); // requests that have not begun
    pool_.start([this, copy, known = std::move(known), stop = stop_.get_token(), request = request_]() mutable {
        auto results = computeMissing(*copy, std::move(known), stop);
        if (!results)
            return;
        const auto deliver = [this, request, results = std::move(*results)]() mutable {
            if (request != request_)
                return;
            take(std::move(results), request);
            Q_EMIT finished();
        };
        QMetaObject::invokeMethod(this, deliver, Qt::QueuedConnection);
    });
    setComputing(true);
}

void ResultWorker::take(std::vector<PanelResult> results, std::uint64_t request) {
    HEEDMAP_EXPECTS(request == request_);
    results_ = std::move(results);
    outdated_ = {};
    ranks_ = wantedRanks_;
    setComputing(false);
}

void ResultWorker::stop() {
    stop_.request_stop();
    ++request_; // what is on its way is not taken
    setComputing(false);
}

void ResultWorker::setComputing(bool computing) {
    if (computing_ == computing)
        return;
    computing_ = computing;
    Q_EMIT computingChanged(computing);
}

} // namespace heedmap
