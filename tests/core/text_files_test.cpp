// Tables and JSON: what is read, and what is refused with line and column.
#include "core/files/delimited.h"
#include "core/files/json_scanner.h"
#include "core/number_text.h"
#include "core/session/reference.h"

#include "tests/support/core/numbers.h"
#include "tests/support/core/temporary_folder.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

using namespace heedmap;
using namespace heedmap::files;

namespace {

using heedmap::test::infinity;
using heedmap::test::quietNaN;

struct GoodRow {
    const char* name;
    const char* file;
    std::string text;
    Shape shape;
    std::vector<double> values;
    Labels labels;
    std::vector<std::string> remarks;
    friend void PrintTo(const GoodRow& row, std::ostream* out) { *out << row.name; }
};

struct BadTextFile {
    const char* name;
    const char* file;
    std::string text;
    std::string sentence; // after "FILE: "
    friend void PrintTo(const BadTextFile& row, std::ostream* out) { *out << row.name; }
};

std::string nested(std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
}

} // namespace

class GoodText : public testing::TestWithParam<GoodRow> {};

TEST_P(GoodText, IsRead) {
    const GoodRow& row = GetParam();
    const test::TemporaryFolder folder;
    const auto opened = openReference({folder.file(row.file, row.text), {}, {}});
    ASSERT_TRUE(opened) << sentence(opened.error());
    EXPECT_EQ(opened->tensor.shape().text(), row.shape.text());
    ASSERT_EQ(opened->tensor.shape(), row.shape);
    std::vector<double> values(static_cast<std::size_t>(row.shape.count()));
    opened->tensor.view.copyTo(std::span<double>(values));
    for (std::size_t i = 0; i < values.size(); ++i)
        EXPECT_TRUE(values[i] == row.values.at(i) || (std::isnan(values[i]) && std::isnan(row.values[i])))
            << "entry " << i << ": " << values[i] << " and " << row.values[i];
    EXPECT_EQ(opened->labels, row.labels);
    ASSERT_EQ(opened->remarks.size(), row.remarks.size());
    for (std::size_t i = 0; i < row.remarks.size(); ++i)
        EXPECT_EQ(sentence(opened->remarks[i]), row.remarks[i]);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, GoodText,
    testing::Values(
        GoodRow{"plain", "a.csv", "1,2\n3,4\n", {2, 2}, {1, 2, 3, 4}, {}, {}},
        GoodRow{"noLastNewline", "a.csv", "1,2\n3,4", {2, 2}, {1, 2, 3, 4}, {}, {}},
        GoodRow{"markAndCarriageReturns",
                "a.csv",
                "\xef\xbb\xbf"
                "1,2\r\n\r\n3,4\r\n",
                {2, 2},
                {1, 2, 3, 4},
                {},
                {}},
        GoodRow{"blanksAround", "a.csv", " 0.5, +1e2 ,-3 \n", {1, 3}, {0.5, 100, -3}, {}, {}},
        GoodRow{"notFinite",
                "a.csv",
                "nan,inf,-Infinity,NaN,1e999,1e-999\n",
                {1, 6},
                {quietNaN, infinity, -infinity, quietNaN, infinity, 0},
                {},
                {}},
        GoodRow{"tabs", "a.tsv", "1\t2\n3\t4\n", {2, 2}, {1, 2, 3, 4}, {}, {}},
        GoodRow{"runsOfBlanks", "a.txt", "  1   2\n 3 4  \n", {2, 2}, {1, 2, 3, 4}, {}, {}},
        GoodRow{"semicolons", "a.csv", "1.5;2\n3;4\n", {2, 2}, {1.5, 2, 3, 4}, {}, {}},
        GoodRow{"decimalComma",
                "a.csv",
                "1,5;2\n3;4,25\n",
                {2, 2},
                {1.5, 2, 3, 4.25},
                {},
                {"numbers are read with a decimal comma"}},
        GoodRow{
            "decimalCommaInTabs", "a.tsv", "1,5\t2\n", {1, 2}, {1.5, 2}, {}, {"numbers are read with a decimal comma"}},
        GoodRow{"oneColumn", "a.csv", "1\n2\n", {2, 1}, {1, 2}, {}, {}},
        GoodRow{"oneNumber", "a.csv", "7", {1, 1}, {7}, {}, {}},
        GoodRow{"headerOnly", "a.csv", "a,b\n", {0, 2}, {}, {{}, {"a", "b"}}, {}},
        GoodRow{"header", "a.csv", "a,b\n1,2\n", {1, 2}, {1, 2}, {{}, {"a", "b"}}, {}},
        GoodRow{"headerOfOneColumn", "a.csv", "a\n1\n2\n", {2, 1}, {1, 2}, {{}, {"a"}}, {}},
        GoodRow{"side", "a.csv", "x,1,2\ny,3,4\n", {2, 2}, {1, 2, 3, 4}, {{"x", "y"}, {}}, {}},
        GoodRow{"sideOfOneRow", "a.csv", "x,1,2\n", {1, 2}, {1, 2}, {{"x"}, {}}, {}},
        GoodRow{"both", "a.csv", "t,a,b\nx,1,2\n", {1, 2}, {1, 2}, {{"x"}, {"a", "b"}}, {}},
        GoodRow{"numbersAsLabels", "a.csv", ",0,1\n0,0.5,0.25\n", {1, 2}, {0.5, 0.25}, {{"0"}, {"0", "1"}}, {}},
        GoodRow{"quotedLabels",
                "a.csv",
                ",\"1992\",\"a,\"\"b\"\"\"\n\" x\",1,2\n",
                {1, 2},
                {1, 2},
                {{" x"}, {"1992", "a,\"b\""}},
                {}},
        GoodRow{"everythingQuoted", "a.csv", "\"1\",\"2\"\n\"3\",\"4\"\n", {2, 2}, {1, 2, 3, 4}, {}, {}},
        GoodRow{"separatorAsLabel",
                "a.csv",
                ",\",\",;\nx,1,2\ny,3,4\n",
                {2, 2},
                {1, 2, 3, 4},
                {{"x", "y"}, {",", ";"}},
                {}},
        GoodRow{"emptyFields",
                "a.csv",
                "1,,3\n4,5,\n",
                {2, 3},
                {1, quietNaN, 3, 4, 5, quietNaN},
                {},
                {"2 empty fields are read as NaN"}},
        GoodRow{"savetxt", "a.txt", "# made by numpy.savetxt\n1.0e+00 2.0e+00\n", {1, 2}, {1, 2}, {}, {}},
        GoodRow{"jsonMatrix", "a.json", "[[1, 2.5], [-3e2, 4]]", {2, 2}, {1, 2.5, -300, 4}, {}, {}},
        GoodRow{"jsonMark", "a.json", "\xef\xbb\xbf [[1]] ", {1, 1}, {1}, {}, {}},
        GoodRow{"jsonVector", "a.json", "[1]", {1}, {1}, {}, {}},
        GoodRow{"jsonDeep", "a.json", "[[[[[1, 2]]]]]", {1, 1, 1, 1, 2}, {1, 2}, {}, {}},
        GoodRow{"jsonEmpty", "a.json", "[[], []]", {2, 0}, {}, {}, {}},
        GoodRow{"jsonPython",
                "a.json",
                "[NaN, Infinity, -Infinity, 1E400]",
                {4},
                {quietNaN, infinity, -infinity, infinity},
                {},
                {}},
        GoodRow{"jsonNull", "a.json", "[1, null]", {2}, {1, quietNaN}, {}, {"1 empty entries (null) are read as NaN"}},
        GoodRow{"jsonTokens",
                "a.json",
                R"({"tokens": ["a", "\u00e9\ud83d\ude00\n"], "x": {"y": [[]]}, "attn": [[1, 0], [0, 1]]})",
                {2, 2},
                {1, 0, 0, 1},
                {{"a", "é😀\n"}, {"a", "é😀\n"}},
                {}},
        GoodRow{"jsonBertviz",
                "a.json",
                R"({"attn": [[1, 0]], "left_text": ["q"], "right_text": ["k", "l"]})",
                {1, 2},
                {1, 0},
                {{"q"}, {"k", "l"}},
                {}},
        GoodRow{"jsonByContent", "a.dat", "{\"alpha\": [[1]], \"layer\": 3, \"rows\": []}", {1, 1}, {1}, {}, {}}),
    [](const auto& row) { return row.param.name; });

