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
        // a column, and a block, of a spreadsheet in German
        {"0,5\r\n0,25\r\n0,75\r\n", matrix({{0.5}, {0.25}, {0.75}})},
        {"-0,5\n2,25", matrix({{-0.5}, {2.25}})},
        {"0,5\n1\n", matrix({{0.5}, {1}})},
        {"0,5", matrix({{0.5}})},
        {"0,5\t0,25\r\n0,75\t1\r\n", matrix({{0.5, 0.25}, {0.75, 1}})},
        {"0,5 0,25\n0,75 1", matrix({{0.5, 0.25}, {0.75, 1}})},
        {"1.000,5\t2\n3\t4", matrix({{1000.5, 2}, {3, 4}})},
        {"1,000.5\t2\n3\t4", matrix({{1000.5, 2}, {3, 4}})},
        {"1 000,5;2\n3;4", matrix({{1000.5, 2}, {3, 4}})},
        {"1'000.5\t1\xE2\x80\xAF"
         "000\n3\t4",
         matrix({{1000.5, 1000}, {3, 4}})},
        // whole numbers, which no weights of one column are
        {"0,1\n1,0", matrix({{0, 1}, {1, 0}})},
        {"1,0\n0,1", matrix({{1, 0}, {0, 1}})},
        {"10,20\n30,40", matrix({{10, 20}, {30, 40}})},
        {"1\t2\t\n3\t4\t\n", square},
    };
    for (const Good& row : rows) {
        const Result<MatrixText> result = parseMatrixText(row.text);
        ASSERT_TRUE(result) << row.text << ": " << sentence(result.error());
        const MatrixD& read = result->matrix;
        ASSERT_EQ(read.rows(), row.expected.rows()) << row.text;
        ASSERT_EQ(read.cols(), row.expected.cols()) << row.text;
        for (Index i = 0; i < row.expected.size(); ++i)
            EXPECT_EQ(read.data()[i], row.expected.data()[i]) << row.text << ", entry " << i;
    }
}

TEST(MatrixText, KeepsWhatIsNotFinite) {
    const Result<MatrixText> text = parseMatrixText("nan\tinf\t-inf\tNaN\tInfinity\t-np.inf");
    ASSERT_TRUE(text) << sentence(text.error());
    const MatrixD& result = text->matrix;
    EXPECT_TRUE(std::isnan(result(0, 0)));
    EXPECT_EQ(result(0, 1), std::numeric_limits<double>::infinity());
    EXPECT_EQ(result(0, 2), -std::numeric_limits<double>::infinity());
    EXPECT_TRUE(std::isnan(result(0, 3)));
    EXPECT_EQ(result(0, 4), std::numeric_limits<double>::infinity());
    EXPECT_EQ(result(0, 5), -std::numeric_limits<double>::infinity());
}

TEST(MatrixText, RefusesWithASentence) {
    const Bad rows[] = {
        {"", "the text holds no numbers"},
        {" \n\t\n", "the text holds no numbers"},
        {"[[], []]", "the text holds no numbers"},
        {"1\t2\n3\tx", "\"x\" is not a number (line 2, column 2)"},
        {"1\t2\n3", "the row has 1 fields, but the rows before it have 2 (line 2, column 1)"},
        {"1\t\n3\t4", "a number is missing (line 1, column 2)"},
        {"1\tNA\n3\t4", "a number is missing (line 1, column 2)"},
        {"1,5\t2.5",
         "\"1,5\" is not a number as the others are: some have a decimal comma, some a point (line 1, column "
         "1)"},
        {"# a\n1\t2\n\n# b\n3\t4\n", "the text holds 2 tables; copy one of them"},
        {"[[1, 2], [3]]", "row 2 has 1 numbers, but row 1 has 2"},
        {"[[1,, 2]]", "a number is missing (row 1, column 2)"},
        {"[[1, 2], [3, 4]", "a closing \"]\" is missing at the end"},
        {"array([1, 2], dtype=float32", "a closing \")\" is missing at the end"},
        {"[1, 2)", "\")\" does not belong into a matrix (row 1, column 3)"},
        {"[1, 2]]", "\"]\" does not belong into a matrix (row 2, column 1)"},
        {"[[[1, 2], [3, 4]]]", "the text has more than two axes; paste one matrix, such as a[0]"},
        {"[[1, 2]] [[3, 4]]", "the text has more than two axes; paste one matrix, such as a[0]"},
        {"[1, [2, 3]]", "\"[\" does not belong into a matrix (row 1, column 2)"},
        {"[[2, 3], 1]", "\"1\" does not belong into a matrix (row 2, column 1)"},
        {"[1, 2] = 3", "\"=\" does not belong into a matrix (row 2, column 1)"},
        {"[1+2j, 0]", "\"1+2j\" is not a number (row 1, column 1)"},
        {"[[1, 'a']]", "\"'a'\" is not a number (row 1, column 2)"},
        {"[--1]", "\"--1\" is not a number (row 1, column 1)"},
        {"0x10", "\"0x10\" is not a number (line 1, column 1)"},
        {"1 1e400", "1e400 is larger than float64 can hold (line 1, column 2)"},
        {"[1, 1e400]", "1e400 is larger than float64 can hold (row 1, column 2)"},
        {"[1, None]", "\"None\" is not a number (row 1, column 2)"},
        {"[[0.1 0.2 ... 0.3]]", "the text leaves numbers out with \"...\"; print all of them with "
                                "numpy.set_printoptions(threshold=sys.maxsize)"},
        {"the quick brown fox", "\"the\" is not a number (line 1, column 1)"},
        {"爱爱爱爱爱爱爱爱爱爱爱爱爱爱爱爱", "\"爱爱爱爱爱爱爱爱爱爱爱爱爱…\" is not a number (line 1, column 1)"},
    };
    for (const Bad& row : rows) {
        const Result<MatrixText> result = parseMatrixText(row.text);
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
    const Result<MatrixText> result = parseMatrixText(text + "]");
    ASSERT_TRUE(result) << sentence(result.error());
    ASSERT_EQ(result->matrix.rows(), 500);
    ASSERT_EQ(result->matrix.cols(), 300);
    EXPECT_EQ(result->matrix(499, 299), 499.299);
}

TEST(MatrixText, ManyOpenBracketsAreRefusedAtOnce) {
    const Result<MatrixText> result = parseMatrixText(std::string(1 << 20, '['));
    ASSERT_FALSE(result);
    EXPECT_TRUE(result.error().is(tooManyAxesInText));
}

TEST(MatrixText, SaysWhatItAssumed) {
    const auto notesOf = [](const char* text) {
        const auto result = parseMatrixText(text);
        EXPECT_TRUE(result) << sentence(result.error());
        std::string all;
        for (const Phrase& note : result->notes)
            all += sentence(note) + ".";
        return all;
    };
    EXPECT_EQ(notesOf("1\t2\n3\t4"), "");
    EXPECT_EQ(notesOf("0,5\n0,25"), "numbers are read with a decimal comma.");
    EXPECT_EQ(notesOf("1.000,5\t2"),
              "numbers are read with a decimal comma.digits stand in groups: \"1.000,5\" is read as 1000.5.");
    EXPECT_EQ(notesOf("9007199254740993\t1"), "whole numbers beyond 2^53 are rounded: 1, such as 9007199254740993.");
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
        EXPECT_EQ(matrix->matrix.rows(), 100000);
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
