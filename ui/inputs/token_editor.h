// The tokens of one sequence: its head, its chips, and all of them as a line of text.
#pragma once

#include "core/session/session_edit.h"
#include "ui/document/document.h"

#include <QWidget>

class QLineEdit;

namespace heedmap {

class QuietButton;
class SectionLabel;
class TokenFlow;

class TokenEditor : public QWidget {
    Q_OBJECT

public:
    TokenEditor(Document* document, files::Sequence sequence, QWidget* parent = nullptr);

    TokenFlow* flow() const { return flow_; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void follow();
    void describe(qsizetype count);
    void startText();
    void finishText(bool keep);
    void apply(const QStringList& tokens, int current);

    Document* document_;
    files::Sequence sequence_;
    SectionLabel* head_;
    QuietButton* asText_;
    TokenFlow* flow_;
    QLineEdit* text_;
};

} // namespace heedmap
