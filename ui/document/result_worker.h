// Keeps the results of a session up to date: small problems in the call, long ones off the window's thread, where a
// newer request replaces an older one.
#pragma once

#include "core/session/row_update.h"
#include "ui/document/document.h"

#include <QThreadPool>
#include <QTimer>

#include <stop_token>

namespace heedmap {

struct PlainOperands;

class ResultWorker : public QObject {
    Q_OBJECT

public:
    explicit ResultWorker(QObject* parent = nullptr);
    ~ResultWorker() override;

    const std::vector<PanelResult>& results() const { return results_; }
    bool computing() const { return computing_; }
    double progress() const { return progress_; } // 0 … 1 of what is being computed

    // These parts of the session changed. Results that do not depend on them are kept.
    void update(const files::Session& session, Parts changed);
    void stop();
    // Results whose file was cut short or changed meanwhile become errors that say so. Whether there are such.
    bool dropChangedFiles();
    // The results are those of another session: away with them.
    void forget() {
        results_.clear();
        earlier_.clear();
    }

    // Work (in multiply-adds, roughly) up to which results are computed in the call.
    static constexpr double workAtOnce = 3e7;
    // The same after an edit of a few numbers, or of the normalizer: while one is dragged, what is computed aside would
    // be out of date before it is shown.
    static constexpr double workAfterEdit = 5e8;

Q_SIGNALS:
    void finished();    // results computed off the thread have taken the place of the old ones
    void firstLooked(); // some of them have, for the time being
    void progressChanged();
    void computingChanged(bool computing);

private:
    struct Known {
        std::optional<PanelResult> result; // none: to be computed
        bool drawn = false;                // with the pyramid that is wanted
    };
    using Reusable = std::vector<Known>; // one a panel

    Reusable reusable(const files::Session& session) const;
    bool mayBeEdit(const files::Session& session, Parts changed) const;
    // Nothing where that takes long.
    std::optional<Reusable> afterEdit(const files::Session& session);
    static std::shared_ptr<const PlainOperands> onDemand(const files::Session& session, const Reusable& known);
    static std::vector<double> addOnDemand(Reusable& known, const files::Session& session,
                                           const PlainOperands& operands, const std::stop_token& stop);
    void start(const files::Session& session, Reusable known);
    static std::optional<std::vector<PanelResult>> compute(const files::Session& session, Reusable known,
                                                           const std::function<PanelReports(std::size_t)>& reports,
                                                           std::stop_token stop);
    static double workOf(const files::Session& session, const Reusable& known);
    PanelReports reportsOf(std::size_t panel, const std::shared_ptr<const files::Session>& session,
                           std::uint64_t request);
    void take(std::vector<PanelResult> results, const files::Session& session, std::uint64_t request);
    void takeFirst(std::size_t panel, PanelResult first, const files::Session& session);
    void prepare();
    void setComputing(bool computing);

    std::vector<PanelResult> results_;
    std::vector<EarlierState> earlier_; // of each panel; none before the first edit of what was computed anew
    QTimer prepareSoon_;                // what that edit will need
    attention::MaskSpec mask_;          // results_ were computed with these
    attention::Normalizer normalizer_;
    Parts outdated_; // what changed since results_ were computed
    heatmap::Scale wantedScale_ = heatmap::Scale::linear;
    heatmap::Pooling wantedPooling_ = heatmap::Pooling::max;
    bool computing_ = false;
    double progress_ = 0;
    std::vector<double> progresses_; // of each panel
    std::uint64_t request_ = 0;
    std::stop_source stop_;
    QThreadPool pool_;
};

} // namespace heedmap
