// The sentence of a trained pair and its translation, above the panels: what is typed is translated and aligned at
// once, under every score function with the weights of its own model. Shown where the session comes from trained
// models.
#pragma once

#include "core/session/pair_library.h"
#include "ui/document/document.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QLineEdit;

namespace heedmap {

class SentenceBar : public QWidget {
    Q_OBJECT

public:
    explicit SentenceBar(Document* document, QWidget* parent = nullptr);

    QLineEdit* source() const { return source_; }
    QLineEdit* target() const { return target_; }
    QString message() const;

private:
    void follow();
    void translateTyped();
    void showUnknown(const seq2seq::Model& model, const Labels& labels);
    void replaceWord(const QString& link);
    QString hintOf(const seq2seq::UnknownToken& token, bool ofSource) const;

    Document* document_;
    QLabel* corpus_;
    QLineEdit* source_;
    QLineEdit* target_;
    QLabel* message_;
    QTimer translateSoon_;
    bool targetGiven_ = false; // by the user; else the first model writes it
    QString shownSource_;      // what the fields said when they followed the document
    QString shownTarget_;
};

} // namespace heedmap
