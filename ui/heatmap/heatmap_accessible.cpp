#include "ui/heatmap/heatmap_accessible.h"

#include "ui/base/numbers.h"
#include "ui/heatmap/cell_outline.h"
#include "ui/heatmap/heatmap_view.h"
#include "ui/heatmap/read_out.h"
#include "ui/heatmap/token_labels.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QHash>
#include <QPointer>

#include <algorithm>
#include <limits>

namespace heedmap {

namespace {

int toInt(Index i) {
    return static_cast<int>(std::min<Index>(i, std::numeric_limits<int>::max()));
}

class CellAccessible : public QAccessibleInterface, public QAccessibleTableCellInterface {
public:
    CellAccessible(HeatmapView* view, const ViewState* state, Cell cell)
        : view_(view)
        , state_(state)
        , cell_(cell) {}

    bool isValid() const override {
        return view_ && state_ && cell_.row < view_->picture().rows() && cell_.column < view_->picture().columns();
    }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return view_ ? view_->window()->windowHandle() : nullptr; }
    QAccessibleInterface* parent() const override {
        return view_ ? QAccessible::queryAccessibleInterface(view_) : nullptr;
    }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QString text(QAccessible::Text kind) const override {
        if (!isValid())
            return {};
        if (kind == QAccessible::Name)
            return spokenCell(view_->picture(), cell_);
        return kind == QAccessible::Value ? cellText(*view_->picture().source, cell_) : QString();
    }
    void setText(QAccessible::Text, const QString&) override {}
    QRect rect() const override {
        if (!isValid())
            return {};
        const QRectF inside = rectIn(view_->panelLayout(), view_->geometry(), {cell_.row, cell_.row + 1},
                                     {cell_.column, cell_.column + 1});
        return {view_->mapToGlobal(inside.topLeft().toPoint()), inside.size().toSize().expandedTo({1, 1})};
    }
    QAccessible::Role role() const override { return QAccessible::Cell; }
    QAccessible::State state() const override {
        QAccessible::State s;
        s.focusable = s.selectable = true;
        s.invalid = !isValid();
        if (!isValid())
            return s;
        s.selected = isSelected();
        s.focused = view_->hasFocus() && state_->cursor() == cell_;
        return s;
    }
    void* interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::TableCellInterface ? static_cast<QAccessibleTableCellInterface*>(this) : nullptr;
    }

    bool isSelected() const override {
        return state_ && state_->selectedRows().contains(cell_.row) && state_->selectedColumns().contains(cell_.column);
    }
    QList<QAccessibleInterface*> columnHeaderCells() const override { return {}; }
    QList<QAccessibleInterface*> rowHeaderCells() const override { return {}; }
    int columnIndex() const override { return toInt(cell_.column); }
    int rowIndex() const override { return toInt(cell_.row); }
    int columnExtent() const override { return 1; }
    int rowExtent() const override { return 1; }
    QAccessibleInterface* table() const override { return parent(); }

private:
    QPointer<HeatmapView> view_;
    QPointer<const ViewState> state_;
    Cell cell_;
};

class HeatmapAccessible : public QAccessibleWidget, public QAccessibleTableInterface {
public:
    explicit HeatmapAccessible(HeatmapView* view)
        : QAccessibleWidget(view, QAccessible::Table) {}
    ~HeatmapAccessible() override { forgetCells(); }

    void* interface_cast(QAccessible::InterfaceType type) override {
        if (type == QAccessible::TableInterface)
            return static_cast<QAccessibleTableInterface*>(this);
        return QAccessibleWidget::interface_cast(type);
    }
    int childCount() const override { return toInt(picture().rows() * picture().columns()); }
    QAccessibleInterface* child(int index) const override {
        const int columns = columnCount();
        return columns > 0 && index >= 0 ? cellAt(index / columns, index % columns) : nullptr;
    }
    int indexOfChild(const QAccessibleInterface* child) const override {
        auto* iface = const_cast<QAccessibleInterface*>(child);
        const auto* cell = iface ? iface->tableCellInterface() : nullptr;
        return cell && child->parent() == this ? cell->rowIndex() * columnCount() + cell->columnIndex() : -1;
    }
    QAccessibleInterface* childAt(int x, int y) const override {
        const QPointF at = QPointF(view()->mapFromGlobal(QPoint(x, y))) - view()->panelLayout().cells.topLeft();
        const auto cell = view()->geometry().cellAt({at.x(), at.y()});
        return cell ? cellAt(toInt(cell->row), toInt(cell->column)) : nullptr;
    }
    QAccessibleInterface* focusChild() const override {
        const auto cursor = viewState()->cursor();
        return view()->hasFocus() && cursor ? cellAt(toInt(cursor->row), toInt(cursor->column)) : nullptr;
    }

