// How the source tree itself has to look: which folder may include which, what may not be in it.
#include "tests/support/core/places.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

struct SourceFile {
    std::string name; // from the root of the tree, "core/tensor/shape.h"
    std::vector<std::string> lines;
};

bool endsIn(const fs::path& path, const std::set<std::string>& endings) {
    return endings.count(path.extension().string()) != 0;
}

SourceFile readSource(const fs::path& path) {
    SourceFile file{fs::relative(path, heedmap::test::sourceFolder()).generic_string(), {}};
    std::ifstream stream(path);
    for (std::string line; std::getline(stream, line);)
        file.lines.push_back(line);
    return file;
}

std::vector<SourceFile> filesUnder(const std::string& folder, const std::set<std::string>& endings) {
    std::vector<SourceFile> files;
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(heedmap::test::sourceFolder()) / folder))
        if (entry.is_regular_file() && endsIn(entry.path(), endings))
            files.push_back(readSource(entry.path()));
    return files;
}

const std::set<std::string> code{".cpp", ".h"};

std::vector<SourceFile> allCode() {
    std::vector<SourceFile> files;
    for (const char* folder : {"app", "core", "ui", "tests"})
        std::ranges::move(filesUnder(folder, code), std::back_inserter(files));
    return files;
}

// "file:line: text" of every line in which `pattern` is found.
std::vector<std::string> linesWith(const std::vector<SourceFile>& files, const std::regex& pattern) {
    std::vector<std::string> found;
    for (const SourceFile& file : files)
        for (std::size_t i = 0; i < file.lines.size(); ++i)
            if (std::regex_search(file.lines[i], pattern))
                found.push_back(file.name + ":" + std::to_string(i + 1) + ": " + file.lines[i]);
    return found;
}

const std::vector<std::string> none;

// Every folder with sources, in order: a file may include files of its own folder and of those before it. What a folder
// holds says README.md.
const std::vector<std::string> order{
    "core",          "core/tensor", "core/kernels", "core/attention",   "core/heatmap", "core/analysis",
    "core/files",    "core/tokens", "core/seq2seq", "core/transformer", "core/session", "ui/base",
    "ui/settings",   "ui/widgets",  "ui/document",  "ui/explore",       "ui/heatmap",   "ui/export",
    "ui/plot",       "ui/inputs",   "ui/inspector", "ui/compare",       "ui/files",     "ui/actions",
    "ui/workspaces", "ui/help",     "ui/lab",       "ui/cost",          "ui",           "app/command_line",
    "app/toolkit",   "app",
};

std::string folderOf(const std::string& file) {
    return file.substr(0, file.rfind('/'));
}

// "file:line: text" of every include of a folder that comes later in `folders`, or that is not among them; and every
// file whose own folder is not.
std::vector<std::string> climbingIncludes(const std::vector<SourceFile>& files,
                                          const std::vector<std::string>& folders) {
    const auto rank = [&](const std::string& file) {
        return std::ranges::find(folders, folderOf(file)) - folders.begin();
    };
    const std::regex include(R"re(^\s*#\s*include\s*"((core|ui|app)/[^"]+)")re");
    std::vector<std::string> found;
    for (const SourceFile& file : files) {
        if (rank(file.name) == std::ssize(folders))
            found.push_back(file.name + ": a folder without a place in the order");
        for (std::size_t i = 0; i < file.lines.size(); ++i) {
            std::smatch match;
            const bool includes =
                file.lines[i].find("include") != std::string::npos && std::regex_search(file.lines[i], match, include);
            if (includes && rank(match[1]) > rank(file.name))
                found.push_back(file.name + ":" + std::to_string(i + 1) + ": " + file.lines[i]);
        }
    }
    return found;
}

} // namespace

TEST(Structure, ThePatternForQtFindsQt) {
    const std::regex qt(R"(^\s*#\s*include\s*[<"](Q[A-Z]|Qt|q[a-z]+\.h))");
    EXPECT_TRUE(std::regex_search("#include <QString>", qt));
    EXPECT_TRUE(std::regex_search("#include <QtGui/QImage>", qt));
    EXPECT_TRUE(std::regex_search("#include <qglobal.h>", qt));
    EXPECT_FALSE(std::regex_search("#include \"core/attention/quantity.h\"", qt));
}

