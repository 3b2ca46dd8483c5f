#include "ui/document/result_worker.h"

#include "core/session/computed_panel.h"
#include "core/session/consistency.h"
#include "core/session/panel.h"
#include "core/session/panel_pyramid.h"
#include "core/threads.h"
#include "ui/base/for_each_index.h"
#include "ui/base/start_on.h"
#include "ui/document/session_change.h"

#include <QElapsedTimer>

#include <algorithm>
#include <atomic>
#include <functional>
#include <new>
#include <numeric>
#include <stdexcept>

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

bool isOnDemand(const files::Session& session, const files::Panel& panel) {
    return panel.kind == files::PanelKind::weights && panel.score && isPlain(session, *panel.score);
}

PanelResult panelOnDemand(const files::Session& session, const files::Panel& panel, const PlainOperands& operands) {
    QElapsedTimer timer;
    timer.start();
    PanelResult result;
    result.panel = panel;
    result.title = titleOf(session, panel);
    if (auto source = computedOnDemand(operands, *panel.score))
        result.source = *std::move(source);
    else
        result.error = source.error();
    result.milliseconds = static_cast<double>(timer.nsecsElapsed()) * 1e-6;
    return result;
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

// What rows and columns come from: words, and what is left out, follow from the tokens.
Parts shownOrigin(const files::Session& session) {
    return session.shown.isEverything() ? Parts(Part::shown) : Part::shown | Part::labels;
}

// Where all that is not known yet can be computed on demand, all panels share the sequences in float32. Returns how
// many milliseconds each took.
template <class Reusable>
std::vector<double> addOnDemand(Reusable& known, const files::Session& session, const std::stop_token& stop) {
    std::vector<double> spent(known.size());
    bool any = false;
    for (std::size_t i = 0; i < known.size(); ++i) {
        if (!known[i].result && !isOnDemand(session, session.panels[i]))
            return spent;
        any = any || !known[i].result;
    }
    if (!any || !needsOnDemand(session))
        return spent;
    const PlainOperands operands = plainOperands(session);
    for (std::size_t i = 0; i < known.size() && !stop.stop_requested(); ++i) {
        if (known[i].result)
            continue;
        known[i].result = panelOnDemand(session, session.panels[i], operands);
        spent[i] = known[i].result->milliseconds;
    }
    return spent;
}

PanelResult placeholderFor(const files::Session& session, const files::Panel& panel) {
    PanelResult result;
    result.panel = panel;
    result.title = titleOf(session, panel);
    return result;
}

bool isRanked(const files::PictureSettings& picture) {
    return picture.scale == heatmap::Scale::rank;
}

} // namespace

// Without a value when stopped.
std::optional<std::vector<PanelResult>> ResultWorker::compute(const files::Session& session, Reusable known,
                                                              const std::function<PanelReports(std::size_t)>& reports,
                                                              const std::stop_token& stop) const {
    constexpr double worthAThread = 5e5;
    forEachIndex(known.size(), workOf(session, known) > worthAThread, [&](std::size_t i) {
        if (!known[i].drawn)
            known[i].result =
                compute_(session, session.panels[i], stop, reports(i), known[i].result ? &*known[i].result : nullptr);
    });
    std::vector<PanelResult> results;
    for (Known& one : known) {
        if (!one.result || stop.stop_requested())
            return std::nullopt;
        results.push_back(std::move(*one.result));
    }
    return results;
}

double ResultWorker::workOf(const files::Session& session, const Reusable& known) {
    constexpr double pooling = 8; // a cell
    double work = 0;
    for (std::size_t i = 0; i < known.size(); ++i) {
        const std::optional<PanelResult>& result = known[i].result;
        if (!result)
            work += heedmap::workOf(session, session.panels[i]);
        else if (!known[i].drawn)
            work += pooling * static_cast<double>(result->rows()) * static_cast<double>(result->columns());
    }
    return work;
}

