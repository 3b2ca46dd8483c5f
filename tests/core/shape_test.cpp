#include "core/tensor/shape.h"

#include <gtest/gtest.h>
#include <vector>

using namespace heedmap;

TEST(Shape, CountsAndSaysItsSizes) {
    EXPECT_EQ(Shape().count(), 1);
    EXPECT_EQ(Shape().text(), "scalar");
    EXPECT_EQ((Shape{12, 12, 8, 8}).text(), "12×12×8×8");
    EXPECT_EQ((Shape{12, 12, 8, 8}).count(), 9216);
    EXPECT_EQ((Shape{3, 0, 5}).count(), 0);
    EXPECT_EQ((Shape{7}).text(), "7");
    EXPECT_EQ((Shape{2, 3}), (Shape{2, 3}));
    EXPECT_FALSE((Shape{2, 3}) == (Shape{3, 2}));
    EXPECT_FALSE((Shape{2}) == (Shape{2, 1}));
}

TEST(Shape, RefusesWhatCannotBeAddressed) {
    struct Row {
        std::vector<std::uint64_t> sizes;
        const char* sentence;
    };
    const std::vector<Row> rows{
        {{1, 1, 1, 1, 1, 1, 1, 1, 1}, "the tensor has 9 axes, and at most 8 can be read"},
        {{4294967296, 4294967296}, "a tensor of shape 4294967296×4294967296 has more numbers than can be addressed"},
        {{18446744073709551615U}, "a tensor of shape 18446744073709551615 has more numbers than can be addressed"},
        {{0, 9223372036854775807}, "a tensor of shape 0×9223372036854775807 has more numbers than can be addressed"},
        {{4294967296, 0, 4294967296},
         "a tensor of shape 4294967296×0×4294967296 has more numbers than can be addressed"},
        {{1152921504606846976}, "a tensor of shape 1152921504606846976 has more numbers than can be addressed"},
    };
    for (const Row& row : rows) {
        const auto shape = Shape::checked(row.sizes);
        ASSERT_FALSE(shape) << row.sentence;
        EXPECT_EQ(sentence(shape.error()), row.sentence);
    }
}

TEST(Shape, AcceptsTheLargestAndTheEmpty) {
    const std::vector<std::uint64_t> largest{1152921504606846975};
    EXPECT_TRUE(Shape::checked(largest));
    const std::vector<std::uint64_t> empty{0, 0, 5};
    ASSERT_TRUE(Shape::checked(empty));
    EXPECT_EQ(Shape::checked(empty)->count(), 0);
    EXPECT_EQ(*Shape::checked({}), Shape());
}

TEST(ShapeDeathTest, ANegativeSizeIsAProgrammersError) {
    EXPECT_DEATH((Shape{2, -1}), "precondition failed");
}
