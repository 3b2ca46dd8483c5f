#include "ui/widgets/number_field.h"

#include "core/files/matrix_text.h"
#include "ui/base/error_text.h"

#include <QLocale>

#include <cmath>
#include <limits>

namespace heedmap {

namespace {

QString textOf(double value) {
    return QString::number(value, 'g', QLocale::FloatingPointShortest);
}

} // namespace

NumberField::NumberField(const QString& name, QWidget* parent)
    : QLineEdit(parent)
    , smallest_(std::numeric_limits<double>::lowest())
    , largest_(std::numeric_limits<double>::max()) {
    setAccessibleName(name);
    setAlignment(Qt::AlignRight);
    setFixedWidth(fontMetrics().horizontalAdvance(QStringLiteral("0.00000")) + 24);
    setValue(0);
    connect(this, &QLineEdit::editingFinished, this, &NumberField::finish);
}

void NumberField::setLimits(double smallest, double largest) {
    smallest_ = smallest;
    largest_ = largest;
}

void NumberField::setValue(double value) {
    value_ = value;
    setText(textOf(value));
    setCursorPosition(0);
}

void NumberField::finish() {
    if (text() == textOf(value_))
        return;
    const auto number = files::parseNumber(text().toStdString());
    QString sentence;
    if (!number)
        sentence = tr("%1 stays as it was: %2.").arg(accessibleName(), errorText(number.error()));
    else if (!std::isfinite(*number))
        sentence = tr("%1 stays as it was: it has to be finite.").arg(accessibleName());
    else if (*number < smallest_ || *number > largest_)
        sentence = tr("%1 stays as it was: it has to be from %2 to %3.")
                       .arg(accessibleName(), textOf(smallest_), textOf(largest_));
    if (!sentence.isEmpty()) {
        setValue(value_);
        Q_EMIT refused(sentence);
        return;
    }
    setValue(*number);
    Q_EMIT edited(value_);
}

} // namespace heedmap
