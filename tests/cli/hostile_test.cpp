// Circumstances that are against the program: little memory, outputs that are lost, names that a terminal would obey.
#include "core/files/writers.h"
#include "tests/support/cli/program.h"
#include "tests/support/core/skip.h"
#include "tests/support/core/temporary_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

namespace heedmap::test {
namespace {

// A matrix whose numbers are all different.
std::string input(const TemporaryFolder& folder, const char* name, Index rows, Index columns) {
    MatrixD matrix(rows, columns);
    for (Index i = 0; i < matrix.size(); ++i)
        matrix(i) = 1 / static_cast<double>(i + 3);
    EXPECT_TRUE(files::writeNpy(folder.path(name), makeTensor(matrix).view).ok());
    return folder.path(name);
}

// Heads of attention that need more than the memory there is.
TEST(Hostile, TooLittleMemoryIsOneLine) {
#ifdef __SANITIZE_ADDRESS__
    HEEDMAP_SKIP("the sanitizer reserves more memory than the test leaves");
#endif
    const TemporaryFolder folder;
    const std::string q = input(folder, "q.npy", 12000, 16);
    RunOptions options;
    options.memory = 1'000'000'000;
    const std::string output = folder.path("o.npz");
    // What attend writes has to be in memory as a whole; pictures and figures are made of parts.
    const Finished finished = runHeedmap({"attend", "--q", q, "--k", q, "--heads", "16", "-o", output}, options);
    EXPECT_EQ(finished.status, 3);
    EXPECT_EQ(finished.errors,
              "heedmap: attend: there is not enough memory for this; take a smaller part of the input\n");
    EXPECT_EQ(folder.entries(), 1U);
}

// So little that some of these limits leave no room for another thread's stack, others not even for the numbers.
TEST(Hostile, NoRoomForThreadsIsOneLine) {
#ifdef __SANITIZE_ADDRESS__
    HEEDMAP_SKIP("the sanitizer reserves more memory than the test leaves");
#endif
    const TemporaryFolder folder;
    RunOptions options;
    for (const long mebibytes : {110, 130, 140, 150, 160, 180}) {
        options.memory = mebibytes << 20;
        const Finished finished =
            runHeedmap({"align", "--corpus", "copy", "--steps", "2", "--out", folder.path("m.safetensors")}, options);
        ASSERT_TRUE(finished.status == 0 || finished.status == 3) << mebibytes << " MiB: " << finished.status;
        if (finished.status == 3) {
            EXPECT_TRUE(finished.errors.starts_with("heedmap: align: ")) << finished.errors;
            EXPECT_EQ(std::count(finished.errors.begin(), finished.errors.end(), '\n'), 1) << finished.errors;
        }
    }
}

TEST(Hostile, LostStandardOutputIsAFailure) {
    const TemporaryFolder folder;
    const std::string file = folder.file("x.csv", "1,0\n0,1\n");
    for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
             {"pairs"},
             {"info", file},
             {"info", file, "--json"},
             {"compare", file, file},
             {"compare", file, file, "--json"},
             {"--help"},
             {"render", "--help"},
             {"--version"},
         }) {
        RunOptions full;
        full.output = "/dev/full";
        const Finished lost = runHeedmap(words, full);
        EXPECT_EQ(lost.status, 4) << words.front();
        EXPECT_EQ(lost.errors, "heedmap: standard output: it cannot be written: No space left on device\n");
        RunOptions closed;
        closed.closesOutput = true;
        const Finished nowhere = runHeedmap(words, closed);
        EXPECT_EQ(nowhere.status, 4) << words.front();
        EXPECT_EQ(nowhere.errors, "heedmap: standard output: it cannot be written: Bad file descriptor\n");
    }
}

TEST(Hostile, EverySignalThatEndsLeavesNothing) {
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
        const TemporaryFolder folder;
        const std::string large = input(folder, "large.npy", 3000, 3000);
        Running running({"render", large, "-o", folder.path("out.csv")});
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        while (folder.entries() < 2 && std::chrono::steady_clock::now() < end)
            std::this_thread::yield();
        ASSERT_EQ(folder.entries(), 2U) << "it does not begin to write";
        running.interrupt(number);
        EXPECT_EQ(running.wait(), 128 + number);
        EXPECT_EQ(folder.entries(), 1U) << number;
    }
}

// What its shape rules out is refused before the numbers are read, however few bytes they may be inflated from; here
// numbers that are damaged tell the two apart.
TEST(Hostile, AShapeIsRefusedBeforeItsNumbersAreRead) {
    const TemporaryFolder folder;
    const auto damaged = [&](const std::string& name, const char* tensor, const Shape& shape) {
        std::vector<double> values(static_cast<std::size_t>(shape.count()), 7.0);
        const std::string path = folder.path(name);
        EXPECT_TRUE(files::writeNpz(path, {{tensor, makeTensor(shape, std::move(values))}}).ok());
        std::string bytes = contentsOf(path);
        const double seven = 7;
        const std::size_t at = bytes.find(std::string(reinterpret_cast<const char*>(&seven), sizeof seven));
        EXPECT_NE(at, std::string::npos);
        bytes[at] = 1;
        return folder.file(name, bytes);
    };
    const std::string file = folder.file("x.csv", "1,0\n0,1\n");
    const std::string many = damaged("many.npz", "a", {5000, 2, 2});
    const std::string deep = damaged("deep.npz", "W", {2, 2, 2});
    const std::string output = folder.path("o.npy");
    const Finished tooMany = runHeedmap({"render", many, "-o", output});
    EXPECT_EQ(tooMany.status, 3);
    EXPECT_NE(tooMany.errors.find("holds 5000 matrices"), std::string::npos) << tooMany.errors;
    const Finished outside = runHeedmap({"render", deep + "#W[9]", "-o", output});
    EXPECT_NE(outside.errors.find("outside axis"), std::string::npos) << outside.errors;
    const Finished sequence = runHeedmap({"render", "--x", deep, "-o", output});
    EXPECT_NE(sequence.errors.find("one matrix is needed here"), std::string::npos) << sequence.errors;
    const Finished weights = runHeedmap({"render", "--q", file, "--k", file, "--parameters", deep, "-o", output});
    EXPECT_EQ(weights.errors.find("damaged"), std::string::npos) << weights.errors;
    EXPECT_EQ(weights.status, 3);
}

