// What is said when the words on the command line, the inputs or the outputs are wrong: exact lines and statuses.
#include "core/version.h"
#include "tests/support/cli/program.h"
#include "tests/support/core/cases.h"
#include "tests/support/core/temporary_folder.h"

#include <gtest/gtest.h>

namespace heedmap::test {
namespace {

struct Row {
    std::vector<std::string> arguments;
    int status;
    std::string line; // without "heedmap: " and the end of line
};

void expectRows(const std::vector<Row>& rows, const TemporaryFolder& folder) {
    RunOptions options;
    options.folder = folder.path("");
    const std::size_t entries = folder.entries();
    for (const Row& row : rows) {
        const Finished finished = runHeedmap(row.arguments, options);
        EXPECT_EQ(finished.errors, "heedmap: " + row.line + "\n");
        EXPECT_EQ(finished.status, row.status) << row.line;
        EXPECT_EQ(finished.output, "") << row.line;
        EXPECT_EQ(folder.entries(), entries) << "something was left behind: " << row.line;
    }
}

TEST(Usage, MistypedWords) {
    const TemporaryFolder folder;
    const std::vector<std::string> render{"render", "pair:three-keys", "-o", "x.png"};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), render.begin(), render.end());
        return more;
    };
    expectRows(
        {
            {{"rendr"}, 2, "rendr: there is no command or file of this name; did you mean \"heedmap render\"?"},
            {with({"--colourmap", "magma"}), 2,
             "render --colourmap: there is no such option; did you mean --colormap?"},
            {with({"--quux"}), 2, "render --quux: there is no such option; heedmap render --help lists them"},
            {{"foo"}, 2, "foo: there is no command or file of this name; heedmap --help lists the commands"},
            {with({"--score", "foo"}), 2,
             "--score: there is no \"foo\"; it is one of additive, dot, general, scaled or cosine"},
            {with({"--mask", "foo"}), 2,
             "--mask: there is no mask \"foo\"; there are causal, padding:N, window:N, dilated:N,STEP, block:N, "
             "global:N, random:N and custom:FILE"},
            {with({"--colormap", "virids"}), 2,
             "--colormap: there is no \"virids\"; did you mean \"viridis\"? (one of viridis, viridis_r, cividis, "
             "cividis_r, magma, magma_r, gray, gray_r, RdBu or RdBu_r)"},
            {with({"--score", "dot,scald"}), 2,
             "--score: there is no \"scald\"; did you mean \"scaled\"? (one of additive, dot, general, scaled or "
             "cosine)"},
            {with({"--normalizer", "softmx"}), 2,
             "--normalizer: there is no \"softmx\"; did you mean \"softmax\"? (one of softmax, sparsemax, entmax15 or "
             "hardmax)"},
            {with({"--scale", "liner"}), 2,
             "--scale: there is no \"liner\"; did you mean \"linear\"? (one of linear, log, sqrt or rank)"},
            {with({"--pool", "men"}), 2, "--pool: there is no \"men\"; did you mean \"mean\"? (one of max or mean)"},
            {with({"--theme", "drak"}), 2,
             "--theme: there is no \"drak\"; did you mean \"dark\"? (one of light or dark)"},
            {with({"--values", "offf"}), 2,
             "--values: there is no \"offf\"; did you mean \"off\"? (one of auto, on or off)"},
            {with({"--mask", "casual"}), 2, "--mask: there is no mask \"casual\"; did you mean \"causal\"?"},
            {{"render", "pair:three-kees", "-o", "x.png"},
             3,
             "render: there is no pair \"three-kees\"; the nearest is \"three-keys\" (heedmap pairs lists them)"},
        },
        folder);
}

TEST(Usage, OptionsWithoutACommand) {
    expectRows(
        {
            {{"--hlep"}, 2, "--hlep: there is no such option; did you mean --help?"},
            {{"--shine"}, 2, "--shine: there is no such option; heedmap --help lists what there is"},
            {{"--score", "dot"},
             2,
             "--score: it is an option of render, attend, compare or align; the command comes first, as in heedmap "
             "render "
             "..."},
            {{"--dpi=300"},
             2,
             "--dpi: it is an option of render or model; the command comes first, as in heedmap render ..."},
            {{"a.npy", "-o", "x.png"},
             2,
             "-o: it is an option of render, attend, model or align; the command comes first, as in heedmap render "
             "..."},
            {{"--version", "extra"}, 2, "--version: nothing can follow it, but \"extra\" does"},
            {{"--help", "extra"}, 2, "--help: nothing can follow it, but \"extra\" does"},
        },
        TemporaryFolder());
}

