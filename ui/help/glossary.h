// A window with the words of the field, searchable in both languages.
#pragma once

#include <QDialog>

class QLineEdit;
class QTextBrowser;

namespace heedmap {

class Glossary : public QDialog {
    Q_OBJECT

public:
    explicit Glossary(QWidget* parent = nullptr);
    // Shows what fits `typed` ("" everything).
    void search(const QString& typed);

protected:
    void changeEvent(QEvent* event) override;

private:
    void fill();

    QLineEdit* field_;
    QTextBrowser* text_;
};

} // namespace heedmap
