// The language of the interface: English is in the program, every other in resources/translations.
#pragma once

#include <QString>
#include <QTranslator>

namespace heedmap {

class Translation {
public:
    Translation() = default;
    Translation(const Translation&) = delete;
    Translation& operator=(const Translation&) = delete;
    ~Translation();

    // "system", "en" or "zh". Widgets that exist keep their texts: they are made anew.
    void use(const QString& language);
    // The language that "system" comes to: "zh" where the desktop asks for Chinese, else "en".
    static QString systemLanguage();

private:
    QTranslator own_;
    QTranslator toolkit_; // its dialogs and standard buttons
};

} // namespace heedmap
