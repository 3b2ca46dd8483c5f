#include "core/files/matrix_text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stop_token>
#include <string>
#include <vector>

#include <gtest/gtest.h>

using namespace heedmap;
using namespace heedmap::files;

namespace {

MatrixD matrix(std::initializer_list<std::initializer_list<double>> rows) {
    MatrixD result(static_cast<Index>(rows.size()), static_cast<Index>(rows.begin()->size()));
    Index i = 0;
    for (const auto& row : rows) {
        Index j = 0;
        for (const double value : row)
            result(i, j++) = value;
        ++i;
    }
    return result;
}

struct Good {
    const char* text;
    MatrixD expected;
};

struct Bad {
    const char* text;
    const char* sentence;
};

} // namespace

TEST(MatrixText, ReadsWhatClipboardsHold) {
    const MatrixD square = matrix({{1, 2}, {3, 4}});
    const Good rows[] = {
        {"1\t2\n3\t4\n", square},
        {"1\t2\r\n3\t4\r\n\r\n", square},
        {"\xEF\xBB\xBF"
         "1,2\n3,4",
         square},
        {"1; 2\n3; 4", square},
        {"\"1\",\"2\"\n\"3\",\"4\"", square},
        {" 1   2 \n\n 3 4", square},
        {"[[1, 2], [3, 4]]", square},
        {"[[1,2],\n [3,4],]", square},
        {"((1, 2), (3, 4))", square},
        {"[1, 2],\n[3, 4]", square},
        {"[[1. 2.]\n [3. 4.]]", square},
        {"array([[1., 2.],\n       [3., 4.]], dtype=float32)", square},
        {"a = np.array([[1, 2], [3, 4]], dtype=np.dtype('float32'))", square},
        {"tensor([[1., 2.],\n        [3., 4.]], device='cuda:0', grad_fn=<MmBackward0>)", square},
        {"[array([1, 2]), array([3, 4])]", square},
        {"[[np.float64(1.0), np.float64(2.0)], [np.float64(3.0), np.float64(4.0)]]", square},
        {"[[1 2\n  3 4]]", matrix({{1, 2, 3, 4}})},
        {"[1, 2, 3]", matrix({{1, 2, 3}})},
        {"tensor(1.5)", matrix({{1.5}})},
        {"7", matrix({{7}})},
        {"1\n2\n3", matrix({{1}, {2}, {3}})},
        {"\xE2\x88\x92"
         "0.5\t+.25\t1e-3",
         matrix({{-0.5, 0.25, 1e-3}})},
        {"[[True, False]]", matrix({{1, 0}})},
        {"1\xC2\xA0\t2", matrix({{1, 2}})},
        {"1e-400 1e308", matrix({{0, 1e308}})},
    };
    for (const Good& row : rows) {
        const Result<MatrixD> result = parseMatrixText(row.text);
        ASSERT_TRUE(result) << row.text << ": " << sentence(result.error());
        ASSERT_EQ(result->rows(), row.expected.rows()) << row.text;
        ASSERT_EQ(result->cols(), row.expected.cols()) << row.text;
        for (Index i = 0; i < row.expected.size(); ++i)
            EXPECT_EQ(result->data()[i], row.expected.data()[i]) << row.text << ", entry " << i;
    }
}

TEST(MatrixText, KeepsWhatIsNotFinite) {
    const Result<MatrixD> result = parseMatrixText("nan\tinf\t-inf\tNaN\tInfinity\t-np.inf");
    ASSERT_TRUE(result) << sentence(result.error());
    EXPECT_TRUE(std::isnan((*result)(0, 0)));
    EXPECT_EQ((*result)(0, 1), std::numeric_limits<double>::infinity());
    EXPECT_EQ((*result)(0, 2), -std::numeric_limits<double>::infinity());
    EXPECT_TRUE(std::isnan((*result)(0, 3)));
    EXPECT_EQ((*result)(0, 4), std::numeric_limits<double>::infinity());
    EXPECT_EQ((*result)(0, 5), -std::numeric_limits<double>::infinity());
}

