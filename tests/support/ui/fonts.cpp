#include "tests/support/ui/fonts.h"

#include <QFile>
#include <QFontInfo>

#include <cstdio>

namespace heedmap::tests {

void seeOnlyKnownFonts(const QDir& home) {
    QStringList families{QStringLiteral("DejaVu Sans"), QStringLiteral("DejaVu Sans Mono"),
                         QStringLiteral("DejaVu Serif"), QStringLiteral("Noto Color Emoji")};
    for (const char* region : {"SC", "TC", "HK", "JP", "KR"})
        families << QStringLiteral("Noto Sans CJK ") + QLatin1String(region);
    families << applicationFont().family();
    QString accepted;
    for (const QString& family : std::as_const(families))
        accepted += QStringLiteral("<pattern><patelt name='family'><string>%1</string></patelt></pattern>").arg(family);
    const QString path = home.filePath(QStringLiteral("fonts.conf"));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return;
    file.write(QStringLiteral("<?xml version='1.0'?><!DOCTYPE fontconfig SYSTEM 'fonts.dtd'><fontconfig>"
                              "<include>/etc/fonts/fonts.conf</include><selectfont><acceptfont>%1</acceptfont>"
                              "<rejectfont><pattern/></rejectfont></selectfont></fontconfig>\n")
                   .arg(accepted)
                   .toUtf8());
    file.close();
    qputenv("FONTCONFIG_FILE", path.toLocal8Bit());
}

QFont applicationFont() {
    QFont font;
    font.fromString(qEnvironmentVariable("HEEDMAP_TEST_FONT", QStringLiteral("DejaVu Sans,9")));
    return font;
}

bool isInstalled(const QFont& font) {
    if (QFontInfo(font).family() == font.family())
        return true;
    std::fprintf(stderr, "the font %s is not installed; app/set_up.bash names the package\n",
                 qPrintable(font.family()));
    return false;
}

} // namespace heedmap::tests