    QAccessibleInterface* caption() const override { return nullptr; }
    QAccessibleInterface* summary() const override { return nullptr; }
    QAccessibleInterface* cellAt(int row, int column) const override {
        if (row < 0 || column < 0 || row >= rowCount() || column >= columnCount())
            return nullptr;
        const auto key = std::pair(row, column);
        if (const auto known = cells_.constFind(key); known != cells_.constEnd())
            return QAccessible::accessibleInterface(*known);
        auto* cell = new CellAccessible(view(), viewState(), {row, column});
        cells_.insert(key, QAccessible::registerAccessibleInterface(cell));
        return cell;
    }
    int selectedCellCount() const override {
        return toInt(viewState()->selectedRows().size() * viewState()->selectedColumns().size());
    }
    QList<QAccessibleInterface*> selectedCells() const override {
        const auto cursor = viewState()->cursor();
        return cursor ? QList<QAccessibleInterface*>{cellAt(toInt(cursor->row), toInt(cursor->column))}
                      : QList<QAccessibleInterface*>();
    }
    QString columnDescription(int column) const override { return describe(picture().columnLabels, column); }
    QString rowDescription(int row) const override { return describe(picture().rowLabels, row); }
    int selectedColumnCount() const override { return 0; }
    int selectedRowCount() const override { return 0; }
    int columnCount() const override { return toInt(picture().columns()); }
    int rowCount() const override { return toInt(picture().rows()); }
    QList<int> selectedColumns() const override { return {}; }
    QList<int> selectedRows() const override { return {}; }
    bool isColumnSelected(int) const override { return false; }
    bool isRowSelected(int) const override { return false; }
    bool selectRow(int) override { return false; }
    bool selectColumn(int) override { return false; }
    bool unselectRow(int) override { return false; }
    bool unselectColumn(int) override { return false; }
    void modelChange(QAccessibleTableModelChangeEvent*) override { forgetCells(); }

private:
    HeatmapView* view() const { return static_cast<HeatmapView*>(widget()); }
    const PanelPicture& picture() const { return view()->picture(); }
    const ViewState* viewState() const { return view()->state(); }
    static QString describe(const QStringList& labels, int index) {
        return labels.isEmpty() ? QString::number(index) : labels.value(index);
    }
    void forgetCells() {
        for (const QAccessible::Id id : std::as_const(cells_))
            QAccessible::deleteAccessibleInterface(id);
        cells_.clear();
    }

    mutable QHash<std::pair<int, int>, QAccessible::Id> cells_;
};

QAccessibleInterface* makeAccessible(const QString&, QObject* object) {
    auto* view = qobject_cast<HeatmapView*>(object);
    return view ? new HeatmapAccessible(view) : nullptr;
}

} // namespace

void installHeatmapAccessibility() {
    static const bool installed = [] {
        QAccessible::installFactory(makeAccessible);
        return true;
    }();
    static_cast<void>(installed);
}

void tellCursorMoved(HeatmapView* view) {
    const auto cursor = view->state()->cursor();
    if (!QAccessible::isActive() || !cursor || cursor->column >= view->picture().columns())
        return;
    QAccessibleEvent event(view, QAccessible::Focus);
    event.setChild(toInt(cursor->row * view->picture().columns() + cursor->column));
    QAccessible::updateAccessibility(&event);
}

void tellTableChanged(HeatmapView* view) {
    if (!QAccessible::isActive())
        return;
    QAccessibleTableModelChangeEvent event(view, QAccessibleTableModelChangeEvent::ModelReset);
    QAccessible::updateAccessibility(&event);
}

} // namespace heedmap