TEST(Hostile, WithoutAnotherThreadItWorksOrSaysSo) {
    const TemporaryFolder folder;
    const std::string q = input(folder, "q.npy", 700, 16);
    RunOptions options;
    options.startsThreads = false;
    for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
             {"render", q, "-o", folder.path("o.npy")},
             {"render", q, "--bare", "-o", folder.path("o.png")},
             {"attend", "--q", q, "--k", q, "-o", folder.path("o.npz")},
             {"compare", q, q},
             {"info", q},
             {"align", "--corpus", "copy", "--steps", "2", "--out", folder.path("m.safetensors")},
         }) {
        const Finished finished = runHeedmap(words, options);
        EXPECT_EQ(finished.status, 0) << words.front() << ": " << finished.errors;
    }
}

TEST(Hostile, WrongSettingsOfTheEnvironmentAreOneSentence) {
    RunOptions target;
    target.environment = {{"HEEDMAP_TARGET", "nonesuch"}};
    for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{{"pairs"}, {"--version"}, {}}) {
        const Finished finished = runHeedmap(words, target);
        EXPECT_EQ(finished.status, 2);
        EXPECT_TRUE(
            finished.errors.starts_with("heedmap: HEEDMAP_TARGET: there is no \"nonesuch\"; this processor has "))
            << finished.errors;
        EXPECT_EQ(std::count(finished.errors.begin(), finished.errors.end(), '\n'), 1) << finished.errors;
    }
    target.environment = {{"HEEDMAP_TARGET", "SCALAR"}};
    EXPECT_EQ(runHeedmap({"pairs"}, target).status, 0);
}

TEST(Hostile, LongNamesOfTensorsAreShortenedInErrors) {
    const TemporaryFolder folder;
    const std::string name(3000, 'n');
    const std::string file = folder.path("x.npz");
    ASSERT_TRUE(files::writeNpz(file, {{name, makeTensor(Shape{2, 2, 2, 2, 2, 2, 2}, std::vector<double>(128, 0.5))},
                                       {name + "b", makeTensor(MatrixD(MatrixD::Identity(2, 2)))}})
                    .ok());
    for (const std::string& input : {file, file + "#" + name + "x", file + "#" + name + "[9]"}) {
        const Finished finished = runHeedmap({"render", input, "-o", folder.path("x.npy")});
        EXPECT_EQ(finished.status, 3);
        const std::string said = finished.errors;
        EXPECT_LT(said.size(), input.size() + 1000) << said;
        EXPECT_TRUE(said.starts_with("heedmap: ")) << said;
    }
}

void expectPrintable(const std::string& text, const std::string& what) {
    for (const char c : text)
        EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20) << what << ": " << int(c) << " in " << text;
    EXPECT_EQ(text.find('\x7F'), std::string::npos) << what;
}

TEST(Hostile, NamesDoNotReachTheTerminal) {
    const TemporaryFolder folder;
    const std::string name = "a\x1b[31m\nb\r\t\x7f\xff.csv";
    const std::string shown = "a\\x1b[31m\\nb\\r\\t\\x7f\\xff.csv";
    folder.file(name, "1,0\n0,1\n");
    RunOptions options;
    options.folder = folder.path("");
    for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
             {"info", name},
             {"info", "absent" + name},
             {"compare", name, name},
             {"render", name, "-o", "x.npy", "--rows", name},
             {"render", name, "-o", "absent/" + name},
             {"render", name, "-o", "x.npy", "--mask", name},
             {"render", name, "-o", "x.npy", "--" + name},
             {"--" + name},
         }) {
        const Finished finished = runHeedmap(words, options);
        expectPrintable(finished.output, words.front());
        expectPrintable(finished.errors, words.front());
        EXPECT_LE(std::count(finished.errors.begin(), finished.errors.end(), '\n'), 1) << finished.errors;
    }
    EXPECT_TRUE(runHeedmap({"info", name}, options).output.starts_with(shown + ": csv, 1 tensor\n"));
    EXPECT_NE(runHeedmap({"info", name, "--json"}, options).output.find("a\\u001b[31m\\nb"), std::string::npos);
}

TEST(Hostile, GoldThatIsNoText) {
    const TemporaryFolder folder;
    const std::string file = folder.file("x.csv", "1,0\n0,1\n");
    const std::string gold = folder.file("gold", std::string("\x7f"
                                                             "ELF\0\1\xff",
                                                             7));
    const Finished finished = runHeedmap({"render", file, "--gold", gold, "-o", folder.path("x.npy")});
    EXPECT_EQ(finished.status, 3);
    EXPECT_EQ(finished.errors,
              "heedmap: " + gold + ": the file is not text; a gold alignment is needed, as in 0-0 1p2\n");
}

} // namespace
} // namespace heedmap::test
