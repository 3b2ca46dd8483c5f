// Whatever happens to a file, opening it neither crashes nor takes memory that its content does not justify.
#include "core/files/writers.h"
#include "core/session/reference.h"
#include "core/session/session.h"

#include "tests/support/core/cases.h"
#include "tests/support/core/skip.h"
#include "tests/support/core/temporary_folder.h"
#include "tests/support/core/torch_archive.h"

#include <cstring>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <sstream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

#if defined(__SANITIZE_ADDRESS__)
#define HEEDMAP_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HEEDMAP_SANITIZED 1
#endif
#endif

using namespace heedmap;
using namespace heedmap::files;

namespace {

[[maybe_unused]] constexpr std::uint64_t slack = 1 << 20; // the allocator's own steps

// Reads everything there is; what is read must be all there, too.
void readAll(const std::string& path) {
    if (const auto file = files::open(path, {.voidAsBfloat16 = true, .complex = ReadOptions::Complex::magnitude})) {
        for (std::size_t i = 0; i < (*file)->tensors().size(); ++i) {
            const auto tensor = (*file)->read(i);
            if (!tensor)
                continue;
            std::vector<double> values(static_cast<std::size_t>(tensor->shape().count()));
            tensor->view.copyTo(std::span<double>(values));
        }
    }
    static_cast<void>(readSession(path));
    static_cast<void>(readLabels(path));
}

[[maybe_unused]] std::uint64_t virtualPeak() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmPeak:"))
            return std::stoull(line.substr(7)) * 1024;
    return 0;
}

