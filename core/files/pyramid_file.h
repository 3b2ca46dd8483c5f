// Private to the cache: a pyramid as bytes and back.
#pragma once

#include "core/heatmap/pyramid.h"

#include <string>

namespace heedmap::files {

class PyramidFile {
public:
    // False where it could not be written as a whole; then nothing is left behind.
    static bool write(const std::string& path, const std::string& key, const heatmap::Pyramid& pyramid);
    // None where the file is not there, is damaged, or is of another key. Nothing is allocated by what the file says:
    // all sizes follow from the source and the options.
    static std::optional<heatmap::Pyramid> read(const std::string& path, const std::string& key,
                                                const attention::AlphaSource& source,
                                                const heatmap::PyramidOptions& options);
};

} // namespace heedmap::files