class BadText : public testing::TestWithParam<BadTextFile> {};

TEST_P(BadText, IsRefusedWithASentence) {
    const test::TemporaryFolder folder;
    const std::string path = folder.file(GetParam().file, GetParam().text);
    const auto opened = openReference({path, {}, {}});
    ASSERT_FALSE(opened);
    std::string expected = GetParam().sentence;
    if (const std::size_t file = expected.find("FILE"); file != std::string::npos)
        expected.replace(file, 4, path);
    EXPECT_EQ(sentence(opened.error()), path + ": " + expected);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, BadText,
    testing::Values(
        BadTextFile{"empty", "a.csv", "", "the file is empty"},
        BadTextFile{"blank", "a.csv", "\n \n", "the file holds no row of numbers"},
        BadTextFile{"tooFew", "a.csv", "1,2,3\n4,5\n",
                    "the row has 2 fields, but the rows before it have 3 (line 2, column 2)"},
        BadTextFile{"tooMany", "a.csv", "1,2\n\n3,4,5\n",
                    "the row has 3 fields, but the rows before it have 2 (line 3, column 3)"},
        BadTextFile{"word", "a.csv", "a,b\n1,2\n3,x\n", "\"x\" is not a number (line 3, column 2)"},
        BadTextFile{"wordInSecondTable", "a.csv", "# one\n1,2\n\n# two\n1,2\n3,4x\n",
                    "the file holds 2 tensors; say which, as in FILE#one"},
        BadTextFile{"quote", "a.csv", "1,\"2\n3,4\n", "a quote opens here and does not close (line 1, column 2)"},
        BadTextFile{"zero", "a.csv", std::string("1,2\0", 4), "this is not a text file: byte 3 is zero"},
        BadTextFile{"utf16", "a.csv",
                    "\xff\xfe"
                    "1",
                    "UTF-16 text files are not read; save the arrays with numpy.savez as npz and open that"},
        BadTextFile{"mixedDecimals", "a.csv", "1,5;2.5\n", "\"1,5\" is not a number (line 1, column 1)"},
        BadTextFile{"jsonCut", "a.json", "[[1, 2", "this is not valid JSON: it ends too early (line 1, column 7)"},
        BadTextFile{"jsonComma", "a.json", "[[1, 2]\n [3]]",
                    "this is not valid JSON: a comma or ] is missing (line 2, column 2)"},
        BadTextFile{"jsonTrailing", "a.json", "[1,]", "this is not valid JSON: a value is missing (line 1, column 4)"},
        BadTextFile{"jsonAfter", "a.json", "[1] x",
                    "this is not valid JSON: something follows its end (line 1, column 5)"},
        BadTextFile{"jsonName", "a.json", "{attn: [1]}",
                    "this is not valid JSON: a name in quotes is missing (line 1, column 2)"},
        BadTextFile{"jsonNumber", "a.json", "[1.]",
                    "this is not valid JSON: a number is not complete (line 1, column 4)"},
        BadTextFile{"jsonText", "a.json", "{\"a\": \"b\nc\"}",
                    "this is not valid JSON: a text in quotes does not end (line 1, column 7)"},
        BadTextFile{"jsonUtf8", "a.json", "{\"\xff\": [1]}",
                    "this is not valid JSON: a text is not UTF-8 (line 1, column 3)"},
        BadTextFile{"jsonEscape", "a.json", "[\"\\x\"]",
                    "this is not valid JSON: a \\ is followed by what has no meaning (line 1, column 5)"},
        BadTextFile{"jsonRagged", "a.json", "[[1, 2],\n [3]]",
                    "this list has 1 entries, but the lists before it have 2 (line 2, column 4)"},
        BadTextFile{"jsonMixed", "a.json", "[[1], 2]",
                    "numbers and lists stand side by side; every entry has to be nested as deep as the first (line 1, "
                    "column 7)"},
        BadTextFile{"jsonMixedDeeper", "a.json", "[1, [2]]",
                    "numbers and lists stand side by side; every entry has to be nested as deep as the first (line 1, "
                    "column 5)"},
        BadTextFile{"jsonWord", "a.json", "[1, \"a\"]", "a list of numbers holds something else (line 1, column 5)"},
        BadTextFile{"jsonNineAxes", "a.json", "[[[[[[[[[1]]]]]]]]]",
                    "the numbers are nested more than 5 deep; at most 5 axes are read from JSON (line 1, column 6)"},
        BadTextFile{"jsonDeep", "a.json", nested(100000),
                    "this is not valid JSON: it is nested more than 64 deep (line 1, column 65)"},
        BadTextFile{"jsonNothing", "a.json", "{\"tokens\": [\"a\"]}",
                    "no list of numbers was found; write [[0.5, 0.5], [1, 0]] or {\"tokens\": [\"a\", \"b\"], "
                    "\"attention\": …}"}),
    [](const auto& row) { return row.param.name; });

