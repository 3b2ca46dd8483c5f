// Tables and JSON: what is read, and what is refused with line and column.
#include "core/files/delimited.h"
#include "core/files/json_file.h"
#include "core/files/json_scanner.h"
#include "core/files/matrix_text.h"
#include "core/files/table_file.h"
#include "core/number_text.h"
#include "core/session/reference.h"

#include "tests/support/core/numbers.h"
#include "tests/support/core/temporary_folder.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <random>

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
                {"numbers larger than float64 can hold are read as infinite: 1, such as 1e999",
                 "numbers smaller than float64 can hold are read as 0: 1, such as 1e-999"}},
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
        GoodRow{"header", "a.csv", "a,b\n1,2\n", {1, 2}, {1, 2}, {{}, {"a", "b"}}, {}},
        GoodRow{"headerOfOneColumn", "a.csv", "a\n1\n2\n", {2, 1}, {1, 2}, {{}, {"a"}}, {}},
        GoodRow{"side", "a.csv", "x,1,2\ny,3,4\n", {2, 2}, {1, 2, 3, 4}, {{"x", "y"}, {}}, {}},
        GoodRow{"sideOfOneRow", "a.csv", "x,1,2\n", {1, 2}, {1, 2}, {{"x"}, {}}, {}},
        GoodRow{"both", "a.csv", "t,a,b\nx,1,2\n", {1, 2}, {1, 2}, {{"x"}, {"a", "b"}}, {}},
        GoodRow{"numbersAsLabels",
                "a.csv",
                ",0,1\n0,0.5,0.25\n",
                {1, 2},
                {0.5, 0.25},
                {{"0"}, {"0", "1"}},
                {"numbers at the border are taken for labels"}},
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
        GoodRow{"missingInFirstRow",
                "a.csv",
                "0.5,NA\n0.2,0.8\n",
                {2, 2},
                {0.5, quietNaN, 0.2, 0.8},
                {},
                {"1 missing values (\"NA\") are read as NaN"}},
        GoodRow{"missingInFirstColumn",
                "a.csv",
                "a,b\n-,0.5\nNone,1\n",
                {2, 2},
                {quietNaN, 0.5, quietNaN, 1},
                {{}, {"a", "b"}},
                {"2 missing values (\"-\") are read as NaN"}},
        GoodRow{"tokensThatLookMissing",
                "a.csv",
                ",the,-,None\nNA,1,2,3\nis,4,5,6\n",
                {2, 3},
                {1, 2, 3, 4, 5, 6},
                {{"NA", "is"}, {"the", "-", "None"}},
                {}},
        GoodRow{"maskedCorner",
                "a.csv",
                ",0.5\n0.25,0.75\n",
                {2, 2},
                {quietNaN, 0.5, 0.25, 0.75},
                {},
                {"1 empty fields are read as NaN"}},
        GoodRow{"separatorAtLineEnds",
                "a.csv",
                ",I,you,\nje,1,2,\n",
                {1, 2},
                {1, 2},
                {{"je"}, {"I", "you"}},
                {"columns at the end without any entry are left out: 1"}},
        GoodRow{"separatorAtLineEndsOfNumbers",
                "a.csv",
                "a,b\n1,2,\n3,4,\n",
                {2, 2},
                {1, 2, 3, 4},
                {{}, {"a", "b"}},
                {"columns at the end without any entry are left out: 1"}},
        GoodRow{"namelessRows", "a.txt", "\"a\" \"b\"\n\"x\" 1 2\n", {1, 2}, {1, 2}, {{"x"}, {"a", "b"}}, {}},
        GoodRow{"spacesStay", "a.csv", ", a,b \n x,1, 2\n", {1, 2}, {1, 2}, {{" x"}, {" a", "b "}}, {}},
        GoodRow{"quotesWithin", "a.csv", ",\"a\" b,c\nx,1,2\n", {1, 2}, {1, 2}, {{"x"}, {"\"a\" b", "c"}}, {}},
        GoodRow{"quotedCommas",
                "a.csv",
                "id,x\n1, \"0,75\"\n2, \"1001,5\"\n",
                {2, 2},
                {1, 0.75, 2, 1001.5},
                {{}, {"id", "x"}},
                {"numbers are read with a decimal comma"}},
        GoodRow{"groupsAndCommas",
                "a.csv",
                "1.000,5;0,25\n0;2.000,25\n",
                {2, 2},
                {1000.5, 0.25, 0, 2000.25},
                {},
                {"numbers are read with a decimal comma", "digits stand in groups: \"1.000,5\" is read as 1000.5"}},
        GoodRow{"groupsBetweenCommas",
                "a.csv",
                "\"1,000\",2.5\n3,4\n",
                {2, 2},
                {1000, 2.5, 3, 4},
                {},
                {"digits stand in groups: \"1,000\" is read as 1000"}},
        GoodRow{"columnOfCommas",
                "a.csv",
                "weight\n0,5\n0,25\n",
                {2, 1},
                {0.5, 0.25},
                {{}, {"weight"}},
                {"numbers are read with a decimal comma"}},
        GoodRow{"wholeNumbersRounded",
                "a.csv",
                "9007199254740993,9007199254740992\n",
                {1, 2},
                {9007199254740992, 9007199254740992},
                {},
                {"whole numbers beyond 2^53 are rounded: 1, such as 9007199254740993"}},
        GoodRow{"gb18030",
                "a.csv",
                ",\xce\xd2,\xb0\xae\nI,1,2\n",
                {1, 2},
                {1, 2},
                {{"I"}, {"我", "爱"}},
                {"the text is read as GB18030"}},
        GoodRow{"windows1252",
                "a.csv",
                ",\xe9t\xe9,c\xf4t\xe9\nm\xfc\x80,1,2\n",
                {1, 2},
                {1, 2},
                {{"mü€"}, {"été", "côté"}},
                {"the text is read as Windows-1252"}},
        GoodRow{"utf16",
                "a.txt",
                std::string("\xff\xfe\t\0a\0\x11\x62\n\0x\0\t\0"
                            "1\0\n\0",
                            18),
                {1, 1},
                {1},
                {{"x"}, {"a我"}},
                {"the text is read as UTF-16"}},
        GoodRow{"utf16WithoutMark",
                "a.txt",
                std::string("\0"
                            "1\0,\0"
                            "2\0\n\0"
                            "3\0,\0"
                            "4\0\n",
                            16),
                {2, 2},
                {1, 2, 3, 4},
                {},
                {"the text is read as UTF-16"}},
        GoodRow{"utf8WithABrokenLabel",
                "a.csv",
                ",我,爱你,\xe4\xbd\nI,1,2,3\n",
                {1, 3},
                {1, 2, 3},
                {{"I"}, {"我", "爱你", "\xef\xbf\xbd\xef\xbf\xbd"}},
                {"2 bytes have no meaning in UTF-8 and are shown as \"\xef\xbf\xbd\""}},
        GoodRow{"numpyPrint",
                "a.txt",
                "[[0.9  0.05\n  0.05]\n [0.1  0.8  0.1 ]]\n",
                {2, 3},
                {0.9, 0.05, 0.05, 0.1, 0.8, 0.1},
                {},
                {}},
        GoodRow{"numpyRepr",
                "a.csv",
                "array([[0.9 , 0.1],\n       [0.1 , nan]], dtype=float32)\n",
                {2, 2},
                {0.9, 0.1, 0.1, quietNaN},
                {},
                {}},
        GoodRow{"torchPrint",
                "a.txt",
                "tensor([[[0.9, 0.1],\n         [0.5, 0.5]]],\n       grad_fn=<SoftmaxBackward0>)\n",
                {1, 2, 2},
                {0.9, 0.1, 0.5, 0.5},
                {},
                {}},
        GoodRow{"maskedPrint",
                "a.txt",
                "[[0.5 --]\n [0.25 0.75]]",
                {2, 2},
                {0.5, quietNaN, 0.25, 0.75},
                {},
                {"1 missing values are read as NaN"}},
        GoodRow{
            "bracketAsLabel", "a.txt", "[CLS],a,[SEP]\n1,2,3\n", {1, 3}, {1, 2, 3}, {{}, {"[CLS]", "a", "[SEP]"}}, {}},
        GoodRow{"jsonUtf16",
                "a.json",
                std::string("\xff\xfe[\0"
                            "1\0]\0",
                            8),
                {1},
                {1},
                {},
                {"the text is read as UTF-16"}},
        GoodRow{"jsonGb18030",
                "a.json",
                "{\"tokens\": [\"\xce\xd2\"], \"attn\": [[1]]}",
                {1, 1},
                {1},
                {{"我"}, {"我"}},
                {"the text is read as GB18030"}},
        GoodRow{"jsonWindows1252",
                "a.json",
                "{\"tokens\": [\"\xfc\"], \"attn\": [[1]]}",
                {1, 1},
                {1},
                {{"ü"}, {"ü"}},
                {"the text is read as Windows-1252"}},
        GoodRow{"jsonWholeNumbers",
                "a.json",
                "[9007199254740993]",
                {1},
                {9007199254740992},
                {},
                {"1 whole numbers beyond 2^53 are rounded"}},
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
                {"1 numbers larger than float64 can hold are read as infinite"}},
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
                    "the text is not UTF-16"},
        BadTextFile{
            "mixedDecimals", "a.csv", "1,5;2.5\n",
            "\"1,5\" is not a number as the others are: some have a decimal comma, some a point (line 1, column "
            "1)"},
        BadTextFile{"headerOnly", "a.csv", "a,b\n", "the file holds no row of numbers"},
        BadTextFile{"oneWordAmongNumbers", "a.csv", "0.5,x\n0.2,0.8\n", "\"x\" is not a number (line 1, column 2)"},
        BadTextFile{"toolOutput", "a.txt", "ein Test ||| 0.9,0.05 0.1,0.8\n",
                    "this is what translation tools print, its parts between \"|||\", and not a table of numbers"},
        BadTextFile{"links", "a.txt", "0-0 1-1 2p2\n0-0\n",
                    "these are links of an alignment and not a table of numbers; give them with --gold"},
        BadTextFile{"prose", "a.txt", "It was the best of times,\nit was the worst of times.\n",
                    "this is a text of sentences and not a table of numbers; pairs of sentences are read by heedmap "
                    "align"},
        BadTextFile{"corpus", "a.tsv", "I love you\tich liebe dich\nI see you\tich sehe dich\n",
                    "this is a text of sentences and not a table of numbers; pairs of sentences are read by heedmap "
                    "align"},
        BadTextFile{"printedRagged", "a.txt", "array([[1, 2],\n       [3]])", "row 2 has 1 numbers, but row 1 has 2"},
        BadTextFile{"printedShort", "a.txt", "[[0.1 0.2 ... 0.3]]",
                    "the text leaves numbers out with \"...\"; print all of them with "
                    "numpy.set_printoptions(threshold=sys.maxsize)"},
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

