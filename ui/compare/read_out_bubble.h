// The read-out of a picture too small to hold one: it lies above everything, as large as its text, and lets the pointer
// through.
#pragma once

#include "ui/heatmap/read_out.h"

#include <QWidget>

namespace heedmap {

class ReadOutBubble : public QWidget {
    Q_OBJECT

public:
    explicit ReadOutBubble(QWidget* parent);
    // Beside `place`, in the parent's coordinates, on whichever side it stays inside the parent.
    void show(const PanelPicture& picture, Cell cell, const QRect& place);
    const ReadOut& readOut() const { return readOut_; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    ReadOut readOut_;
};

} // namespace heedmap
