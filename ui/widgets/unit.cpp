#include "ui/widgets/unit.h"

#include <QSpinBox>

namespace heedmap {

void showUnit(QSpinBox* field, const Unit& unit) {
    const QString& words = field->value() == 1 ? unit.one : unit.many;
    if (field->suffix() != words)
        field->setSuffix(words);
}

} // namespace heedmap
