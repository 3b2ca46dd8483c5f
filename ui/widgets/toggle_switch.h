// A setting that is on or off: its words on the left, a switch on the right; the whole row can be clicked.
#pragma once

#include <QAbstractButton>

namespace heedmap {

class ToggleSwitch : public QAbstractButton {
    Q_OBJECT

public:
    // Without text only the switch is drawn.
    explicit ToggleSwitch(const QString& text = {}, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QRectF switchRect() const;
};

} // namespace heedmap
