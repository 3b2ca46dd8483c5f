#include "ui/explore/sentence_bar.h"

#include "ui/base/corpus_title.h"
#include "ui/base/error_text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

namespace heedmap {

namespace {

QString textOfLabels(const std::vector<std::string>& labels, seq2seq::Tokens kind) {
    return QString::fromStdString(textOf(wordsOf(labels), kind));
}

QLineEdit* sentenceField(const QString& name, QWidget* parent) {
    auto* field = new QLineEdit(parent);
    field->setAccessibleName(name);
    field->setMinimumWidth(96);
    return field;
}

} // namespace

SentenceBar::SentenceBar(Document* document, QWidget* parent)
    : QWidget(parent)
    , document_(document)
    , corpus_(new QLabel(this))
    , source_(sentenceField(tr("source sentence"), this))
    , target_(sentenceField(tr("target sentence"), this))
    , message_(new QLabel(this)) {
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::AlternateBase);
    auto* arrow = new QLabel(QStringLiteral("→"), this);
    arrow->setForegroundRole(QPalette::PlaceholderText);
    corpus_->setForegroundRole(QPalette::PlaceholderText);
    source_->setToolTip(tr("Type a sentence: it is translated and aligned at once by the trained models"));
    target_->setToolTip(tr("What the additive model writes; type another translation to see it aligned, or clear it"));
    message_->setObjectName(QStringLiteral("sentenceMessage"));
    message_->setTextFormat(Qt::RichText);
    message_->setWordWrap(true);
    message_->setForegroundRole(QPalette::PlaceholderText);
    message_->hide();
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(source_, 1);
    row->addWidget(arrow);
    row->addWidget(target_, 1);
    row->addWidget(corpus_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 8, 16, 0);
    column->setSpacing(4);
    column->addLayout(row);
    column->addWidget(message_);
    translateSoon_.setSingleShot(true);
    translateSoon_.setInterval(0); // keys that come together are translated together
    connect(&translateSoon_, &QTimer::timeout, this, &SentenceBar::translateTyped);
    connect(source_, &QLineEdit::textEdited, this, [this] { translateSoon_.start(); });
    connect(target_, &QLineEdit::textEdited, this, [this](const QString& text) {
        targetGiven_ = !text.trimmed().isEmpty();
        translateSoon_.start();
    });
    connect(target_, &QLineEdit::editingFinished, this, [this] {
        if (target_->text().trimmed().isEmpty())
            target_->setText(shownTarget_);
    });
    connect(message_, &QLabel::linkActivated, this, &SentenceBar::replaceWord);
    connect(document, &Document::changed, this, [this](Parts parts) {
        if (parts & (Part::labels | Part::panels | Part::problem))
            follow();
    });
    follow();
}

QString SentenceBar::message() const {
    return message_->isHidden() ? QString() : message_->text();
}

// Fields that say the same as the session stay as they were typed.
void SentenceBar::follow() {
    const files::Session& session = document_->session();
    const bool trained =
        !session.corpus.empty() && !session.showsMatrices() && session.problem.kind == attention::ProblemKind::cross;
    const auto models = trained ? modelsOf(session.corpus) : Result<seq2seq::ModelSet>(makeError(nothingTyped));
    setVisible(models.ok());
    if (!models)
        return;
    const seq2seq::Model& model = *models->front();
    corpus_->setText(corpusTitle(titleOfCorpus(session.corpus)));
    corpus_->setToolTip(tr("Four models were trained on this corpus, one for each score function"));
    const QString source = textOfLabels(session.crossLabels.columns, model.tokens);
    const QString target = textOfLabels(session.crossLabels.rows, model.tokens);
    if (source != shownSource_ || target != shownTarget_) {
        if (!source_->hasFocus())
            source_->setText(source);
        if (!target_->hasFocus())
            target_->setText(target);
        target_->setPlaceholderText(target); // seen while the field is empty
        if (!source_->hasFocus() && !target_->hasFocus())
            targetGiven_ = false;
    }
    showUnknown(model, session.crossLabels);
    shownSource_ = source;
    shownTarget_ = target;
}

void SentenceBar::translateTyped() {
    const files::Session& before = document_->session();
    const TypedPair typed{source_->text().toStdString(), targetGiven_ ? target_->text().toStdString() : std::string()};
    auto trained = typedSession(before.corpus, typed);
    if (!trained) {
        message_->setText(errorText(trained.error()).toHtmlEscaped());
        message_->show();
        return;
    }
    files::Session& made = *trained;
    document_->change(
        tr("Translate “%1”").arg(QString::fromStdString(made.name)),
        [&](files::Session& session) {
            session.name = made.name;
            static_cast<attention::Operands&>(session.problem) = std::move(made.problem);
            session.own = std::move(made.own);
            session.problem.mask.custom.resize(0, 0); // it was made for other tokens
            session.crossLabels = std::move(made.crossLabels);
            session.gold = std::move(made.gold);
            session.lookFor.clear();
        },
        QStringLiteral("sentence"));
}

// "“dog” is unknown; near it are dogs, god": each a link that puts it in the other's place.
QString SentenceBar::hintOf(const seq2seq::UnknownToken& token, bool ofSource) const {
    QStringList near;
    for (const std::string& word : token.nearest) {
        const QString text = QString::fromStdString(word);
        const QString place = QStringLiteral("%1:%2:%3").arg(ofSource ? 0 : 1).arg(token.position).arg(text);
        near += QStringLiteral("<a href=\"%1\">%2</a>").arg(place.toHtmlEscaped(), text.toHtmlEscaped());
    }
    const QString word = QString::fromStdString(token.token).toHtmlEscaped();
    return near.isEmpty()
               ? tr("The models do not know “%1”.").arg(word)
               : tr("The models do not know “%1”. Closest words: %2.").arg(word, near.join(QStringLiteral(", ")));
}

void SentenceBar::showUnknown(const seq2seq::Model& model, const Labels& labels) {
    constexpr qsizetype mostHints = 3;
    QStringList hints;
    for (const bool ofSource : {true, false}) {
        const auto words = wordsOf(ofSource ? labels.columns : labels.rows);
        const seq2seq::Vocabulary& vocabulary = ofSource ? model.source : model.target;
        for (const seq2seq::UnknownToken& token : vocabulary.unknown(words)) {
            if (hints.size() < mostHints)
                hints += hintOf(token, ofSource);
        }
    }
    message_->setText(hints.join(QLatin1Char(' ')));
    message_->setVisible(!hints.isEmpty());
}

void SentenceBar::replaceWord(const QString& link) {
    const QString field = link.section(QLatin1Char(':'), 0, 0);
    const auto position = static_cast<std::size_t>(link.section(QLatin1Char(':'), 1, 1).toULongLong());
    const QString word = link.section(QLatin1Char(':'), 2);
    const auto models = modelsOf(document_->session().corpus);
    if (!models)
        return;
    const seq2seq::Model& model = *models->front();
    QLineEdit* edit = field == u"0" ? source_ : target_;
    auto tokens = seq2seq::tokenizeFor(model, field == u"0" ? model.source : model.target, edit->text().toStdString());
    if (position >= tokens.size())
        return;
    tokens[position] = word.toStdString();
    edit->setText(QString::fromStdString(textOf(tokens, model.tokens)));
    translateTyped();
}

} // namespace heedmap
