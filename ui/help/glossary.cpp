#include "ui/help/glossary.h"

#include "ui/help/demonstrations.h"
#include "ui/help/glossary_terms.h"
#include "ui/settings/theme.h"
#include "ui/widgets/segmented_control.h"

#include <QEvent>
#include <QLineEdit>
#include <QTextBrowser>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace heedmap {

namespace {

const QString scheme = QStringLiteral("show:");

// A link that stands apart from the words before it.
QString linkText(const QString& demonstration, const QString& words) {
    return QStringLiteral("<a href='%1%2' style='color:%3;text-decoration:none'>%4</a>")
        .arg(scheme, demonstration, theme().accent.name(), words.toHtmlEscaped());
}

QString dimmed(const QString& words) {
    return QStringLiteral("<span style='color:%1'>%2</span>").arg(theme().dimText.name(), words.toHtmlEscaped());
}

} // namespace

Glossary::Glossary(QWidget* parent)
    : QDialog(parent)
    , page_(new SegmentedControl(SegmentedControl::Mode::one, {QString(), QString()}, this))
    , field_(new QLineEdit)
    , text_(new QTextBrowser) {
    page_->setCurrent(0);
    field_->setClearButtonEnabled(true);
    text_->setFrameShape(QFrame::NoFrame);
    text_->setOpenLinks(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(8);
    layout->addWidget(page_);
    layout->addWidget(field_);
    layout->addWidget(text_);
    resize(520, 600);
    connect(field_, &QLineEdit::textChanged, this, &Glossary::fill);
    connect(page_, &SegmentedControl::currentChanged, this, &Glossary::fill);
    connect(text_, &QTextBrowser::anchorClicked, this, &Glossary::follow);
    fill();
}

void Glossary::search(const QString& typed) {
    first_.clear();
    page_->setCurrent(0);
    field_->setText(typed);
    fill();
}

void Glossary::explain(const QString& english) {
    first_ = english;
    page_->setCurrent(0);
    field_->clear();
    fill();
    text_->setFocus();
}

void Glossary::showMisunderstandings() {
    page_->setCurrent(1);
    fill();
}

void Glossary::follow(const QUrl& link) {
    const QString text = link.toString();
    if (text.startsWith(scheme))
        Q_EMIT showRequested(text.mid(scheme.size()));
}

void Glossary::fill() {
    setWindowTitle(tr("Glossary"));
    page_->setAccessibleName(tr("What the glossary shows"));
    page_->setTexts({tr("Words"), tr("Misunderstandings")});
    field_->setPlaceholderText(tr("Search a word"));
    field_->setAccessibleName(tr("Search"));
    text_->setAccessibleName(tr("Words and their meaning"));
    const bool words = page_->current() == 0;
    field_->setVisible(words);
    text_->setHtml(words ? wordsText() : misunderstandingsText());
}

QString Glossary::wordsText() const {
    const bool chineseFirst = tr("en", "the language of a term that comes first: en or zh") == QLatin1String("zh");
    auto terms = glossaryMatching(field_->text());
    std::stable_partition(terms.begin(), terms.end(),
                          [this](const GlossaryTerm& term) { return term.english == first_; });
    QString html;
    for (const GlossaryTerm& term : terms) {
        const QString& first = chineseFirst ? term.chinese : term.english;
        const QString& second = chineseFirst ? term.english : term.chinese;
        QStringList signs{term.symbol, term.shape};
        signs.removeAll(QString());
        QString last = linkText(term.demonstration, tr("Show me"));
        if (!signs.isEmpty())
            last = dimmed(signs.join(QStringLiteral(" · "))) + QStringLiteral("&nbsp;&nbsp; ") + last;
        const bool asked = !first_.isEmpty() && term.english == first_; // stands apart from the others
        html += QStringLiteral("<p style='margin-bottom:%5px'><b>%1</b> %2<br>%3<br>%4</p>")
                    .arg(first.toHtmlEscaped(), dimmed(QStringLiteral("· ") + second), term.meaning.toHtmlEscaped(),
                         last, QString::number(asked ? 36 : 12));
    }
    if (terms.empty())
        html = QStringLiteral("<p>%1</p>").arg(tr("No word of the glossary holds this.").toHtmlEscaped());
    return html;
}

QString Glossary::misunderstandingsText() const {
    QString html;
    for (const Misunderstanding& each : misunderstandings())
        html += QStringLiteral("<p style='margin-bottom:14px'><b>%1</b><br>%2<br>%3</p>")
                    .arg(each.claim.toHtmlEscaped(), each.truth.toHtmlEscaped(),
                         linkText(each.demonstration, each.experiment));
    return html;
}

void Glossary::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange)
        fill();
    QDialog::changeEvent(event);
}

} // namespace heedmap
