// Writes a zip of stored members from front to back, so that it can go to a pipe as well. Sizes and offsets that do not
// fit into 32 bits are written as zip64 says.
#pragma once

#include "core/files/output_file.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace heedmap::files {

// A name as a member may have it, wherever the archive is unpacked: within the folder, printable, not too long. Names
// that are so already stay as they are.
std::string memberName(std::string_view name);

class ZipWriter {
public:
    // Sizes and offsets from `zip64From` on get zip64 fields.
    explicit ZipWriter(OutputFile& output, std::uint64_t zip64From = 0xffffffff)
        : output_(output)
        , zip64From_(zip64From) {}

    using Sink = std::function<void(std::string_view bytes)>;
    // `produce` gives all bytes of the member to the sink; called twice, first for length and checksum.
    void add(const std::string& name, const std::function<void(const Sink&)>& produce);
    // Writes the directory.
    void finish();

private:
    struct Member {
        std::string name;
        std::uint64_t size;
        std::uint32_t crc;
        std::uint64_t offset;
    };
    void write(std::string_view bytes);
    std::string localHeader(const Member& member) const;
    std::string directoryEntry(const Member& member) const;

    OutputFile& output_;
    std::uint64_t zip64From_;
    std::uint64_t position_ = 0;
    std::vector<Member> members_;
};

} // namespace heedmap::files
