#include "core/files/png_writer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <csetjmp>
#include <optional>
#include <png.h>
#include <zlib.h>

namespace heedmap::files {

namespace {

// libpng leaves a failed call by longjmp, which runs no destructor. So every call is made in a function of its own that
// holds nothing but plain values, and the pixels are filled outside of them.
class Encoder {
public:
    explicit Encoder(OutputFile& file)
        : file_(file) {
        png_ = png_create_write_struct(PNG_LIBPNG_VER_STRING, this, fail, ignoreWarning);
        info_ = png_ == nullptr ? nullptr : png_create_info_struct(png_);
        if (png_ == nullptr || info_ == nullptr)
            note("not enough memory");
        else
            png_set_write_fn(png_, this, put, nullptr);
    }
    ~Encoder() { png_destroy_write_struct(&png_, &info_); }
    Encoder(const Encoder&) = delete;
    Encoder& operator=(const Encoder&) = delete;

    bool failed() const { return failure_[0] != '\0'; }
    std::string failure() const { return failure_.data(); }
    std::size_t written() const { return written_; }

    void begin(png_uint_32 width, png_uint_32 height, bool hasAlpha, png_uint_32 dotsPerMetre);
    void addTexts(png_text* texts, int count);
    void writeHeader();
    void writeLine(const png_byte* line);
    void end();

private:
    static void fail(png_structp png, png_const_charp message) {
        static_cast<Encoder*>(png_get_error_ptr(png))->note(message);
        png_longjmp(png, 1);
    }
    static void ignoreWarning(png_structp, png_const_charp) {}
    // No exception may pass through libpng, which is C.
    static void put(png_structp png, png_bytep bytes, png_size_t size) {
        auto& encoder = *static_cast<Encoder*>(png_get_io_ptr(png));
        bool done = false;
        try {
            encoder.file_.write(std::span(reinterpret_cast<const std::byte*>(bytes), size));
            encoder.written_ += size;
            done = true;
        } catch (...) {
        }
        if (!done)
            png_error(png, "not enough memory");
    }
    void note(const char* message) {
        std::size_t i = 0;
        for (; message[i] != '\0' && i + 1 < failure_.size(); ++i)
            failure_[i] = message[i];
        failure_[i] = '\0';
    }

