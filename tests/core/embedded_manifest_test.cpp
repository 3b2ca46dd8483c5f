// Sessions inside pictures, and files that are made to do harm: what XML may hold, what few bytes can be inflated to.
#include "core/session/reference.h"
#include "core/session/session.h"

#include "tests/support/core/temporary_folder.h"

#include <array>
#include <bit>
#include <gtest/gtest.h>
#include <zlib.h>

using namespace heedmap;
using namespace heedmap::files;

namespace {

Session someSession() {
    Session session;
    session.name = "all \"of\" it";
    session.lookFor = "看 <this> & that";
    session.problem.q = session.problem.k = session.problem.v = MatrixD::Identity(2, 2);
    session.panels = {{.score = attention::ScoreFunction::dot}};
    return session;
}

std::string bigEndian(std::size_t value) {
    return {static_cast<char>(value >> 24), static_cast<char>(value >> 16), static_cast<char>(value >> 8),
            static_cast<char>(value)};
}

std::string chunk(const std::string& type, const std::string& data) {
    const std::string checked = type + data;
    const auto crc = crc32(0, reinterpret_cast<const Bytef*>(checked.data()), static_cast<uInt>(checked.size()));
    return bigEndian(data.size()) + checked + bigEndian(crc);
}

std::string deflated(const std::string& text) {
    uLongf size = compressBound(text.size());
    std::string out(size, '\0');
    compress(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(text.data()), text.size());
    out.resize(size);
    return out;
}

std::optional<std::string> embedded(const std::string& bytes) {
    return embeddedManifest(std::as_bytes(std::span(bytes)));
}

const std::string signature("\x89PNG\r\n\x1a\n", 8);

} // namespace

TEST(EmbeddedManifest, IsFoundInPictures) {
    const std::string manifest = inlineManifest(someSession());
    EXPECT_EQ(embedded("<?xml version=\"1.0\"?><svg>" + svgMetadata(manifest) + "<g/></svg>"), manifest);
    EXPECT_EQ(embedded("%PDF-1.6\nstream\n" + xmpMetadata(manifest) + "\nendstream"), manifest);
    const std::string zero(1, '\0');
    const std::string header = signature + chunk("IHDR", std::string(13, 'x')) + chunk("tEXt", "Software" + zero + "x");
    EXPECT_EQ(embedded(header + chunk("tEXt", "heedmap" + zero + manifest)), manifest);
    EXPECT_EQ(embedded(header + chunk("zTXt", "heedmap" + zero + zero + deflated(manifest))), manifest);
    EXPECT_EQ(embedded(header + chunk("iTXt", "heedmap" + zero + zero + zero + zero + zero + manifest)), manifest);
    EXPECT_EQ(embedded(header +
                       chunk("iTXt", "heedmap" + zero + "\1" + zero + "en" + zero + "k" + zero + deflated(manifest))),
              manifest);
    EXPECT_EQ(embedded(header + chunk("IEND", "")), std::nullopt);
    EXPECT_EQ(embedded("<svg></svg>"), std::nullopt);
    EXPECT_EQ(embedded(""), std::nullopt);
}

TEST(EmbeddedManifest, HoldsOnlyCharactersThatXmlKnows) {
    Session session;
    session.name = "\uFFFE </heedmap:session> \uFFFF \x01 \uFFFD";
    for (const std::string& xml : {svgMetadata(inlineManifest(session)), xmpMetadata(inlineManifest(session))}) {
        for (const char* const forbidden : {"\uFFFE", "\uFFFF", "\x01"})
            EXPECT_EQ(xml.find(forbidden), std::string::npos);
        EXPECT_EQ(xml.find("</heedmap:session>"), xml.rfind("</heedmap:session>"));
        const auto manifest = embedded(xml);
        ASSERT_TRUE(manifest);
        const auto again = parseManifest(*manifest);
        ASSERT_TRUE(again) << sentence(again.error());
        EXPECT_EQ(again->name, session.name);
    }
}

