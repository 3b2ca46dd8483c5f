// Fills a whole matrix: zeros, identity, random with a seed, from a file.
#pragma once

#include "ui/document/document.h"

#include <QMenu>

class QSpinBox;

namespace heedmap {

class FillMenu : public QMenu {
    Q_OBJECT

public:
    explicit FillMenu(Document* document, QWidget* parent = nullptr);

    void setMatrixId(MatrixId id) { id_ = id; }

    // Reads `path` (its only tensor, or the one that is asked for) and fills the matrix with it.
    void fillFromFile(const QString& path);

Q_SIGNALS:
    void refused(const QString& sentence);
    void remarked(const QString& sentence);

private:
    QWidget* randomRow();
    void chooseFile();
    void askForTensor(const QString& path, const QStringList& names);
    void fillFromTensor(const QString& path, const QString& tensor, int leadingAxes);

    Document* document_;
    MatrixId id_ = MatrixId::q;
    QSpinBox* seed_ = nullptr;
};

} // namespace heedmap
