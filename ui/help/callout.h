// Points at a part of the window: an outline around it, and beside it a card with words and buttons.
#pragma once

#include <QPointer>
#include <QWidget>

class QLabel;

namespace heedmap {

class QuietButton;

// The outline; it takes no events.
class Spotlight : public QWidget {
    Q_OBJECT

public:
    explicit Spotlight(QWidget* window);
    void pointAt(QWidget* target); // null: nothing
    QRect targetRect() const;      // in the window

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QPointer<QWidget> target_;
};

class Callout : public QWidget {
    Q_OBJECT

public:
    explicit Callout(QWidget* window);

    // `place` of `count` stops; a count of 0 is no tour: only words that can be closed.
    void tell(QWidget* target, const QString& title, const QString& text, int place, int count);
    void end();
    QString title() const;
    QString text() const;
    QRect spotlight() const { return spotlight_->targetRect(); }

Q_SIGNALS:
    void nextRequested();
    void backRequested();
    void closed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void arrange();

    Spotlight* spotlight_;
    QLabel* title_;
    QLabel* text_;
    QLabel* place_;
    QuietButton* back_;
    QuietButton* next_;
    QuietButton* close_;
    QPointer<QWidget> target_;
    bool tour_ = false;
};

} // namespace heedmap
