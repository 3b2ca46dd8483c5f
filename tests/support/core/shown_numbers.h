// The numbers that a panel shows, as a matrix.
#pragma once

#include "core/session/panel_result.h"

#include <gtest/gtest.h>

namespace heedmap::test {

inline MatrixD shownBy(const PanelResult& panel) {
    EXPECT_FALSE(panel.error) << sentence(*panel.error);
    MatrixD shown(panel.rows(), panel.columns());
    for (Index i = 0; i < shown.rows(); ++i) {
        const std::vector<double> row = attention::rowOf(*panel.source, i);
        std::copy(row.begin(), row.end(), shown.row(i).begin());
    }
    return shown;
}

} // namespace heedmap::test
