// Which keys a query may look at: the masks, their numbers, a picture of the result, and what it saves.
#pragma once

#include "ui/document/document.h"
#include "ui/widgets/unit.h"

#include <QWidget>

#include <functional>
#include <vector>

class QLabel;
class QSpinBox;
class QVBoxLayout;

namespace heedmap {

class MaskFiguresView;
class MaskGrid;
class QuietButton;
class SectionLabel;
class SettingRow;
class ToggleSwitch;

class MaskSection : public QWidget {
    Q_OBJECT

public:
    enum class Kind { causal, padding, window, dilated, block, global, random, custom };

    explicit MaskSection(Document* document, QWidget* parent = nullptr);

    ToggleSwitch* toggle(Kind kind) const;
    QSpinBox* numberField(Kind kind) const; // null for causal and custom
    SectionLabel* head() const { return head_; }
    QString message() const;
    void takeCustomFromFile(const QString& path);

private:
    using Number = std::optional<Index> attention::MaskSpec::*;
    struct Row {
        Kind kind;
        SettingRow* line = nullptr;
        ToggleSwitch* toggle = nullptr;
        QSpinBox* number = nullptr;
        Number member = nullptr;
        QString name;
        Unit unit;
    };

    void addRow(Kind kind, const QString& name, const QString& toolTip, Number member, const QString& prefix,
                const Unit& unit);
    SettingRow* addDependentRow(const QString& text, QSpinBox*& field, int least, const QString& name,
                                const QString& toolTip);
    void addStepRow();
    void addSeedRow();
    void follow();
    void showMask();
    void change(const QString& words, const std::function<void(attention::MaskSpec&)>& edit, const QString& key = {});
    void switchMask(const Row& row, bool on);
    void chooseFile();
    void say(const QString& sentence);

    Document* document_;
    QVBoxLayout* column_;
    SectionLabel* head_;
    std::vector<Row> rows_;
    SettingRow* stepRow_ = nullptr;
    QSpinBox* step_ = nullptr;
    SettingRow* seedRow_ = nullptr;
    QSpinBox* seed_ = nullptr;
    MaskGrid* grid_;
    MaskFiguresView* figures_;
    QuietButton* fromFile_;
    QLabel* message_;
};

} // namespace heedmap
