// A fresh folder that is removed with everything in it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace heedmap::test {

class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    std::string path(std::string_view name) const { return (folder_ / name).string(); }
    // Writes the file and says where.
    std::string file(std::string_view name, std::string_view contents) const;
    // How many entries it holds.
    std::size_t entries() const;

private:
    std::filesystem::path folder_;
};

std::string contentsOf(const std::string& path);

} // namespace heedmap::test
