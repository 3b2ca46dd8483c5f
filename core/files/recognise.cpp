#include "core/files/recognise.h"

#include "core/files/alignment_file.h"
#include "core/files/torch_file.h"

#include <algorithm>
#include <array>

namespace heedmap::files {

namespace {

using namespace std::string_view_literals;

constexpr std::uint64_t looked = 4096;

struct Foreign {
    std::string_view beginning;
    const char* name;
};
constexpr std::array foreigners{
    Foreign{"\x89HDF"sv, "HDF5"},      Foreign{"\x1f\x8b"sv, "gzip"},     Foreign{"GGUF"sv, "GGUF"},
    Foreign{"PAR1"sv, "Parquet"},      Foreign{"MATLAB 5.0"sv, "MATLAB"}, Foreign{"\x28\xb5\x2f\xfd"sv, "Zstandard"},
    Foreign{"\xff\xd8\xff"sv, "JPEG"},
};
constexpr std::array torchEndings{".pt"sv, ".pth"sv, ".bin"sv};

Result<Recognised> recogniseZip(const std::shared_ptr<const MappedFile>& file) {
    auto archive = ZipArchive::open(file);
    if (!archive)
        return archive.error();
    if (isTorchZip(**archive))
        return Recognised{Format::torch, *std::move(archive)};
    const bool session = (*archive)->find("manifest.json") != nullptr;
    return Recognised{session ? Format::session : Format::npz, *std::move(archive)};
}

bool isPickle(std::string_view start) {
    return start.size() > 2 && start[0] == '\x80' && start[1] >= 1 && start[1] <= 5;
}

// The size of the header, then the header, a JSON object.
bool looksLikeSafetensors(std::string_view start, std::uint64_t size) {
    if (start.size() < 10 || start[8] != '{')
        return false;
    std::uint64_t header = 0;
    for (std::size_t i = 8; i-- > 0;)
        header = header << 8 | static_cast<unsigned char>(start[i]);
    return header <= size - 8;
}

bool isText(std::string_view start) {
    return std::none_of(start.begin(), start.end(), [](char c) {
        return static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\r' && c != '\t' && c != '\f';
    });
}

// A table may begin with a token as <s>; an element has an end, or a name as no token has.
bool isXml(std::string_view trimmed, std::string_view end) {
    if (trimmed.starts_with("<?") || trimmed.starts_with("<!") || trimmed.starts_with("<svg"))
        return true;
    const std::string_view name = trimmed.substr(std::min<std::size_t>(trimmed.size(), 1));
    const std::size_t size = std::min(name.find_first_of(" \t\r\n/>"), name.size());
    if (!trimmed.starts_with('<') || size == 0)
        return false;
    const std::size_t next = std::min(trimmed.find('>'), trimmed.size() - 1) + 1;
    const bool isCell =
        next < trimmed.size() && (trimmed[next] == ',' || trimmed[next] == ';' || trimmed[next] == '\t');
    const bool isQualified = name.substr(0, size).find(':') != std::string_view::npos;
    const std::string closing = "</" + std::string(name.substr(0, size)) + ">";
    return end.substr(0, end.find_last_not_of(" \t\r\n") + 1).ends_with(closing) || (isQualified && !isCell);
}

// A table may begin with a token as [CLS].
bool looksLikeJson(std::string_view trimmed) {
    if (!trimmed.starts_with('['))
        return trimmed.starts_with('{');
    trimmed.remove_prefix(1);
    trimmed = trimmed.substr(std::min(trimmed.find_first_not_of(" \t\r\n"), trimmed.size()));
    const auto begins = [&](std::string_view word) {
        return trimmed.starts_with(word);
    };
    return trimmed.empty() || std::string_view("[{\"-]+.0123456789").find(trimmed.front()) != std::string_view::npos ||
           begins("NaN") || begins("Infinity") || begins("null") || begins("true") || begins("false");
}

std::optional<Format> formatOfEnding(std::string_view ending) {
    for (const Format format : {Format::npy, Format::npz, Format::safetensors, Format::csv, Format::tsv, Format::json})
        if (ending.substr(std::min<std::size_t>(ending.size(), 1)) == nameOf(format))
            return format;
    return ending == ".heedmap" ? std::optional(Format::session) : std::nullopt;
}

std::string_view withoutBlanks(std::string_view text) {
    if (text.starts_with("\xef\xbb\xbf"))
        text.remove_prefix(3);
    return text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
}

} // namespace

std::string endingOf(std::string_view path) {
    const std::size_t dot = path.rfind('.');
    if (dot == std::string_view::npos || path.find('/', dot) != std::string_view::npos)
        return {};
    std::string ending(path.substr(dot));
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](char c) { return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return ending;
}

std::string_view nameOf(Format format) {
    constexpr std::array names{"npy"sv,  "npz"sv,   "safetensors"sv, "csv"sv,    "tsv"sv,
                               "json"sv, "torch"sv, "heedmap"sv,     "python"sv, "alignments"sv};
    return names[static_cast<std::size_t>(format)];
}

Result<Recognised> recognise(const std::shared_ptr<const MappedFile>& file) {
    if (file->size() == 0)
        return makeError(fileIsEmpty).in(file->path());
    const auto bytes = file->bytes(0, std::min(file->size(), looked));
    if (!bytes)
        return bytes.error();
    const auto end = file->bytes(file->size() - bytes->data.size(), bytes->data.size());
    if (!end)
        return end.error();
    const std::string_view start = bytes->text();
    const std::string_view trimmed = withoutBlanks(start);

    if (start.starts_with("\x93NUMPY"))
        return Recognised{Format::npy, nullptr};
    // the size it begins with can look like the beginning of anything
    if (looksLikeSafetensors(start, file->size()))
        return Recognised{Format::safetensors, nullptr};
    if (start.starts_with("PK\x03\x04") || start.starts_with("PK\x05\x06"))
        return recogniseZip(file);
    if (start.starts_with("\x89PNG") || start.starts_with("%PDF-") || isXml(trimmed, end->text()))
        return Recognised{Format::session, nullptr, true};
    if (isLegacyTorch(start) || isTorchTar(start))
        return Recognised{Format::torch, nullptr};
    if (isPickle(start))
        return makeError(pythonPickle).in(file->path());
    for (const Foreign& foreign : foreigners)
        if (start.starts_with(foreign.beginning))
            return makeError(foreignFormat, {foreign.name}).in(file->path());

    // What a file with a known ending lacks is best said by the reader of that format.
    const std::string ending = endingOf(file->path());
    if (const auto format = formatOfEnding(ending); format && (*format != Format::npz && *format != Format::session))
        return Recognised{*format, nullptr};
    if (ending == ".npz" || ending == ".heedmap")
        return makeError(notZip).in(file->path());
    std::string_view text = trimmed;
    DecodedText utf16;
    if (utf16Of(start)) {
        if (auto decoded = decode(bytes->part(0, start.size() / 2 * 2))) {
            utf16 = *std::move(decoded);
            text = withoutBlanks(utf16.text());
        }
    }
    if (!isText(text) || std::find(torchEndings.begin(), torchEndings.end(), ending) != torchEndings.end())
        return makeError(unknownFormat).in(file->path());
    if (alignmentToolOf(start))
        return Recognised{Format::alignments, nullptr};
    return Recognised{looksLikeJson(text) ? Format::json : Format::csv, nullptr};
}

} // namespace heedmap::files
