#include "core/analysis/chosen_weights.h"

#include "tests/support/core/near.h"

#include <gtest/gtest.h>

using namespace heedmap;
using namespace heedmap::analysis;
using heedmap::test::near;

namespace {

const VectorD alpha{{0.5, 0.3, 0.2}};

}

TEST(ChosenWeights, TheOthersShareWhatIsLeft) {
    EXPECT_TRUE(near(withChosen(alpha, {{0, 0.0}}, Remainder::renormalised), VectorD{{0, 0.6, 0.4}}, 1e-12));
    EXPECT_TRUE(near(withChosen(alpha, {{0, 0.75}}, Remainder::renormalised), VectorD{{0.75, 0.15, 0.1}}, 1e-12));
    EXPECT_TRUE(near(withChosen(alpha, {{0, 0.75}}, Remainder::kept), VectorD{{0.75, 0.3, 0.2}}, 1e-12));
    EXPECT_EQ(withChosen(alpha, {}, Remainder::renormalised), alpha);
}

TEST(ChosenWeights, WhereNothingIsLeftEverythingIsDivided) {
    EXPECT_TRUE(near(withChosen(alpha, {{0, 1.0}, {1, 1.0}}, Remainder::renormalised), VectorD{{0.5, 0.5, 0}}, 1e-12));
    EXPECT_TRUE(near(withChosen(alpha, {{0, 0.1}, {1, 0.1}, {2, 0.2}}, Remainder::renormalised),
                     VectorD{{0.25, 0.25, 0.5}}, 1e-12));
    const VectorD one = VectorD::Ones(1);
    EXPECT_EQ(withChosen(one, {{0, 0.0}}, Remainder::renormalised), VectorD::Zero(1));
    EXPECT_EQ(withChosen(one, {{0, 0.5}}, Remainder::renormalised), one);
}

TEST(ChosenWeights, TheWidestComponents) {
    EXPECT_EQ(widestComponents(MatrixD{{0, 5, 1}, {0, -5, 2}}), (std::pair<Index, Index>{1, 2}));
    EXPECT_EQ(widestComponents(MatrixD{{3, 0}, {-3, 0}}), (std::pair<Index, Index>{0, 1}));
    EXPECT_EQ(widestComponents(MatrixD{{3}}), (std::pair<Index, Index>{0, -1}));
}
