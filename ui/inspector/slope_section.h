// How the weights of the row answer to its scores: ∂α/∂e, for the chosen key as bars, and as a small matrix, of long
// rows that of the largest weights.
#pragma once

#include "ui/inspector/inspected.h"

#include <QWidget>

class QLabel;

namespace heedmap {

class BarChart;
class SlopeMatrix;

class SlopeSection : public QWidget {
    Q_OBJECT

public:
    explicit SlopeSection(QWidget* parent = nullptr);
    void show(const Inspected& inspected);

Q_SIGNALS:
    void columnChosen(int column);

private:
    void showMatrix(const Inspected& inspected, const attention::Normalizer& normalizer, const VectorD& p,
                    const std::vector<Index>& shown);

    QLabel* sentence_;
    SlopeMatrix* matrix_;
    BarChart* bars_;
};

// ∂α_j/∂e_k of one row, blue where a higher score of k raises the weight of j, red where it lowers it.
class SlopeMatrix : public QWidget {
    Q_OBJECT

public:
    explicit SlopeMatrix(QWidget* parent = nullptr);
    void setSlopes(MatrixD slopes, QStringList keys, int marked);

    QSize sizeHint() const override;
    // "∂α(love)/∂e(you) = −0.021"; empty beside the cells.
    QString textAt(const QPoint& point) const;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    double side() const; // of a cell

    MatrixD slopes_;
    QStringList keys_;
    int marked_ = 0;
};

} // namespace heedmap
