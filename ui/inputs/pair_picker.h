// The source of the problem: a button that names it, with a searchable list of the shipped examples behind it.
#pragma once

#include <QFrame>
#include <QToolButton>

class QLineEdit;
class QListWidget;
class QListWidgetItem;

namespace heedmap {

class PairList : public QFrame {
    Q_OBJECT

public:
    explicit PairList(QWidget* parent = nullptr);
    void popUpBelow(QWidget* anchor);

Q_SIGNALS:
    void exampleChosen(const QString& id);
    void fileRequested();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fill(const QString& filter);
    void addSuggestions(const QString& filter);
    void addPairs(const QString& filter);
    QListWidgetItem* add(const QString& title, const QString& detail, const QString& id);
    int rowToTake(const QString& filter) const;
    void choose(QListWidgetItem* item);

    QLineEdit* search_;
    QListWidget* list_;
};

class PairPicker : public QToolButton {
    Q_OBJECT

public:
    explicit PairPicker(QWidget* parent = nullptr);
    void setSourceName(const QString& name);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void exampleChosen(const QString& id);
    void fileRequested();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    PairList* list_;
};

} // namespace heedmap
