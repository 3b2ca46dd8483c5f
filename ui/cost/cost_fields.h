// The sizes that decide the cost: a field each, the common ones with a slider of powers of two.
#pragma once

#include "core/analysis/cost_sizes.h"
#include "ui/widgets/unit.h"

#include <QWidget>

#include <functional>
#include <vector>

class QLabel;
class QSlider;
class QSpinBox;
class QVBoxLayout;

namespace heedmap {

class ChoiceButton;
class SettingRow;

class CostFields : public QWidget {
    Q_OBJECT

public:
    explicit CostFields(QWidget* parent = nullptr);

    // The last sizes that make sense.
    const analysis::CostSizes& sizes() const { return sizes_; }
    void setSizes(const analysis::CostSizes& sizes);
    QSpinBox* field(Index analysis::CostSizes::*size) const;
    QSlider* slider(Index analysis::CostSizes::*size) const; // null where there is none
    QString message() const; // why the fields as they stand make no sense; empty where they do

Q_SIGNALS:
    void sizesChanged(); // by the user

private:
    struct Row {
        Index analysis::CostSizes::*size;
        QSpinBox* field;
        QSlider* slider;
        Unit unit;
    };
    void addHead(const QString& text);
    void addRow(Index analysis::CostSizes::*size, const QString& text, const Unit& unit, const QString& toolTip,
                Index least, Index most, bool withSlider = false);
    void addBytes();
    void addRows();
    void change(Index analysis::CostSizes::*size, Index value);
    void follow();

    QVBoxLayout* column_;
    QLabel* message_;
    ChoiceButton* bytes_ = nullptr;
    std::vector<Row> rows_;
    analysis::CostSizes sizes_;
    analysis::CostSizes typed_; // what the fields say, whether it makes sense or not
};

} // namespace heedmap
