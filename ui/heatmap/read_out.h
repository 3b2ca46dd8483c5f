// The small label beside the cell under the pointer: both tokens in full, the exact value, row and column.
#pragma once

#include "ui/heatmap/panel_picture.h"

#include <QRectF>

class QPainter;
class QFont;

namespace heedmap {

struct ReadOut {
    QString tokens; // "爱 → love"; empty without labels
    QString value;  // "0.75463" or a mark in words
    QString place;  // "row 2, column 2 · sure link"
};
ReadOut readOutOf(const PanelPicture& picture, Cell cell);
// Of cells that share a pixel: the value the pixel shows for them (the largest, the one farthest from 0, the mean),
// where that is, and of how many cells.
ReadOut readOutOf(const PanelPicture& picture, Rows rows, Columns columns);

// Beside `cell`, on whichever side it stays inside `area`; longer texts than fit are elided in the middle.
QRectF readOutRect(const ReadOut& readOut, const QRectF& cell, const QRectF& area, const QFont& font);
void paintReadOut(QPainter& painter, const ReadOut& readOut, const QRectF& rect, const QFont& font, bool dark);

// "爱, love: 0.75": what a screen reader says of a cell; row and column numbers where there are no tokens.
QString spokenCell(const PanelPicture& picture, Cell cell);

} // namespace heedmap
