// The manifest inside exported pictures: written as XML text into SVG and PDF, as a text chunk into PNG.
#include "core/session/session.h"

#include <array>
#include <cstring>
#include <zlib.h>

namespace heedmap::files {

namespace {

using namespace std::string_view_literals;

constexpr std::string_view keyword = "heedmap";
constexpr std::string_view elementBegin = "<heedmap:session";
constexpr std::string_view elementEnd = "</heedmap:session>";
constexpr std::size_t largestEmbedded = 4 << 20; // four times what is written

struct Entity {
    std::string_view text;
    char meaning;
};
constexpr std::array entities{Entity{"&amp;", '&'},  Entity{"&lt;", '<'},    Entity{"&gt;", '>'},
                              Entity{"&quot;", '"'}, Entity{"&apos;", '\''}, Entity{"&#39;", '\''}};

// XML has no way to write two of the characters that a text in JSON may hold; there they are escaped as JSON does it.
std::string xmlEscaped(std::string_view json) {
    constexpr std::string_view noncharacters = "\xEF\xBF"; // and 0xBE or 0xBF: U+FFFE, U+FFFF
    std::string escaped;
    for (std::size_t i = 0; i < json.size(); ++i) {
        const char c = json[i];
        const std::string_view rest = json.substr(i);
        if (c == '&' || c == '<' || c == '>') {
            escaped += c == '&' ? "&amp;" : c == '<' ? "&lt;" : "&gt;";
        } else if (rest.size() > 2 && rest.starts_with(noncharacters) && (rest[2] == '\xBE' || rest[2] == '\xBF')) {
            escaped += rest[2] == '\xBE' ? "\\ufffe" : "\\uffff";
            i += noncharacters.size();
        } else {
            escaped += c;
        }
    }
    return escaped;
}

std::string xmlUnescaped(std::string_view text) {
    std::string plain;
    while (!text.empty()) {
        const Entity* found = nullptr;
        for (const Entity& entity : entities)
            found = text.starts_with(entity.text) ? &entity : found;
        plain += found ? found->meaning : text.front();
        text.remove_prefix(found ? found->text.size() : 1);
    }
    return plain;
}

std::optional<std::string> inXml(std::string_view text) {
    const std::size_t element = text.find(elementBegin);
    const std::size_t begin = element == std::string_view::npos ? element : text.find('>', element);
    const std::size_t end = begin == std::string_view::npos ? begin : text.find(elementEnd, begin);
    if (end == std::string_view::npos)
        return std::nullopt;
    return xmlUnescaped(text.substr(begin + 1, end - begin - 1));
}

// zlib's format, a piece at a time, so that memory goes only to what is really there.
std::optional<std::string> inflated(std::string_view bytes) {
    z_stream stream{};
    if (inflateInit(&stream) != Z_OK)
        return std::nullopt;
    std::string text;
    std::array<char, 64 << 10> piece;
    // zlib's interface is older than const
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    int status = Z_OK;
    while (status == Z_OK && text.size() <= largestEmbedded) {
        stream.next_out = reinterpret_cast<Bytef*>(piece.data());
        stream.avail_out = static_cast<uInt>(piece.size());
        status = inflate(&stream, Z_NO_FLUSH);
        text.append(piece.data(), piece.size() - stream.avail_out);
    }
    inflateEnd(&stream);
    return status == Z_STREAM_END ? std::optional(std::move(text)) : std::nullopt;
}

// What a text chunk says, if it is ours.
std::optional<std::string> textOfChunk(std::string_view type, std::string_view data) {
    if (data.substr(0, keyword.size()) != keyword || data.substr(keyword.size(), 1) != "\0"sv)
        return std::nullopt;
    data.remove_prefix(keyword.size() + 1);
    if (type == "tEXt")
        return std::string(data);
    if (type == "zTXt" && data.starts_with('\0'))
        return inflated(data.substr(1));
    if (type != "iTXt" || data.size() < 2)
        return std::nullopt;
    const bool compressed = data[0] == 1;
    data.remove_prefix(2);
    for (int part = 0; part < 2; ++part) { // language, translated keyword
        const std::size_t zero = data.find('\0');
        if (zero == std::string_view::npos)
            return std::nullopt;
        data.remove_prefix(zero + 1);
    }
    return compressed ? inflated(data) : std::string(data);
}

std::uint32_t bigEndian(std::string_view bytes) {
    std::uint32_t value = 0;
    for (const char c : bytes.substr(0, 4))
        value = value << 8 | static_cast<unsigned char>(c);
    return value;
}

std::optional<std::string> inPng(std::string_view bytes) {
    constexpr std::size_t signature = 8;
    constexpr std::size_t frame = 12; // length, type, checksum
    bytes.remove_prefix(std::min(signature, bytes.size()));
    while (bytes.size() >= frame) {
        const std::size_t length = bigEndian(bytes);
        if (length > bytes.size() - frame)
            return std::nullopt;
        const std::string_view checked = bytes.substr(4, 4 + length);
        const auto* data = reinterpret_cast<const Bytef*>(checked.data());
        const bool whole = crc32_z(crc32_z(0, nullptr, 0), data, checked.size()) == bigEndian(bytes.substr(8 + length));
        if (auto text = whole ? textOfChunk(checked.substr(0, 4), checked.substr(4)) : std::nullopt)
            return text;
        bytes.remove_prefix(frame + length);
    }
    return std::nullopt;
}

} // namespace

std::optional<std::string> embeddedManifest(std::span<const std::byte> bytes) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return text.starts_with("\x89PNG") ? inPng(text) : inXml(text);
}

std::string svgMetadata(const std::string& manifest) {
    return "<metadata><heedmap:session xmlns:heedmap=\"urn:heedmap\">" + xmlEscaped(manifest) +
           "</heedmap:session></metadata>";
}

std::string xmpMetadata(const std::string& manifest) {
    return "<?xpacket begin=\"\xEF\xBB\xBF\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
           "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
           "<rdf:Description rdf:about=\"\" xmlns:heedmap=\"urn:heedmap\"><heedmap:session>" +
           xmlEscaped(manifest) + "</heedmap:session></rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end=\"r\"?>";
}

} // namespace heedmap::files
