#include "app/command_line/printing.h"

#include "core/files/json_scanner.h"
#include "core/files/output_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <nlohmann/json.hpp>
#include <system_error>

#include <unistd.h>

namespace heedmap::command_line {

namespace {

int failure = 0; // errno of the first write that failed

// Bytes of the character that the text begins with; 0 where that is no UTF-8.
std::size_t characterLength(std::string_view text) {
    for (std::size_t length = 1; length <= std::min<std::size_t>(text.size(), 4); ++length) {
        if (files::isUtf8(text.substr(0, length)))
            return length;
    }
    return 0;
}

bool isControl(std::string_view character) {
    const auto byte = [&](std::size_t i) {
        return static_cast<unsigned char>(character[i]);
    };
    if (character.size() == 1)
        return byte(0) < 0x20 || byte(0) == 0x7F;
    return byte(0) == 0xC2 && byte(1) < 0xA0; // U+0080 ... U+009F
}

std::string escaped(char byte) {
    if (byte == '\n')
        return "\\n";
    if (byte == '\r')
        return "\\r";
    if (byte == '\t')
        return "\\t";
    std::array<char, 8> text{};
    std::snprintf(text.data(), text.size(), "\\x%02x", static_cast<unsigned>(static_cast<unsigned char>(byte)));
    return text.data();
}

// Characters of UTF-8 text: every byte that does not continue one.
std::size_t widthOf(const std::string& text) {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

} // namespace

void print(std::string_view text) {
    if (failure == 0 && std::fwrite(text.data(), 1, text.size(), stdout) != text.size())
        failure = errno;
}

nlohmann::ordered_json jsonOrNull(std::optional<double> value) {
    return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json();
}

void printLine(std::string_view text) {
    print(printable(text) + "\n");
}

Result<void> finishPrinting() {
    if (failure == 0 && std::fflush(stdout) != 0)
        failure = errno;
    if (failure == EPIPE)
        return makeError(files::readerLeft).in("standard output");
    if (failure != 0)
        return makeError(outputLost, {std::generic_category().message(failure)}).in("standard output");
    return {};
}

std::string printable(std::string_view text) {
    std::string shown;
    while (!text.empty()) {
        const std::size_t length = characterLength(text);
        const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
        if (length > 0 && !isControl(character)) {
            shown += character;
        } else {
            for (const char byte : character)
                shown += escaped(byte);
        }
        text.remove_prefix(character.size());
    }
    return shown;
}

void Table::add(std::vector<std::string> row) {
    for (std::string& cell : row)
        cell = printable(cell);
    rows_.push_back(std::move(row));
}

void Table::print() const {
    std::vector<std::size_t> widths(rows_.front().size());
    for (const auto& row : rows_) {
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], widthOf(row[i]));
    }
    for (const auto& row : rows_) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            line += row[i];
            if (i + 1 < row.size())
                line += std::string(widths[i] - widthOf(row[i]) + 2, ' ');
        }
        printLine(line);
    }
}

std::string numberOrDash(std::optional<double> value) {
    if (!value)
        return "-";
    std::array<char, 64> text{};
    const auto end = std::to_chars(text.begin(), text.end(), *value, std::chars_format::general, 6).ptr;
    return {text.begin(), end};
}

Progress::Progress(std::string work)
    : work_(std::move(work)) {
    if (isatty(STDERR_FILENO) == 0)
        return;
    try {
        drawer_ = std::jthread([this](const std::stop_token& stop) { draw(stop); });
    } catch (const std::system_error&) { // no thread may start: the work goes on without being drawn
    }
}

Progress::~Progress() = default;

void Progress::draw(const std::stop_token& stop) {
    using namespace std::chrono_literals;
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any stopped;
    const auto waits = [&](std::chrono::milliseconds time) {
        stopped.wait_for(lock, stop, time, [] { return false; });
        return !stop.stop_requested();
    };
    if (!waits(1s))
        return;
    do {
        std::fprintf(stderr, "\r\033[Kheedmap: %s, %.0f %%", work_.c_str(), 100 * fraction_.load());
    } while (waits(100ms));
    std::fprintf(stderr, "\r\033[K");
}

ExitCode report(const Error& error) {
    if (!error.is(files::readerLeft)) // as `head`, which has seen enough: no line for that, the status says it
        std::fprintf(stderr, "heedmap: %s\n", printable(sentence(error)).c_str());
    switch (error.kind->fault) {
    case Fault::usage:
        return ExitCode::wrongUsage;
    case Fault::output:
        return ExitCode::badOutput;
    case Fault::input:
        break;
    }
    return ExitCode::badInput;
}

void remark(const std::string& text) {
    std::fprintf(stderr, "heedmap: note: %s\n", printable(text).c_str());
}

} // namespace heedmap::command_line
