#include "ui/inputs/matrix_table.h"

#include "core/session/results.h"
#include "ui/base/error_text.h"
#include "ui/document/document.h"
#include "ui/inputs/matrix_delegate.h"
#include "ui/inputs/matrix_edit.h"
#include "ui/inputs/matrix_header.h"
#include "ui/inputs/matrix_model.h"
#include "ui/inputs/number_text.h"
#include "ui/inputs/own_keys.h"

#include <QAbstractButton>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QMenu>
#include <QScrollBar>

#include <new>
#include <utility>

namespace heedmap {

namespace {

constexpr int mostRowsShown = 10;
constexpr Index mostCellsMeasured = 256;
constexpr qsizetype mostReadAtOnce = 1 << 17; // characters

int cellWidth(int textWidth) {
    return textWidth + 9;
}

// The smallest rectangle that holds the selection; the current cell alone without one.
QRect selectedRect(const QTableView& table) {
    QRect rect;
    for (const QItemSelectionRange& range : table.selectionModel()->selection())
        rect |= QRect(QPoint(range.left(), range.top()), QPoint(range.right(), range.bottom()));
    const QModelIndex current = table.currentIndex();
    if (rect.isEmpty() && current.isValid())
        rect = QRect(current.column(), current.row(), 1, 1);
    return rect;
}

} // namespace

MatrixTable::MatrixTable(Document* document, MatrixModel* model, QWidget* parent)
    : QTableView(parent)
    , document_(document)
    , matrix_(model)
    , menu_(new QMenu(this)) {
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.88);
    setFont(small);
    setHorizontalHeader(new MatrixHeader(Qt::Horizontal, this));
    setVerticalHeader(new MatrixHeader(Qt::Vertical, this));
    setModel(model);
    setItemDelegate(new MatrixDelegate(this));
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setMouseTracking(true);
    setSelectionMode(QAbstractItemView::ContiguousSelection);
    setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                    QAbstractItemView::AnyKeyPressed);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerItem);
    setTabKeyNavigation(false);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    viewport()->setBackgroundRole(QPalette::Window);
    // The corner between the headers has nothing to say; a click on it still selects everything.
    if (auto* corner = findChild<QAbstractButton*>(QString(), Qt::FindDirectChildrenOnly)) {
        corner->installEventFilter(this);
        corner->setToolTip(tr("Select all"));
        corner->setAccessibleName(tr("Select all"));
    }
    makeActions();
    connect(document, &Document::opened, this, &MatrixTable::stopPasting);
    connect(document, &Document::editedChanged, this, &MatrixTable::stopPasting);
    connect(model, &MatrixModel::refused, this, &MatrixTable::refused);
    connect(model, &QAbstractItemModel::dataChanged, this, &MatrixTable::succeeded);
    connect(model, &QAbstractItemModel::dataChanged, this, &MatrixTable::fitCells);
    connect(model, &QAbstractItemModel::headerDataChanged, this, &MatrixTable::fitSections);
    connect(model, &QAbstractItemModel::modelReset, this, [this] {
        stopPasting(); // it was meant for what was shown
        fitSections();
        updateActions();
        Q_EMIT succeeded();
    });
    connect(selectionModel(), &QItemSelectionModel::currentChanged, this, [this] {
        horizontalHeader()->viewport()->update();
        verticalHeader()->viewport()->update();
    });
    fitSections();
    updateActions();
}

QAction* MatrixTable::addMenuAction(const QString& text, const QKeySequence& shortcut, const QString& toolTip,
                                    void (MatrixTable::*act)()) {
    QAction* action = menu_->addAction(text);
    action->setShortcut(shortcut); // shown here, obeyed in keyPressEvent()
    action->setShortcutContext(Qt::WidgetShortcut);
    action->setToolTip(toolTip);
    connect(action, &QAction::triggered, this, act);
    return action;
}

void MatrixTable::makeActions() {
    menu_->setToolTipsVisible(true);
    addMenuAction(tr("Copy"), QKeySequence(QKeySequence::Copy),
                  tr("The selected cells, to be pasted into a spreadsheet"), &MatrixTable::copy);
    addMenuAction(tr("Paste"), QKeySequence(QKeySequence::Paste),
                  tr("A block from a spreadsheet, CSV, or a Python or NumPy literal"), &MatrixTable::paste);
    addMenuAction(tr("Set to zero"), QKeySequence(Qt::Key_Delete), tr("Zeros in the selected cells"),
                  &MatrixTable::clearSelected);
    menu_->addSeparator();
    rowActions_[0] = addMenuAction(tr("Insert row"), QKeySequence(Qt::Key_Insert), tr("A row of zeros below this one"),
                                   &MatrixTable::insertRow);
    rowActions_[1] = addMenuAction(tr("Remove rows"), QKeySequence(Qt::CTRL | Qt::Key_Delete),
                                   tr("The rows of the selected cells"), &MatrixTable::removeSelectedRows);
    columnActions_[0] = addMenuAction(tr("Insert column"), QKeySequence(Qt::ALT | Qt::Key_Insert),
                                      tr("A column of zeros right of this one"), &MatrixTable::insertColumn);
    columnActions_[1] = addMenuAction(tr("Remove columns"), QKeySequence(Qt::ALT | Qt::Key_Delete),
                                      tr("The columns of the selected cells"), &MatrixTable::removeSelectedColumns);
}

