// Every odd and every broken file of the cases gives what its expected.json says.
#include "core/session/reference.h"

#include "tests/support/core/cases.h"

#include <cmath>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace heedmap;
using nlohmann::json;

namespace {

std::string dtypeText(const json& expected) {
    std::string name = expected.value("dtype", "");
    return name.starts_with("torch.") ? name.substr(6) : name;
}

void compare(const Tensor& tensor, const json& expected, const std::string& where) {
    SCOPED_TRACE(where);
    std::vector<Index> shape(tensor.shape().sizes().begin(), tensor.shape().sizes().end());
    EXPECT_EQ(shape, expected.at("shape").get<std::vector<Index>>());
    EXPECT_EQ(std::string(nameOf(tensor.dtype())), dtypeText(expected));
    std::vector<double> values(static_cast<std::size_t>(tensor.shape().count()));
    tensor.view.copyTo(std::span<double>(values));
    const auto first = expected.at("first").get<std::vector<double>>();
    ASSERT_GE(values.size(), first.size());
    for (std::size_t i = 0; i < first.size(); ++i)
        EXPECT_EQ(values[i], first[i]) << "entry " << i;
    double sum = 0;
    int notFinite = 0;
    for (const double value : values)
        std::isfinite(value) ? void(sum += value) : void(++notFinite);
    EXPECT_NEAR(sum, expected.at("finite_sum").get<double>(), 1e-9 * std::max(1.0, std::abs(sum)));
    EXPECT_EQ(notFinite, expected.at("nonfinite").get<int>());
}

// The sentence of what stops the file from being read; empty where nothing does.
std::string refusalOf(const std::string& path) {
    const auto file = files::open(path);
    if (!file)
        return sentence(file.error());
    for (std::size_t i = 0; i < (*file)->tensors().size(); ++i)
        if (const auto tensor = (*file)->read(i); !tensor)
            return sentence(tensor.error());
    return {};
}

void expectAccepted(const std::string& path, const json& entry) {
    const auto file = files::open(path);
    ASSERT_TRUE(file) << sentence(file.error());
    if (!entry.contains("holds")) {
        EXPECT_TRUE((*file)->tensors().empty());
        return;
    }
    const json& holds = entry.at("holds");
    const bool single = holds.contains("shape") && !holds.at("shape").is_object();
    const json named = single ? json{{"", holds}} : holds;
    for (const auto& [name, expected] : named.items()) {
        const auto position = (*file)->find(name);
        ASSERT_TRUE(position) << sentence(position.error());
        const auto tensor = (*file)->read(*position);
        if (expected.contains("first") && expected.at("first").is_array() && expected.contains("finite_sum")) {
            ASSERT_TRUE(tensor) << sentence(tensor.error());
            compare(*tensor, expected, path + "#" + name);
        } else { // an array of text or objects beside the numbers
            ASSERT_FALSE(tensor);
            EXPECT_NE(sentence(tensor.error()).find(path), std::string::npos);
        }
    }
}

} // namespace

TEST(CaseFiles, GiveWhatIsExpected) {
    HEEDMAP_CASE(expectedPath, "files/expected.json");
    std::ifstream stream(expectedPath);
    const json all = json::parse(stream);
    EXPECT_EQ(all.size(), 71u);
    const std::filesystem::path folder = std::filesystem::path(expectedPath).parent_path();
    for (const json& entry : all) {
        const std::string name = entry.at("file");
        const std::string path = (folder / name).string();
        SCOPED_TRACE(name);
        if (entry.at("expect") == "reject") {
            const std::string text = refusalOf(path);
            EXPECT_TRUE(text.starts_with(path + ": ")) << "not refused, or without the file's name: " << text;
            EXPECT_GT(text.size(), path.size() + 12) << text;
            if (std::getenv("HEEDMAP_SHOW_SENTENCES"))
                std::printf("%s\n", text.c_str());
        } else {
            expectAccepted(path, entry);
        }
    }
}
