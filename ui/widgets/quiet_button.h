// An action or a choice as plain words: no frame until the pointer or the focus is on it. With a menu it shows a
// small chevron and opens the menu below itself.
#pragma once

#include <QAbstractButton>
#include <QMenu>
#include <QPointer>

namespace heedmap {

class QuietButton : public QAbstractButton {
    Q_OBJECT

public:
    explicit QuietButton(const QString& text, QWidget* parent = nullptr);

    // The button does not own it.
    void setMenu(QMenu* menu);
    QMenu* menu() const { return menu_; }
    void openMenu();

    // Secondary words are dimmed until hovered (the default); primary ones are not.
    void setDimmed(bool dimmed);

    // Alone in a column: the words begin where the other lines of the column do.
    void setFlush();

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QPointer<QMenu> menu_;
    bool dimmed_ = true;
    bool flush_ = false;
};

} // namespace heedmap
