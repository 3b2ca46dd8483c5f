// Pyramids of large matrices of files, kept from one session to the next, so that opening again takes no time. Only
// ever a convenience: what cannot be written is not kept, what is damaged or of another version is not used.
#pragma once

#include "core/heatmap/pyramid.h"

#include <string>

namespace heedmap::files {

class PyramidCache {
public:
    // The folder is made when something is kept. When there are more than `mostBytes`, what was not used for the
    // longest time is removed.
    explicit PyramidCache(std::string folder, std::uint64_t mostBytes = std::uint64_t{1} << 30);
    // $XDG_CACHE_HOME/heedmap/pyramids, or below ~/.cache. Keeps nothing where there is neither.
    static PyramidCache ofUser();

    // Whether the matrix is one that pyramids are kept of: of a file, and large.
    static bool concerns(const attention::AlphaSource& source);

    // The pyramid that was kept of the same matrix (path, size and time of the file, place, dtype and shape in it).
    std::optional<heatmap::Pyramid> find(const attention::AlphaSource& source,
                                         const heatmap::PyramidOptions& options) const;
    // False: nothing was kept.
    bool keep(const attention::AlphaSource& source, const heatmap::PyramidOptions& options,
              const heatmap::Pyramid& pyramid) const;

private:
    std::string pathFor(const std::string& key) const;
    void removeOldest() const;

    std::string folder_;
    std::uint64_t mostBytes_;
};

} // namespace heedmap::files
