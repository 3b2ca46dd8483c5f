#include "ui/widgets/section_label.h"

#include <QLocale>

#include <algorithm>

namespace heedmap {

namespace {

// "d_k" and "τ" are other things than "D_K" and "Τ".
bool isSymbol(const QString& word) {
    return word.contains(QLatin1Char('_')) ||
           std::any_of(word.begin(), word.end(), [](QChar c) { return c.script() == QChar::Script_Greek; });
}

} // namespace

SectionLabel::SectionLabel(const QString& head, QWidget* parent)
    : QLabel(parent)
    , head_(head) {
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.88);
    small.setWeight(QFont::DemiBold);
    small.setLetterSpacing(QFont::PercentageSpacing, 102);
    setFont(small);
    setForegroundRole(QPalette::PlaceholderText);
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    compose();
}

void SectionLabel::setDetail(const QString& detail) {
    detail_ = detail;
    compose();
}

void SectionLabel::setHead(const QString& head) {
    head_ = head;
    compose();
}

void SectionLabel::compose() {
    QStringList words = head_.split(QLatin1Char(' '));
    for (QString& word : words) {
        if (!isSymbol(word))
            word = QLocale().toUpper(word);
    }
    const QString upper = words.join(QLatin1Char(' '));
    setText(detail_.isEmpty() ? upper : upper + QStringLiteral(" · ") + detail_);
}

} // namespace heedmap
