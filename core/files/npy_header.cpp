// Reads the header's text, a Python dict literal with exactly the keys descr, fortran_order and shape.
#include "core/files/npy_format.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>

namespace heedmap::files {

namespace {

constexpr std::size_t longestHeader = 1 << 20;
constexpr bool littleEndianMachine = std::endian::native == std::endian::little;

Error badHeader(Phrase what) {
    return makeError(npyHeaderBad, {std::move(what)});
}

class Literal {
public:
    explicit Literal(std::string_view text)
        : text_(text) {}

    bool accept(char c) {
        skipSpace();
        if (position_ >= text_.size() || text_[position_] != c)
            return false;
        ++position_;
        return true;
    }
    char peek() {
        skipSpace();
        return position_ < text_.size() ? text_[position_] : '\0';
    }
    bool atEnd() {
        skipSpace();
        return position_ == text_.size();
    }
    std::optional<std::string> string() {
        const char quote = peek();
        if (quote != '\'' && quote != '"')
            return std::nullopt;
        const std::size_t end = text_.find(quote, position_ + 1);
        if (end == std::string_view::npos)
            return std::nullopt;
        std::string value(text_.substr(position_ + 1, end - position_ - 1));
        position_ = end + 1;
        return value;
    }
    std::optional<bool> boolean() {
        skipSpace();
        for (const bool value : {true, false}) {
            const std::string_view word = value ? "True" : "False";
            if (text_.substr(position_, word.size()) == word) {
                position_ += word.size();
                return value;
            }
        }
        return std::nullopt;
    }
    // Python 2 wrote long integers as 3L.
    std::optional<std::uint64_t> integer() {
        skipSpace();
        std::uint64_t value = 0;
        const char* begin = text_.data() + position_;
        const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
        if (error != std::errc())
            return std::nullopt;
        position_ += static_cast<std::size_t>(end - begin);
        if (position_ < text_.size() && text_[position_] == 'L')
            ++position_;
        return value;
    }
    // A list or tuple as it is written, up to the bracket that closes it.
    std::optional<std::string> bracketed() {
        skipSpace();
        const std::size_t begin = position_;
        int depth = 0;
        for (std::size_t i = begin; i < text_.size(); ++i) {
            const char c = text_[i];
            depth += (c == '[' || c == '(') ? 1 : (c == ']' || c == ')') ? -1 : 0;
            if (depth == 0) {
                position_ = i + 1;
                return std::string(text_.substr(begin, position_ - begin));
            }
        }
        return std::nullopt;
    }

private:
    void skipSpace() {
        while (position_ < text_.size() && std::strchr(" \t\r\n\f", text_[position_]) && text_[position_] != '\0')
            ++position_;
    }

