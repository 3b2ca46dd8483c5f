// Which tokens the panels show: pieces or the words that they make, and what is left out. α stays as it is.
#pragma once

#include "ui/document/document.h"

#include <QWidget>

class QLabel;
class QLineEdit;

namespace heedmap {

class ChoiceButton;
class SettingRow;

class TokensSection : public QWidget {
    Q_OBJECT

public:
    explicit TokensSection(Document* document, QWidget* parent = nullptr);

private:
    void connectFields();
    void takeWithout();
    void follow();

    Document* document_;
    ChoiceButton* words_;
    QLineEdit* without_;
    SettingRow* restRow_;
    ChoiceButton* rest_;
    QLabel* message_;
};

} // namespace heedmap