TEST(MatrixText, RefusesWithASentence) {
    const Bad rows[] = {
        {"", "the text holds no numbers"},
        {" \n\t\n", "a number is missing (row 1, column 1)"},
        {"[[], []]", "the text holds no numbers"},
        {"1\t2\n3\tx", "\"x\" is not a number (row 2, column 2)"},
        {"1\t2\n3", "row 2 has 1 numbers, but row 1 has 2"},
        {"1\t\n3\t4", "a number is missing (row 1, column 2)"},
        {"1,5\t2,5", "\"1,5\" is not a number; decimals are written with a point, as in 1.5 (row 1, column 1)"},
        {"1.234,5;2", "\"1.234,5\" is not a number; decimals are written with a point, as in 1234.5 (row 1, column 1)"},
        {"[[1, 2], [3]]", "row 2 has 1 numbers, but row 1 has 2"},
        {"[[1,, 2]]", "a number is missing (row 1, column 2)"},
        {"[[1, 2], [3, 4]", "a closing \"]\" is missing at the end"},
        {"array([1, 2], dtype=float32", "a closing \")\" is missing at the end"},
        {"[1, 2)", "\")\" does not belong into a matrix (row 1, column 3)"},
        {"[1, 2]]", "\"]\" does not belong into a matrix (row 2, column 1)"},
        {"[[[1, 2], [3, 4]]]", "the text has more than two axes; paste one matrix, such as a[0]"},
        {"[1, [2, 3]]", "\"[\" does not belong into a matrix (row 1, column 2)"},
        {"[[2, 3], 1]", "\"1\" does not belong into a matrix (row 2, column 1)"},
        {"[1, 2] = 3", "\"=\" does not belong into a matrix (row 2, column 1)"},
        {"[1+2j, 0]", "\"1+2j\" is not a number (row 1, column 1)"},
        {"[[1, 'a']]", "\"'a'\" is not a number (row 1, column 2)"},
        {"[--1]", "\"--1\" is not a number (row 1, column 1)"},
        {"0x10", "\"0x10\" is not a number (row 1, column 1)"},
        {"1 1e400", "1e400 is larger than float64 can hold (row 1, column 2)"},
        {"[[0.1 0.2 ... 0.3]]", "the text leaves numbers out with \"...\"; print all of them with "
                                "numpy.set_printoptions(threshold=sys.maxsize)"},
        {"the quick brown fox", "\"the\" is not a number (row 1, column 1)"},
        {"爱爱爱爱爱爱爱爱爱爱爱爱爱爱爱爱", "\"爱爱爱爱爱爱爱爱爱爱爱爱爱…\" is not a number (row 1, column 1)"},
    };
    for (const Bad& row : rows) {
        const Result<MatrixD> result = parseMatrixText(row.text);
        ASSERT_FALSE(result) << row.text;
        EXPECT_EQ(sentence(result.error()), row.sentence) << row.text;
    }
}

TEST(MatrixText, ReadsALargeBlock) {
    std::string text = "[";
    for (int i = 0; i < 500; ++i) {
        text += "[";
        for (int j = 0; j < 300; ++j)
            text += std::to_string(i) + "." + std::to_string(j) + (j < 299 ? ", " : "");
        text += i < 499 ? "],\n" : "]";
    }
    const Result<MatrixD> result = parseMatrixText(text + "]");
    ASSERT_TRUE(result) << sentence(result.error());
    ASSERT_EQ(result->rows(), 500);
    ASSERT_EQ(result->cols(), 300);
    EXPECT_EQ((*result)(499, 299), 499.299);
}

TEST(MatrixText, ManyOpenBracketsAreRefusedAtOnce) {
    const Result<MatrixD> result = parseMatrixText(std::string(1 << 20, '['));
    ASSERT_FALSE(result);
    EXPECT_TRUE(result.error().is(tooManyAxesInText));
}

// A long text is read while somebody waits for it.
TEST(MatrixText, TellsHowFarItIsAndStops) {
    std::string column;
    std::string list = "[";
    for (int i = 0; i < 100000; ++i) {
        column += "1\n";
        list += "[1, 2],";
    }
    list.back() = ']';
    for (const std::string& text : {column, list}) {
        std::vector<double> fractions;
        const auto matrix = parseMatrixText(text, {}, [&](double fraction) { fractions.push_back(fraction); });
        ASSERT_TRUE(matrix) << sentence(matrix.error());
        EXPECT_EQ(matrix->rows(), 100000);
        EXPECT_GE(fractions.size(), 10U);
        EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
        EXPECT_GE(fractions.front(), 0);
        EXPECT_LE(fractions.back(), 1);

        std::stop_source stop;
        int told = 0;
        const auto stopped = parseMatrixText(text, stop.get_token(), [&](double) {
            ++told;
            stop.request_stop();
        });
        ASSERT_FALSE(stopped);
        EXPECT_EQ(stopped.error().kind, &textStopped);
        EXPECT_EQ(told, 1);
    }
}

TEST(NumberText, OneNumberOrASentence) {
    EXPECT_EQ(*parseNumber(" 1e-3 "), 1e-3);
    EXPECT_EQ(*parseNumber("\xE2\x88\x92"
                           "2.5"),
              -2.5);
    EXPECT_EQ(sentence(parseNumber("1,5").error()),
              "\"1,5\" is not a number; decimals are written with a point, as in 1.5");
    EXPECT_EQ(sentence(parseNumber("").error()), "a number is missing");
    EXPECT_EQ(sentence(parseNumber("1 2").error()), "\"1 2\" is not a number");
}
