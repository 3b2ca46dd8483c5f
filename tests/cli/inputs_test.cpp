// The inputs of cases/inputs, each a row by its name: what the program says of it is what is right there.
#include "core/files/tensor_file.h"

#include "tests/support/cli/picture.h"
#include "tests/support/cli/program.h"
#include "tests/support/core/case_file.h"
#include "tests/support/core/cases.h"
#include "tests/support/core/drawing.h"
#include "tests/support/core/numbers.h"
#include "tests/support/core/temporary_folder.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace heedmap::test {
namespace {

using nlohmann::json;

// "render \"a.npy#[0:2]\" -o x.png" as words.
std::vector<std::string> wordsOf(const std::string& command) {
    std::vector<std::string> words(1);
    bool quoted = false;
    for (const char c : command) {
        if (c == '"')
            quoted = !quoted;
        else if (c == ' ' && !quoted)
            words.emplace_back();
        else
            words.back() += c;
    }
    return words;
}

std::string fromBase64(const std::string& text) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes;
    unsigned held = 0;
    int bits = 0;
    for (const char c : text) {
        const std::size_t digit = digits.find(c);
        if (digit == std::string_view::npos)
            break;
        held = held << 6 | static_cast<unsigned>(digit);
        bits += 6;
        if (bits >= 8)
            bytes += static_cast<char>(held >> (bits -= 8) & 0xffU);
    }
    return bytes;
}

struct Written {
    std::string name;
    Labels labels;
    MatrixD values;
};

// A folder with the input of a case, to run commands in.
class Case {
public:
    Case(const json& entry, const json& before, const std::string& source) {
        if (entry.contains("input") && entry["input"].is_string())
            for (const auto& file : std::filesystem::directory_iterator(source))
                std::filesystem::copy(file.path(), folder_.path(file.path().filename().string()));
        for (const char* key : {"files", "files_base64"}) {
            if (!entry.contains(key))
                continue;
            for (const auto& [name, content] : entry[key].items())
                folder_.file(name, key == std::string("files") ? content.get<std::string>() : fromBase64(content));
        }
        for (const char* key : {"python", "generator"}) {
            if (!entry.contains(key))
                continue;
            script_ = entry[key];
            if (script_ == "the same")
                script_ = before.at(key);
        }
    }

    // Whether there was something to run, and it failed: NumPy may be absent.
    bool cannotBeMade() const {
        if (script_.empty())
            return false;
        const std::string before = "import os; os.chdir('" + folder_.path("") + "')\n";
        for (const char* python : {"python3", "/usr/bin/python3"})
            if (hasTool(python) && runTool({python, "-c", before + script_}).status == 0)
                return false;
        return true;
    }

    Finished run(const std::string& command) const {
        RunOptions options;
        options.folder = folder_.path("");
        return runHeedmap(wordsOf(command), options);
    }

    std::string path(const std::string& name) const { return folder_.path(name); }

    // The matrices that a command writes to standard output as CSV.
    std::vector<Written> tables(const std::string& command) const {
        const Finished finished = run(command);
        EXPECT_EQ(finished.status, 0) << finished.errors;
        return tablesIn(finished);
    }

    std::vector<Written> tablesIn(const Finished& finished) const {
        std::vector<Written> written;
        const auto file = files::openTensors(folder_.file("written.csv", finished.output));
        EXPECT_TRUE(file) << finished.output << finished.errors;
        for (std::size_t i = 0; file && i < (*file)->tensors().size(); ++i) {
            const auto tensor = (*file)->read(i);
            EXPECT_TRUE(tensor) << finished.output;
            if (tensor)
                written.push_back({(*file)->tensors()[i].name, (*file)->labelsOf(i), toMatrixD(tensor->view)});
        }
        return written;
    }

private:
    TemporaryFolder folder_;
    std::string script_;
};

