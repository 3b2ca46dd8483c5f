// Tabs, shape, table and messages of the matrices.
#pragma once

#include "ui/document/document.h"

#include <QWidget>

class QLabel;

namespace heedmap {

class FillMenu;
class MatrixModel;
class MatrixTable;
class MatrixTabs;

class MatrixSection : public QWidget {
    Q_OBJECT

public:
    explicit MatrixSection(Document* document, QWidget* parent = nullptr);

    MatrixTabs* tabs() const { return tabs_; }
    MatrixTable* table() const { return table_; }
    QString message() const;

    void showMatrix(MatrixId id);
    // One sentence below the table; a refusal stands out.
    void say(const QString& sentence, bool refusal);

private:
    QWidget* makeHead();
    void follow();
    void describe();
    QString owner() const;
    QString visibleColumnsText() const;

    Document* document_;
    MatrixModel* model_;
    MatrixTabs* tabs_;
    FillMenu* fill_;
    MatrixTable* table_;
    QLabel* shape_;
    QLabel* absent_;  // what is used where the matrix is not given
    QLabel* columns_; // which columns are in sight
    QLabel* message_;
    QWidget* pasting_; // while a long text is read
};

} // namespace heedmap
