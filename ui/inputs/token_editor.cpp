#include "ui/inputs/token_editor.h"

#include "ui/inputs/token_flow.h"
#include "ui/widgets/quiet_button.h"
#include "ui/widgets/section_label.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QVBoxLayout>

#include <cstdlib>

namespace heedmap {

namespace {

using files::Sequence;

QStringList textsOf(const std::vector<std::string>& tokens) {
    QStringList texts;
    texts.reserve(static_cast<qsizetype>(tokens.size()));
    for (const std::string& token : tokens)
        texts.append(QString::fromStdString(token));
    return texts;
}

QString headOf(Sequence sequence) {
    switch (sequence) {
    case Sequence::source:
        return TokenEditor::tr("source");
    case Sequence::target:
        return TokenEditor::tr("target");
    case Sequence::self:
        break;
    }
    return TokenEditor::tr("sequence");
}

} // namespace

TokenEditor::TokenEditor(Document* document, Sequence sequence, QWidget* parent)
    : QWidget(parent)
    , document_(document)
    , sequence_(sequence)
    , head_(new SectionLabel(headOf(sequence), this))
    , asText_(new QuietButton(tr("as text"), this))
    , flow_(new TokenFlow(this))
    , text_(new QLineEdit(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    row->addWidget(head_, 1);
    row->addWidget(asText_);
    column->addLayout(row);
    column->addWidget(flow_);
    column->addWidget(text_);
    flow_->setAccessibleName(tr("%1 tokens").arg(headOf(sequence)));
    asText_->setObjectName(QStringLiteral("asText"));
    text_->setObjectName(QStringLiteral("text"));
    asText_->setToolTip(tr("Edit the tokens as one line of text, with spaces between them"));
    asText_->setAccessibleName(tr("edit the %1 tokens as text").arg(headOf(sequence)));
    text_->setAccessibleName(tr("%1 tokens as text").arg(headOf(sequence)));
    text_->setToolTip(tr("Spaces separate tokens; Enter takes them, Escape leaves them as they were"));
    text_->setPlaceholderText(tr("tokens with spaces between them"));
    text_->installEventFilter(this);
    text_->hide();
    connect(asText_, &QAbstractButton::clicked, this, &TokenEditor::startText);
    connect(flow_, &TokenFlow::moreAsked, this, &TokenEditor::startText);
    connect(flow_, &TokenFlow::tokensEdited, this, &TokenEditor::apply);
    connect(document, &Document::changed, this, [this](Parts parts) {
        if (parts & (Part::labels | Part::problem))
            follow();
    });
    follow();
}

void TokenEditor::follow() {
    const auto& tokens = files::tokensOf(document_->session(), sequence_);
    flow_->setTokens(textsOf(tokens));
    describe(files::lengthOf(document_->session(), sequence_));
}

void TokenEditor::describe(qsizetype count) {
    const bool one = count == 1;
    QString detail;
    switch (sequence_) {
    case Sequence::source:
        detail = one ? tr("keys, 1 column") : tr("keys, %1 columns").arg(count);
        break;
    case Sequence::target:
        detail = one ? tr("queries, 1 row") : tr("queries, %1 rows").arg(count);
        break;
    case Sequence::self:
        detail = one ? tr("queries and keys, 1 token") : tr("queries and keys, %1 tokens").arg(count);
        break;
    }
    head_->setDetail(detail);
}

void TokenEditor::startText() {
    if (text_->isVisibleTo(this))
        return finishText(true);
    text_->setText(flow_->tokens().join(QLatin1Char(' ')));
    flow_->hide();
    text_->show();
    text_->setFocus();
    text_->selectAll();
}

void TokenEditor::finishText(bool keep) {
    if (!text_->isVisibleTo(this))
        return;
    text_->hide();
    flow_->show();
    flow_->setFocus();
    const QString text = text_->text();
    if (!keep || text == flow_->tokens().join(QLatin1Char(' ')))
        return; // also where a token is empty or holds a space: nothing was typed, nothing changes
    QStringList tokens;
    for (const std::string& token : files::tokensOfText(text.toStdString()))
        tokens.append(QString::fromStdString(token));
    apply(tokens, 0);
}

void TokenEditor::apply(const QStringList& tokens, int current) {
    if (tokens.isEmpty()) {
        Q_EMIT document_->noticed(tr("The last token stays: a sequence needs at least one."));
        return follow();
    }
    std::vector<std::string> plain;
    plain.reserve(static_cast<std::size_t>(tokens.size()));
    for (const QString& token : tokens)
        plain.push_back(token.toStdString());
    const bool one = tokens.size() == flow_->tokens().size();
    const QString words = one ? tr("Change %1 tokens") : tr("Change number of %1 tokens");
    const Index before = files::lengthOf(document_->session(), sequence_);
    document_->change(words.arg(headOf(sequence_)),
                      [&](files::Session& session) { files::setTokens(session, sequence_, std::move(plain)); });
    flow_->setCurrent(current);
    const Index after = files::lengthOf(document_->session(), sequence_);
    if (after == before)
        return;
    const QString matrices = sequence_ == Sequence::target   ? QStringLiteral("Q")
                             : sequence_ == Sequence::source ? tr("K and V")
                                                             : QStringLiteral("X");
    const Index change = std::abs(after - before);
    const QString sentence =
        after > before ? (change == 1 ? tr("%1: a row of zeros was added.") : tr("%1: %2 rows of zeros were added."))
                       : (change == 1 ? tr("%1: a row was removed.") : tr("%1: %2 rows were removed."));
    Q_EMIT document_->noticed(change == 1 ? sentence.arg(matrices) : sentence.arg(matrices).arg(change));
}

bool TokenEditor::eventFilter(QObject* watched, QEvent* event) {
    if (watched == text_ && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Escape) {
            finishText(key != Qt::Key_Escape);
            return true;
        }
    }
    if (watched == text_ && event->type() == QEvent::FocusOut &&
        static_cast<QFocusEvent*>(event)->reason() == Qt::TabFocusReason)
        finishText(true);
    return QWidget::eventFilter(watched, event);
}

} // namespace heedmap
