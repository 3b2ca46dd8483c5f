// A part of a widget, found as the program names it.
#pragma once

#include <QWidget>

#include <gtest/gtest.h>

namespace heedmap::tests {

template <class Part>
Part* part(const QWidget& whole, const char* name) {
    Part* const found = whole.findChild<Part*>(QLatin1String(name));
    EXPECT_NE(found, nullptr) << "nothing is named " << name;
    return found;
}

} // namespace heedmap::tests
