// Everything that is remembered between two starts, in one table. What the user chose (taste) and where the user was
// (state) are kept in two files, so that one can be copied or deleted without the other.
#pragma once

#include "ui/settings/theme.h"

#include <QObject>
#include <QSettings>
#include <QStringList>
#include <QVariant>

namespace heedmap {

enum class Setting {
    theme,          // "system", "light", "dark"
    language,       // "system", "en", "zh"
    autosave,       // bool
    windowGeometry, // QByteArray
    windowState,    // QByteArray
    workspace,      // "explore", "align", "cost"
    labCorpus,      // the shipped corpus that was chosen last under Align
    labSmooth,      // bool
    labLogarithmic, // bool
    costSizes,      // QStringList, "d_model=512"
    costPreset,     // id of the preset, "explore", or "" for sizes of one's own
    costMeasure,    // int
    costDigits,     // bool: all of them
    view,           // zoom, centre x and y, active panel, row and column of the cursor
    recentFiles,    // QStringList, newest first
    openDirectory,
    saveDirectory,
    exportDirectory,
    exportFormat,     // "png", "svg" …
    exportFits,       // bool: the size is what fits the cells
    exportWidth,      // int, points of 1/96 inch
    exportHeight,     // int
    exportScale,      // int, pixels a point
    exportResolution, // int, dots an inch
    exportDark,       // bool
    exportWeights,    // bool
    exportScores,     // bool
    exportContext,    // bool
};
enum class Scope { taste, state };

struct SettingInfo {
    Setting key;
    const char* name;
    QVariant preset;
    Scope scope;
};
const std::vector<SettingInfo>& allSettings();

class Settings : public QObject {
    Q_OBJECT

public:
    // The user's own: heedmap.ini in configDirectory(), state.ini in stateDirectory().
    explicit Settings(QObject* parent = nullptr);
    Settings(const QString& tasteFile, const QString& stateFile, QObject* parent = nullptr);

    QVariant value(Setting key) const;
    void setValue(Setting key, const QVariant& value);

    ThemeChoice theme() const;
    void setTheme(ThemeChoice choice);

    static constexpr int maxRecentFiles = 10;
    QStringList recentFiles() const; // absolute paths, newest first
    void addRecentFile(const QString& path);

    // The directory a file dialog starts in: the last one used that still exists, else the home directory.
    QString directory(Setting key) const;

Q_SIGNALS:
    void changed(heedmap::Setting key);

private:
    QSettings& fileOf(const SettingInfo& info);
    const QSettings& fileOf(const SettingInfo& info) const;

    QSettings taste_;
    QSettings state_;
};

} // namespace heedmap