MatrixD rows(std::initializer_list<std::initializer_list<double>> numbers) {
    MatrixD matrix(static_cast<Index>(numbers.size()), static_cast<Index>(numbers.begin()->size()));
    Index i = 0;
    for (const auto& row : numbers) {
        std::copy(row.begin(), row.end(), matrix.row(i).begin());
        ++i;
    }
    return matrix;
}

void expectEqual(const MatrixD& read, const MatrixD& right) {
    ASSERT_EQ(read.rows(), right.rows());
    ASSERT_EQ(read.cols(), right.cols());
    for (Index i = 0; i < right.rows(); ++i)
        for (Index j = 0; j < right.cols(); ++j)
            EXPECT_TRUE(std::abs(read(i, j) - right(i, j)) < 1e-12 ||
                        (std::isnan(read(i, j)) && std::isnan(right(i, j))))
                << "[" << i << "," << j << "]: " << read(i, j) << " instead of " << right(i, j);
}

// One matrix is written, with these labels and numbers.
void expectTable(const Case& input, const std::string& command, const MatrixD& right, const Labels& labels,
                 const std::string& note = {}) {
    const Finished finished = input.run(command);
    ASSERT_EQ(finished.status, 0) << finished.errors;
    const auto written = input.tablesIn(finished);
    ASSERT_EQ(written.size(), 1U) << finished.output;
    expectEqual(written[0].values, right);
    EXPECT_EQ(written[0].labels.rows, labels.rows);
    EXPECT_EQ(written[0].labels.columns, labels.columns);
    EXPECT_NE(finished.errors.find(note), std::string::npos) << finished.errors;
    if (note.empty()) {
        EXPECT_EQ(finished.errors, "");
    }
}

bool isOneLine(const std::string& text) {
    return std::count(text.begin(), text.end(), '\n') == 1 && text.ends_with('\n');
}

// Refused with one sentence, in which these words stand.
void expectRefusal(const Finished& finished, const std::string& words) {
    EXPECT_EQ(finished.status, 3);
    EXPECT_EQ(finished.output, "");
    EXPECT_TRUE(isOneLine(finished.errors)) << finished.errors;
    EXPECT_NE(finished.errors.find(words), std::string::npos) << finished.errors;
}

// The rate of the first panel of `compare … --json`.
void expectErrorRate(const Finished& finished, double rate) {
    ASSERT_EQ(finished.status, 0) << finished.errors;
    const json said = json::parse(finished.output, nullptr, false);
    ASSERT_TRUE(said.contains("panels")) << finished.output;
    EXPECT_NEAR(said["panels"].at(0).at("alignment_error_rate").get<double>(), rate, 1e-12);
}

const std::vector<std::string> chinese{"我", "爱", "你"};
const Labels frenchLabels{{"je", "aime"}, {"I", "love", "you"}};

using Check = std::function<void(const Case&)>;