    std::string_view text_;
    std::size_t position_ = 0;
};

struct Fields {
    std::optional<std::string> descr;
    bool structured = false;
    std::optional<bool> fortran;
    std::optional<std::vector<std::uint64_t>> shape;
};

std::optional<std::vector<std::uint64_t>> parseShape(Literal& literal) {
    if (!literal.accept('('))
        return std::nullopt;
    std::vector<std::uint64_t> sizes;
    while (!literal.accept(')')) {
        const auto size = literal.integer();
        if (!size)
            return std::nullopt;
        sizes.push_back(*size);
        if (!literal.accept(',') && literal.peek() != ')')
            return std::nullopt;
    }
    return sizes;
}

Result<void> parseField(Literal& literal, const std::string& key, Fields& fields) {
    bool twice = false;
    bool understood = false;
    if (key == "descr") {
        twice = fields.descr.has_value();
        fields.structured = literal.peek() == '[' || literal.peek() == '(';
        fields.descr = fields.structured ? literal.bracketed() : literal.string();
        understood = fields.descr.has_value();
    } else if (key == "fortran_order") {
        twice = fields.fortran.has_value();
        fields.fortran = literal.boolean();
        understood = fields.fortran.has_value();
    } else if (key == "shape") {
        twice = fields.shape.has_value();
        fields.shape = parseShape(literal);
        understood = fields.shape.has_value();
    } else {
        return badHeader({HEEDMAP_MESSAGE("Reason", "it has the unknown entry \"%1\""), {key.substr(0, 40)}});
    }
    if (twice)
        return badHeader({HEEDMAP_MESSAGE("Reason", "it has the entry %1 twice"), {key}});
    if (!understood)
        return badHeader({HEEDMAP_MESSAGE("Reason", "its entry %1 cannot be understood"), {key}});
    return {};
}

Result<Fields> parseFields(std::string_view text) {
    Literal literal(text);
    Fields fields;
    if (!literal.accept('{'))
        return badHeader(HEEDMAP_MESSAGE("Reason", "it does not begin with {"));
    while (!literal.accept('}')) {
        const auto key = literal.string();
        if (!key || !literal.accept(':'))
            return badHeader(HEEDMAP_MESSAGE("Reason", "it is not a list of names and values"));
        if (auto done = parseField(literal, *key, fields); !done)
            return done.error();
        if (!literal.accept(',') && literal.peek() != '}')
            return badHeader(HEEDMAP_MESSAGE("Reason", "it is not a list of names and values"));
    }
    if (!literal.atEnd())
        return badHeader(HEEDMAP_MESSAGE("Reason", "something follows its closing }"));
    const char* missing = !fields.descr     ? "descr"
                          : !fields.fortran ? "fortran_order"
                          : !fields.shape   ? "shape"
                                            : nullptr;
    if (missing)
        return badHeader({HEEDMAP_MESSAGE("Reason", "it has no entry %1"), {missing}});
    return fields;
}

std::optional<DType> numberType(char kind, std::size_t size) {
    switch (kind) {
    case 'b':
        return size == 1 ? std::optional(DType::boolean) : std::nullopt;
    case 'i':
        return size == 1   ? std::optional(DType::int8)
               : size == 2 ? std::optional(DType::int16)
               : size == 4 ? std::optional(DType::int32)
               : size == 8 ? std::optional(DType::int64)
                           : std::nullopt;
    case 'u':
        return size == 1   ? std::optional(DType::uint8)
               : size == 2 ? std::optional(DType::uint16)
               : size == 4 ? std::optional(DType::uint32)
               : size == 8 ? std::optional(DType::uint64)
                           : std::nullopt;
    case 'f':
        return size == 2   ? std::optional(DType::float16)
               : size == 4 ? std::optional(DType::float32)
               : size == 8 ? std::optional(DType::float64)
                           : std::nullopt;
    default:
        return std::nullopt;
    }
}

void refuse(NpyHeader& header, const ErrorKind& kind) {
    header.dtype.reset();
    header.refusal = makeError(kind, {header.descr.substr(0, 80)});
}

void resolveType(NpyHeader& header, bool structured, const ReadOptions& options) {
    if (structured)
        return refuse(header, dtypeStructured);
    std::string_view text = header.descr;
    char order = '=';
    if (!text.empty() && std::string_view("<>=|").find(text.front()) != std::string_view::npos) {
        order = text.front();
        text.remove_prefix(1);
    }
    header.byteSwapped = order == (littleEndianMachine ? '>' : '<');
    const char kind = text.empty() ? '\0' : text.front();
    if (kind == 'O')
        return refuse(header, dtypeObject);
    if (kind == 'S' || kind == 'U' || kind == 'a')
        return refuse(header, dtypeText);
    std::size_t size = 0;
    const char* end = text.data() + text.size();
    if (text.size() < 2 || std::from_chars(text.data() + 1, end, size).ptr != end)
        return refuse(header, dtypeUnknown);
    if (kind == 'V' && size == 2) {
        header.dtype = DType::bfloat16;
        return options.voidAsBfloat16 ? void() : refuse(header, dtypeVoid2);
    }
    if (kind == 'c' && (size == 8 || size == 16)) {
        header.complex = true;
        header.dtype = numberType('f', size / 2);
        return options.complex == ReadOptions::Complex::refuse ? refuse(header, dtypeComplex) : void();
    }
    header.dtype = numberType(kind, size);
    if (!header.dtype)
        refuse(header, dtypeUnknown);
}

// Bytes up to the end of the header's text, and where the text begins.
struct Extent {
    std::size_t textBegin = 0;
    std::uint64_t end = 0;
};

Result<Extent> headerExtent(std::span<const std::byte> start) {
    constexpr std::string_view magic("\x93NUMPY");
    if (start.size() < magic.size() || std::memcmp(start.data(), magic.data(), magic.size()) != 0)
        return makeError(notNpy);
    const auto byteAt = [&](std::size_t i) {
        return std::to_integer<unsigned>(start[i]);
    };
    if (start.size() < 10)
        return makeError(npyHeaderCut, {"10", std::to_string(start.size())});
    const unsigned major = byteAt(6);
    if (major < 1 || major > 3 || byteAt(7) != 0)
        return makeError(npyVersion, {std::to_string(major), std::to_string(byteAt(7))});
    const std::size_t textBegin = major == 1 ? 10 : 12;
    if (start.size() < textBegin)
        return makeError(npyHeaderCut, {std::to_string(textBegin), std::to_string(start.size())});
    std::uint64_t length = byteAt(8) | byteAt(9) << 8;
    if (major > 1)
        length |= std::uint64_t{byteAt(10)} << 16 | std::uint64_t{byteAt(11)} << 24;
    if (length > longestHeader)
        return makeError(npyHeaderTooLong, {std::to_string(length)});
    return Extent{textBegin, textBegin + length};
}

} // namespace

Result<NpyHeader> readNpyHeader(const ReadStart& start, std::uint64_t size, const ReadOptions& options) {
    auto first = start(static_cast<std::size_t>(std::min<std::uint64_t>(size, 12)));
    if (!first)
        return first.error();
    const auto extent = headerExtent(first->data);
    if (!extent)
        return extent.error();
    if (extent->end > size)
        return makeError(npyHeaderCut, {std::to_string(extent->end), std::to_string(size)});
    auto whole = start(static_cast<std::size_t>(extent->end));
    if (!whole)
        return whole.error();
    auto fields = parseFields(whole->text().substr(extent->textBegin));
    if (!fields)
        return fields.error();

    NpyHeader header;
    header.descr = *std::move(fields->descr);
    header.fortran = *fields->fortran;
    header.offset = static_cast<std::size_t>(extent->end);
    auto shape = Shape::checked(*fields->shape);
    if (!shape)
        return shape.error();
    header.shape = *shape;
    resolveType(header, fields->structured, options);
    if (header.refusal)
        return header;
    const std::size_t each = sizeOf(*header.dtype) * (header.complex ? 2 : 1);
    if (__builtin_mul_overflow(static_cast<std::size_t>(header.shape.count()), each, &header.bytes))
        return makeError(shapeOverflow, {header.shape.text()});
    if (header.bytes > size - header.offset)
        return makeError(dataCut, {header.shape.text(), header.descr, std::to_string(header.bytes),
                                   std::to_string(size - header.offset)});
    return header;
}

} // namespace heedmap::files
