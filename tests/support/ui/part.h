// A part of a widget, found by its type and where there are several, by the name that the program gives it.
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

template <class Part>
Part* part(const QWidget& whole) {
    Part* const found = whole.findChild<Part*>();
    EXPECT_NE(found, nullptr) << "there is no such part";
    return found;
}

} // namespace heedmap::tests
