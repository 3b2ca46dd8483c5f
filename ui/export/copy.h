// What goes to the clipboard.
#pragma once

#include "core/session/export_options.h"
#include "core/session/results.h"

#include <QString>

class QMimeData;

namespace heedmap {

// The numbers of a rectangle of a panel, tab-separated, a line a row, with a point whatever the locale and as many
// digits as it takes to read the same number back; masked cells are empty. Pastes into a spreadsheet.
QString numbersText(const attention::AlphaSource& source, Rows rows, Columns columns);

// The figure as an image and as SVG. The caller owns it (QClipboard::setMimeData takes it).
QMimeData* pictureData(const Results& results, const ExportOptions& options);

void copyNumbers(const attention::AlphaSource& source, Rows rows, Columns columns);
void copyPicture(const Results& results, const ExportOptions& options);

} // namespace heedmap