TEST(EmbeddedManifest, IsNotMadeUpOfDamagedChunks) {
    const std::string zero(1, '\0');
    std::string png = signature + chunk("zTXt", "heedmap" + zero + zero + deflated(std::string(10000, 'x')));
    for (std::size_t size = 0; size < png.size(); ++size)
        EXPECT_EQ(embedded(png.substr(0, size)), std::nullopt) << size;
    for (std::size_t bit = 64; bit < png.size() * 8; ++bit) {
        std::string flipped = png;
        flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
        EXPECT_EQ(embedded(flipped), std::nullopt) << bit;
    }
}

// A few bytes can be inflated to more than memory holds; the tree that is made of a text takes many times its size.
TEST(EmbeddedManifest, IsNoBomb) {
    const std::string zero(1, '\0');
    const auto png = [&](const std::string& text) {
        return signature + chunk("zTXt", "heedmap" + zero + zero + deflated(text)) + chunk("IEND", "");
    };
    EXPECT_EQ(embedded(png(std::string(64 << 20, '['))), std::nullopt);

    std::string many = R"({"heedmap": [1, 1], "more": [[])";
    for (int i = 0; i < 1'200'000; ++i)
        many += ",[]";
    many += "]}";
    const test::TemporaryFolder folder;
    const std::string path = folder.file("a.png", png(many));
    const auto read = readSession(path);
    ASSERT_FALSE(read);
    EXPECT_NE(sentence(read.error()).find("its manifest is larger than that of any session"), std::string::npos)
        << sentence(read.error());
}

TEST(Session, AManifestOfTooManyKeysIsRefused) {
    std::string keys;
    for (int i = 0; i < 2000; ++i)
        keys += ", \"k" + std::to_string(i) + "\": 0";
    const auto read = parseManifest(R"({"heedmap": [1, 1])" + keys + "}");
    ASSERT_FALSE(read);
    EXPECT_TRUE(read.error().is(sessionDamaged)) << sentence(read.error());
}

// What its shape rules out is refused before the numbers are read, which is told here by numbers that are damaged.
TEST(Session, AnArrayWithTooManyAxesIsNotRead) {
    const test::TemporaryFolder folder;
    Session session;
    session.matrices.push_back({"a", "", makeTensor({2, 2, 2}, std::vector<double>(8, 7.0))});
    const std::string path = folder.path("a.heedmap");
    ASSERT_TRUE(writeSession(path, session));
    std::string bytes = test::contentsOf(path);
    const auto number = std::bit_cast<std::array<char, 8>>(7.0);
    const std::size_t at = bytes.find(std::string(number.data(), number.size()));
    ASSERT_NE(at, std::string::npos);
    bytes[at] = 1;
    const auto read = readSession(folder.file("b.heedmap", bytes));
    ASSERT_FALSE(read);
    EXPECT_TRUE(read.error().is(sessionDamaged)) << sentence(read.error());
}

TEST(Session, AnyXmlIsXmlAndATableOfTokensIsATable) {
    const test::TemporaryFolder folder;
    const std::string manifest = inlineManifest(someSession());
    const std::string metadata = svgMetadata(manifest);
    const std::string bare = metadata.substr(metadata.find("<heedmap"));
    for (const std::string& text : {bare.substr(0, bare.rfind("</metadata>")), "\n" + metadata,
                                    "<!DOCTYPE svg>\n<svg>" + metadata + "</svg>", "<g>" + metadata + "</g>\n"}) {
        const auto read = readSession(folder.file("a.svg", text));
        ASSERT_TRUE(read) << sentence(read.error());
        EXPECT_EQ(inlineManifest(*read), inlineManifest(someSession()));
    }
    for (const char* const text : {"<html></html>", "<a:b/>", "<?php ?>"}) {
        const auto read = readSession(folder.file("a.txt", text));
        ASSERT_FALSE(read);
        EXPECT_TRUE(read.error().is(noSession)) << sentence(read.error());
    }
    for (const char* const text : {"<s>,the,</s>\n1,0,0\n", "<s>\t</s>\n1\t0\n", "<a:b>,c\n1,2\n"}) {
        const auto file = files::open(folder.file("a.txt", text));
        ASSERT_TRUE(file) << sentence(file.error());
        EXPECT_NE((*file)->format(), Format::session) << text;
    }
}
