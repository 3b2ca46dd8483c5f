// How much memory can be used without pushing other programs out, and without being refused it.
#pragma once

#include <cstdint>
#include <filesystem>

namespace heedmap::files {

// In bytes: what the system says is available, or a half of all where it does not say; less where the limits of the
// process (address space, data) or of its control groups (versions 1 and 2) leave less.
std::uint64_t availableMemory();
// All that the process may have at most: the memory of the machine, or such a limit.
std::uint64_t totalMemory();

// The same, with the system's files under `root` instead of /.
std::uint64_t availableMemory(const std::filesystem::path& root);
std::uint64_t totalMemory(const std::filesystem::path& root);

} // namespace heedmap::files
