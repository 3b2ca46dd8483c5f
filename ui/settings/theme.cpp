#include "ui/settings/theme.h"

#include "ui/settings/quiet_style.h"

#include <QApplication>
#include <QFontInfo>
#include <QStyle>

#include <algorithm>
#include <cmath>

namespace heedmap {

namespace {

const Theme* current = nullptr;

// What the desktop asked for, read before the first palette of ours replaces it.
bool systemIsDark() {
    static const bool dark = QGuiApplication::palette().color(QPalette::Window).lightness() < 128;
    return dark;
}

QColor blend(const QColor& over, const QColor& under, double share) {
    const auto mix = [share](int a, int b) {
        return static_cast<int>(a * share + b * (1 - share) + 0.5);
    };
    return {mix(over.red(), under.red()), mix(over.green(), under.green()), mix(over.blue(), under.blue())};
}

} // namespace

const Theme& lightTheme() {
    static const Theme theme{
        .dark = false,
        .window = QColor(0xfcfcfa),
        .canvas = QColor(0xf4f4f2),
        .field = QColor(0xffffff),
        .text = QColor(0x1c1e20),
        .dimText = QColor(0x6f7275),
        .hairline = QColor(0xdededa),
        .hover = QColor(0xf0f2f1),
        .accent = QColor(0x2b6e6b),
        .accentSoft = QColor(0xe2ecea),
        .negative = QColor(0xb5512f),
        .neutralBar = QColor(0xb4b4b2),
    };
    return theme;
}

const Theme& darkTheme() {
    static const Theme theme{
        .dark = true,
        .window = QColor(0x232428),
        .canvas = QColor(0x1b1c1d),
        .field = QColor(0x191a1c),
        .text = QColor(0xe9e9e7),
        .dimText = QColor(0x9a9c9f),
        .hairline = QColor(0x3a3c40),
        .hover = QColor(0x2c2e32),
        .accent = QColor(0x6fc3ba),
        .accentSoft = QColor(0x2b3b3a),
        .negative = QColor(0xc8683f),
        .neutralBar = QColor(0x606264),
    };
    return theme;
}

QPalette Theme::palette() const {
    QPalette p;
    const QColor disabled = blend(text, window, 0.4);
    p.setColor(QPalette::Window, window);
    p.setColor(QPalette::WindowText, text);
    p.setColor(QPalette::Base, field);
    p.setColor(QPalette::AlternateBase, canvas);
    p.setColor(QPalette::Text, text);
    p.setColor(QPalette::Button, window);
    p.setColor(QPalette::ButtonText, text);
    p.setColor(QPalette::BrightText, negative);
    p.setColor(QPalette::PlaceholderText, dimText);
    p.setColor(QPalette::ToolTipBase, field);
    p.setColor(QPalette::ToolTipText, text);
    p.setColor(QPalette::Highlight, accent);
    p.setColor(QPalette::HighlightedText, dark ? QColor(0x102020) : QColor(0xffffff));
    p.setColor(QPalette::Link, accent);
    p.setColor(QPalette::LinkVisited, accent);
    p.setColor(QPalette::Light, dark ? hairline : field);
    p.setColor(QPalette::Midlight, blend(hairline, window, 0.5));
    p.setColor(QPalette::Mid, hairline);
    p.setColor(QPalette::Dark, blend(text, window, 0.3));
    p.setColor(QPalette::Shadow, blend(QColor(0, 0, 0), window, 0.4));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, disabled);
    p.setColor(QPalette::Disabled, QPalette::Highlight, hairline);
    return p;
}

const Theme& theme() {
    return current ? *current : lightTheme();
}

void applyTheme(ThemeChoice choice) {
    const bool dark = choice == ThemeChoice::dark || (choice == ThemeChoice::system && systemIsDark());
    current = dark ? &darkTheme() : &lightTheme();
    if (!qobject_cast<QuietStyle*>(QApplication::style()))
        QApplication::setStyle(new QuietStyle);
    QApplication::setPalette(current->palette());
}

int scaledToFont(int length) {
    constexpr double usualPixels = 12;
    const double pixels = QFontInfo(QApplication::font()).pixelSize();
    return static_cast<int>(std::lround(length * std::max(1.0, pixels / usualPixels)));
}

} // namespace heedmap
