// Whether α is exact, or what comes near softmax in linear time: linear attention, or Performer with so many features.
#pragma once

#include "ui/document/document.h"

#include <QWidget>

#include <functional>

class QSpinBox;

namespace heedmap {

class ChoiceButton;
class SettingRow;

class MethodRows : public QWidget {
    Q_OBJECT

public:
    explicit MethodRows(Document* document, QWidget* parent = nullptr);

private:
    void change(const QString& words, const std::function<void(attention::Approximation&)>& edit,
                const QString& key = {});
    void follow();

    Document* document_;
    ChoiceButton* method_;
    SettingRow* featuresRow_;
    QSpinBox* features_;
    SettingRow* seedRow_;
    QSpinBox* seed_;
};

} // namespace heedmap
