// The spreadsheet of one matrix: edit, copy and paste blocks, add and remove rows and columns.
#pragma once

#include "core/files/matrix_text.h"
#include "core/index.h"
#include "core/result.h"
#include "core/tensor/matrix.h"
#include "ui/base/latest.h"

#include <QKeySequence>
#include <QTableView>

class QAction;
class QMenu;

namespace heedmap {

class Document;
class MatrixModel;
enum class MatrixId;

class MatrixTable : public QTableView {
    Q_OBJECT

public:
    MatrixTable(Document* document, MatrixModel* model, QWidget* parent = nullptr);

    // What the context menu offers; also shown elsewhere.
    QMenu* editMenu() const { return menu_; }

    void copy();
    void paste();
    void pasteText(const QString& text); // at the current cell; a long text is read off the window's thread
    void stopPasting();
    void clearSelected(); // zeros

    QSize sizeHint() const override; // all rows up to a limit
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void refused(const QString& sentence);
    void remarked(const QString& sentence); // how what was pasted was read
    void succeeded();
    void pasting(double fraction); // so much of a long text is read
    void pastingEnded();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeActions();
    QAction* addMenuAction(const QString& text, const QKeySequence& shortcut, const QString& toolTip,
                           void (MatrixTable::*act)());
    void updateActions();
    void insertBlock(MatrixId id, Cell at, Result<files::MatrixText> block);
    void insertRow();
    void removeSelectedRows();
    void insertColumn();
    void removeSelectedColumns();
    void fitSections();
    void fitCells(const QModelIndex& first, const QModelIndex& last);
    void shareWidth();

    Document* document_;
    MatrixModel* matrix_;
    QMenu* menu_;
    int cellWidth_ = 40;
    Latest<Result<files::MatrixText>> reader_;
    QAction* rowActions_[2] = {};
    QAction* columnActions_[2] = {};
};

} // namespace heedmap