ResultWorker::ResultWorker(PanelComputation compute, QObject* parent)
    : QObject(parent)
    , compute_(std::move(compute)) {
    pool_.setMaxThreadCount(1);
    pool_.setExpiryTimeout(-1); // where memory is short, no other thread may start later
    pool_.start([] {});
    prepareSoon_.setSingleShot(true);
    prepareSoon_.setInterval(200); // not while one change follows the other
    connect(&prepareSoon_, &QTimer::timeout, this, &ResultWorker::prepare);
}

ResultWorker::~ResultWorker() {
    stop_.request_stop();
    pool_.clear();
    pool_.waitForDone();
}

ResultWorker::Reusable ResultWorker::reusable() const {
    const files::Session& session = *newest_;
    Reusable known(session.panels.size());
    const Parts shownFrom = shownOrigin(session);
    for (std::size_t i = 0; i < known.size(); ++i) {
        const files::Panel& panel = session.panels[i];
        if (outdated_ & (originOf(panel) | shownFrom))
            continue;
        const auto old = std::ranges::find_if(results_, [&](const auto& r) { return sameSubject(r.panel, panel); });
        if (old == results_.end() || (!old->source && !old->error))
            continue;
        known[i].result = *old;
        known[i].result->panel = panel;
        known[i].result->title = titleOf(session, panel);
        const bool whole = !old->source || (old->pyramid && !old->pyramid->isSample());
        known[i].drawn = whole && drawsAs(*old, session.picture);
    }
    return known;
}

void ResultWorker::update(Snapshot session, Parts changed, const std::optional<ProblemEdit>& edit) {
    newest_ = std::move(session);
    const Parts computedFrom = Parts(Part::problem) | Part::panels | Part::matrices | shownOrigin(*newest_);
    outdated_ |= changed & computedFrom;
    const files::PictureSettings& picture = newest_->picture;
    const bool sameDrawing = isRanked(picture) == (wantedScale_ == heatmap::Scale::rank) &&
                             picture.pooling == wantedPooling_ && (wantedWithoutFirst_ || !picture.rangeWithoutFirst);
    // Colors alone never restart what is being computed, nor what the user stopped.
    if (!(changed & computedFrom) && sameDrawing)
        return showAsNow();
    begin(changed, edit);
}

// The same panels in other colors, or with other words.
void ResultWorker::showAsNow() {
    if (!showsOlder()) {
        results_.snapshot = newest_;
    } else {
        // The older problem with its own words; what its panels were not drawn for waits.
        const files::PictureSettings& drawn = results_.session().picture;
        auto shown = std::make_shared<files::Session>(editableCopy(results_.session()));
        shown->picture = newest_->picture;
        if (isRanked(drawn) != isRanked(shown->picture) || drawn.pooling != shown->picture.pooling) {
            shown->picture.scale = drawn.scale;
            shown->picture.pooling = drawn.pooling;
        }
        results_.snapshot = std::move(shown);
    }
    results_.ranges = resolveRanges(results_.session(), results_.panels);
}

void ResultWorker::computeAgain() {
    if (computation_ != Computation::stopped && computation_ != Computation::failed)
        return;
    begin({}, {});
    if (computation_ != Computation::running)
        Q_EMIT resultsChanged();
}

void ResultWorker::begin(Parts changed, const std::optional<ProblemEdit>& edit) {
    wantedScale_ = newest_->picture.scale;
    wantedPooling_ = newest_->picture.pooling;
    wantedWithoutFirst_ = newest_->picture.rangeWithoutFirst;
    stop_.request_stop();
    ++request_;
    older_ = true;
    failure_.reset();
    try {
        auto edited = edit && mayBeEdit(changed) ? afterEdit(*edit) : std::nullopt;
        if (!edited)
            earlier_.clear();
        Reusable known = edited ? *std::move(edited) : reusable();
        const bool onlyEdited =
            !earlier_.empty() && std::ranges::all_of(known, [](const Known& one) { return one.result.has_value(); });
        if (workOf(*newest_, known) > (onlyEdited ? workAfterEdit : workAtOnce))
            return start(std::move(known));
        const auto nothing = [](std::size_t) {
            return PanelReports{};
        };
        take(compute(*newest_, std::move(known), nothing, {}).value());
    } catch (const std::bad_alloc&) {
        fail(outOfMemory);
    } catch (const std::runtime_error&) { // of oneTBB, which could start no thread
        fail(noMoreThreads);
    }
}

