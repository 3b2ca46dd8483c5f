#include "ui/compare/panel_arrangement.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heedmap {

namespace {

constexpr double menuWidth = 28;    // of the ⋯ at the end of a title
constexpr double widestTitle = 200; // that makes a panel wider than its cells
constexpr QSize smallestPanel{128, 144};

// Panels in rows of so many, with cells of one size.
class Trial {
public:
    Trial(std::span<const PanelRoom> panels, const ArrangementRules& rules, int columns, double cell)
        : panels_(panels)
        , rules_(rules)
        , columns_(columns)
        , rows_((static_cast<int>(panels.size()) + columns - 1) / columns)
        , cell_(cell)
        , widths_(static_cast<std::size_t>(columns))
        , lefts_(static_cast<std::size_t>(columns))
        , heights_(static_cast<std::size_t>(rows_))
        , tops_(static_cast<std::size_t>(rows_)) {
        for (std::size_t i = 0; i < panels.size(); ++i)
            widen(lefts_[column(i)], rowLabels(i));
        for (std::size_t i = 0; i < panels.size(); ++i)
            widen(tops_[row(i)], columnLabels(i));
        for (std::size_t i = 0; i < panels.size(); ++i) {
            const PanelRoom& panel = panels[i];
            const double cells = cell * static_cast<double>(panel.columns());
            const double title = std::min(widestTitle, panel.titleWidth() + menuWidth);
            widen(widths_[column(i)], std::max(title, lefts_[column(i)] + cells + right(i)));
            widen(heights_[row(i)], panel.titleHeight() + tops_[row(i)] + cell * static_cast<double>(panel.rows()));
        }
    }

    QSizeF size() const {
        const auto along = [this](const std::vector<double>& lengths) {
            const double margins = static_cast<double>(lengths.size()) * 2 * rules_.margin;
            return std::accumulate(lengths.begin(), lengths.end(), margins) +
                   static_cast<double>(lengths.size() - 1) * rules_.gap;
        };
        return {along(widths_), along(heights_)};
    }

    bool fits() const { return size().width() <= rules_.room.width() && size().height() <= rules_.room.height(); }

    Arrangement arrangement() const {
        Arrangement result;
        result.columns = columns_;
        result.cell = cell_;
        result.size = QSize(static_cast<int>(std::ceil(size().width())), static_cast<int>(std::ceil(size().height())));
        for (std::size_t i = 0; i < panels_.size(); ++i) {
            const PanelFrame frame{{cell_, cell_},
                                   rowLabels(i) > 0 ? lefts_[column(i)] : 0,
                                   columnLabels(i) > 0 ? tops_[row(i)] : 0,
                                   right(i),
                                   panels_[i].turnsColumnLabels(cell_)};
            result.places.push_back({areaOf(i, frame), frame});
        }
        return result;
    }

private:
    static void widen(double& length, double least) { length = std::max(length, std::ceil(least)); }

    std::size_t row(std::size_t panel) const { return panel / static_cast<std::size_t>(columns_); }
    std::size_t column(std::size_t panel) const { return panel % static_cast<std::size_t>(columns_); }
    double rowLabels(std::size_t i) const { return rules_.sharesRows && column(i) > 0 ? 0 : panels_[i].rowLabels(); }
    double columnLabels(std::size_t i) const {
        return rules_.sharesColumns && row(i) > 0 ? 0 : panels_[i].columnLabels(cell_);
    }
    double right(std::size_t i) const {
        return rules_.sharesColumns && row(i) > 0 ? 0 : panels_[i].beyondLastColumn(cell_);
    }

    QRect areaOf(std::size_t i, const PanelFrame& frame) const {
        double x = 0;
        for (std::size_t k = 0; k < column(i); ++k)
            x += widths_[k] + 2 * rules_.margin + rules_.gap;
        double y = 0;
        for (std::size_t k = 0; k < row(i); ++k)
            y += heights_[k] + 2 * rules_.margin + rules_.gap;
        // The title stands over what the panel draws, so that a panel without row labels begins at its cells.
        const double shift = lefts_[column(i)] - frame.left;
        return QRectF(x + shift, y, widths_[column(i)] + 2 * rules_.margin - shift,
                      heights_[row(i)] + 2 * rules_.margin)
            .toRect();
    }

