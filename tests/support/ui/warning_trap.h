// Turns a warning of the toolkit into a failure of the running test, unless the test said that it expects it.
#pragma once

#include <QString>

#include <gtest/gtest.h>

namespace heedmap::tests {

class WarningTrap : public ::testing::EmptyTestEventListener {
public:
    void OnTestStart(const ::testing::TestInfo& test) override;
    void OnTestEnd(const ::testing::TestInfo& test) override;
};

// The running test expects a warning that contains `part`.
void expectWarning(const QString& part);

} // namespace heedmap::tests
