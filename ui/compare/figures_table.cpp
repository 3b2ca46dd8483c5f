#include "ui/compare/figures_table.h"

#include "ui/base/numbers.h"
#include "ui/settings/theme.h"
#include "ui/widgets/tool_tip.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>

#include <algorithm>

namespace heedmap {

void FiguresModel::setRows(std::vector<PanelComparison> rows) {
    const bool sameCount = rows.size() == rows_.size();
    if (!sameCount)
        beginResetModel();
    rows_ = std::move(rows);
    if (!sameCount)
        endResetModel();
    else if (!rows_.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int FiguresModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int FiguresModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(comparisonColumns().size()) + 1;
}

QVariant FiguresModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const PanelComparison& row = rows_[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(Qt::AlignVCenter) |
               static_cast<int>(index.column() == 0 ? Qt::AlignLeft : Qt::AlignRight);
    if (role == Qt::ForegroundRole && row.isReference)
        return theme().accent;
    if (index.column() == 0) {
        if (role == valueRole)
            return static_cast<double>(index.row());
        if (role == Qt::DisplayRole)
            return row.isReference      ? tr("%1 (reference)").arg(row.title)
                   : row.hasOtherTokens ? tr("%1 (other tokens)").arg(row.title)
                                        : row.title;
        return {};
    }
    const ComparisonColumn& column = comparisonColumns()[static_cast<std::size_t>(index.column() - 1)];
    const auto value = column.value(row);
    if (role == valueRole)
        return value ? QVariant(*value) : QVariant();
    if (role == Qt::DisplayRole)
        return !value ? QStringLiteral("–") : column.words ? column.words(row) : numberText(*value);
    if (role == Qt::ToolTipRole && value && column.place)
        return toolTipText(
            tr("%1 at %2", "a value, and the cell that has it").arg(exactNumberText(*value), row.*column.place));
    if (role == Qt::ToolTipRole && value && !column.words) {
        QStringList lines{exactNumberText(*value)};
        for (auto next = static_cast<std::size_t>(index.column());
             next < comparisonColumns().size() && comparisonColumns()[next].inToolTip; ++next) {
            const auto other = comparisonColumns()[next].value(row);
            lines << QStringLiteral("%1 %2").arg(comparisonColumns()[next].head(),
                                                 other ? exactNumberText(*other) : QStringLiteral("–"));
        }
        return lines.join(QLatin1Char('\n'));
    }
    return {};
}

QVariant FiguresModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(Qt::AlignVCenter) | static_cast<int>(section == 0 ? Qt::AlignLeft : Qt::AlignRight);
    const bool isTitle = section == 0;
    if (role == Qt::DisplayRole)
        return isTitle ? tr("Panel") : comparisonColumns()[static_cast<std::size_t>(section - 1)].head();
    if (role == Qt::ToolTipRole)
        return isTitle ? tr("In the order of the panels")
                       : comparisonColumns()[static_cast<std::size_t>(section - 1)].explanation();
    return {};
}

bool FiguresOrder::lessThan(const QModelIndex& a, const QModelIndex& b) const {
    const QVariant left = a.data(FiguresModel::valueRole);
    const QVariant right = b.data(FiguresModel::valueRole);
    if (left.isValid() && right.isValid())
        return left.toDouble() < right.toDouble();
    // A descending order turns this round, so that it has to be turned beforehand.
    const bool lastMeansLess = sortOrder() == Qt::DescendingOrder;
    return left.isValid() != right.isValid() && left.isValid() != lastMeansLess;
}

FiguresTable::FiguresTable(QWidget* parent)
    : QTableView(parent)
    , model_(new FiguresModel(this))
    , order_(new FiguresOrder(this)) {
    order_->setSourceModel(model_);
    setModel(order_);
    setAccessibleName(tr("Figures of the panels"));
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setTabKeyNavigation(false);
    setWordWrap(false);
    viewport()->setBackgroundRole(QPalette::Window);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    horizontalHeader()->setStretchLastSection(false);
    horizontalHeader()->setSortIndicatorShown(true);
    setSortingEnabled(true);
    sortByColumn(0, Qt::AscendingOrder);
    connect(this, &QTableView::doubleClicked, this, &FiguresTable::choose);
}

// A figure that no panel has takes no room. Precision and recall stand in the tool tip of the alignment error rate.
void FiguresTable::setRows(std::vector<PanelComparison> rows) {
    const bool heads = haveHeads(rows);
    model_->setRows(std::move(rows));
    for (int column = 1; column < model_->columnCount(); ++column) {
        bool empty = model_->rowCount() > 0;
        for (int row = 0; row < model_->rowCount() && empty; ++row)
            empty = !model_->index(row, column).data(FiguresModel::valueRole).isValid();
        const ComparisonColumn& figure = comparisonColumns()[static_cast<std::size_t>(column - 1)];
        setColumnHidden(column, empty || figure.inToolTip || (figure.isOfHeads && !heads));
    }
}

void FiguresTable::markPanel(int panel) {
    if (panel < 0 || panel >= model_->rowCount())
        return;
    const int column = std::max(currentIndex().column(), 0);
    const QModelIndex index = order_->mapFromSource(model_->index(panel, column));
    if (index != currentIndex())
        setCurrentIndex(index);
}

int FiguresTable::fullWidth() const {
    const bool scrolls = verticalScrollBar()->maximum() > verticalScrollBar()->minimum();
    int width = 2 * frameWidth() + (scrolls ? verticalScrollBar()->sizeHint().width() : 0);
    for (int column = 0; column < order_->columnCount(); ++column)
        width += isColumnHidden(column)
                     ? 0
                     : std::max(sizeHintForColumn(column), horizontalHeader()->sectionSizeHint(column));
    return width;
}

QString FiguresTable::numbersText() const {
    QStringList lines;
    QStringList heads;
    for (int column = 0; column < order_->columnCount(); ++column)
        heads << order_->headerData(column, Qt::Horizontal).toString();
    lines << heads.join(QLatin1Char('\t'));
    for (int row = 0; row < order_->rowCount(); ++row) {
        QStringList cells{order_->index(row, 0).data().toString()};
        for (int column = 1; column < order_->columnCount(); ++column) {
            const QVariant value = order_->index(row, column).data(FiguresModel::valueRole);
            const bool inWords = comparisonColumns()[static_cast<std::size_t>(column - 1)].words != nullptr;
            cells << (!value.isValid() ? QString()
                      : inWords        ? order_->index(row, column).data().toString()
                                       : QString::number(value.toDouble(), 'g', 17));
        }
        lines << cells.join(QLatin1Char('\t'));
    }
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

// Copying is the table's own while it has the focus, although the window has it as a shortcut.
bool FiguresTable::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy)) {
        event->accept();
        return true;
    }
    return QTableView::event(event);
}

void FiguresTable::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy))
        return QGuiApplication::clipboard()->setText(numbersText());
    if (event->key() == Qt::Key_S && event->modifiers() == Qt::NoModifier)
        return sortByCurrentColumn();
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        return choose(currentIndex());
    QTableView::keyPressEvent(event);
}

void FiguresTable::changeEvent(QEvent* event) {
    QTableView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        viewport()->update();
}

void FiguresTable::sortByCurrentColumn() {
    const int column = std::max(currentIndex().column(), 0);
    const QHeaderView* head = horizontalHeader();
    const bool again = head->sortIndicatorSection() == column && head->sortIndicatorOrder() == Qt::AscendingOrder;
    sortByColumn(column, again ? Qt::DescendingOrder : Qt::AscendingOrder);
}

void FiguresTable::choose(const QModelIndex& index) {
    if (index.isValid())
        Q_EMIT panelChosen(order_->mapToSource(index).row());
}

} // namespace heedmap