// Whatever is put together from pieces of tables is read, or refused with one sentence.
TEST(TextFiles, OfRandomPiecesAreReadOrRefused) {
    std::mt19937 random(5);
    const std::vector<std::string> pieces{",",        ";",        "\t",      " ",
                                          "\n",       "\r\n",     "\"",      "\"\"",
                                          "#",        "# a\n",    "[",       "]",
                                          "(",        ")",        "{",       "}",
                                          "0.5",      "0,25",     "1.000,5", "-",
                                          "NA",       "nan",      "1e999",   "x",
                                          "我",       "\xce\xd2", "\xff",    "array(",
                                          "=",        "...",      "1 2 3\n", "a,b,c\n",
                                          "1,2,3\n",  ":",        "\"a\":",  std::string(1, '\0'),
                                          "\xff\xfe", " ||| ",    "0-0 ",    "9007199254740993"};
    for (int round = 0; round < 2000; ++round) {
        std::string text;
        for (auto left = 1 + random() % 24; left > 0; --left)
            text += pieces[random() % pieces.size()];
        const Bytes bytes{std::as_bytes(std::span(text)), std::make_shared<std::string>()};
        const auto inMemory = MappedFile::ofBytes("a.txt", bytes);
        const auto file =
            round % 4 == 0 ? openJson(inMemory) : openTable(inMemory, round % 2 ? Format::csv : Format::tsv);
        if (!file) {
            EXPECT_EQ(sentence(file.error()).find('\n'), std::string::npos) << text;
            continue;
        }
        for (std::size_t i = 0; i < (*file)->tensors().size(); ++i) {
            const auto tensor = (*file)->read(i);
            const TensorInfo& info = (*file)->tensors()[i];
            ASSERT_EQ(tensor.ok(), !info.refusal) << text;
            if (tensor) {
                EXPECT_EQ(tensor->shape(), info.shape) << text;
            }
            (*file)->labelsOf(i);
        }
        if (const auto pasted = parseMatrixText(text)) {
            EXPECT_GT(pasted->matrix.size(), 0) << text;
        }
    }
}