void MatrixTable::updateActions() {
    const MatrixId id = matrix_->matrixId();
    for (QAction* action : rowActions_)
        action->setEnabled(hasOwnRows(id));
    for (QAction* action : columnActions_)
        action->setEnabled(hasOwnColumns(id) && matrix_->rowCount() > 0);
}

// Sections get as wide as the widest number seen so far of this matrix, so that nothing moves while editing.
void MatrixTable::fitSections() {
    const QFontMetrics metrics(font());
    const int rowHeight = metrics.height() + 6;
    int cell = metrics.horizontalAdvance(QStringLiteral("−0.000"));
    const Index measured = qMin(matrix_->values().size(), mostCellsMeasured);
    for (Index i = 0; i < measured; ++i)
        cell = qMax(cell, metrics.horizontalAdvance(shortNumber(matrix_->values().data()[i])));
    int words = metrics.horizontalAdvance(QStringLiteral("00"));
    for (int row = 0; row < qMin(matrix_->rowCount(), 256); ++row)
        words = qMax(words, metrics.horizontalAdvance(matrix_->headerData(row, Qt::Vertical).toString()));
    verticalHeader()->setDefaultSectionSize(rowHeight);
    verticalHeader()->setFixedWidth(qMin(words + 8, 72));
    horizontalHeader()->setFixedHeight(rowHeight);
    cellWidth_ = cellWidth(cell);
    shareWidth();
    updateGeometry();
}

// The same where only these cells have other numbers.
void MatrixTable::fitCells(const QModelIndex& first, const QModelIndex& last) {
    const Index rows = last.row() - first.row() + 1;
    const Index columns = last.column() - first.column() + 1;
    if (rows * columns > mostCellsMeasured / 8)
        return fitSections();
    const QFontMetrics metrics(font());
    int width = cellWidth_;
    for (const double value : matrix_->values().block(first.row(), first.column(), rows, columns).reshaped())
        width = qMax(width, cellWidth(metrics.horizontalAdvance(shortNumber(value))));
    if (width == cellWidth_)
        return;
    cellWidth_ = width;
    shareWidth();
    updateGeometry();
}

// Where not all columns are in sight, those that are fill the width: none is cut.
void MatrixTable::shareWidth() {
    const int room = viewport()->width();
    const int inSight = qMax(1, room / qMax(1, cellWidth_));
    const bool all = matrix_->columnCount() <= inSight;
    horizontalHeader()->setDefaultSectionSize(all ? cellWidth_ : qMax(cellWidth_, room / inSight));
}

void MatrixTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    shareWidth();
    updateGeometry();
}

QSize MatrixTable::sizeHint() const {
    const int rows = qBound(1, matrix_->rowCount(), mostRowsShown);
    const bool scrolls = horizontalHeader()->length() + verticalHeader()->width() > width();
    const int bar = scrolls ? horizontalScrollBar()->sizeHint().height() : 0;
    return {240, rows * verticalHeader()->defaultSectionSize() + horizontalHeader()->height() + bar};
}

QSize MatrixTable::minimumSizeHint() const {
    return {100, sizeHint().height()};
}

void MatrixTable::copy() {
    const QRect rect = selectedRect(*this);
    QString text;
    for (int row = rect.top(); row <= rect.bottom(); ++row) {
        for (int column = rect.left(); column <= rect.right(); ++column) {
            text += fullNumber(matrix_->values()(row, column));
            text += column < rect.right() ? QLatin1Char('\t') : QLatin1Char('\n');
        }
    }
    if (!text.isEmpty())
        QGuiApplication::clipboard()->setText(text);
}

void MatrixTable::paste() {
    pasteText(QGuiApplication::clipboard()->text());
}

void MatrixTable::pasteText(const QString& text) {
    const MatrixId id = matrix_->matrixId();
    const QRect rect = selectedRect(*this);
    const Cell at = rect.isEmpty() ? Cell{} : Cell{rect.top(), rect.left()};
    stopPasting();
    if (text.size() <= mostReadAtOnce)
        return insertBlock(id, at, files::parseMatrixText(text.toStdString()));
    reader_.start(
        [text](const std::stop_token& stop, const auto& progress) -> Result<files::MatrixText> {
            try {
                return files::parseMatrixText(text.toStdString(), stop, progress);
            } catch (const std::bad_alloc&) {
                return makeError(outOfMemory);
            }
        },
        [this, id, at](Result<files::MatrixText> block) {
            Q_EMIT pastingEnded();
            insertBlock(id, at, std::move(block));
        },
        [this](double fraction) { Q_EMIT pasting(fraction); });
    Q_EMIT pasting(0);
}

