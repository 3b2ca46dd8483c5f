#include "ui/widgets/setting_row.h"

#include <QAbstractSpinBox>
#include <QEvent>
#include <QHBoxLayout>

namespace heedmap {

namespace {

class WheelGuard : public QObject {
public:
    using QObject::QObject;
    bool eventFilter(QObject* watched, QEvent* event) override {
        const auto* widget = qobject_cast<QWidget*>(watched);
        if (event->type() != QEvent::Wheel || !widget || widget->hasFocus())
            return false;
        event->ignore();
        return true;
    }
};

} // namespace

SettingRow::SettingRow(const QString& text, QWidget* parent)
    : QWidget(parent)
    , label_(new QLabel(text, this))
    , row_(new QHBoxLayout(this)) {
    row_->setContentsMargins(0, 0, 0, 0);
    row_->setSpacing(8);
    label_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    label_->setWordWrap(true);
    row_->addWidget(label_, 1);
    setMinimumHeight(24);
}

void SettingRow::add(QWidget* field) {
    row_->addWidget(field);
    if (!label_->buddy() && field->focusPolicy() != Qt::NoFocus)
        label_->setBuddy(field);
}

void makeQuiet(QAbstractSpinBox* box, const QString& widest) {
    box->setFixedWidth(box->fontMetrics().horizontalAdvance(widest) + 20);
    box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    box->setAlignment(Qt::AlignRight);
    box->setFocusPolicy(Qt::StrongFocus);
    box->setKeyboardTracking(false);
    box->installEventFilter(new WheelGuard(box));
}

} // namespace heedmap
