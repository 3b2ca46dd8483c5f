// A window with the words of the field, searchable in both languages, and with the common misunderstandings; each
// offers to show in the main window what it speaks of.
#pragma once

#include <QDialog>

class QLineEdit;
class QTextBrowser;
class QUrl;

namespace heedmap {

class SegmentedControl;

class Glossary : public QDialog {
    Q_OBJECT

public:
    explicit Glossary(QWidget* parent = nullptr);
    // Shows what fits `typed` ("" everything).
    void search(const QString& typed);
    // One word, by its English name, before all others; "" all of them in their order.
    void explain(const QString& english);
    void showMisunderstandings();

Q_SIGNALS:
    void showRequested(const QString& demonstration);

protected:
    void changeEvent(QEvent* event) override;

private:
    void fill();
    QString wordsText() const;
    QString misunderstandingsText() const;
    void follow(const QUrl& link);

    SegmentedControl* page_;
    QLineEdit* field_;
    QTextBrowser* text_;
    QString first_; // the word that stands above the others
};

} // namespace heedmap