// Where the first lines do not tell, the user does.
TEST(TextFiles, AreReadAsIsChosen) {
    const test::TemporaryFolder folder;
    const std::string path = folder.file("a.csv", "1992,1993\n0.25,0.75\n");
    ReadOptions options;
    options.text.columnLabels = true;
    auto file = openTensors(path, options);
    ASSERT_TRUE(file) << sentence(file.error());
    EXPECT_EQ((*file)->labelsOf(0), (Labels{{}, {"1992", "1993"}}));
    EXPECT_EQ((*file)->tensors()[0].shape, (Shape{1, 2}));
    options.text.columnLabels = false;
    options.text.rowLabels = true;
    file = openTensors(path, options);
    ASSERT_TRUE(file) << sentence(file.error());
    EXPECT_EQ((*file)->labelsOf(0), (Labels{{"1992", "0.25"}, {}}));

    options.text = {};
    options.text.decimal = DecimalSign::comma;
    file = openTensors(folder.file("b.csv", "1.000;2\n"), options);
    ASSERT_TRUE(file) << sentence(file.error());
    EXPECT_EQ((*file)->read(0)->view.at(std::vector<Index>{0, 0}), 1000);
    EXPECT_EQ(*(*file)->textChoices().decimal, DecimalSign::comma);

    options.text = {};
    options.text.encoding = TextEncoding::windows1252;
    file = openTensors(folder.file("c.csv", ",\xce\xd2\nx,1\n"), options);
    ASSERT_TRUE(file) << sentence(file.error());
    EXPECT_EQ((*file)->labels().columns, std::vector<std::string>{"ÎÒ"});
}

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
    EXPECT_EQ(guessSeparator(",\"a;b\",c\n\"d;e\",1,2\n"), ',');
    EXPECT_EQ(guessSeparator("0,5\n0,25\n"), '\n');
    EXPECT_EQ(guessSeparator("0,1\n1,0\n"), ',');
}