    std::span<const PanelRoom> panels_;
    const ArrangementRules& rules_;
    int columns_;
    int rows_;
    double cell_;
    std::vector<double> widths_; // of the columns of panels, without margins
    std::vector<double> lefts_;  // of their row labels
    std::vector<double> heights_;
    std::vector<double> tops_;
};

// The largest of the sizes that cells may have with which all fits.
double largestCell(std::span<const PanelRoom> panels, const ArrangementRules& rules, int columns) {
    for (double cell = largestFittedCell; cell >= smallestEqualCell; cell -= 4) {
        if (Trial(panels, rules, columns, cell).fits())
            return cell;
    }
    double fits = 0;
    double tooLarge = smallestEqualCell;
    for (int i = 0; i < 30; ++i) {
        const double middle = (fits + tooLarge) / 2;
        (Trial(panels, rules, columns, middle).fits() ? fits : tooLarge) = middle;
    }
    return fits;
}

// Every panel the same part of the room, and more than there is where they would become too small to be read.
Arrangement shared(std::span<const PanelRoom> panels, const ArrangementRules& rules, int columns, double cell) {
    const int count = static_cast<int>(panels.size());
    const int rows = (count + columns - 1) / columns;
    const auto part = [&](int room, int parts, int least) {
        return std::max(least, (room - (parts - 1) * rules.gap) / parts);
    };
    const int width = part(rules.room.width(), columns, smallestPanel.width());
    int height = part(rules.room.height(), rows, smallestPanel.height());
    double needed = 0; // what the matrices take at this width: more would stay empty
    for (const PanelRoom& panel : panels) {
        const double wide = static_cast<double>(width - 2 * rules.margin) - panel.rowLabels();
        const double tall = wide / static_cast<double>(std::max<Index>(1, panel.columns()));
        needed = std::max(needed, panel.titleHeight() + panel.columnLabels(tall) +
                                      tall * static_cast<double>(panel.rows()) + 2 * rules.margin);
    }
    if (!rules.stretched)
        height = std::min(height, std::max(smallestPanel.height(), static_cast<int>(std::ceil(needed))));
    Arrangement result;
    result.columns = columns;
    result.cell = cell;
    result.size = QSize(columns * (width + rules.gap) - rules.gap, rows * (height + rules.gap) - rules.gap);
    for (int i = 0; i < count; ++i)
        result.places.push_back(
            {QRect(i % columns * (width + rules.gap), i / columns * (height + rules.gap), width, height),
             std::nullopt});
    return result;
}

} // namespace

Arrangement arrangePanels(std::span<const PanelRoom> panels, const ArrangementRules& rules) {
    const int count = static_cast<int>(panels.size());
    if (count == 0)
        return {};
    int best = 0;
    double largest = -1;
    for (int columns = count; columns >= 1; --columns) { // the fewest rows first
        const bool asked = rules.columns == 0 || columns == std::min(rules.columns, count);
        const bool tears = rules.headsOfALayer > 0 && rules.headsOfALayer % columns != 0;
        if (!asked || (tears && rules.columns == 0))
            continue;
        const double cell = largestCell(panels, rules, columns);
        const auto rows = [count](int across) {
            return (count + across - 1) / across;
        };
        // Of two with the same cells the one with fewer rows, then the one that leaves fewer places empty.
        const bool fuller = best > 0 && cell > largest * 0.999 && rows(columns) == rows(best);
        if (cell > largest * 1.001 || fuller) {
            largest = std::max(cell, largest);
            best = columns;
        }
    }
    if (best == 0) // no line holds whole layers
        best = 1;
    if (largest < smallestEqualCell && rules.columns == 0) { // panels have a least size: rather more rows than wider
        const int most = (rules.room.width() + rules.gap) / (smallestPanel.width() + rules.gap);
        best = std::clamp(best, 1, std::max(1, most));
    }
    if (largest >= smallestEqualCell && !rules.stretched)
        return Trial(panels, rules, best, largest).arrangement();
    return shared(panels, rules, best, std::max(0.0, largest));
}

} // namespace heedmap
