#include "ui/files/reading_line.h"

#include "ui/widgets/elided_label.h"
#include "ui/widgets/quiet_button.h"

#include <QHBoxLayout>

namespace heedmap {

using files::DecimalSign;
using files::TextChoices;
using files::TextEncoding;

ReadingLine::ReadingLine(QWidget* parent)
    : QWidget(parent)
    , words_(new ElidedLabel(this))
    , change_(new QuietButton(tr("read otherwise"), this)) {
    setObjectName(QStringLiteral("readingLine"));
    words_->setTextFormat(Qt::PlainText);
    words_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    words_->setAccessibleName(tr("How the file was read"));
    change_->setMenu(&menu_);
    change_->setToolTip(tr("Labels, decimal comma and encoding of the file"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 2, 12, 2);
    row->addWidget(words_, 1);
    row->addWidget(change_);
    hide();
}

QString ReadingLine::text() const {
    return words_->text();
}

void ReadingLine::setReading(const QStringList& notes, const std::optional<TextReading>& text) {
    text_ = text;
    QStringList sentences = notes;
    const bool firstRow = text && text->choices.columnLabels.value_or(false);
    const bool firstColumn = text && text->choices.rowLabels.value_or(false);
    if (firstRow && firstColumn)
        sentences.append(tr("The first row and the first column are labels."));
    else if (firstRow)
        sentences.append(tr("The first row is labels."));
    else if (firstColumn)
        sentences.append(tr("The first column is labels."));
    words_->setText(sentences.join(QLatin1Char(' ')));
    change_->setVisible(text.has_value());
    fillMenu();
    setVisible(!sentences.isEmpty());
}

void ReadingLine::addChoice(QMenu& menu, const QString& words, bool checked, const TextChoices& choices) {
    QAction* const action = menu.addAction(words);
    action->setCheckable(true);
    action->setChecked(checked);
    connect(action, &QAction::triggered, this, [this, choices] { Q_EMIT chosen(text_->path, choices); });
}

void ReadingLine::fillMenu() {
    menu_.clear();
    if (!text_)
        return;
    const TextChoices& now = text_->choices;
    const auto with = [&](const auto& change) {
        TextChoices choices = now;
        change(choices);
        return choices;
    };
    if (now.columnLabels && now.rowLabels) {
        addChoice(menu_, tr("Labels in the first row"), *now.columnLabels,
                  with([](TextChoices& choices) { choices.columnLabels = !*choices.columnLabels; }));
        addChoice(menu_, tr("Labels in the first column"), *now.rowLabels,
                  with([](TextChoices& choices) { choices.rowLabels = !*choices.rowLabels; }));
    }
    if (now.decimal) {
        const bool comma = *now.decimal == DecimalSign::comma;
        const DecimalSign other = comma ? DecimalSign::point : DecimalSign::comma;
        addChoice(menu_, tr("Decimal comma"), comma, with([&](TextChoices& choices) { choices.decimal = other; }));
    }
    if (!now.encoding)
        return;
    menu_.addSeparator();
    for (const TextEncoding encoding :
         {TextEncoding::utf8, TextEncoding::utf16LittleEndian, TextEncoding::gb18030, TextEncoding::windows1252}) {
        const std::string_view name = files::nameOf(encoding);
        addChoice(menu_, QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())),
                  name == files::nameOf(*now.encoding),
                  with([&](TextChoices& choices) { choices.encoding = encoding; }));
    }
}

} // namespace heedmap