// Runs `work` in a child; true where it ended by itself.
bool survives(const std::function<void()>& work) {
    const pid_t child = fork();
    if (child == 0) {
        work();
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void limitMemory([[maybe_unused]] std::uint64_t more) {
#ifndef HEEDMAP_SANITIZED // which reserves terabytes of addresses for itself
    const rlim_t limit = virtualPeak() + more;
    const rlimit limits{limit, limit};
    setrlimit(RLIMIT_AS, &limits);
#endif
}

std::string deflatedNpz(const std::string& npy, std::uint32_t claimedSize) {
    z_stream stream{};
    deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    std::string data(deflateBound(&stream, npy.size()), '\0');
    std::string input = npy;
    stream.next_in = reinterpret_cast<Bytef*>(input.data());
    stream.avail_in = static_cast<uInt>(input.size());
    stream.next_out = reinterpret_cast<Bytef*>(data.data());
    stream.avail_out = static_cast<uInt>(data.size());
    deflate(&stream, Z_FINISH);
    data.resize(data.size() - stream.avail_out);
    deflateEnd(&stream);
    const auto crc = crc32_z(0, reinterpret_cast<const Bytef*>(npy.data()), npy.size());
    const auto put = [](std::string& out, std::uint64_t value, int bytes) {
        for (int i = 0; i < bytes; ++i, value >>= 8)
            out += static_cast<char>(value & 0xff);
    };
    std::string common;
    for (const std::uint64_t value : {20u, 0u, 8u, 0u, 0u})
        put(common, value, 2);
    put(common, crc, 4);
    put(common, data.size(), 4);
    put(common, claimedSize, 4);
    put(common, 5, 2);
    put(common, 0, 2);
    std::string zip = "PK\x03\x04" + common + "a.npy" + data;
    const std::size_t directory = zip.size();
    zip += "PK\x01\x02";
    put(zip, 20, 2);
    zip += common;
    put(zip, 0, 2 + 2 + 2 + 4);
    put(zip, 0, 4);
    zip += "a.npy";
    const std::size_t end = zip.size();
    zip += "PK\x05\x06";
    put(zip, 0, 4);
    put(zip, 1, 2);
    put(zip, 1, 2);
    put(zip, end - directory, 4);
    put(zip, directory, 4);
    put(zip, 0, 2);
    return zip;
}

struct Sample {
    std::string name;
    std::string bytes;
};

// One small file of every kind.
std::vector<Sample> samples(const test::TemporaryFolder& folder) {
    const Tensor tensor = makeTensor(MatrixD(MatrixD::Identity(2, 3)));
    std::vector<Sample> all{{"a.npy", npyBytes(tensor.view)},
                            {"a.npz", deflatedNpz(npyBytes(tensor.view), 176)},
                            {"a.csv", ",a,\"b\"\"\"\n\"x\",1,2.5\ny,nan,-3e7\n"},
                            {"a.json", R"({"tokens": ["a", "\u00e9"], "attention": [[[1, 0.5e-3], [NaN, null]]]})"}};
    const std::string header = R"({"a":{"dtype":"F16","shape":[2],"data_offsets":[0,4]}})";
    all.push_back(
        {"a.safetensors", std::string(1, static_cast<char>(header.size())) + std::string(7, '\0') + header + "1234"});
    Session session;
    session.problem.q = MatrixD::Identity(2, 2);
    session.panels = {{attention::ScoreFunction::dot, {}, true}};
    EXPECT_TRUE(writeSession(folder.path("s.heedmap"), session));
    all.push_back({"a.heedmap", test::contentsOf(folder.path("s.heedmap"))});
    all.push_back({"b.json", inlineManifest(session)});
    EXPECT_TRUE(writeNpz(folder.path("s.npz"), {{"a", tensor}, {"b", tensor}}));
    all.push_back({"b.npz", test::contentsOf(folder.path("s.npz"))});
    all.push_back({"a.pt", test::torchZipSample(folder)});
    all.push_back({"b.pt", test::legacySample()});
    return all;
}

// A file that can be written anew at every step without being made anew.
class Scratch {
public:
    explicit Scratch(const std::string& path)
        : path_(path) {}
    const std::string& with(const std::string& bytes) const {
        std::filesystem::remove(path_); // some file systems flush a file that is shortened and written again
        std::ofstream(path_, std::ios::binary) << bytes;
        return path_;
    }

private:
    std::string path_;
};

} // namespace

TEST(DamagedFiles, CutAtEveryByteDoNoHarm) {
    const test::TemporaryFolder folder;
    for (const Sample& sample : samples(folder)) {
        const Scratch scratch(folder.path(sample.name));
        EXPECT_TRUE(survives([&] {
            limitMemory(64 << 20);
            for (std::size_t size = 0; size < sample.bytes.size(); ++size)
                readAll(scratch.with(sample.bytes.substr(0, size)));
        })) << sample.name;
    }
}

TEST(DamagedFiles, WithAnyBitTurnedDoNoHarm) {
    const test::TemporaryFolder folder;
    for (const Sample& sample : samples(folder)) {
        const Scratch scratch(folder.path(sample.name));
        EXPECT_TRUE(survives([&] {
            limitMemory(64 << 20);
            for (std::size_t bit = 0; bit < sample.bytes.size() * 8; ++bit) {
                std::string turned = sample.bytes;
                turned[bit / 8] = static_cast<char>(turned[bit / 8] ^ (1 << bit % 8));
                readAll(scratch.with(turned));
            }
        })) << sample.name;
    }
}

TEST(DamagedFiles, WithSeveralBytesChangedDoNoHarm) {
    const test::TemporaryFolder folder;
    std::uint64_t state = 1;
    const auto random = [&](std::size_t below) { // Knuth's MMIX generator: the same on every machine
        state = state * 6364136223846793005u + 1442695040888963407u;
        return static_cast<std::size_t>((state >> 33) % below);
    };
    const std::string awkward("\x00\xff\x7f\x80[]{}\",:9-.eN", 16);
    for (const Sample& sample : samples(folder)) {
        const Scratch scratch(folder.path(sample.name));
        EXPECT_TRUE(survives([&] {
            limitMemory(64 << 20);
            for (int round = 0; round < 2000; ++round) {
                std::string changed = sample.bytes;
                for (std::size_t i = 0; i < 1 + random(6); ++i)
                    changed[random(changed.size())] = awkward[random(awkward.size())];
                readAll(scratch.with(changed));
            }
        })) << sample.name;
    }
}

TEST(DamagedFiles, OfTheCasesTakeAtMostTwiceTheirContent) {
#ifdef HEEDMAP_SANITIZED
    HEEDMAP_SKIP("the sanitizer's own memory hides what is measured");
#else
    HEEDMAP_CASE(cases, "files");
    for (const auto& entry : std::filesystem::recursive_directory_iterator(cases)) {
        if (!entry.is_regular_file())
            continue;
        const std::string path = entry.path().string();
        const std::uint64_t honest = entry.file_size();
        EXPECT_TRUE(survives([&] {
            const std::uint64_t before = virtualPeak();
            if (const auto file = files::open(path))
                for (std::size_t i = 0; i < (*file)->tensors().size(); ++i)
                    static_cast<void>((*file)->read(i));
            if (virtualPeak() - before > 2 * honest + slack)
                _exit(1);
        })) << path;
    }
#endif
}

TEST(DamagedFiles, ThatClaimToInflateToMuchTakeWhatTheyInflateTo) {
#ifdef HEEDMAP_SANITIZED
    HEEDMAP_SKIP("the sanitizer's own memory hides what is measured");
#else
    const test::TemporaryFolder folder;
    // A header that claims 1.6 GB, a directory that agrees with it, and 4 MB that hardly compress.
    std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (200000000,), }";
    header.resize(117, ' ');
    std::string npy = std::string("\x93NUMPY\x01\x00\x76\x00", 10) + header + "\n";
    std::uint64_t state = 1;
    while (npy.size() < 4 << 20) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        npy += static_cast<char>(state >> 56);
    }
    const std::string path = folder.file("a.npz", deflatedNpz(npy, 1'600'000'128));
    EXPECT_TRUE(survives([&] {
        const std::uint64_t before = virtualPeak();
        const auto file = files::open(path);
        const std::string said = file ? sentence((*file)->read(0).error()) : std::string();
        if (said != path + ": the member \"a.npy\" of the zip archive is damaged: it cannot be inflated" ||
            virtualPeak() - before > 2 * npy.size() + slack)
            _exit(1);
    }));
#endif
}
