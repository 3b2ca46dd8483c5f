#include "ui/inputs/tokens_section.h"

#include "core/session/shown_tokens.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/section_label.h"
#include "ui/widgets/setting_row.h"

#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

#include <algorithm>

namespace heedmap {

namespace {

using analysis::Remainder;
using analysis::RowsOfWord;

std::optional<RowsOfWord> wordsOfChoice(int choice) {
    return choice == 0 ? std::nullopt : std::optional(static_cast<RowsOfWord>(choice - 1));
}

int choiceOf(const std::optional<RowsOfWord>& words) {
    return words ? static_cast<int>(*words) + 1 : 0;
}

// "<s>, [CLS]": a comma alone, or with spaces about it, stands between two.
std::vector<std::string> listIn(const QString& text) {
    std::vector<std::string> list;
    for (const QString& part : text.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        if (!part.trimmed().isEmpty())
            list.push_back(part.trimmed().toStdString());
    }
    return list;
}

QString textOf(const std::vector<std::string>& list) {
    QStringList parts;
    for (const std::string& part : list)
        parts.append(QString::fromStdString(part));
    return parts.join(QStringLiteral(", "));
}

} // namespace

TokensSection::TokensSection(Document* document, QWidget* parent)
    : QWidget(parent)
    , document_(document)
    , words_(new ChoiceButton(
          tr("tokens as"), {tr("they are"), tr("words, rows averaged"), tr("words, first row"), tr("words, last row")},
          this))
    , without_(new QLineEdit(this))
    , restRow_(new SettingRow(tr("the other weights"), this))
    , rest_(new ChoiceButton(tr("the other weights"), {tr("renormalized"), tr("as they are")}, this))
    , message_(new QLabel(this)) {
    words_->setObjectName(QStringLiteral("mergeWords"));
    without_->setObjectName(QStringLiteral("leaveOut"));
    rest_->setObjectName(QStringLiteral("leaveOutRest"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(new SectionLabel(tr("tokens"), this));
    column->addSpacing(2);
    auto* row = new SettingRow(tr("show"), this);
    row->add(words_);
    column->addWidget(row);
    auto* out = new SettingRow(tr("leave out"), this);
    without_->setPlaceholderText(QStringLiteral("special, <s>"));
    without_->setAccessibleName(tr("tokens that are left out"));
    without_->setMinimumWidth(without_->fontMetrics().horizontalAdvance(QStringLiteral("special, <s>")) + 24);
    out->add(without_);
    column->addWidget(out);
    restRow_->label()->setForegroundRole(QPalette::PlaceholderText);
    restRow_->label()->setIndent(12);
    restRow_->add(rest_);
    column->addWidget(restRow_);
    column->addWidget(message_);
    message_->setTextFormat(Qt::PlainText);
    message_->setForegroundRole(QPalette::BrightText);
    message_->setWordWrap(true);
    message_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    message_->setObjectName(QStringLiteral("leaveOutMessage"));
    message_->hide();
    words_->setToolTip(
        tr("Pieces of words, as tokenizers cut them, become words: columns are summed, rows averaged, or "
           "the first or last is taken. α itself stays as it is."));
    without_->setToolTip(
        tr("Tokens with commas between them; “special” for all that stand in angle or square brackets; "
           "rows:3 or columns:0-2 for positions. Empty: everything is shown."));
    rest_->setToolTip(tr("Whether the weights that remain share what was left out, so that rows still sum to 1"));
    connectFields();
    follow();
}

void TokensSection::connectFields() {
    connect(words_, &ChoiceButton::chosen, this, [this](int choice) {
        document_->change(choice == 0 ? tr("Show pieces") : tr("Merge pieces to words"),
                          [choice](files::Session& session) { session.shown.words = wordsOfChoice(choice); });
    });
    connect(rest_, &ChoiceButton::chosen, this, [this](int choice) {
        document_->change(choice == 0 ? tr("Renormalize the other weights") : tr("Keep the other weights"),
                          [choice](files::Session& session) {
                              session.shown.rest = choice == 0 ? Remainder::renormalised : Remainder::kept;
                          });
    });
    connect(without_, &QLineEdit::editingFinished, this, &TokensSection::takeWithout);
    connect(document_, &Document::changed, this, [this](Parts parts) {
        if (parts & (Part::shown | Part::labels | Part::matrices))
            follow();
    });
}

void TokensSection::takeWithout() {
    const std::vector<std::string> list = listIn(without_->text());
    if (list == document_->session().shown.without)
        return;
    document_->change(list.empty() ? tr("Show all tokens") : tr("Leave out %1").arg(textOf(list)),
                      [&list](files::Session& session) { session.shown.without = list; });
}

void TokensSection::follow() {
    const files::Session& session = document_->session();
    words_->setCurrent(choiceOf(session.shown.words));
    rest_->setCurrent(session.shown.rest == Remainder::renormalised ? 0 : 1);
    restRow_->setVisible(!session.shown.without.empty());
    if (!without_->hasFocus() || listIn(without_->text()) != session.shown.without)
        without_->setText(textOf(session.shown.without));
    const bool named = std::ranges::any_of(session.panels,
                                           [&](const files::Panel& panel) { return !session.labelsOf(panel).empty(); });
    QStringList said;
    if (session.shown.words && !named)
        said.append(tr("This input has no tokens to make words of."));
    const auto unknown = unknownIn(session, session.shown);
    if (!unknown.empty())
        said.append(tr("Not a token here: %1").arg(textOf(unknown)));
    message_->setText(said.join(QLatin1Char(' ')));
    message_->setVisible(!said.isEmpty());
}

} // namespace heedmap