// Nothing is pasted then.
void MatrixTable::stopPasting() {
    if (!reader_.isRunning())
        return;
    reader_.cancel();
    Q_EMIT pastingEnded();
}

void MatrixTable::insertBlock(MatrixId id, Cell at, Result<files::MatrixText> block) {
    if (!block) {
        Q_EMIT refused(tr("Nothing was pasted: %1.").arg(errorText(block.error())));
        return;
    }
    MatrixD& matrix = block->matrix;
    if (id == MatrixId::additive_v && matrix.rows() == 1)
        matrix = MatrixD(matrix.transpose());
    document_->setBlock(id, at, matrix, tr("Paste into %1").arg(nameOf(id)));
    if (at.row < matrix_->rowCount() && at.column < matrix_->columnCount())
        setCurrentIndex(matrix_->index(static_cast<int>(at.row), static_cast<int>(at.column)));
    Q_EMIT succeeded();
    QStringList notes;
    for (const Phrase& note : block->notes)
        notes.append(remarkText(note));
    if (!notes.isEmpty())
        Q_EMIT remarked(notes.join(QLatin1Char(' ')));
}

void MatrixTable::clearSelected() {
    const QRect rect = selectedRect(*this);
    if (!rect.isEmpty())
        document_->setBlock(matrix_->matrixId(), {rect.top(), rect.left()}, MatrixD::Zero(rect.height(), rect.width()),
                            tr("Zeros in %1").arg(nameOf(matrix_->matrixId())));
}

void MatrixTable::insertRow() {
    const QModelIndex current = currentIndex();
    const int at = current.isValid() ? current.row() + 1 : matrix_->rowCount();
    const int column = qMax(0, current.column());
    insertRows(*document_, matrix_->matrixId(), at, 1);
    setCurrentIndex(matrix_->index(at, column));
}

void MatrixTable::removeSelectedRows() {
    const QRect rect = selectedRect(*this);
    if (rect.isEmpty())
        return;
    if (rect.height() == matrix_->rowCount()) {
        Q_EMIT refused(tr("The last row stays: %1 needs at least one.").arg(nameOf(matrix_->matrixId())));
        return;
    }
    removeRows(*document_, matrix_->matrixId(), rect.top(), rect.height());
    setCurrentIndex(matrix_->index(qMin(rect.top(), matrix_->rowCount() - 1), rect.left()));
}

void MatrixTable::insertColumn() {
    const QModelIndex current = currentIndex();
    const int at = current.isValid() ? current.column() + 1 : matrix_->columnCount();
    const int row = qMax(0, current.row());
    insertColumns(*document_, matrix_->matrixId(), at, 1);
    setCurrentIndex(matrix_->index(row, at));
}

void MatrixTable::removeSelectedColumns() {
    const QRect rect = selectedRect(*this);
    if (rect.isEmpty())
        return;
    if (rect.width() == matrix_->columnCount()) {
        Q_EMIT refused(tr("The last column stays: %1 needs at least one.").arg(nameOf(matrix_->matrixId())));
        return;
    }
    removeColumns(*document_, matrix_->matrixId(), rect.left(), rect.width());
    setCurrentIndex(matrix_->index(rect.top(), qMin(rect.left(), matrix_->columnCount() - 1)));
}

bool MatrixTable::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && isOwnKey(*static_cast<QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    return QTableView::event(event);
}

void MatrixTable::keyPressEvent(QKeyEvent* event) {
    if (state() == QAbstractItemView::EditingState)
        return QTableView::keyPressEvent(event);
    if (event->matches(QKeySequence::Copy))
        return copy();
    if (event->matches(QKeySequence::Paste))
        return paste();
    const QKeySequence pressed(event->keyCombination());
    for (QAction* action : menu_->actions()) {
        if (!action->shortcut().isEmpty() && action->shortcut() == pressed)
            return action->trigger();
    }
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enter && currentIndex().isValid())
        edit(currentIndex());
    else
        QTableView::keyPressEvent(event);
}

void MatrixTable::contextMenuEvent(QContextMenuEvent* event) {
    menu_->popup(event->globalPos());
}

void MatrixTable::changeEvent(QEvent* event) {
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange && matrix_)
        fitSections();
}

bool MatrixTable::eventFilter(QObject* watched, QEvent* event) {
    const bool corner = qobject_cast<QAbstractButton*>(watched) != nullptr;
    return (corner && event->type() == QEvent::Paint) || QTableView::eventFilter(watched, event);
}

} // namespace heedmap