    OutputFile& file_;
    png_structp png_ = nullptr;
    png_infop info_ = nullptr;
    std::size_t written_ = 0;
    std::array<char, 128> failure_{};
};

void Encoder::begin(png_uint_32 width, png_uint_32 height, bool hasAlpha, png_uint_32 dotsPerMetre) {
    if (setjmp(png_jmpbuf(png_)) != 0)
        return;
    png_set_user_limits(png_, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_IHDR(png_, info_, width, height, 8, hasAlpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_BASE, PNG_FILTER_TYPE_BASE);
    png_set_sRGB(png_, info_, PNG_sRGB_INTENT_PERCEPTUAL);
    if (dotsPerMetre > 0)
        png_set_pHYs(png_, info_, dotsPerMetre, dotsPerMetre, PNG_RESOLUTION_METER);
    // Colors of a map look like noise to the predictors, which only make them larger; equal neighbors compress without.
    png_set_filter(png_, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
    png_set_compression_level(png_, 3);
    png_set_compression_buffer_size(png_, 1 << 16);
}

void Encoder::addTexts(png_text* texts, int count) {
    if (setjmp(png_jmpbuf(png_)) != 0)
        return;
    png_set_text(png_, info_, texts, count);
}

void Encoder::writeHeader() {
    if (setjmp(png_jmpbuf(png_)) != 0)
        return;
    png_write_info(png_, info_);
}

void Encoder::writeLine(const png_byte* line) {
    if (setjmp(png_jmpbuf(png_)) != 0)
        return;
    png_write_row(png_, line);
}

void Encoder::end() {
    if (setjmp(png_jmpbuf(png_)) != 0)
        return;
    png_write_end(png_, info_);
}

bool isAscii(const std::string& text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

bool compressesShorter(const std::string& text) {
    uLongf size = compressBound(static_cast<uLong>(text.size()));
    std::vector<Bytef> compressed(size);
    const int result = compress(compressed.data(), &size, reinterpret_cast<const Bytef*>(text.data()),
                                static_cast<uLong>(text.size()));
    return result == Z_OK && size < text.size();
}

int chunkKind(const std::string& text) {
    const bool shorter = compressesShorter(text);
    if (isAscii(text)) // then the older kinds say the same, and more programs show them
        return shorter ? PNG_TEXT_COMPRESSION_zTXt : PNG_TEXT_COMPRESSION_NONE;
    return shorter ? PNG_ITXT_COMPRESSION_zTXt : PNG_ITXT_COMPRESSION_NONE;
}

void addTexts(Encoder& encoder, const std::vector<PngText>& texts) {
    std::vector<PngText> copies = texts; // libpng wants to be given what it could change
    std::vector<png_text> chunks;
    char noLanguage[] = "";
    for (PngText& text : copies) {
        HEEDMAP_EXPECTS(!text.keyword.empty() && text.keyword.size() <= 79);
        png_text chunk{};
        chunk.compression = chunkKind(text.text);
        chunk.key = text.keyword.data();
        chunk.text = text.text.data();
        chunk.text_length = text.text.size();
        chunk.lang = noLanguage;
        chunk.lang_key = noLanguage;
        chunks.push_back(chunk);
    }
    if (!chunks.empty())
        encoder.addTexts(chunks.data(), static_cast<int>(chunks.size()));
}

// The bytes of a line: red, green, blue and, where it is kept, alpha.
void pack(std::span<const heatmap::Rgba> pixels, bool hasAlpha, std::vector<png_byte>& bytes) {
    png_byte* at = bytes.data();
    for (const heatmap::Rgba& pixel : pixels) {
        *at++ = pixel.r;
        *at++ = pixel.g;
        *at++ = pixel.b;
        if (hasAlpha)
            *at++ = pixel.a;
    }
}

} // namespace

Result<void> writePng(const std::string& path, std::int32_t width, std::int32_t height, double dotsPerInch,
                      const std::vector<PngText>& texts,
                      const std::function<void(std::int32_t y, std::span<heatmap::Rgba> pixels)>& line,
                      PngPixels pixels, std::stop_token stop, const std::function<std::optional<Error>()>& problem) {
    HEEDMAP_EXPECTS(width >= 1 && height >= 1 && dotsPerInch >= 0);
    Result<OutputFile> file = OutputFile::create(path);
    if (!file)
        return file.error();
    const bool hasAlpha = pixels == PngPixels::transparent;
    Encoder encoder(*file);
    const auto step = [&encoder](const auto& call) {
        if (!encoder.failed())
            call();
    };
    const double dotsPerMetre = std::min(std::round(dotsPerInch / 0.0254), 2147483647.0);
    step([&] {
        encoder.begin(static_cast<png_uint_32>(width), static_cast<png_uint_32>(height), hasAlpha,
                      static_cast<png_uint_32>(dotsPerMetre));
    });
    step([&] { addTexts(encoder, texts); });
    step([&] { encoder.writeHeader(); });
    std::vector<heatmap::Rgba> row(static_cast<std::size_t>(width));
    std::vector<png_byte> bytes(row.size() * (hasAlpha ? 4 : 3));
    for (std::int32_t y = 0; y < height && !encoder.failed(); ++y) {
        if (stop.stop_requested())
            return makeError(writingStopped).in(path);
        line(y, row);
        pack(row, hasAlpha, bytes);
        encoder.writeLine(bytes.data());
    }
    step([&] { encoder.end(); });
    if (encoder.failed())
        return makeError(cannotWrite, {std::to_string(encoder.written()), encoder.failure()}).in(path);
    if (auto found = problem ? problem() : std::nullopt)
        return *std::move(found);
    return file->commit();
}

} // namespace heedmap::files
