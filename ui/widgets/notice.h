// A sentence the user should know, laid over the lower edge of what it concerns; it goes away by itself or when clicked
// and moves nothing. Several sentences at once are shown together.
#pragma once

#include <QLabel>
#include <QTimer>

namespace heedmap {

class Notice : public QLabel {
    Q_OBJECT

public:
    explicit Notice(QWidget* over);
    void tell(const QString& sentence);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void place();

    QTimer hideTimer_;
};

} // namespace heedmap
