#include "ui/help/glossary.h"

#include "ui/help/glossary_terms.h"
#include "ui/settings/theme.h"

#include <QEvent>
#include <QLineEdit>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace heedmap {

Glossary::Glossary(QWidget* parent)
    : QDialog(parent)
    , field_(new QLineEdit)
    , text_(new QTextBrowser) {
    field_->setClearButtonEnabled(true);
    text_->setFrameShape(QFrame::NoFrame);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(8);
    layout->addWidget(field_);
    layout->addWidget(text_);
    resize(520, 600);
    connect(field_, &QLineEdit::textChanged, this, &Glossary::fill);
    fill();
}

void Glossary::search(const QString& typed) {
    field_->setText(typed);
}

void Glossary::fill() {
    setWindowTitle(tr("Glossary"));
    field_->setPlaceholderText(tr("Search a word"));
    field_->setAccessibleName(tr("Search"));
    text_->setAccessibleName(tr("Words and their meaning"));
    QString html;
    const bool chineseFirst = tr("en", "the language of a term that comes first: en or zh") == QLatin1String("zh");
    const auto terms = glossaryMatching(field_->text());
    for (const GlossaryTerm& term : terms) {
        const QString& first = chineseFirst ? term.chinese : term.english;
        const QString& second = chineseFirst ? term.english : term.chinese;
        html += QStringLiteral("<p style='margin-bottom:10px'><b>%1</b> <span style='color:%2'>· %3</span><br>%4</p>")
                    .arg(first.toHtmlEscaped(), theme().dimText.name(), second.toHtmlEscaped(),
                         term.meaning.toHtmlEscaped());
    }
    if (terms.empty())
        html = QStringLiteral("<p>%1</p>").arg(tr("No word of the glossary holds this.").toHtmlEscaped());
    text_->setHtml(html);
}

void Glossary::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange)
        fill();
    QDialog::changeEvent(event);
}

} // namespace heedmap
