#include "ui/settings/settings.h"

#include "core/result.h"
#include "ui/settings/paths.h"
#include "ui/settings/state_file.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <array>

namespace heedmap {

namespace {

const SettingInfo& infoOf(Setting key) {
    const auto& all = allSettings();
    const auto info = std::find_if(all.begin(), all.end(), [&](const SettingInfo& i) { return i.key == key; });
    HEEDMAP_EXPECTS(info != all.end());
    return *info;
}

constexpr std::array themeNames{"system", "light", "dark"}; // by ThemeChoice

// QSettings opens the file and the lock beside it, whatever they are.
QString usable(const QString& path) {
    ownFile(path + QStringLiteral(".lock"));
    return ownFile(path);
}

} // namespace

const std::vector<SettingInfo>& allSettings() {
    static const std::vector<SettingInfo> table{
        {Setting::theme, "look/theme", QStringLiteral("system"), Scope::taste},
        {Setting::language, "look/language", QStringLiteral("system"), Scope::taste},
        {Setting::autosave, "session/autosave", true, Scope::taste},
        {Setting::windowGeometry, "window/geometry", QByteArray(), Scope::state},
        {Setting::windowState, "window/state", QByteArray(), Scope::state},
        {Setting::workspace, "window/workspace", QStringLiteral("explore"), Scope::state},
        {Setting::labCorpus, "align/corpus", QStringLiteral("english-chinese"), Scope::state},
        {Setting::labSmooth, "align/smooth", true, Scope::taste},
        {Setting::labLogarithmic, "align/logarithmic", true, Scope::taste},
        {Setting::costSizes, "cost/sizes", QStringList(), Scope::state},
        {Setting::costPreset, "cost/preset", QString(), Scope::state},
        {Setting::costMeasure, "cost/measure", 0, Scope::state},
        {Setting::costDigits, "cost/all_digits", false, Scope::taste},
        {Setting::view, "window/view", QVariantList(), Scope::state},
        {Setting::recentFiles, "files/recent", QStringList(), Scope::state},
        {Setting::openDirectory, "files/open_directory", QString(), Scope::state},
        {Setting::saveDirectory, "files/save_directory", QString(), Scope::state},
        {Setting::exportDirectory, "files/export_directory", QString(), Scope::state},
        {Setting::exportFormat, "export/format", QStringLiteral("png"), Scope::taste},
        {Setting::exportFits, "export/fits_the_cells", true, Scope::taste},
        {Setting::exportWidth, "export/width", 1200, Scope::taste},
        {Setting::exportHeight, "export/height", 800, Scope::taste},
        {Setting::exportScale, "export/scale", 2, Scope::taste},
        {Setting::exportResolution, "export/resolution", 192, Scope::taste},
        {Setting::exportDark, "export/dark", false, Scope::taste},
        {Setting::exportWeights, "export/weights", true, Scope::taste},
        {Setting::exportScores, "export/scores", false, Scope::taste},
        {Setting::exportContext, "export/context", false, Scope::taste},
    };
    return table;
}

Settings::Settings(QObject* parent)
    : Settings(QDir(configDirectory()).filePath(QStringLiteral("heedmap.ini")),
               QDir(stateDirectory()).filePath(QStringLiteral("state.ini")), parent) {}

Settings::Settings(const QString& tasteFile, const QString& stateFile, QObject* parent)
    : QObject(parent)
    , taste_(usable(tasteFile), QSettings::IniFormat)
    , state_(usable(stateFile), QSettings::IniFormat) {}

QSettings& Settings::fileOf(const SettingInfo& info) {
    return info.scope == Scope::taste ? taste_ : state_;
}

const QSettings& Settings::fileOf(const SettingInfo& info) const {
    return info.scope == Scope::taste ? taste_ : state_;
}

QVariant Settings::value(Setting key) const {
    const SettingInfo& info = infoOf(key);
    QVariant stored = fileOf(info).value(QLatin1String(info.name), info.preset);
    // A file edited by hand may hold anything: what is not of the right type counts as not set.
    return stored.convert(info.preset.metaType()) ? stored : info.preset;
}

void Settings::setValue(Setting key, const QVariant& value) {
    if (this->value(key) == value)
        return;
    const SettingInfo& info = infoOf(key);
    fileOf(info).setValue(QLatin1String(info.name), value);
    Q_EMIT changed(key);
}

ThemeChoice Settings::theme() const {
    const QString name = value(Setting::theme).toString();
    const auto known =
        std::find_if(themeNames.begin(), themeNames.end(), [&](const char* n) { return name == QLatin1String(n); });
    return known == themeNames.end() ? ThemeChoice::system : static_cast<ThemeChoice>(known - themeNames.begin());
}

void Settings::setTheme(ThemeChoice choice) {
    setValue(Setting::theme, QString::fromLatin1(themeNames[static_cast<std::size_t>(choice)]));
}

QStringList Settings::recentFiles() const {
    return value(Setting::recentFiles).toStringList();
}

void Settings::addRecentFile(const QString& path) {
    const QString absolute = QFileInfo(path).absoluteFilePath();
    QStringList files = recentFiles();
    files.removeAll(absolute);
    files.prepend(absolute);
    setValue(Setting::recentFiles, QStringList(files.mid(0, maxRecentFiles)));
}

QString Settings::directory(Setting key) const {
    const QString path = value(key).toString();
    return !path.isEmpty() && QDir(path).exists() ? path : QDir::homePath();
}

} // namespace heedmap
