// A number typed in full: "0.5", "1e-3"; text that is not a number is refused with a sentence and goes back.
#pragma once

#include <QLineEdit>

namespace heedmap {

class NumberField : public QLineEdit {
    Q_OBJECT

public:
    explicit NumberField(const QString& name, QWidget* parent = nullptr);

    void setLimits(double smallest, double largest);
    double value() const { return value_; }
    void setValue(double value);

Q_SIGNALS:
    void edited(double value); // by the user, a finite number within the limits
    void refused(const QString& sentence);

private:
    void finish();

    double value_ = 0;
    double smallest_;
    double largest_;
};

} // namespace heedmap
