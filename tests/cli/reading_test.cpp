// Files that do not say by themselves how they are to be read, and inputs without numbers.
#include "tests/support/cli/program.h"
#include "tests/support/core/temporary_folder.h"

#include <gtest/gtest.h>

namespace heedmap::test {
namespace {

// A version 1 NPY file of 2 x 2.
std::string npy(const std::string& type, const std::string& data, const std::string& shape = "(2, 2)") {
    std::string header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
    header += std::string(117 - header.size(), ' ') + "\n";
    return std::string("\x93NUMPY\x01\x00", 8) + std::string("\x76\x00", 2) + header + data;
}

std::string bytesOf(const std::vector<float>& numbers) {
    return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(float)};
}

struct Reading {
    std::string file, name, rows;
};

TEST(Reading, AsBfloat16MagnitudeOrReal) {
    const TemporaryFolder folder;
    folder.file("halves.npy", npy("|V2", std::string("\x80\x3f\x00\x00\x00\x40\x80\x3f", 8))); // 1 0 2 1
    folder.file("complex.npy", npy("<c8", bytesOf({3, 4, 1, 0, 0, 2, 6, 8})));
    RunOptions options;
    options.folder = folder.path("");
    for (const Reading& reading : {Reading{"halves.npy", "bfloat16", "1,0\n2,1\n"},
                                   {"complex.npy", "magnitude", "5,1\n2,10\n"},
                                   {"complex.npy", "real", "3,1\n0,6\n"}}) {
        const Finished refused = runHeedmap({"render", reading.file, "-o", "-", "--format", "csv"}, options);
        EXPECT_EQ(refused.status, 3) << reading.name;
        EXPECT_NE(refused.errors.find("--read-as " + reading.name), std::string::npos) << refused.errors;
        EXPECT_NE(runHeedmap({"render", "--help"}).output.find("--read-as"), std::string::npos);
        for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
                 {"info", reading.file},
                 {"attend", "--q", reading.file, "--k", reading.file, "--v", reading.file, "-o", "x.npz"},
                 {"attend", "--x", reading.file, "--memory", reading.file, "-o", "x.npz"},
                 {"render", "pair:three-keys", "--mask", "custom:" + reading.file, "-o", "x.npz"},
             }) {
            std::vector<std::string> with = words;
            with.insert(with.end(), {"--read-as", reading.name});
            const Finished finished = runHeedmap(with, options);
            EXPECT_EQ(finished.errors.find("--read-as"), std::string::npos) << finished.errors;
            EXPECT_EQ(finished.output.find("--read-as"), std::string::npos) << finished.output;
        }
        const Finished read =
            runHeedmap({"render", reading.file, "-o", "-", "--format", "csv", "--read-as", reading.name}, options);
        EXPECT_EQ(read.status, 0) << read.errors;
        EXPECT_EQ(read.output, reading.rows) << reading.name;
    }
}

TEST(Reading, NoQueriesAreNotMissingQueries) {
    const TemporaryFolder folder;
    folder.file("none.npy", npy("<f4", "", "(0, 6)"));
    folder.file("keys.npy", npy("<f4", bytesOf(std::vector<float>(18, 0.5F)), "(3, 6)"));
    RunOptions options;
    options.folder = folder.path("");
    for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
             {"render", "--q", "none.npy", "--k", "keys.npy", "--score", "dot", "-o", "x.npy"},
             {"render", "--q", "keys.npy", "--k", "none.npy", "--score", "dot", "-o", "x.npy"},
             {"render", "--x", "none.npy", "--score", "dot", "-o", "x.npy"},
             {"render", "--q", "none.npy", "--k", "keys.npy", "--heads", "2", "-o", "x.npz"}}) {
        const Finished finished = runHeedmap(words, options);
        EXPECT_EQ(finished.errors, "") << words[2];
        EXPECT_EQ(finished.status, 0) << words[2];
    }
}

} // namespace
} // namespace heedmap::test
