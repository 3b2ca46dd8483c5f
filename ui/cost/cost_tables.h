// The cost of every method, and of the whole model, in figures that can be copied.
#pragma once

#include "core/analysis/cost_sizes.h"

#include <QWidget>

#include <optional>

namespace heedmap {

class FigureTable;

class CostTables : public QWidget {
    Q_OBJECT

public:
    explicit CostTables(QWidget* parent = nullptr);

    // `published`: parameters as a paper states them.
    void setSizes(const analysis::CostSizes& sizes, std::optional<Index> published);
    void setAllDigits(bool all);
    // Both tables with all digits, tab-separated, with heads and units.
    QString numbersText() const;

    const FigureTable* methods() const { return methods_; }
    const FigureTable* model() const { return model_; }

private:
    void write();

    FigureTable* methods_;
    FigureTable* model_;
    analysis::CostSizes sizes_;
    std::optional<Index> published_;
    bool allDigits_ = false;
};

} // namespace heedmap