const std::map<std::string, Check> checks{
    {"A row with NA at the top of a table becomes labels",
     [](const Case& input) {
         expectTable(input, "render n51_na_first_row.csv -o - --format csv",
                     rows({{0.5, quietNaN}, {0.2, 0.8}, {0.6, 0.4}}), {}, "1 missing values (\"NA\") are read as NaN");
     }},
    {"A column with one NA becomes row labels",
     [](const Case& input) {
         expectTable(input, "render n51_na_first_column.csv -o - --format csv",
                     rows({{0.25, 0.75}, {quietNaN, 0.5}, {0.5, 0.5}}), {{}, {"a", "b"}},
                     "1 missing values (\"NA\") are read as NaN");
     }},
    {"A table as R's write.csv writes it, with NA",
     [](const Case& input) {
         expectTable(input, "render n51_r_write_csv.csv -o - --format csv",
                     rows({{0.9, 0.1, quietNaN}, {0.1, 0.8, 0.1}}), frenchLabels,
                     "1 missing values (\"NA\") are read as NaN");
     }},
    {"A delimiter at the end of every line adds a column of NaN",
     [](const Case& input) {
         expectTable(input, "render n50_trailing_labels.csv -o - --format csv",
                     rows({{0.7, 0.2, 0.1}, {0.1, 0.8, 0.1}}), frenchLabels, "without any entry are left out: 1");
     }},
    {"The same with semicolons and decimal commas",
     [](const Case& input) {
         const Finished finished = input.run("info n50_trailing_semicolon.csv --json");
         const json tensor = json::parse(finished.output, nullptr, false)["files"][0]["tensors"][0];
         EXPECT_EQ(tensor["shape"], json({2, 3}));
         EXPECT_EQ(tensor["nan"], 0);
         EXPECT_EQ(tensor["sums_to_1_along"], json({1}));
     }},
    {"Quoted decimal commas between commas",
     [](const Case& input) {
         expectTable(input, "render n02e_geoda.csv -o - --format csv", rows({{1, 0.75, 1.25}, {2, 1001.5, 0.5}}),
                     {{}, {"id", "x", "y"}}, "numbers are read with a decimal comma");
     }},
    {"Thousands points with decimal commas",
     [](const Case& input) {
         expectTable(input, "render n02b_grouped.csv -o - --format csv", rows({{1000.5, 0.25, 0.25}, {0, 2000.25, 0}}),
                     {{"ich", "liebe"}, {"I", "love", "you"}}, "\"1.000,5\" is read as 1000.5");
     }},
    {"A table that a Chinese Excel saved (GB18030)",
     [](const Case& input) {
         expectTable(input, "render n39_gbk.csv -o - --format csv", rows({{0.9, 0.05, 0.05}, {0.1, 0.8, 0.1}}),
                     {{"I", "love"}, chinese}, "the text is read as GB18030");
     }},
    {"Text that Excel saves as \"Unicode text\" (UTF-16, tabs)",
     [](const Case& input) {
         expectTable(input, "render n39_utf16.tsv -o - --format csv", rows({{0.9, 0.05, 0.05}, {0.1, 0.8, 0.1}}),
                     {{"I", "love"}, chinese}, "the text is read as UTF-16");
         EXPECT_EQ(input.run("info n39_utf16.tsv").status, 0);
     }},
    {"info of one tensor of a file",
     [](const Case& input) {
         const Finished finished = input.run("info n38_slash.npz#a/b/c");
         EXPECT_TRUE(finished.status == 0 || finished.errors.find("leave out #a/b/c") != std::string::npos)
             << finished.errors;
     }},
    {"Attention weights with a trailing axis of one, [query, key, 1]",
     [](const Case& input) {
         const auto written = input.tables("render attention_weights_n_n_1.npy -o - --format csv");
         ASSERT_EQ(written.size(), 1U);
         EXPECT_EQ(written[0].values.rows(), 4);
         EXPECT_EQ(written[0].values.cols(), 4);
     }},
    {"A mask of shape [1, 1, n, n]",
     [](const Case& input) {
         const std::string command = "attend --q qkv.npz#q --k qkv.npz#k -o - --format csv --mask ";
         const Finished whole = input.run(command + "custom:mask_1_1_n_n.npy");
         EXPECT_EQ(whole.status, 0) << whole.errors;
         EXPECT_EQ(input.run(command + "custom:mask_1_1_n_n.npy[0,0]").output, whole.output);
     }},
    {"A mask as Hugging Face models hold it: 0 and torch.finfo(float32).min",
     [](const Case& input) {
         const std::string command = "attend --q qkv.npz#q --k qkv.npz#k -o - --format csv --mask ";
         const Finished finished = input.run(command + "custom:mask_finfo_min.npy");
         EXPECT_EQ(finished.status, 0) << finished.errors;
         EXPECT_EQ(finished.output, input.run(command + "causal").output);
     }},
    {"Soft alignments of Marian",
     [](const Case& input) {
         const Finished finished = input.run("info n10_marian_soft.txt");
         if (finished.status != 0)
             return expectRefusal(finished, "what translation tools print");
         EXPECT_EQ(finished.output.find("0x7"), std::string::npos) << finished.output;
     }},
    {"Soft alignments of Nematus",
     [](const Case& input) {
         const Finished finished = input.run("render n10_nematus.txt -o - --format csv");
         if (finished.status != 0)
             return expectRefusal(finished, "what translation tools print");
         const auto written = input.tablesIn(finished);
         ASSERT_EQ(written.size(), 1U);
         EXPECT_EQ(written[0].labels.rows, (std::vector<std::string>{"ein", "Test", "</s>"}));
         EXPECT_EQ(written[0].labels.columns, (std::vector<std::string>{"a", "test", "</s>"}));
     }},
    {"Recall of a gold alignment without sure links",
     [](const Case& input) {
         const Finished finished =
             input.run("align --corpus n11_zero.tsv --score dot --steps 3 --batch 4 --embedding 8 --encoder 8 "
                       "--decoder 8 --gold n11_one_sp.gold --base 1");
         EXPECT_EQ(finished.status, 0) << finished.errors;
         EXPECT_EQ((finished.output + finished.errors).find("recall 100"), std::string::npos) << finished.output;
         EXPECT_NE((finished.output + finished.errors).find("recall –"), std::string::npos) << finished.output;
     }},
    {"Integers beyond 2^53",
     [](const Case& input) {
         const Finished finished = input.run("render n07_int64.npy -o - --format csv");
         EXPECT_EQ(finished.status, 0) << finished.errors;
         const bool exact =
             finished.output == "9007199254740993,9007199254740992\n9007199254740995,-9007199254740993\n";
         const bool noted = finished.errors.find("beyond 2^53 are rounded") != std::string::npos;
         EXPECT_TRUE(exact || noted) << finished.output << finished.errors;
     }},
    {"A file with what Python prints",
     [](const Case& input) {
         const MatrixD right = rows({{0.9, 0.05, 0.05}, {0.1, 0.8, 0.1}});
         for (const char* file : {"n49_repr.txt", "n49_numpy_print.txt", "n49_tensor.txt"})
             expectTable(input, std::string("render ") + file + " -o - --format csv", right, {});
     }},
    {"two-files-labels",
     [](const Case& input) {
         const auto written = input.tables("render m1.json m2.json -o - --format csv");
         ASSERT_EQ(written.size(), 2U);
         EXPECT_EQ(written[1].labels.rows, (std::vector<std::string>{"unb", "eliev", "able"}));
         EXPECT_EQ(written[1].labels.columns, written[1].labels.rows);
         EXPECT_EQ(written[0].labels.rows, (std::vector<std::string>{"un", "believ", "able"}));
         EXPECT_NE(written[0].name.find("m1.json"), std::string::npos);
         EXPECT_NE(written[1].name.find("m2.json"), std::string::npos);
     }},
    {"two-csv-labels",
     [](const Case& input) {
         const auto written = input.tables("render c1.csv c2.csv -o - --format csv");
         ASSERT_EQ(written.size(), 2U);
         EXPECT_EQ(written[1].labels, (Labels{{"z", "w"}, {"c", "d"}}));
     }},
    {"generate-steps-labels",
     [](const Case& input) {
         const Finished finished = input.run("render s0.npy s1.npy --tokens t.json -o - --format csv");
         const auto written = input.tablesIn(finished);
         ASSERT_EQ(written.size(), 2U);
         EXPECT_EQ(written[1].labels.columns, (std::vector<std::string>{"The", "cat", "sat", "on", "the", "mat", "."}));
         const std::vector<std::string>& rowLabels = written[1].labels.rows;
         const bool noted = rowLabels.empty() && !finished.errors.empty();
         EXPECT_TRUE(noted || rowLabels == std::vector<std::string>{"."}) << finished.output << finished.errors;
     }},
    {"compare-one-panel",
     [](const Case& input) {
         expectErrorRate(input.run("compare one.npy --gold one.gold --json"), 0);
     }},
    {"sort-aer",
     [](const Case& input) {
         const Finished finished = input.run("compare one.npy one.npy --gold one.gold --sort aer");
         EXPECT_EQ(finished.status, 0) << finished.errors;
         EXPECT_NE(finished.output.find("precision"), std::string::npos) << finished.output;
         EXPECT_NE(finished.output.find("recall"), std::string::npos) << finished.output;
     }},
    {"gold-link-of-eos",
     [](const Case& input) {
         expectErrorRate(input.run("compare four.npy --sort entropy --rows x,y,z,</s> --columns a,b,c,</s> --gold "
                                   "four.gold --json"),
                         0);
     }},
    {"aer-of-transposed",
     [](const Case& input) {
         const Finished finished = input.run("compare swT.npy --sort entropy --gold sw.gold");
         EXPECT_EQ(finished.status, 0) << finished.errors;
         EXPECT_NE(finished.errors.find("columns sum to 1"), std::string::npos) << finished.errors;
     }},
    {"three-axes-are-heads",
     [](const Case& input) {
         const Finished finished = input.run("attend h.npy --rollout -o r.npz");
         EXPECT_EQ(finished.status, 0) << finished.errors;
         EXPECT_NE(finished.errors.find("head"), std::string::npos) << finished.errors;
     }},
    {"what-if-of-weights",
     [](const Case& input) {
         const Finished finished = input.run("attend w.npy --what-if zero:*,0 -o out.npz");
         ASSERT_EQ(finished.status, 0) << finished.errors;
         expectEqual(CaseFile(input.path("out.npz")).matrix("what_if_alpha"),
                     rows({{0, 1, 0}, {0, 0.25, 0.75}, {0, 0.5, 0.5}}));
     }},
    {"nested-json",
     [](const Case& input) {
         const Finished finished = input.run("info n.json");
         EXPECT_EQ(finished.status, 0) << finished.errors;
         EXPECT_NE(finished.output.find("all/att"), std::string::npos) << finished.output;
         EXPECT_NE(finished.output.find("1×1×2×2"), std::string::npos) << finished.output;
         EXPECT_NE(finished.output.find("tokens: 2 for the rows, 2 for the columns"), std::string::npos)
             << finished.output;
     }},
    {"empty-label-looks-like-space",
     [](const Case& input) {
         if (!programDraws()) // labels are of pictures
             return;
         ASSERT_EQ(input.run("render e.npy --tokens e.json -o e.png").status, 0);
         ASSERT_EQ(input.run("render e.npy --tokens f.json -o f.png").status, 0);
         EXPECT_NE(readPicture(input.path("e.png")).pixels, readPicture(input.path("f.png")).pixels);
     }},
    {"rows-range-in-render",
     [](const Case& input) {
         const Finished finished = input.run("render --q q.npy --k q.npy --rows 5:10 -o - --format csv");
         if (finished.status == 2)
             return;
         const auto written = input.tablesIn(finished);
         ASSERT_EQ(written.size(), 1U);
         EXPECT_EQ(written[0].values.rows(), 5);
     }},
    {"slice",
     [](const Case& input) {
         EXPECT_EQ(input.tables("render \"a.npy#[0:2]\" -o - --format csv").size(), 6U);
         const auto means = input.tables("render \"a.npy#[0,mean]\" -o - --format csv");
         ASSERT_EQ(means.size(), 1U);
         expectEqual(means[0].values, MatrixD::Constant(2, 2, 0.5));
     }},
    {"denero-possible",
     [](const Case& input) {
         const Finished finished = input.run("align --model english-french-dot --evaluate p.tsv --gold p.gold");
         EXPECT_EQ(finished.errors.find("not an alignment link"), std::string::npos) << finished.errors;
         EXPECT_EQ(finished.status, 0) << finished.errors;
     }},
    {"info-exit",
     [](const Case& input) {
         expectRefusal(input.run("info obj.npy"), "obj.npy");
     }},
    {"png-of-8-bytes",
     [](const Case& input) {
         expectRefusal(input.run("info x.pt"), "cut off");
     }},
    {"own CSV of masked weights loses its first column",
     [](const Case& input) {
         for (const char* file : {"a.csv", "a.tsv"}) {
             const std::string name(file);
             ASSERT_EQ(input.run("render --q d.npz#q --k d.npz#k --mask custom:m.npy -o " + name).status, 0);
             const auto written = input.tables("render " + name + " -o - --format csv");
             ASSERT_EQ(written.size(), 1U);
             ASSERT_EQ(written[0].values.rows(), 2);
             ASSERT_EQ(written[0].values.cols(), 3);
             EXPECT_TRUE(std::isnan(written[0].values(0, 0)) && std::isnan(written[0].values(1, 1)));
             EXPECT_EQ(written[0].values(1, 2), 1);
             EXPECT_NEAR(written[0].values.row(0).tail(2).sum(), 1, 1e-12);
         }
     }},
};

