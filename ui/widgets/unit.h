// The words behind a number of things: "1 key", "2 keys".
#pragma once

#include <QString>

class QSpinBox;

namespace heedmap {

struct Unit {
    QString one; // " key"
    QString many;
};

// As fits the number that the field holds now.
void showUnit(QSpinBox* field, const Unit& unit);

} // namespace heedmap
