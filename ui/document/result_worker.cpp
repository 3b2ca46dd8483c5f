#include "ui/document/result_worker.h"

#include "core/session/computed_panel.h"
#include "core/session/consistency.h"
#include "core/session/panel.h"
#include "core/session/panel_pyramid.h"
#include "ui/base/for_each_index.h"

#include <QElapsedTimer>

#include <algorithm>
#include <atomic>
#include <functional>
#include <numeric>

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

// What panels whose numbers are there are drawn by: all but the sequences, which would take long to copy.
files::Session withoutSequences(const files::Session& session) {
    files::Session light;
    light.problem.kind = session.problem.kind;
    light.problem.heads = session.problem.heads;
    light.problem.mask = session.problem.mask;
    light.problem.normalizer = session.problem.normalizer;
    light.matrices = session.matrices;
    light.panels = session.panels;
    light.picture = session.picture;
    return light;
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

} // namespace

// Without a value when stopped.
std::optional<std::vector<PanelResult>> ResultWorker::compute(const files::Session& session, Reusable known,
                                                              const std::function<PanelReports(std::size_t)>& reports,
                                                              std::stop_token stop) {
    constexpr double worthAThread = 5e5;
    forEachIndex(known.size(), workOf(session, known) > worthAThread, [&](std::size_t i) {
        if (!known[i].drawn)
            known[i].result = computePanel(session, session.panels[i], stop, reports(i),
                                           known[i].result ? &*known[i].result : nullptr);
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

ResultWorker::ResultWorker(QObject* parent)
    : QObject(parent) {
    pool_.setMaxThreadCount(1);
    prepareSoon_.setSingleShot(true);
    prepareSoon_.setInterval(200); // not while one change follows the other
    connect(&prepareSoon_, &QTimer::timeout, this, &ResultWorker::prepare);
}

ResultWorker::~ResultWorker() {
    stop_.request_stop();
    pool_.clear();
    pool_.waitForDone();
}

ResultWorker::Reusable ResultWorker::reusable(const files::Session& session) const {
    Reusable known(session.panels.size());
    for (std::size_t i = 0; i < known.size(); ++i) {
        const files::Panel& panel = session.panels[i];
        if (outdated_ & originOf(panel))
            continue;
        const auto old = std::find_if(results_.begin(), results_.end(),
                                      [&](const PanelResult& r) { return sameSubject(r.panel, panel); });
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

void ResultWorker::update(const files::Session& session, Parts changed) {
    outdated_ |= changed;
    const Parts computedFrom = Parts(Part::problem) | Part::panels | Part::matrices;
    const bool ranks = session.picture.scale == heatmap::Scale::rank;
    const bool sameDrawing =
        ranks == (wantedScale_ == heatmap::Scale::rank) && session.picture.pooling == wantedPooling_;
    // Colors alone never restart what is being computed, nor what the user stopped.
    if (!(changed & computedFrom) && sameDrawing)
        return;
    wantedScale_ = session.picture.scale;
    wantedPooling_ = session.picture.pooling;
    auto edited = mayBeEdit(session, changed) ? afterEdit(session) : std::nullopt;
    stop_.request_stop();
    ++request_;
    if (!edited)
        earlier_.clear();
    Reusable known = edited ? *std::move(edited) : reusable(session);
    const bool onlyEdited =
        !earlier_.empty() && std::ranges::all_of(known, [](const Known& one) { return one.result.has_value(); });
    if (workOf(session, known) > (onlyEdited ? workAfterEdit : workAtOnce)) {
        start(session, std::move(known));
        return;
    }
    const auto nothing = [](std::size_t) {
        return PanelReports{};
    };
    take(compute(session, std::move(known), nothing, {}).value(), session, request_);
}

bool ResultWorker::mayBeEdit(const files::Session& session, Parts changed) const {
    const bool upToDate = !computing_ && outdated_ == changed && results_.size() == session.panels.size();
    return upToDate && changed == Parts(Part::problem) && session.problem.mask == mask_;
}

std::optional<ResultWorker::Reusable> ResultWorker::afterEdit(const files::Session& session) {
    if (std::ranges::none_of(results_, mayBeUpdated)) // nor need long sequences be copied
        return std::nullopt;
    const bool otherNormalizer = session.problem.normalizer != normalizer_;
    const std::vector<Operands> operands = operandsOfPanels(session);
    std::vector<std::optional<attention::Changes>> changes(results_.size());
    double work = 0;
    for (std::size_t i = 0; i < results_.size(); ++i) {
        changes[i] = changesOf(results_[i], session, operands[i], otherNormalizer);
        work += changes[i] ? workOfUpdate(results_[i], *changes[i]) : 0;
    }
    if (work > workAfterEdit)
        return std::nullopt;
    Reusable known(results_.size());
    earlier_.resize(results_.size());
    forEachIndex(results_.size(), results_.size() > 1, [&](std::size_t i) {
        const files::Panel& panel = results_[i].panel;
        const bool ofFile = panel.kind == files::PanelKind::weights && panel.matrix;
        if (!changes[i] && !ofFile) { // what is made of other numbers too is computed anew
            earlier_[i] = {};
            return;
        }
        PanelResult result = results_[i];
        if (changes[i] && !changes[i]->isNothing())
            updatePanel(result, session, operands[i], *changes[i], earlier_[i]);
        known[i].drawn = result.pyramid != nullptr;
        known[i].result = std::move(result);
    });
    return known;
}

// What is told arrives on the window's thread, and only for as long as nothing newer was asked for.
PanelReports ResultWorker::reportsOf(std::size_t panel, const std::shared_ptr<const files::Session>& session,
                                     std::uint64_t request) {
    const auto later = [this, request](auto act) {
        const auto ifWanted = [this, request, act = std::move(act)]() mutable {
            if (request == request_)
                act();
        };
        QMetaObject::invokeMethod(this, std::move(ifWanted), Qt::QueuedConnection);
    };
    PanelReports reports;
    reports.firstLook = [this, panel, session, later](PanelResult first) {
        later([this, panel, session, first = std::move(first)]() mutable {
            takeFirst(panel, std::move(first), *session);
        });
    };
    const auto told = std::make_shared<std::atomic<int>>(0);
    reports.progress = [this, panel, later, told](double fraction) {
        const int percent = static_cast<int>(fraction * 100);
        if (told->exchange(percent) == percent)
            return;
        later([this, panel, fraction] {
            progresses_[panel] = fraction;
            progress_ =
                std::accumulate(progresses_.begin(), progresses_.end(), 0.0) / static_cast<double>(progresses_.size());
            Q_EMIT progressChanged();
        });
    };
    return reports;
}

// Where all that is not known yet can be computed on demand, the sequences are taken along in float32.
std::shared_ptr<const PlainOperands> ResultWorker::onDemand(const files::Session& session, const Reusable& known) {
    if (!needsOnDemand(session))
        return nullptr;
    for (std::size_t i = 0; i < known.size(); ++i) {
        if (!known[i].result && !isOnDemand(session, session.panels[i]))
            return nullptr;
    }
    const bool any = std::ranges::any_of(known, [](const Known& one) { return !one.result; });
    return std::make_shared<const PlainOperands>(any ? plainOperands(session) : PlainOperands{});
}

// Returns how many milliseconds each panel took.
std::vector<double> ResultWorker::addOnDemand(Reusable& known, const files::Session& session,
                                              const PlainOperands& operands, const std::stop_token& stop) {
    std::vector<double> spent(known.size());
    for (std::size_t i = 0; i < known.size() && !stop.stop_requested(); ++i) {
        if (known[i].result)
            continue;
        known[i].result = panelOnDemand(session, session.panels[i], operands);
        spent[i] = known[i].result->milliseconds;
    }
    return spent;
}

void ResultWorker::start(const files::Session& session, Reusable known) {
    stop_ = std::stop_source();
    std::shared_ptr<const PlainOperands> operands = onDemand(session, known);
    auto copy = std::make_shared<const files::Session>(operands ? withoutSequences(session) : session);
    progress_ = 0;
    progresses_.assign(known.size(), 0);
    pool_.clear(); // requests that have not begun
    pool_.start([this, copy, operands = std::move(operands), known = std::move(known), stop = stop_.get_token(),
                 request = request_]() mutable {
        const std::vector<double> spent = operands ? addOnDemand(known, *copy, *operands, stop) : std::vector<double>();
        operands.reset();
        if (stop.stop_requested())
            return;
        const auto reports = [&](std::size_t panel) {
            return reportsOf(panel, copy, request);
        };
        auto results = compute(*copy, std::move(known), reports, stop);
        if (!results)
            return;
        for (std::size_t i = 0; i < spent.size(); ++i)
            (*results)[i].milliseconds += spent[i];
        const auto deliver = [this, copy, request, results = std::move(*results)]() mutable {
            if (request != request_)
                return;
            take(std::move(results), *copy, request);
            Q_EMIT finished();
        };
        QMetaObject::invokeMethod(this, deliver, Qt::QueuedConnection);
    });
    setComputing(true);
}

// Panels of which nothing is known yet stay empty meanwhile.
void ResultWorker::takeFirst(std::size_t panel, PanelResult first, const files::Session& session) {
    if (results_.size() != session.panels.size()) {
        results_.clear();
        for (const files::Panel& each : session.panels) {
            results_.emplace_back().panel = each;
            results_.back().title = titleOf(session, each);
        }
    }
    results_[panel] = std::move(first);
    Q_EMIT firstLooked();
}

void ResultWorker::take(std::vector<PanelResult> results, const files::Session& session, std::uint64_t request) {
    HEEDMAP_EXPECTS(request == request_);
    results_ = std::move(results);
    mask_ = session.problem.mask;
    normalizer_ = session.problem.normalizer;
    outdated_ = {};
    setComputing(false);
    if (earlier_.empty())
        prepareSoon_.start();
}

// Aside, and for nothing where something else comes first.
void ResultWorker::prepare() {
    if (computing_ || !earlier_.empty())
        return;
    stop_ = std::stop_source();
    pool_.start([this, results = results_, stop = stop_.get_token(), request = request_] {
        std::vector<EarlierState> states;
        for (const PanelResult& result : results) {
            if (stop.stop_requested())
                return;
            states.push_back(preparedFor(result).value_or(EarlierState{}));
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
    for (PanelResult& result : results_) {
        auto problem = result.source ? result.source->problem() : std::nullopt;
        if (!problem)
            continue;
        result.error = *std::move(problem);
        result.source = result.drawn = nullptr;
        result.pyramid = nullptr;
        any = true;
    }
    return any;
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