// Cases that are no command, or whose right answer is a picture: what shows them.
const std::map<std::string, std::string> shownElsewhere{
    {"A column pasted from a German spreadsheet is torn into two columns", "MatrixSectionTest of the window"},
    {"A range whose two ends are written alike", "numbers in pictures"},
    {"Long tokens are cut though there is room", "labels of pictures"},
    {"The label of a single column is cut to three letters", "labels of pictures"},
    {"A token that looks like HTML in the tool tips of What if", "PlainToolTips of the window"},
    {"452 matrices: titles lose their index", "titles of the window"},
    {"Pinyin over a token chip", "tokens of the window"},
    {"First start on a small or scaled screen", "the window"},
    {"Terms of a dot product are cut at the edge of the Inspector", "the inspector"},
    {"Batch taken for layers", "the importer's proposal"},
    {"tokenizer-shifts-gold", "alignment, with less training"},
    {"attention-beside-qkv", "the importer's proposal"},
    {"window-grid", "the grid of the window"},
    {"wide-cells", "cells of pictures"},
    {"panels-blank", "sizes of pictures"},
};

// What the program does not do yet: to be taken from here as soon as it does.
const std::set<std::string> notYet{
    "three-axes-are-heads",
};

// All cases with the script of the one before; nothing where the folder is absent.
json allCases() {
    const auto folder = casesFolder();
    return folder ? json::parse(contentsOf((*folder / "inputs/cases.json").string()), nullptr, false) : json::array();
}

