// The window and pictures, started where something is against them: signals, pipes, no threads, no fonts, no display.
#include "core/session/session.h"
#include "tests/support/cli/program.h"
#include "tests/support/core/temporary_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <sys/stat.h>
#include <thread>

namespace heedmap::test {
namespace {

// The window is closed by a signal as by its user: nothing is lost, and the next start finds no crash.
TEST(Hostile, SignalsEndTheWindowInTheOrdinaryWay) {
    const TemporaryFolder folder;
    RunOptions options;
    options.environment = {{"QT_QPA_PLATFORM", "offscreen"},
                           {"XDG_STATE_HOME", folder.path("state")},
                           {"XDG_CONFIG_HOME", folder.path("config")}};
    const std::filesystem::path state = folder.path("state/heedmap");
    const auto isOpen = [&state] {
        std::error_code ignored;
        for (const auto& entry : std::filesystem::directory_iterator(state, ignored)) {
            if (entry.path().extension() == ".lock")
                return true;
        }
        return false;
    };
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
        const std::string name = "x" + std::to_string(number) + ".csv";
        Running running({folder.file(name, "1,0\n0,1\n")}, false, options);
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
        while (!isOpen() && std::chrono::steady_clock::now() < end)
            std::this_thread::yield();
        ASSERT_TRUE(isOpen()) << "it does not start";
        running.interrupt(number);
        EXPECT_EQ(running.wait(), 0) << number;
        const auto kept = files::readSession((state / "last.heedmap").string());
        ASSERT_TRUE(kept) << sentence(kept.error());
        EXPECT_EQ(kept->name, name);
        EXPECT_FALSE(std::filesystem::exists(state / "last.tries")) << number;
        EXPECT_TRUE(std::filesystem::exists(state / "state.ini")) << number;
        EXPECT_FALSE(isOpen()) << number;
    }
    EXPECT_FALSE(std::filesystem::exists(state / "kept"));
}

// What the program keeps for itself is a file; a pipe in its place would be waited for until somebody writes.
TEST(Hostile, PipesInPlaceOfItsOwnFilesDoNotStopTheWindow) {
    const TemporaryFolder folder;
    RunOptions options;
    options.environment = {{"QT_QPA_PLATFORM", "offscreen"},
                           {"XDG_STATE_HOME", folder.path("state")},
                           {"XDG_CONFIG_HOME", folder.path("config")}};
    const std::filesystem::path state = folder.path("state/heedmap");
    const std::filesystem::path config = folder.path("config/heedmap");
    std::filesystem::create_directories(state);
    std::filesystem::create_directories(config);
    files::Session session;
    session.name = "mine";
    session.problem.q = session.problem.k = session.problem.v = MatrixD::Identity(2, 2);
    session.panels = {{.score = attention::ScoreFunction::dot}};
    for (const char* const base : {"last", "0"})
        ASSERT_TRUE(files::writeSession((state / base).string() + ".heedmap", session));
    for (const std::filesystem::path& pipe :
         {state / "last.path", state / "last.tries", state / "0.path", state / "0.tries", state / "0.lock",
          state / "state.ini", state / "state.ini.lock", config / "heedmap.ini", config / "heedmap.ini.lock"})
        ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    Running running({}, false, options);
    const auto isOpen = [&state] { // its layout is written when it ends, its sessions are taken before
        std::error_code ignored;
        return !std::filesystem::exists(state / "0.heedmap", ignored);
    };
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!isOpen() && std::chrono::steady_clock::now() < end)
        std::this_thread::yield();
    ASSERT_TRUE(isOpen()) << "it does not start";
    running.interrupt(SIGTERM);
    EXPECT_EQ(running.wait(), 0);
    const auto kept = files::readSession((state / "last.heedmap").string());
    ASSERT_TRUE(kept) << sentence(kept.error());
    EXPECT_EQ(kept->name, "mine");
    EXPECT_TRUE(std::filesystem::is_regular_file(state / "state.ini"));
}

