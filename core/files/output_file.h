// An output that is either complete or not there: written beside the target and renamed when it is whole.
#pragma once

#include "core/result.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace heedmap::files {

inline constexpr ErrorKind cannotCreate{HEEDMAP_MESSAGE("Error", "the file cannot be written: %1"), Fault::output};
inline constexpr ErrorKind cannotWrite{HEEDMAP_MESSAGE("Error", "writing stopped after %1 bytes: %2"), Fault::output};
// Of standard output, which the window never writes to.
inline constexpr ErrorKind readerLeft{"nobody reads it any more", Fault::output};
inline constexpr ErrorKind writingStopped{HEEDMAP_MESSAGE("Error", "stopped before the file was complete")};

// Path "-" is standard output. Destroyed without commit(): nothing is left behind, what stood there before stays.
// A target that is a device or a pipe is written to directly.
class OutputFile {
public:
    static Result<OutputFile> create(const std::string& path);
    OutputFile(OutputFile&& other) noexcept;
    OutputFile& operator=(OutputFile&& other) noexcept;
    ~OutputFile();

    // Errors are remembered: after a failure further writes do nothing and commit() reports the first.
    void write(std::span<const std::byte> bytes);
    void write(std::string_view text);
    // Whether a write has failed: the rest need not be made.
    bool failed() const { return failure_ != 0; }
    // Flushes, syncs and renames. Errors: cannotWrite with the path the user gave; readerLeft.
    Result<void> commit();

private:
    OutputFile(std::string path, std::string target, std::string temporary, int descriptor);
    void flush();
    void send(std::string_view bytes);
    void discard();

    std::string path_;      // as the user gave it
    std::string target_;    // where a symbolic link leads
    std::string temporary_; // empty where the target itself is written to
    int descriptor_ = -1;
    std::size_t written_ = 0;
    int failure_ = 0; // errno of the first failed write
    std::string buffer_;
};

// Removes what unfinished outputs have written so far. Safe to call from a signal handler that ends the program.
void removeUnfinishedOutputs() noexcept;

} // namespace heedmap::files
