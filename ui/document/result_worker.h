// Keeps the results of a session up to date: small problems in the call, long ones off the window's thread, where a
// newer request replaces an older one.
#pragma once

#include "ui/document/document.h"

#include <QThreadPool>

#include <stop_token>

namespace heedmap {

class ResultWorker : public QObject {
    Q_OBJECT

public:
    explicit ResultWorker(QObject* parent = nullptr);
    ~ResultWorker() override;

    const std::vector<PanelResult>& results() const { return results_; }
    bool computing() const { return computing_; }

    // These parts of the session changed. Results that do not depend on them are kept.
    void update(const files::Session& session, Parts changed);
    void stop();
    // The results are those of another session: away with them.
    void forget() { results_.clear(); }

    // Work (in multiply-adds, roughly) up to which results are computed in the call.
    static constexpr double workAtOnce = 3e7;

Q_SIGNALS:
    void finished(); // results computed off the thread have taken the place of the old ones
    void computingChanged(bool computing);

private:
    using Reusable = std::vector<std::optional<PanelResult>>; // one a panel; empty: to be computed

    Reusable reusable(const files::Session& session) const;
    void start(const files::Session& session, Reusable known);
    void take(std::vector<PanelResult> results, std::uint64_t request);
    void setComputing(bool computing);

    std::vector<PanelResult> results_;
    Parts outdated_;     // what changed since results_ were computed
    bool ranks_ = false; // results_ are drawn as ranks
    bool wantedRanks_ = false;
    bool computing_ = false;
    std::uint64_t request_ = 0;
    std::stop_source stop_;
    QThreadPool pool_;
};

} // namespace heedmap