TEST(TextNumbers, AreReadWhole) {
    EXPECT_EQ(numberFrom("1e400"), infinity);
    EXPECT_EQ(numberFrom("-1e400"), -infinity);
    EXPECT_EQ(numberFrom("1e-400"), 0);
    EXPECT_EQ(numberFrom("0.000001e400"), infinity);
    EXPECT_EQ(numberFrom("123456789e-99999999999999999999"), 0);
    EXPECT_EQ(numberFrom("1" + std::string(400, '0')), infinity);
    for (const char* text : {"", "+", "-", "1x", "0x10", "1 2", "nan(1)", "+-1", "e5", "."})
        EXPECT_EQ(numberFrom(text), std::nullopt) << text;
}

TEST(Separator, IsGuessedFromTheFirstRows) {
    EXPECT_EQ(guessSeparator("1,2\n3,4\n"), ',');
    EXPECT_EQ(guessSeparator("1;2\n3;4\n"), ';');
    EXPECT_EQ(guessSeparator("0,1;0,2\n0,3;0,4\n"), ';');
    EXPECT_EQ(guessSeparator("a b\t1\nc d\t2\n"), '\t');
    EXPECT_EQ(guessSeparator("1 2\n3 4\n"), ' ');
    EXPECT_EQ(guessSeparator("0.5, 0.1\n0.5, 0.1\n"), ',');
    EXPECT_EQ(guessSeparator(""), ',');
}
