// The figure as it will be written, scaled to the room there is.
#pragma once

#include "ui/heatmap/figure.h"

#include <QWidget>

namespace heedmap {

class FigurePreview : public QWidget {
    Q_OBJECT

public:
    explicit FigurePreview(QWidget* parent = nullptr);

    void setFigure(Figure figure, const QSizeF& size);
    const Figure& figure() const { return figure_; }
    QSizeF figureSize() const { return size_; }

    QSize sizeHint() const override { return {480, 420}; }
    QSize minimumSizeHint() const override { return {240, 200}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Figure atHand() const;

    Figure figure_;
    QSizeF size_;
};

} // namespace heedmap
