// The same readers for libFuzzer; HEEDMAP_FUZZ_READER names the one. heedmap_fuzz needs no clang and knows checksums.
#include "tests/fuzz/readers.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <unistd.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const char* const name = std::getenv("HEEDMAP_FUZZ_READER");
    static const heedmap::fuzz::Reader* const reader = heedmap::fuzz::readerNamed(name ? name : "");
    if (!reader)
        std::abort();
    static const std::string path =
        (std::filesystem::temp_directory_path() / ("heedmap_libfuzzer." + std::to_string(getpid()) + reader->ending))
            .string();
    std::ofstream(path, std::ios::binary | std::ios::trunc)
        .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
    reader->read(path);
    return 0;
}
