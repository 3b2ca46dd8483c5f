#include "tests/fuzz/readers.h"

#include "core/files/labels.h"
#include "core/files/matrix_text.h"
#include "core/files/writers.h"
#include "core/files/zip_archive.h"
#include "core/seq2seq/corpus_file.h"
#include "core/session/reference.h"
#include "core/session/session.h"
#include "tests/support/core/cases.h"
#include "tests/support/core/temporary_folder.h"
#include "tests/support/core/torch_archive.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <zlib.h>

namespace heedmap::fuzz {

namespace {

using namespace std::string_view_literals;
using test::littleEndian;

constexpr std::uintmax_t largestSeed = 32 << 10;
constexpr Index mostNumbers = Index{1} << 22; // of a view that repeats its numbers

std::string contentsOf(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

bool readTensors(const std::string& path) {
    const auto file = files::open(path, {.voidAsBfloat16 = true, .complex = files::ReadOptions::Complex::magnitude});
    if (!file)
        return sentence(file.error()).empty();
    for (const Phrase& remark : (*file)->remarks())
        static_cast<void>(sentence(remark));
    constexpr std::size_t mostRead = 64;
    for (std::size_t i = 0; i < std::min((*file)->tensors().size(), mostRead); ++i) {
        const auto tensor = (*file)->read(i);
        if (!tensor) {
            static_cast<void>(sentence(tensor.error()));
            continue;
        }
        static_cast<void>((*file)->allowed(i));
        if (tensor->shape().count() > mostNumbers)
            continue;
        std::vector<float> numbers(static_cast<std::size_t>(tensor->shape().count()));
        tensor->view.copyTo(std::span<float>(numbers));
    }
    const auto position = (*file)->find("");
    if (!position)
        static_cast<void>(sentence(position.error()));
    return true;
}

bool readJson(const std::string& path) {
    const bool tensors = readTensors(path);
    const bool labels = files::readLabels(path).ok();
    return files::readSession(path).ok() || tensors || labels;
}

bool readPasted(const std::string& path) {
    const auto matrix = files::parseMatrixText(contentsOf(path));
    return matrix || sentence(matrix.error()).empty();
}

bool readAlignments(const std::string& path) {
    const std::string text = contentsOf(path);
    static_cast<void>(files::parseLinks(text.substr(0, text.find('\n')), 20, 20));
    static_cast<void>(files::parseLinks(text, 1 << 20, 1 << 20, 1));
    static_cast<void>(seq2seq::readPairs(path));
    seq2seq::CorpusFileOptions options;
    options.tokens = seq2seq::Tokens::characters;
    options.goldPath = path;
    static_cast<void>(seq2seq::readPairs(path, options));
    return readTensors(path); // what these files are taken for when they are opened
}

bool readPicture(const std::string& path) {
    const auto session = files::readSession(path);
    return (session || sentence(session.error()).empty()) && readTensors(path);
}

files::Session session() {
    files::Session session;
    session.name = "a";
    session.problem.q = MatrixD::Identity(2, 2);
    session.problem.k = MatrixD::Identity(2, 2);
    session.crossLabels = {{"a", "b"}, {"c", "d"}};
    session.panels = {{attention::ScoreFunction::dot, {}, true}};
    session.gold = {{{0, 1}, true}};
    session.matrices.push_back({"m", "m.npy", makeTensor(MatrixD(MatrixD::Identity(2, 2))), BoolMatrix::Ones(2, 2)});
    return session;
}

std::string pngWith(const std::string& manifest) {
    const auto chunk = [](std::string_view type, const std::string& data) {
        std::string length = littleEndian(data.size(), 4);
        std::reverse(length.begin(), length.end());
        return length + std::string(type) + data + "crc.";
    };
    return "\x89PNG\r\n\x1a\n" + chunk("IHDR", std::string(13, '\1')) +
           chunk("iTXt", std::string("heedmap\0\0\0\0\0", 12) + manifest) + chunk("IEND", {});
}

// Every chunk's checksum is made to fit.
void repairPng(std::string& png) {
    std::size_t at = 8;
    while (png.size() >= 12 && at <= png.size() - 12) {
        std::size_t length = 0;
        for (std::size_t i = 0; i < 4; ++i)
            length = length << 8 | static_cast<unsigned char>(png[at + i]);
        if (length > png.size() - 12 - at)
            return;
        const auto* data = reinterpret_cast<const Bytef*>(png.data() + at + 4);
        std::string sum = littleEndian(crc32_z(crc32_z(0, nullptr, 0), data, length + 4), 4);
        std::reverse(sum.begin(), sum.end());
        png.replace(at + 8 + length, 4, sum);
        at += 12 + length;
    }
}

struct Member {
    std::string name;
    std::string bytes;
};

std::vector<Member> membersOf(const std::string& zip) {
    const files::Bytes bytes{std::as_bytes(std::span(zip)), nullptr};
    const auto archive = files::ZipArchive::open(files::MappedFile::ofBytes("a.zip", bytes));
    std::vector<Member> members;
    for (const files::ZipMember& member : archive ? (*archive)->members() : std::vector<files::ZipMember>())
        if (const auto contents = (*archive)->contents(member))
            members.push_back({member.name, std::string(contents->text())});
    return members;
}

std::string storedZip(const std::vector<Member>& members) {
    std::string zip;
    std::string directory;
    for (const Member& member : members) {
        const auto* data = reinterpret_cast<const Bytef*>(member.bytes.data());
        const std::string sizes = littleEndian(crc32_z(crc32_z(0, nullptr, 0), data, member.bytes.size()), 4) +
                                  littleEndian(member.bytes.size(), 4) + littleEndian(member.bytes.size(), 4) +
                                  littleEndian(member.name.size(), 2) + littleEndian(0, 2);
        const std::string common = littleEndian(20, 2) + std::string(8, '\0') + sizes;
        directory += "PK\x01\x02" + littleEndian(20, 2) + common + std::string(10, '\0') + littleEndian(zip.size(), 4) +
                     member.name;
        zip += "PK\x03\x04" + common + member.name + member.bytes;
    }
    return zip + directory + "PK\x05\x06" + littleEndian(0, 4) + littleEndian(members.size(), 2) +
           littleEndian(members.size(), 2) + littleEndian(directory.size(), 4) + littleEndian(zip.size(), 4) +
           littleEndian(0, 2);
}

// Numbers at which readers go wrong, and parts of texts that mean something to some of them.
constexpr std::array<std::uint64_t, 16> awkwardNumbers{0,
                                                       1,
                                                       0x7f,
                                                       0x80,
                                                       0xff,
                                                       0x7fff,
                                                       0x8000,
                                                       0xffff,
                                                       0x10000,
                                                       0x7fffffff,
                                                       0x80000000,
                                                       0xffffffff,
                                                       0x100000000,
                                                       0x7fffffffffffffff,
                                                       0x8000000000000000,
                                                       0xffffffffffffffff};
constexpr std::array awkwardTexts{","sv,
                                  ";"sv,
                                  "\t"sv,
                                  "\n"sv,
                                  "\r\n"sv,
                                  "\""sv,
                                  "'"sv,
                                  "["sv,
                                  "]"sv,
                                  "{"sv,
                                  "}"sv,
                                  ":"sv,
                                  "("sv,
                                  ")"sv,
                                  "|||"sv,
                                  "-"sv,
                                  "p"sv,
                                  "S"sv,
                                  "P"sv,
                                  "?"sv,
                                  "1e999"sv,
                                  "-1e-999"sv,
                                  "nan"sv,
                                  "inf"sv,
                                  "NaN"sv,
                                  "Infinity"sv,
                                  "null"sv,
                                  "NA"sv,
                                  "0.5"sv,
                                  "0,5"sv,
                                  "1.000,5"sv,
                                  "99999999999999999999"sv,
                                  "\xef\xbb\xbf"sv,
                                  "\xff\xfe"sv,
                                  "\xf0\x9f\x98\x80"sv,
                                  "\xed\xa0\x80"sv,
                                  "\\ud800"sv,
                                  "# a"sv,
                                  "True"sv,
                                  "array("sv,
                                  "tensor("sv,
                                  "dtype=float32"sv,
                                  "..."sv,
                                  "descr"sv,
                                  "fortran_order"sv,
                                  "shape"sv,
                                  "<f4"sv,
                                  ">i8"sv,
                                  "|O"sv,
                                  "|V2"sv,
                                  "<c16"sv,
                                  "data_offsets"sv,
                                  "heedmap"sv,
                                  "matrices"sv,
                                  "values"sv,
                                  "tokens"sv,
                                  "weight_map"sv,
                                  "<heedmap:session"sv,
                                  "&amp;"sv,
                                  "ctorch._utils\n_rebuild_tensor_v2\n"sv,
                                  "ctorch\nFloatStorage\n"sv,
                                  "ccollections\nOrderedDict\n"sv,
                                  "R"sv,
                                  "Q"sv,
                                  "h\x01"sv,
                                  "q\x01"sv,
                                  "("sv,
                                  "t"sv,
                                  "e"sv,
                                  "u"sv,
                                  "\x8a\x08"sv,
                                  "X\x04\0\0\0"sv};

void changeOnce(std::string& bytes, const std::vector<std::string>& corpus, Random& random) {
    const std::size_t at = random.below(bytes.size());
    switch (random.below(bytes.empty() ? 2 : 10)) {
    case 0: {
        const std::string_view text = awkwardTexts[random.below(awkwardTexts.size())];
        bytes.insert(at, text);
        return;
    }
    case 1: { // a piece of another file
        const std::string& other = corpus[random.below(corpus.size())];
        const std::size_t from = random.below(other.size());
        bytes.insert(at, other.substr(from, 1 + random.below(64)));
        return;
    }
    case 2:
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << random.below(8)));
        return;
    case 3:
        bytes[at] = static_cast<char>(random.next());
        return;
    case 4: {
        std::string number =
            littleEndian(awkwardNumbers[random.below(awkwardNumbers.size())], std::size_t{1} << random.below(4));
        if (random.oneIn(4))
            std::reverse(number.begin(), number.end());
        bytes.replace(at, std::min(number.size(), bytes.size() - at), number);
        return;
    }
    case 5:
        bytes[at] = static_cast<char>(bytes[at] + static_cast<int>(random.below(9)) - 4);
        return;
    case 6:
        bytes.erase(at, 1 + random.below(random.oneIn(4) ? bytes.size() : 8));
        return;
    case 7: { // a piece again, as often as that
        const std::string piece = bytes.substr(at, 1 + random.below(32));
        for (std::size_t i = 0, times = 1 + random.below(random.oneIn(50) ? 1000 : 4); i < times; ++i)
            bytes.insert(at, piece);
        return;
    }
    case 8: {
        const std::string_view text = awkwardTexts[random.below(awkwardTexts.size())];
        bytes.replace(at, std::min(text.size(), bytes.size() - at), text);
        return;
    }
    default: // a piece to another place
        const std::string piece = bytes.substr(random.below(bytes.size()), 1 + random.below(32));
        bytes.replace(at, std::min(piece.size(), bytes.size() - at), piece);
    }
}

void change(std::string& bytes, const std::vector<std::string>& corpus, Random& random) {
    const std::size_t times = random.oneIn(2) ? 1 : 1 + random.below(random.oneIn(4) ? 16 : 4);
    for (std::size_t i = 0; i < times; ++i)
        changeOnce(bytes, corpus, random);
}

} // namespace

