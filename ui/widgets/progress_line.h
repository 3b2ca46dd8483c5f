// How far a long job is, as a hairline that fills.
#pragma once

#include <QProgressBar>

namespace heedmap {

class ProgressLine : public QProgressBar {
    Q_OBJECT

public:
    explicit ProgressLine(QWidget* parent = nullptr);
    QSize sizeHint() const override { return {100, 3}; }
    QSize minimumSizeHint() const override { return {20, 3}; }

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace heedmap