TEST(Hostile, WithoutAnotherThreadNothingIsDrawn) {
    const TemporaryFolder folder;
    const std::string q = folder.file("q.csv", "1,0\n0,1\n");
    RunOptions options;
    options.startsThreads = false;
    for (const std::string output : {"o.svg", "o.pdf", "a.png"}) {
        const Finished finished = runHeedmap({"render", q, "-o", folder.path(output)}, options);
        EXPECT_EQ(finished.status, 3) << output;
        EXPECT_EQ(finished.errors, "heedmap: render: the system lets no more threads start (Resource temporarily "
                                   "unavailable); raise the limit of processes\n");
        EXPECT_FALSE(std::filesystem::exists(folder.path(output)));
    }
    options.environment = {{"QT_QPA_PLATFORM", "offscreen"}};
    const Finished window = runHeedmap({}, options);
    EXPECT_EQ(window.status, 3);
    EXPECT_TRUE(window.errors.starts_with("heedmap: the window: the system lets only 0 more threads start, and "))
        << window.errors;
    EXPECT_EQ(std::count(window.errors.begin(), window.errors.end(), '\n'), 1) << window.errors;
}

TEST(Hostile, WrongSettingsOfTheToolkitAreOneSentence) {
    RunOptions platform;
    platform.environment = {{"QT_QPA_PLATFORM", "nonesuch"}};
    const Finished window = runHeedmap({}, platform);
    EXPECT_EQ(window.status, 2);
    EXPECT_EQ(window.errors, "heedmap: the window: there is no display to open it on (QT_QPA_PLATFORM=nonesuch does "
                             "not work here; heedmap render draws without one)\n");
    const TemporaryFolder folder;
    RunOptions plugins;
    plugins.environment = {{"QT_QPA_PLATFORM_PLUGIN_PATH", folder.path("")}, {"QT_PLUGIN_PATH", folder.path("")}};
    const Finished picture = runHeedmap({"render", "pair:three-keys", "-o", folder.path("x.png")}, plugins);
    EXPECT_TRUE(picture.status == 0 || picture.status == 3) << picture.status;
    EXPECT_LE(std::count(picture.errors.begin(), picture.errors.end(), '\n'), 1) << picture.errors;
}

TEST(Hostile, AMachineWithoutFontsIsSaid) {
    const TemporaryFolder folder;
    RunOptions options;
    options.environment = {{"FONTCONFIG_FILE", folder.file("fonts.conf", "<?xml version=\"1.0\"?>\n<fontconfig/>\n")}};
    const Finished finished = runHeedmap({"render", "pair:three-keys", "-o", folder.path("x.png")}, options);
    EXPECT_EQ(finished.status, 0) << finished.errors;
    EXPECT_EQ(finished.errors, "heedmap: note: there is no font on this machine, so text is drawn as boxes; install "
                               "one, as in fonts-dejavu-core\n");
}

TEST(Hostile, DisplaysThatAreNotThere) {
    const auto without = [](const std::string& why) {
        return "heedmap: the window: there is no display to open it on (" + why +
               "; heedmap render draws without one)\n";
    };
    for (const std::string display : {":7777", ":7777.0", "unix:7777"}) {
        RunOptions options;
        options.environment = {{"DISPLAY", display}, {"QT_QPA_PLATFORM", ""}};
        const Finished finished = runHeedmap({}, options);
        EXPECT_EQ(finished.status, 2) << display;
        EXPECT_EQ(finished.errors, without("nothing answers at DISPLAY=" + display));
    }
    RunOptions none;
    none.environment = {{"QT_QPA_PLATFORM", "xcb"}};
    const Finished finished = runHeedmap({}, none);
    EXPECT_EQ(finished.status, 2);
    EXPECT_EQ(finished.errors, without("DISPLAY and WAYLAND_DISPLAY are not set"));
}

TEST(Hostile, OptionsOfTheToolkitGetToTheWindow) {
    RunOptions screenless;
    screenless.environment = {{"QT_QPA_PLATFORM", ""}};
    const Finished window = runHeedmap({"-style", "-x", "--reverse", "a.npy"}, screenless);
    EXPECT_TRUE(window.errors.starts_with("heedmap: the window: ")) << window.errors;
}

} // namespace
} // namespace heedmap::test
