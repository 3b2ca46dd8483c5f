// A small drawing of where a layer's Q, K and V come from, with the shapes (B, T, d).
#pragma once

#include "ui/document/document.h"

#include <QWidget>

namespace heedmap {

class RoleDrawing : public QWidget {
    Q_OBJECT

public:
    explicit RoleDrawing(QWidget* parent = nullptr);

    void show(const files::Session& session);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Source {
        QString name;  // "decoder"
        QString shape; // "(1, 3, 8)"
        int first = 0; // which of Q, K, V begin here: first … last
        int last = 0;
    };

    void paintSource(QPainter& painter, const Source& source) const;
    void paintPath(QPainter& painter, int path) const;
    void paintHeads(QPainter& painter) const;
    qreal lineOf(int path) const;

    std::vector<Source> sources_;
    bool projects_ = false;
    bool causal_ = false;
    Index heads_ = 1;
    QString output_; // shape
};

} // namespace heedmap
