// Which matrix is shown: Q, K, V | W, W with index s, …; wraps where the dock is narrow.
#pragma once

#include "ui/document/document.h"

#include <QWidget>

#include <vector>

class QAbstractButton;

namespace heedmap {

class MatrixTabs : public QWidget {
    Q_OBJECT

public:
    explicit MatrixTabs(QWidget* parent = nullptr);

    // Those of the sequences first, then parameters after a gap. Keeps the chosen one where it is still there, else
    // chooses the first.
    void setMatrices(const std::vector<MatrixId>& sequences, const std::vector<MatrixId>& parameters);
    MatrixId current() const { return current_; }
    void setCurrent(MatrixId id);
    QAbstractButton* button(MatrixId id) const; // null where it is not offered

Q_SIGNALS:
    void currentChanged(heedmap::MatrixId id);

private:
    void addTab(MatrixId id);

    struct Tab {
        MatrixId id;
        QAbstractButton* button;
    };
    std::vector<MatrixId> shown_;
    std::vector<Tab> tabs_;
    MatrixId current_ = MatrixId::q;
};

} // namespace heedmap
