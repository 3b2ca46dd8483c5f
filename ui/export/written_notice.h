// Says in the window that an export is written, and where.
#pragma once

class QString;
class QWidget;

namespace heedmap {

// In the notice of the window that `from` stands in or was opened by; without one nothing is said.
void tellWritten(QWidget* from, const QString& path);

} // namespace heedmap
