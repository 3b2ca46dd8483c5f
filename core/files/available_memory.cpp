#include "core/files/available_memory.h"

#include <fstream>
#include <string>
#include <unistd.h>

namespace heedmap::files {

std::uint64_t availableMemory() {
    std::ifstream lines("/proc/meminfo");
    std::string name;
    std::uint64_t kibibytes = 0;
    std::string unit;
    while (lines >> name >> kibibytes && std::getline(lines, unit)) {
        if (name == "MemAvailable:")
            return kibibytes * 1024;
    }
    return static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) /
           2;
}

} // namespace heedmap::files
