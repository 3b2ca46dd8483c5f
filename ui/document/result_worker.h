// Keeps the results of a session up to date: small problems in the call, long ones off the window's thread, where a
// newer request replaces an older one.
#pragma once

#include "core/session/row_update.h"
#include "ui/document/document.h"

#include <QThreadPool>
#include <QTimer>

#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace heedmap {

class ResultWorker : public QObject {
    Q_OBJECT

public:
    explicit ResultWorker(PanelComputation compute, QObject* parent = nullptr);
    ~ResultWorker() override;

    const Results& results() const { return results_; }
    Computation computation() const { return computation_; }
    bool showsOlder() const { return older_ && !results_.empty(); } // see Document
    const std::optional<Error>& failure() const { return failure_; }
    double progress() const { return progress_; } // 0 … 1 of what is being computed

    // The newest session, of which these parts changed; `edit`: what of the problem, where that is known to be little.
    // Results that do not depend on them are kept.
    void update(Snapshot session, Parts changed, const std::optional<ProblemEdit>& edit = {});
    void stop();
    // What was stopped, or failed.
    void computeAgain();
    // Results whose file was cut short or changed meanwhile become errors that say so. Whether there are such.
    bool dropChangedFiles();
    // The results are those of another session: away with them.
    void forget();

    // Work (in multiply-adds, roughly) up to which results are computed in the call.
    static constexpr double workAtOnce = 3e7;
    // The same after an edit of a few numbers, or of the normalizer: while one is dragged, what is computed aside would
    // be out of date before it is shown.
    static constexpr double workAfterEdit = 5e8;

Q_SIGNALS:
    void resultsChanged(); // by what was computed off the thread
    void failed();
    void progressChanged();
    void computingChanged(bool computing);

private:
    struct Known {
        std::optional<PanelResult> result; // none: to be computed
        bool drawn = false;                // with the pyramid that is wanted
    };
    using Reusable = std::vector<Known>; // one a panel

    Reusable reusable() const;
    void showAsNow();
    bool mayBeEdit(Parts changed) const;
    // Nothing where that takes long.
    std::optional<Reusable> afterEdit(const ProblemEdit& edit);
    void begin(Parts changed, const std::optional<ProblemEdit>& edit);
    void start(Reusable known);
    std::optional<std::vector<PanelResult>> compute(const files::Session& session, Reusable known,
                                                    const std::function<PanelReports(std::size_t)>& reports,
                                                    const std::stop_token& stop) const;
    std::optional<std::vector<PanelResult>> computeAside(const Snapshot& session, Reusable known, std::uint64_t request,
                                                         const std::stop_token& stop);
    static double workOf(const files::Session& session, const Reusable& known);
    PanelReports reportsOf(std::size_t panel, std::uint64_t request);
    void onlyIfWanted(std::uint64_t request, std::function<void()> act);
    void take(std::vector<PanelResult> panels);
    void takePreview(std::size_t panel, PanelResult preview);
    void fail(const ErrorKind& why);
    void prepare();
    void setComputation(Computation computation);

    PanelComputation compute_;
    Snapshot newest_ = std::make_shared<const files::Session>();
    Results results_;
    bool older_ = false;                // results_ are of an older problem than newest_
    std::vector<EarlierState> earlier_; // of each panel; none before the first edit of what was computed anew
    QTimer prepareSoon_;                // what that edit will need
    std::vector<std::optional<PanelResult>> previews_; // of each panel that is being computed
    Parts outdated_;                                   // what changed since results_ were computed
    heatmap::Scale wantedScale_ = heatmap::Scale::linear;
    heatmap::Pooling wantedPooling_ = heatmap::Pooling::max;
    bool wantedWithoutFirst_ = false;
    Computation computation_ = Computation::done;
    std::optional<Error> failure_;
    double progress_ = 0;
    std::vector<double> progresses_; // of each panel
    std::uint64_t request_ = 0;
    std::stop_source stop_;
    QThreadPool pool_;
};

} // namespace heedmap
