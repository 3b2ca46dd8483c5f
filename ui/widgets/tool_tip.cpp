#include "ui/widgets/tool_tip.h"

#include <QTextDocument>

namespace heedmap {

QString toolTipText(const QString& text) {
    return Qt::mightBeRichText(text) ? Qt::convertFromPlainText(text) : text;
}

} // namespace heedmap
