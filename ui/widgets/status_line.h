// The line at the bottom: the facts about the picture on the left, what the computer is doing on the right.
#pragma once

#include <QWidget>

class QLabel;
class QToolButton;

namespace heedmap {

class StatusLine : public QWidget {
    Q_OBJECT

public:
    explicit StatusLine(QWidget* parent = nullptr);
    void setFacts(const QString& facts); // elided when there is no room, whole in the tool tip
    void setActivity(const QString& activity);
    void setBusy(bool busy);             // shows a button that stops the work
    void setUnfinished(bool unfinished); // shows one that begins it once more

    QString facts() const { return facts_; }
    QString activity() const;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void stopRequested();
    void computeRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void elide();

    QString facts_;
    QLabel* factsLabel_;
    QLabel* activityLabel_;
    QToolButton* stop_;
    QToolButton* compute_;
};

} // namespace heedmap