TEST(Usage, EmptyAndRepeatedValues) {
    const auto with = [](std::vector<std::string> more) {
        more.insert(more.begin(), {"render", "pair:three-keys"});
        return more;
    };
    std::vector<Row> rows{
        {with({"-o", "a.png", "-o", "b.png"}), 2, "--output: it is given more than once; give it once"},
        {with({"-o", "a.png", "--score"}), 2, "--score: it needs a value, as in --score NAME,..."},
        {with({"-o", "a.png", "--bare=maybe"}), 2, "--bare: it takes no value"},
        {{"render", "", "-o", "a.png"}, 2, "INPUT: its value is empty"},
        {{"info", ""}, 2, "FILE: its value is empty"},
    };
    for (const char* const option : {"--mask", "--tokens", "--gold", "--rows", "--q", "--x", "--parameters"})
        rows.push_back({with({"-o", "a.png", option, ""}), 2, std::string(option) + ": its value is empty"});
    expectRows(rows, TemporaryFolder());
}

TEST(Usage, WrongValues) {
    const TemporaryFolder folder;
    const auto with = [](const std::string& option, const std::string& value) {
        return std::vector<std::string>{"render", "pair:three-keys", "-o", "x.png", option, value};
    };
    expectRows(
        {
            {with("--size", "100"), 2,
             "--size: \"100\" is not a size; write width x height, as in 1200x800, at most 32000 pixels a side"},
            {with("--size", "0x10"), 2,
             "--size: \"0x10\" is not a size; write width x height, as in 1200x800, at most 32000 pixels a side"},
            {with("--range", "0-1"), 2,
             "--range: \"0-1\" is not a range; write auto, two numbers as in 0:1, or two percentiles as in 1%:99%"},
            {with("--range", "1:0"), 2,
             "--range: the range \"1:0\" ends before it begins; write the smaller limit first"},
            {with("--temperature", "0"), 2, "--temperature: \"0\" is not a temperature; it has to be a number above 0"},
            {with("--temperature", "warm"), 2,
             "--temperature: \"warm\" is not a temperature; it has to be a number above 0"},
            {with("--heads", "0"), 2, "--heads: \"0\" is not a number of heads; it has to be a whole number from 1 up"},
            {with("--seed", "-1"), 2, "--seed: \"-1\" is not a whole number from 0 up"},
            {with("--dpi", "5"), 2, "--dpi: \"5\" is not a resolution; it has to be 10 ... 2400"},
            {with("--layout", "1x1"), 2, "--layout: 4 panels do not fit into a layout of 1 x 1"},
            {with("--mask", "window:x"), 2,
             "--mask: the mask window takes a whole number from 0 up, as in window:2, not \"x\""},
            {with("--heads", "3"), 3, "render: 2 columns cannot be split evenly into 3 heads"},
            {{"cost", "--n", "0"}, 2, "--n: \"0\" is not a whole number of 1 ... 1099511627776"},
            {{"cost", "--width", "1"}, 2, "--width: \"1\" is not a whole number of 2 ... 1099511627776"},
            {{"cost", "--preset", "gpt3"},
             2,
             "--preset: there is no \"gpt3\"; did you mean \"gpt-3\"? (one of transformer-base, transformer-big or "
             "gpt-3)"},
            {{"cost", "--heads", "7"}, 3, "cost: 512 columns cannot be split evenly into 7 heads"},
            {{"cost", "--kv-heads", "3"}, 3, "cost: 8 query heads cannot share 3 key/value heads evenly"},
        },
        folder);
}

TEST(Usage, WhatIsMissingOrTooMuch) {
    const TemporaryFolder folder;
    folder.file("x.csv", "1,0\n0,1\n");
    const std::string formats = "png, svg, pdf, csv, tsv, npy, npz or json";
    expectRows(
        {
            {{"render", "-o", "x.png"},
             2,
             "render: an input is needed: a pair as in pair:three-keys, a file, or --q with --k, or --x"},
            {{"render", "x.csv"}, 2, "render: an output is needed, as in -o out.png"},
            {{"attend", "x.csv"}, 2, "attend: an output is needed, as in -o out.npz"},
            {{"render", "x.csv", "-o", "-"}, 2, "-o -: standard output needs --format, one of " + formats},
            {{"render", "x.csv", "-o", "x.gif"},
             2,
             "x.gif: the ending says no format that can be written here; use one of " + formats + ", or --format"},
            {{"attend", "pair:three-keys", "-o", "x.png"},
             2,
             "x.png: the ending says no format that can be written here; use one of npz, npy, csv, tsv or json, or "
             "--format"},
            {{"render", "--q", "x.csv", "-o", "x.png"}, 2, "--q: needs --k"},
            {{"render", "--v", "x.csv", "--k", "x.csv", "-o", "x.png"}, 2, "--k: needs --q"},
            {{"render", "--memory", "x.csv", "-o", "x.png"}, 2, "--memory: needs --x"},
            {{"render", "x.csv", "--x", "x.csv", "-o", "x.png"}, 2, "--x: cannot be used together with an INPUT"},
            {{"render", "x.csv", "pair:three-keys", "-o", "x.png"},
             2,
             "pair:three-keys: cannot be used together with other inputs"},
            {{"render", "x.csv", "--score", "dot", "-o", "x.png"},
             2,
             "--score: needs queries and keys (--q and --k); the input has only weights"},
            {{"render", "pair:three-keys", "--bare", "-o", "x.svg"}, 2, "--bare: needs a PNG"},
            {{"render", "pair:three-keys", "--bare", "--lines", "-o", "x.png"},
             2,
             "--lines: cannot be used together with --bare"},
            {{"render", "pair:three-keys", "--bare", "-o", "x.png"},
             2,
             "--bare: a bare picture holds one matrix, but there are 4; take one as in dump.npz#attn[0,0]"},
            {{"render", "x.csv", "-o", "x.png", "--size"}, 2, "--size: it needs a value, as in --size WxH"},
            {{"compare", "x.csv"},
             2,
             "compare: one panel has nothing to be compared with; give several inputs, --score a,b or --heads"},
            {{"attend", "x.csv", "-o", "x.npz"},
             3,
             "attend: the input holds no queries and keys, only weights; give --q and --k, or say that they are scores "
             "with --normalizer"},
            {{"info"}, 2, "info: a file is needed, as in heedmap info dump.npz"},
        },
        folder);
}

