// Tests are skipped by one macro only, and what may be skipped everywhere exists and says why.
#include "tests/support/core/skip.h"

#include "tests/support/core/places.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace heedmap::test {
namespace {

namespace fs = std::filesystem;

struct TestSource {
    std::string name;
    std::string text;
};

std::vector<TestSource> testSources() {
    std::vector<TestSource> sources;
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(sourceFolder()) / "tests")) {
        if (entry.path().extension() != ".cpp" && entry.path().extension() != ".h")
            continue;
        std::ifstream stream(entry.path());
        sources.push_back({entry.path().filename().string(),
                           {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()}});
    }
    return sources;
}

class RequireAll {
public:
    explicit RequireAll(const char* value) {
        if (const char* before = std::getenv(name))
            before_ = before;
        setenv(name, value, 1);
    }
    ~RequireAll() { setenv(name, before_.c_str(), 1); }

private:
    static constexpr const char* name = "HEEDMAP_REQUIRE_ALL";
    std::string before_;
};

} // namespace

TEST(Skips, AreFailuresWhereEverythingHasToBeTested) {
    {
        const RequireAll none("");
        EXPECT_TRUE(maySkip());
    }
    const RequireAll all("1");
    EXPECT_FALSE(maySkip()) << "this test is not in the list";
}

TEST(Skips, GoThroughTheOneMacro) {
    const std::vector<std::string> others{std::string("GTEST") + "_SKIP", std::string("Q") + "SKIP"};
    for (const TestSource& source : testSources()) {
        for (const std::string& other : others)
            EXPECT_TRUE(source.name == "skip.h" || source.text.find(other) == std::string::npos)
                << source.name << " skips by " << other << ", so that nobody notices";
    }
}

TEST(Skips, ThatAreAllowedNameTestsThatSkipAndSayWhy) {
    const std::vector<TestSource> sources = testSources();
    const auto allowed = allowedSkips();
    EXPECT_FALSE(allowed.empty());
    for (const AllowedSkip& skip : allowed) {
        EXPECT_GT(skip.explanation.size(), 10U) << skip.test;
        std::string written = skip.test;
        const auto dot = written.find('.');
        ASSERT_NE(dot, std::string::npos) << skip.test;
        written.replace(dot, 1, ", ");
        EXPECT_TRUE(std::any_of(sources.begin(), sources.end(),
                                [&](const TestSource& source) {
                                    return source.text.find(written + ")") != std::string::npos &&
                                           source.text.find("HEEDMAP_SKIP(") != std::string::npos;
                                }))
            << "there is no test " << skip.test;
    }
}

} // namespace heedmap::test