std::uint64_t Random::next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

std::size_t Random::below(std::size_t end) {
    return end == 0 ? 0 : static_cast<std::size_t>(next() % end);
}

const std::vector<Reader>& readers() {
    using Container = Reader::Container;
    static const std::vector<Reader> all{
        {"npy", ".npy", readTensors},
        {"npz", ".npz", readTensors, Container::zip},
        {"safetensors", ".safetensors", readTensors},
        {"torch-zip", ".pt", readTensors, Container::zip},
        {"torch-legacy", ".bin", readTensors},
        {"torch-tar", ".pth", readTensors},
        {"json", ".json", readJson},
        {"csv", ".csv", readTensors},
        {"tsv", ".tsv", readTensors},
        {"text", ".txt", readTensors},
        {"pasted", ".txt", readPasted},
        {"alignments", ".tsv", readAlignments},
        {"png", ".png", readPicture, Container::png},
        {"svg", ".svg", readPicture},
        {"pdf", ".pdf", readPicture},
        {"heedmap", ".heedmap", readPicture, Container::zip},
    };
    return all;
}

const Reader* readerNamed(const std::string& name) {
    const auto found =
        std::find_if(readers().begin(), readers().end(), [&](const Reader& r) { return r.name == name; });
    return found == readers().end() ? nullptr : &*found;
}