TEST(Usage, InputsThatCannotBeUsed) {
    const TemporaryFolder folder;
    folder.file("two.csv", "1,0\n0,1\n");
    folder.file("three.csv", "1,0,2\n0,1,2\n");
    folder.file("ragged.csv", "1,0\n0\n");
    folder.file("empty.heedmap", "");
    folder.file("links.txt", "0-0 7-1\n");
    for (const Row& row : std::vector<Row>{
             {{"render", "absent.npy", "-o", "x.png"}, 3, "absent.npy: "},
             {{"render", "ragged.csv", "-o", "x.png"}, 3, "ragged.csv: "},
             {{"render", "empty.heedmap", "-o", "x.png"}, 3, "empty.heedmap: "},
             {{"render", "two.csv[3]", "-o", "x.png"}, 3, "two.csv: index 3 is outside axis 0, which has 2 entries"},
             {{"render", "--q", "two.csv", "--k", "three.csv", "-o", "x.npy"},
              3,
              "render: scaled needs queries and keys of one size, but d_q = 2 and d_k = 3; general and additive do "
              "not"},
             {{"compare", "two.csv", "three.csv"},
              3,
              "compare: \"two.csv\" is 2×2 and \"three.csv\" is 2×3; only panels of one size can be compared"},
             {{"render", "two.csv", "--tokens", "absent.json", "-o", "x.png"}, 3, "absent.json: "},
             {{"render", "two.csv", "--gold", "links.txt", "-o", "x.png"},
              3,
              "links.txt: the link \"7-1\" points outside the 2 source and 2 target tokens (line 1)"},
             {{"render", "two.csv", "--gold", "absent.txt", "-o", "x.png"},
              3,
              "absent.txt: the file cannot be opened: No such file or directory"},
             {{"info", "absent.npy"}, 3, "absent.npy: "},
         }) {
        RunOptions options;
        options.folder = folder.path("");
        const Finished finished = runHeedmap(row.arguments, options);
        EXPECT_TRUE(finished.errors.starts_with("heedmap: " + row.line)) << finished.errors << row.line;
        EXPECT_EQ(std::count(finished.errors.begin(), finished.errors.end(), '\n'), 1) << finished.errors;
        EXPECT_EQ(finished.status, row.status) << row.line;
        EXPECT_EQ(folder.entries(), 5U) << row.line;
    }
}

TEST(Usage, BrokenFilesOfEveryKindGiveOneLine) {
    HEEDMAP_CASE(files, "files");
    const TemporaryFolder folder;
    for (const char* const name : {"npy/numpy_py3-objarr.npy", "npy/numpy_header_len_past_eof.npy",
                                   "safetensors/hf_header_not_json.safetensors", "npz/numpy_py3-objarr.npz"}) {
        const std::string path = files + "/" + name;
        const Finished finished = runHeedmap({"render", path, "-o", folder.path("x.png")});
        EXPECT_EQ(finished.status, 3) << name;
        EXPECT_TRUE(finished.errors.starts_with("heedmap: " + path + ": ")) << finished.errors;
        EXPECT_EQ(std::count(finished.errors.begin(), finished.errors.end(), '\n'), 1) << finished.errors;
        EXPECT_EQ(folder.entries(), 0U) << name;
    }
}

TEST(Usage, HelpAndVersion) {
    EXPECT_EQ(runHeedmap({"--version"}).output, std::string("heedmap ") + version + "\n");
    const Finished help = runHeedmap({"--help"});
    EXPECT_EQ(help.status, 0);
    for (const char* const command : {"render", "attend", "compare", "info", "pairs", "align", "cost"}) {
        EXPECT_NE(help.output.find(std::string("\n  ") + command), std::string::npos) << command;
        const Finished own = runHeedmap({command, "--help"});
        EXPECT_EQ(own.status, 0) << command;
        EXPECT_EQ(own.errors, "") << command;
        EXPECT_NE(own.output.find(std::string("heedmap ") + command), std::string::npos) << own.output;
    }
}

TEST(Usage, PairsAreListed) {
    const Finished pairs = runHeedmap({"pairs"});
    EXPECT_EQ(pairs.status, 0);
    EXPECT_NE(pairs.output.find("three-keys"), std::string::npos);
}

} // namespace
} // namespace heedmap::test
