// What a mask saves, and by how many paths one token reaches another through layers of it.
#pragma once

#include "core/analysis/mask_figures.h"
#include "core/session/consistency.h"
#include "core/session/session.h"

#include <QWidget>

#include <string>
#include <vector>

class QLabel;
class QSpinBox;

namespace heedmap {

class SettingRow;

class MaskFiguresView : public QWidget {
    Q_OBJECT

public:
    explicit MaskFiguresView(QWidget* parent = nullptr);

    void setMask(const attention::MaskRows& mask, const files::ProblemSizes& sizes, const Labels& labels);
    double share() const { return share_; } // allowed part of all cells

    QString savings() const;
    QString paths() const; // empty where queries and keys are not the same tokens

private:
    QSpinBox* addField(SettingRow* row, const QString& name, const QString& toolTip);
    void showSavings(const attention::MaskRows& mask, const files::ProblemSizes& sizes);
    void showPaths();

    QLabel* savings_;
    QLabel* paths_;
    SettingRow* fromRow_;
    SettingRow* toRow_;
    SettingRow* layersRow_;
    QSpinBox* from_;
    QSpinBox* to_;
    QSpinBox* layers_;
    attention::MaskSpec spec_;
    Index tokens_ = 0; // 0: no paths
    std::vector<std::string> labels_;
    double share_ = 0;
};

} // namespace heedmap
