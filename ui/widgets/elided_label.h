// A line of plain text that ends in … where there is no room for all of it; the tip then tells the whole.
#pragma once

#include <QLabel>

namespace heedmap {

class ElidedLabel : public QLabel {
    Q_OBJECT

public:
    using QLabel::QLabel;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QString shownText() const;
};

} // namespace heedmap
