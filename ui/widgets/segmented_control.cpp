#include "ui/widgets/segmented_control.h"

#include "ui/settings/theme.h"

#include <QAbstractButton>
#include <QHBoxLayout>
#include <QPainter>
#include <QPainterPath>

namespace heedmap {

namespace {

QFontMetrics chosenMetrics(const QWidget* widget) {
    QFont bold = widget->font();
    bold.setWeight(QFont::DemiBold);
    return QFontMetrics(bold);
}

// One segment; knows whether it stands at an end, for the rounded corners.
class Segment : public QAbstractButton {
public:
    Segment(const QString& text, bool first, bool last, QWidget* parent)
        : QAbstractButton(parent)
        , first_(first)
        , last_(last) {
        setText(text);
        setCheckable(true);
        setFocusPolicy(Qt::TabFocus);
        setAttribute(Qt::WA_Hover);
    }

    QSize sizeHint() const override {
        const QFontMetrics metrics = chosenMetrics(this); // room for the chosen state: nothing moves when it is chosen
        return {metrics.horizontalAdvance(text()) + (narrow ? 14 : 22), SegmentedControl::usualHeight(this)};
    }
    // Where there is little room, less stands beside the words, never less than the words.
    QSize minimumSizeHint() const override {
        return {chosenMetrics(this).horizontalAdvance(text()) + 8, sizeHint().height()};
    }

    bool narrow = false;

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const Theme& t = theme();
        const QRectF box = QRectF(rect()).adjusted(first_ ? 0.5 : -0.5, 0.5, last_ ? -0.5 : 0.5, -0.5);
        QPainterPath path;
        path.addRoundedRect(box.adjusted(first_ ? 0 : -8, 0, last_ ? 0 : 8, 0), 5, 5);
        painter.setClipRect(rect());
        painter.setPen(t.hairline);
        painter.setBrush(isChecked() ? t.accentSoft : underMouse() && isEnabled() ? t.hover : t.field);
        painter.drawPath(path);
        if (!first_)
            painter.drawLine(QPointF(0.5, 1), QPointF(0.5, height() - 1));
        QFont textFont = font();
        textFont.setWeight(isChecked() ? QFont::DemiBold : QFont::Normal);
        painter.setFont(textFont);
        if (isEnabled())
            painter.setPen(isChecked() ? t.text : t.dimText);
        else
            painter.setPen(isChecked() ? t.dimText : t.neutralBar);
        painter.drawText(rect(), Qt::AlignCenter, text());
        if (hasFocus()) {
            painter.setPen(QPen(t.accent, 1.5));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(QRectF(rect()).adjusted(2.5, 2.5, -2.5, -2.5), 3.5, 3.5);
        }
    }

private:
    bool first_;
    bool last_;
};

} // namespace

int SegmentedControl::usualHeight(const QWidget* widget) {
    return chosenMetrics(widget).height() + 11;
}

SegmentedControl::SegmentedControl(Mode mode, const QStringList& texts, QWidget* parent)
    : QWidget(parent)
    , mode_(mode) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    for (qsizetype i = 0; i < texts.size(); ++i) {
        auto* segment = new Segment(texts[i], i == 0, i + 1 == texts.size(), this);
        segment->setAutoExclusive(mode == Mode::one);
        row->addWidget(segment);
        buttons_.append(segment);
        const int index = static_cast<int>(i);
        connect(segment, &QAbstractButton::clicked, this, [this, index](bool checked) {
            if (mode_ == Mode::one)
                Q_EMIT currentChanged(index);
            else
                Q_EMIT toggled(index, checked);
        });
    }
}

void SegmentedControl::setTexts(const QStringList& texts) {
    for (qsizetype i = 0; i < buttons_.size() && i < texts.size(); ++i) {
        buttons_[i]->setText(texts[i]);
        buttons_[i]->updateGeometry();
    }
}

void SegmentedControl::setToolTips(const QStringList& toolTips) {
    for (qsizetype i = 0; i < buttons_.size() && i < toolTips.size(); ++i)
        buttons_[i]->setToolTip(toolTips[i]);
}

void SegmentedControl::setSegmentEnabled(int segment, bool enabled) {
    buttons_[segment]->setEnabled(enabled);
}

void SegmentedControl::setNarrow() {
    for (QAbstractButton* button : std::as_const(buttons_)) {
        static_cast<Segment*>(button)->narrow = true;
        button->updateGeometry();
    }
}

int SegmentedControl::current() const {
    for (qsizetype i = 0; i < buttons_.size(); ++i) {
        if (buttons_[i]->isChecked())
            return static_cast<int>(i);
    }
    return -1;
}

void SegmentedControl::setCurrent(int segment) {
    if (segment >= 0)
        return buttons_[segment]->setChecked(true);
    for (QAbstractButton* button : std::as_const(buttons_)) { // an exclusive group does not let go of its last one
        button->setAutoExclusive(false);
        button->setChecked(false);
        button->setAutoExclusive(mode_ == Mode::one);
    }
}

bool SegmentedControl::isChecked(int segment) const {
    return buttons_[segment]->isChecked();
}

void SegmentedControl::setChecked(int segment, bool checked) {
    buttons_[segment]->setChecked(checked);
}

QAbstractButton* SegmentedControl::button(int segment) const {
    return buttons_[segment];
}

} // namespace heedmap