TEST(Structure, CoreIncludesNoQt) {
    const std::regex qt(R"(^\s*#\s*include\s*[<"](Q[A-Z]|Qt|q[a-z]+\.h))");
    EXPECT_EQ(linesWith(filesUnder("core", code), qt), none);
}

TEST(Structure, IncludesNameTheirPathFromTheRoot) {
    EXPECT_EQ(linesWith(allCode(), std::regex(R"(^\s*#\s*include\s*"\.)")), none);
}

TEST(Structure, TheCheckOfTheOrderFindsWhatClimbs) {
    const std::vector<std::string> folders{"core", "core/files", "ui/base", "ui"};
    const auto found = [&](const std::string& file, const std::string& line) {
        return climbingIncludes({{file, {"#pragma once", line}}}, folders);
    };
    EXPECT_EQ(found("core/files/a.h", "#include \"core/files/b.h\""), none);
    EXPECT_EQ(found("core/files/a.h", "#include \"core/error.h\""), none);
    EXPECT_EQ(found("core/files/a.h", "#include <ui/of_another_project.h>"), none);
    EXPECT_EQ(found("ui/base/a.cpp", "#include \"core/files/b.h\" // ui/window.h"), none);
    EXPECT_EQ(found("core/error.h", "#include \"core/files/b.h\""),
              std::vector<std::string>{"core/error.h:2: #include \"core/files/b.h\""});
    EXPECT_EQ(found("core/files/a.h", "  # include \"ui/base/b.h\"").size(), 1U);
    EXPECT_EQ(found("ui/base/a.cpp", "#include \"ui/window.h\"").size(), 1U);
    EXPECT_EQ(found("ui/a.cpp", "#include \"core/new/b.h\"").size(), 1U); // includes what has no place
    EXPECT_EQ(found("core/new/a.h", "").size(), 1U);                      // and has none itself
}

TEST(Structure, NoIncludeClimbs) {
    std::vector<SourceFile> files;
    for (const char* part : {"core", "ui", "app"})
        std::ranges::move(filesUnder(part, code), std::back_inserter(files));
    EXPECT_EQ(climbingIncludes(files, order), none);
    for (const std::string& folder : order) {
        const bool used =
            std::ranges::any_of(files, [&](const SourceFile& file) { return folderOf(file.name) == folder; });
        EXPECT_TRUE(used) << folder << " holds no sources";
    }
}

TEST(Structure, TheTopLevelHoldsWhatWasAgreed) {
    const std::set<std::string> agreed{
        "app",       "core",    "ui",           "resources",        "tests", "CMakeLists.txt",
        "README.md", "LICENSE", "CHANGELOG.md", "CMakePresets.json"};
    const std::set<std::string> made{"heedmap.png", "compile_commands.json"}; // as .gitignore says
    for (const auto& entry : fs::directory_iterator(heedmap::test::sourceFolder())) {
        const std::string name = entry.path().filename().string();
        const bool ignored = name.starts_with(".") || name.starts_with("build") || name.ends_with(".user");
        EXPECT_TRUE(ignored || made.count(name) || agreed.count(name)) << name;
    }
}

TEST(Structure, NoFileNamesAPlaceOnSomebodysMachine) {
    const std::set<std::string> text{".cpp", ".h",   ".txt",  ".cmake", ".json",    ".md",
                                     ".ts",  ".qrc", ".bash", ".py",    ".desktop", ""};
    const std::string start = R"((^|[^\w./}]))";
    const std::regex place(start + "/(home|ro" + "ot|work|Users)/");
    for (const char* folder : {"app", "core", "ui", "resources", "tests"})
        EXPECT_EQ(linesWith(filesUnder(folder, text), place), none);
}
