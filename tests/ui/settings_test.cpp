#include "ui/settings/settings.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <set>

using namespace heedmap;

namespace {

struct Files {
    QTemporaryDir directory;
    QString taste = directory.filePath(QStringLiteral("taste.ini"));
    QString state = directory.filePath(QStringLiteral("state.ini"));
};

} // namespace

TEST(Settings, StartFromTheirPresetsAndAreKept) {
    const Files files;
    {
        Settings settings(files.taste, files.state);
        EXPECT_EQ(settings.theme(), ThemeChoice::system);
        EXPECT_TRUE(settings.value(Setting::autosave).toBool());
        settings.setTheme(ThemeChoice::dark);
        settings.setValue(Setting::windowState, QByteArray("\0\1", 2));
    }
    const Settings again(files.taste, files.state);
    EXPECT_EQ(again.theme(), ThemeChoice::dark);
    EXPECT_EQ(again.value(Setting::windowState).toByteArray(), QByteArray("\0\1", 2));
}

TEST(Settings, TasteAndStateAreTwoFiles) {
    const Files files;
    {
        Settings settings(files.taste, files.state);
        settings.setTheme(ThemeChoice::light);
    }
    EXPECT_TRUE(QFile::exists(files.taste));
    EXPECT_FALSE(QFile::exists(files.state));
}

TEST(Settings, TellOnlyWhatChanged) {
    const Files files;
    Settings settings(files.taste, files.state);
    QSignalSpy changed(&settings, &Settings::changed);
    settings.setTheme(ThemeChoice::dark);
    settings.setTheme(ThemeChoice::dark);
    EXPECT_EQ(changed.count(), 1);
}

TEST(Settings, WhatWasEditedByHandToNonsenseCountsAsNotSet) {
    const Files files;
    {
        QFile file(files.taste);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write("[look]\ntheme=purple\n");
    }
    const Settings settings(files.taste, files.state);
    EXPECT_EQ(settings.theme(), ThemeChoice::system);
}

TEST(Settings, RecentFilesAreTenWithoutRepetitionNewestFirst) {
    const Files files;
    Settings settings(files.taste, files.state);
    for (int i = 0; i < 12; ++i)
        settings.addRecentFile(QStringLiteral("/data/%1.npy").arg(i));
    settings.addRecentFile(QStringLiteral("/data/5.npy"));
    const QStringList recent = settings.recentFiles();
    EXPECT_EQ(recent.size(), 10);
    EXPECT_EQ(recent.first(), QStringLiteral("/data/5.npy"));
    EXPECT_EQ(recent.count(QStringLiteral("/data/5.npy")), 1);
}

TEST(Settings, ADirectoryThatIsGoneIsNotOffered) {
    const Files files;
    Settings settings(files.taste, files.state);
    settings.setValue(Setting::openDirectory, files.directory.path());
    EXPECT_EQ(settings.directory(Setting::openDirectory), files.directory.path());
    settings.setValue(Setting::openDirectory, QStringLiteral("/no/such/directory"));
    EXPECT_EQ(settings.directory(Setting::openDirectory), QDir::homePath());
}

TEST(Settings, NamesAreUnique) {
    std::set<std::string> names;
    for (const SettingInfo& info : allSettings())
        EXPECT_TRUE(names.insert(info.name).second) << info.name;
}
