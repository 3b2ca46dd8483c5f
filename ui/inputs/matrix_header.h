// Tokens or numbers beside and above a matrix: words only, no frames.
#pragma once

#include <QHeaderView>

namespace heedmap {

class MatrixHeader : public QHeaderView {
    Q_OBJECT

public:
    explicit MatrixHeader(Qt::Orientation orientation, QWidget* parent = nullptr);

protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override;
};

} // namespace heedmap
