// A file of resources/ that is part of the program, so that none has to be found at run time.
#pragma once

#include <cstddef>
#include <string_view>

namespace heedmap {

struct EmbeddedFile {
    std::string_view name; // without its ending
    const std::byte* begin;
    const std::byte* end;

    std::string_view text() const {
        return {reinterpret_cast<const char*>(begin), static_cast<std::size_t>(end - begin)};
    }
};

} // namespace heedmap
