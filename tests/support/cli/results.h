// Runs of the program whose result is read at once.
#pragma once

#include "tests/support/cli/program.h"
#include "tests/support/core/case_file.h"
#include "tests/support/core/temporary_folder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heedmap::test {

// What it printed, which is JSON.
inline nlohmann::json jsonOf(const std::vector<std::string>& arguments) {
    const Finished finished = runHeedmap(arguments);
    EXPECT_EQ(finished.status, 0) << finished.errors;
    return nlohmann::json::parse(finished.output, nullptr, false);
}

// attend, into an .npz of the folder.
inline CaseFile attended(const TemporaryFolder& folder, std::vector<std::string> arguments) {
    const std::string path = folder.path("out.npz");
    arguments.insert(arguments.begin(), "attend");
    arguments.insert(arguments.end(), {"-o", path});
    const Finished finished = runHeedmap(arguments);
    EXPECT_EQ(finished.status, 0) << finished.errors;
    return CaseFile(path);
}

} // namespace heedmap::test