bool ResultWorker::mayBeEdit(Parts changed) const {
    const bool upToDate =
        computation_ == Computation::done && outdated_ == changed && results_.size() == newest_->panels.size();
    return upToDate && changed == Parts(Part::problem) && newest_->problem.mask == results_.session().problem.mask;
}

std::optional<ResultWorker::Reusable> ResultWorker::afterEdit(const ProblemEdit& edit) {
    const files::Session& session = *newest_;
    if (std::ranges::none_of(results_.panels, mayBeUpdated)) // nor need long sequences be copied
        return std::nullopt;
    std::vector<std::optional<attention::Changes>> changes(results_.size());
    double work = 0;
    for (std::size_t i = 0; i < results_.size(); ++i) {
        changes[i] = changesOf(results_[i], session, edit);
        work += changes[i] ? workOfUpdate(results_[i], *changes[i]) : 0;
    }
    if (work > workAfterEdit)
        return std::nullopt;
    const std::vector<Operands> operands = operandsAfter(results_.panels, session, changes);
    Reusable known(results_.size());
    earlier_.resize(results_.size());
    forEachIndex(results_.size(), results_.size() > 1, [&](std::size_t i) {
        const files::Panel& panel = results_[i].panel;
        const bool ofFile = panel.kind == files::PanelKind::weights && panel.matrix;
        if (!(changes[i] && operands[i]) && !ofFile) { // what is made of other numbers too is computed anew
            earlier_[i] = {};
            return;
        }
        PanelResult result = results_[i];
        if (changes[i] && !changes[i]->isNothing())
            updatePanel(result, session, operands[i], *changes[i], earlier_[i]);
        result.withoutFirst.reset();
        known[i].drawn = result.pyramid != nullptr && drawsAs(result, session.picture);
        known[i].result = std::move(result);
    });
    return known;
}

// From any thread: on the window's, and only for as long as nothing newer was asked for.
void ResultWorker::onlyIfWanted(std::uint64_t request, std::function<void()> act) {
    const auto ifWanted = [this, request, act = std::move(act)] {
        if (request == request_)
            act();
    };
    QMetaObject::invokeMethod(this, ifWanted, Qt::QueuedConnection);
}

PanelReports ResultWorker::reportsOf(std::size_t panel, std::uint64_t request) {
    PanelReports reports;
    reports.firstLook = [this, panel, request](PanelResult first) {
        onlyIfWanted(request, [this, panel, first = std::move(first)] { takePreview(panel, first); });
    };
    const auto told = std::make_shared<std::atomic<int>>(0);
    reports.progress = [this, panel, request, told](double fraction) {
        const int percent = static_cast<int>(fraction * 100);
        if (told->exchange(percent) == percent)
            return;
        onlyIfWanted(request, [this, panel, fraction] {
            progresses_[panel] = fraction;
            progress_ =
                std::accumulate(progresses_.begin(), progresses_.end(), 0.0) / static_cast<double>(progresses_.size());
            Q_EMIT progressChanged();
        });
    };
    return reports;
}

std::optional<std::vector<PanelResult>> ResultWorker::computeAside(const Snapshot& session, Reusable known,
                                                                   std::uint64_t request, const std::stop_token& stop) {
    const std::vector<double> spent = addOnDemand(known, *session, stop);
    if (stop.stop_requested())
        return std::nullopt;
    const auto reports = [&](std::size_t panel) {
        return reportsOf(panel, request);
    };
    auto panels = compute(*session, std::move(known), reports, stop);
    for (std::size_t i = 0; panels && i < spent.size(); ++i)
        (*panels)[i].milliseconds += spent[i];
    return panels;
}

