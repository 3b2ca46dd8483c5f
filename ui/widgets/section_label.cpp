#include "ui/widgets/section_label.h"

#include <QLocale>

namespace heedmap {

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
    const QString upper = QLocale().toUpper(head_);
    setText(detail_.isEmpty() ? upper : upper + QStringLiteral(" · ") + detail_);
}

} // namespace heedmap
