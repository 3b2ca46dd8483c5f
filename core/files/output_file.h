// An output that is either complete or not there: written beside the target and renamed when it is whole.
#pragma once

#include "core/result.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace heedmap::files {

inline constexpr ErrorKind cannotCreate{HEEDMAP_MESSAGE("Error", "the file cannot be written: %1")};
inline constexpr ErrorKind cannotWrite{HEEDMAP_MESSAGE("Error", "writing stopped after %1 bytes: %2")};

// Path "-" is standard output. Destroyed without commit(): nothing is left behind, what stood there before stays.
class OutputFile {
public:
    static Result<OutputFile> create(const std::string& path);
    OutputFile(OutputFile&& other) noexcept;
    OutputFile& operator=(OutputFile&& other) noexcept;
    ~OutputFile();

    // Errors are remembered: after a failure further writes do nothing and commit() reports the first.
    void write(std::span<const std::byte> bytes);
    void write(std::string_view text);
    // Flushes, syncs and renames. Errors: cannotWrite with the path the user gave.
    Result<void> commit();

private:
    OutputFile(std::string target, std::string temporary, int descriptor);
    void discard();

    std::string target_;
    std::string temporary_;
    int descriptor_ = -1;
    std::size_t written_ = 0;
    int failure_ = 0; // errno of the first failed write
    std::string buffer_;
};

} // namespace heedmap::files