void ResultWorker::start(Reusable known) {
    stop_ = std::stop_source();
    progress_ = 0;
    progresses_.assign(known.size(), 0);
    previews_.assign(known.size(), std::nullopt);
    for (std::size_t i = 0; i < known.size(); ++i) {
        if (known[i].drawn)
            previews_[i] = known[i].result;
    }
    pool_.clear(); // requests that have not begun
    startOn(pool_, [this, session = newest_, known = std::move(known), stop = stop_.get_token(),
                    request = request_]() mutable {
        try {
            auto panels = computeAside(session, std::move(known), request, stop);
            if (!panels)
                return;
            onlyIfWanted(request, [this, panels = std::move(*panels)] {
                take(panels);
                Q_EMIT resultsChanged();
            });
        } catch (const std::bad_alloc&) {
            onlyIfWanted(request, [this] { fail(outOfMemory); });
        } catch (const std::runtime_error&) { // of oneTBB, which could start none
            onlyIfWanted(request, [this] { fail(noMoreThreads); });
        }
    });
    setComputation(Computation::running);
}

// Previews take the place of an older problem's results when there is one of each panel; where nothing is shown yet,
// panels of which nothing is known stay empty meanwhile.
void ResultWorker::takePreview(std::size_t panel, PanelResult preview) {
    previews_[panel] = std::move(preview);
    if (showsOlder() && !std::ranges::all_of(previews_, [](const auto& known) { return known.has_value(); }))
        return;
    std::vector<PanelResult> panels;
    for (std::size_t i = 0; i < previews_.size(); ++i)
        panels.push_back(previews_[i] ? *previews_[i] : placeholderFor(*newest_, newest_->panels[i]));
    results_ = resultsOf(newest_, std::move(panels));
    older_ = false;
    Q_EMIT resultsChanged();
}

void ResultWorker::take(std::vector<PanelResult> panels) {
    results_ = resultsOf(newest_, std::move(panels));
    older_ = false;
    outdated_ = {};
    previews_.clear();
    setComputation(Computation::done);
    if (earlier_.empty())
        prepareSoon_.start();
}

// The results are what they were.
void ResultWorker::fail(const ErrorKind& why) {
    earlier_.clear();
    previews_.clear();
    failure_ = makeError(why);
    setComputation(Computation::failed);
    Q_EMIT failed();
}

void ResultWorker::forget() {
    results_ = {};
    results_.snapshot = newest_;
    earlier_.clear();
}

// Aside, and for nothing where something else comes first.
void ResultWorker::prepare() {
    if (computation_ != Computation::done || !earlier_.empty())
        return;
    stop_ = std::stop_source();
    startOn(pool_, [this, results = results_.panels, stop = stop_.get_token(), request = request_] {
        std::vector<EarlierState> states;
        try {
            for (const PanelResult& result : results) {
                if (stop.stop_requested())
                    return;
                states.push_back(preparedFor(result).value_or(EarlierState{}));
            }
        } catch (const std::bad_alloc&) { // the edit does without
            return;
        } catch (const std::runtime_error&) {
            return;
        }
        QMetaObject::invokeMethod(
            this,
            [this, states, request] {
                if (request == request_ && earlier_.empty())
                    earlier_ = states;
            },
            Qt::QueuedConnection);
    });
}

bool ResultWorker::dropChangedFiles() {
    bool any = false;
    for (PanelResult& result : results_.panels) {
        auto problem = result.source ? result.source->problem() : std::nullopt;
        if (!problem)
            continue;
        result.error = *std::move(problem);
        result.source = result.drawn = nullptr;
        result.pyramid = nullptr;
        any = true;
    }
    if (any)
        results_.ranges = resolveRanges(results_.session(), results_.panels);
    return any;
}

void ResultWorker::stop() {
    if (computation_ != Computation::running)
        return;
    stop_.request_stop();
    ++request_; // what is on its way is not taken
    setComputation(Computation::stopped);
}

void ResultWorker::setComputation(Computation computation) {
    const bool before = computation_ == Computation::running;
    computation_ = computation;
    const bool now = computation_ == Computation::running;
    if (now != before)
        Q_EMIT computingChanged(now);
}

} // namespace heedmap