std::vector<std::string> corpusOf(const Reader& reader, const std::string& folder) {
    std::vector<std::string> corpus;
    const test::TemporaryFolder made;
    const Tensor tensor = makeTensor(MatrixD(MatrixD::Identity(2, 3)));
    const std::string& name = reader.name;
    const auto isAmong = [&](std::initializer_list<std::string_view> names) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    if (name == "npy")
        corpus = {files::npyBytes(tensor.view)};
    if (name == "npz" && files::writeNpz(made.path("a"), {{"0_0", tensor}, {"b", tensor}}))
        corpus = {test::contentsOf(made.path("a"))};
    if (name == "safetensors") {
        const std::string header = R"({"a":{"dtype":"F16","shape":[2],"data_offsets":[0,4]}})";
        corpus = {littleEndian(header.size(), 8) + header + "1234"};
    }
    if (name == "torch-zip")
        corpus = {test::torchZipSample(made)};
    if (name == "torch-legacy")
        corpus = {test::legacySample()};
    if (name == "torch-tar")
        corpus = {test::tarSample()};
    if (name == "json")
        corpus = {R"({"tokens": ["a", "\u00e9"], "attention": [[[1, 0.5e-3], [NaN, null]]]})",
                  "[[[[1, 0], [1, 1]]], [[[1, 1, 1]]]]", R"({"all": {"att": [[1]], "top_text": ["a"]}})",
                  files::inlineManifest(session())};
    if (isAmong({"csv", "tsv", "text", "pasted"}))
        corpus = {",a,\"b\"\"\"\n\"x\",1,2.5\ny,nan,-3e7\n",
                  "a\tb\n0,5\t1.000,25\nNA\t-\n",
                  "0.5 0.5\n1 0\n",
                  "[[1, 2], [3, 4]]",
                  "array([[0.9 , 0.1 ],\n       [0.2 , 0.8 ]], dtype=float32)",
                  "tensor([[0.9000, 0.1000],\n        [0.2000, 0.8000]])",
                  "1;2;\n3;4;\n"};
    if (name == "alignments")
        corpus = {"a b\tx y\t\t0-0 1p1\n", "0-0 1p2 2-1P 3-3S 4-4\n", "1\t1-1 2-2 3?3\n",
                  "ein Test ||| 0.9,0.05,0.05 0.1,0.8,0.1 0.1,0.1,0.8\n"};
    const std::string manifest = files::inlineManifest(session());
    if (name == "png")
        corpus = {pngWith(manifest)};
    if (name == "svg")
        corpus = {"<svg xmlns=\"http://www.w3.org/2000/svg\">" + files::svgMetadata(manifest) + "</svg>"};
    if (name == "pdf")
        corpus = {"%PDF-1.4\n" + files::xmpMetadata(manifest) + "\n%%EOF"};
    if (name == "heedmap" && files::writeSession(made.path("a.heedmap"), session()))
        corpus = {test::contentsOf(made.path("a.heedmap"))};

    std::vector<std::filesystem::path> folders;
    if (!folder.empty())
        folders.emplace_back(folder);
    if (const auto cases = test::casesFolder())
        folders.push_back(*cases);
    const auto belongs = [&](const std::filesystem::path& path) {
        const std::string ending = path.extension().string();
        if (name.starts_with("torch"))
            return ending == ".pt";
        if (isAmong({"csv", "tsv", "text", "pasted"}))
            return ending == ".csv" || ending == ".tsv" || ending == ".txt";
        if (name == "alignments")
            return ending == ".gold" || ending == ".tsv" || ending == ".txt";
        return ending == reader.ending;
    };
    std::vector<std::filesystem::path> found;
    for (const std::filesystem::path& from : folders)
        for (const auto& entry : std::filesystem::recursive_directory_iterator(from))
            if (entry.is_regular_file() && entry.file_size() <= largestSeed && belongs(entry.path()))
                found.push_back(entry.path());
    std::sort(found.begin(), found.end());
    for (const std::filesystem::path& path : found) {
        std::string contents = contentsOf(path);
        const bool isZip = contents.starts_with("PK");
        if (!name.starts_with("torch") || isZip == (name == "torch-zip"))
            corpus.push_back(std::move(contents));
    }
    return corpus;
}

std::string mutated(const std::vector<std::string>& corpus, Reader::Container container, Random& random) {
    // what the tests make is small, and stands first
    const std::size_t chosen =
        random.oneIn(2) ? random.below(std::min<std::size_t>(corpus.size(), 4)) : random.below(corpus.size());
    std::string bytes = corpus[chosen];
    if (container == Reader::Container::zip && random.oneIn(2)) {
        std::vector<Member> members = membersOf(bytes);
        if (!members.empty()) {
            Member& member = members[random.below(random.oneIn(2) ? 1 : members.size())];
            random.oneIn(16) ? change(member.name, corpus, random) : change(member.bytes, corpus, random);
            return storedZip(members);
        }
    }
    change(bytes, corpus, random);
    if (container == Reader::Container::png && !random.oneIn(4))
        repairPng(bytes);
    return bytes;
}

} // namespace heedmap::fuzz
