// The table of figures between panels: one line a panel, against the reference. It sorts by a click on a head, or by S
// in the current column (again: the other way round). Enter or a double click makes the panel the active one.
#pragma once

#include "ui/compare/panel_comparison.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>
#include <QTableView>

namespace heedmap {

class FiguresModel : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    // The number as a double where there is one; an invalid variant where not.
    static constexpr int valueRole = Qt::UserRole;

    void setRows(std::vector<PanelComparison> rows);
    const std::vector<PanelComparison>& rows() const { return rows_; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    std::vector<PanelComparison> rows_;
};

// By value; what has none comes last either way. By title in the order of the panels.
class FiguresOrder : public QSortFilterProxyModel {
    Q_OBJECT

public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

protected:
    bool lessThan(const QModelIndex& a, const QModelIndex& b) const override;
};

class FiguresTable : public QTableView {
    Q_OBJECT

public:
    explicit FiguresTable(QWidget* parent = nullptr);

    void setRows(std::vector<PanelComparison> rows);
    void markPanel(int panel);   // the active one: its line becomes current
    QString numbersText() const; // as it is shown, separated by tabs
    int fullWidth() const;       // with every column in sight

Q_SIGNALS:
    void panelChosen(int panel);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void sortByCurrentColumn();
    void choose(const QModelIndex& index);

    FiguresModel* model_;
    FiguresOrder* order_;
};

} // namespace heedmap
