// csv-spectrum: odd but legal CSV files and what their fields are.
#include "core/files/delimited.h"

#include "tests/support/core/cases.h"
#include "tests/support/core/temporary_folder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace heedmap;

namespace {

// Where the files went through a version control that turns line ends, those named for them have lost theirs.
std::string withCarriageReturns(const std::string& text) {
    std::string turned;
    for (const char c : text) {
        if (c == '\n' && !turned.ends_with('\r'))
            turned += '\r';
        turned += c;
    }
    return turned;
}

} // namespace

TEST(CsvSpectrum, ParsesAsItsJsonSays) {
    HEEDMAP_CASE(folder, "files/csv");
    int compared = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder + "/csvs")) {
        const std::string name = entry.path().stem().string();
        SCOPED_TRACE(name);
        std::string text = test::contentsOf(entry.path().string());
        if (name.ends_with("_crlf"))
            text = withCarriageReturns(text);
        const auto rows = files::parseDelimited(text);
        const auto expected = nlohmann::ordered_json::parse(test::contentsOf(folder + "/json/" + name + ".json"));
        ASSERT_EQ(rows.size(), expected.size() + 1);
        for (std::size_t i = 0; i < expected.size(); ++i) {
            ASSERT_EQ(rows[i + 1].size(), rows[0].size());
            ASSERT_EQ(expected[i].size(), rows[0].size());
            for (std::size_t j = 0; j < rows[0].size(); ++j)
                EXPECT_EQ(rows[i + 1][j], expected[i].at(rows[0][j]).get<std::string>())
                    << "row " << i << " field " << j;
        }
        ++compared;
    }
    EXPECT_EQ(compared, 11);
}