std::vector<std::string> caseNames() {
    std::vector<std::string> names;
    for (const json& entry : allCases())
        names.push_back(entry.at("name"));
    if (names.empty())
        names.emplace_back("absent");
    return names;
}

class Inputs : public testing::TestWithParam<std::string> {};

TEST_P(Inputs, GiveWhatIsRight) {
    HEEDMAP_CASE(folder, "inputs");
    const std::string& name = GetParam();
    if (shownElsewhere.contains(name))
        return;
    const auto check = checks.find(name);
    ASSERT_NE(check, checks.end()) << "nothing says what is right here";
    const json all = allCases();
    std::size_t at = 0;
    while (all[at]["name"] != name)
        ++at;
    const Case input(all[at], at > 0 ? all[at - 1] : json(), folder);
    if (input.cannotBeMade())
        HEEDMAP_SKIP("the case is made by Python with NumPy, which is absent");
    if (!notYet.contains(name))
        return check->second(input);
    testing::TestPartResultArray failures;
    {
        const testing::ScopedFakeTestPartResultReporter reporter(
            testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &failures);
        check->second(input);
    }
    EXPECT_GT(failures.size(), 0) << "this is right now: take it from the list notYet";
}

INSTANTIATE_TEST_SUITE_P(Cases, Inputs, testing::ValuesIn(caseNames()), [](const auto& row) {
    std::string name = std::to_string(row.index) + "_";
    for (const char c : row.param)
        if (std::isalnum(static_cast<unsigned char>(c)))
            name += c;
    return name;
});

} // namespace
} // namespace heedmap::test
