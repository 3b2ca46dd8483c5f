// The central directory of a zip, with its zip64 fields.
#pragma once

#include "core/files/zip_archive.h"

namespace heedmap::files {

constexpr std::uint64_t inZip64Field = 0xffffffff; // instead of a number: "see the zip64 field"

// Errors: those of ZipArchive::open().
Result<std::vector<ZipMember>> readZipDirectory(const MappedFile& file);

// Little-endian; precondition: they are there.
std::uint64_t zipInteger(std::span<const std::byte> bytes, std::size_t offset, std::size_t size);

} // namespace heedmap::files
