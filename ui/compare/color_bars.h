// The color bars beside the panels: one for each quantity and range on screen, with the number of values that lie where
// and the value of the cursor's cell.
#pragma once

#include "core/heatmap/histogram.h"
#include "ui/base/latest.h"
#include "ui/document/document.h"
#include "ui/document/view_state.h"

#include <QTimer>
#include <QWidget>

#include <optional>
#include <utility>
#include <vector>

class QVBoxLayout;

namespace heedmap {

class ColorBar;

class ColorBars : public QWidget {
    Q_OBJECT

public:
    ColorBars(Document* document, ViewState* state, QWidget* parent);
    // Of the document's results: of all panels, or `only` of that one; or `none`.
    void show(bool none, std::optional<int> only);
    const QList<ColorBar*>& bars() const { return bars_; }
    // Together as high as the panels that they stand beside.
    void setHeight(int height);

Q_SIGNALS:
    void colorSettingsRequested();

private:
    using Sources = std::vector<std::shared_ptr<const attention::AlphaSource>>;

    void countNumbers();
    void showChosen();

    Document* document_;
    ViewState* state_;
    QVBoxLayout* column_;
    QList<ColorBar*> bars_;
    std::vector<Sources> counted_;                // what each bar is of
    std::vector<std::pair<double, double>> axes_; // of the bars
    Latest<std::vector<heatmap::Histogram>> counting_;
    QTimer countSoon_; // histograms wait until nothing more is edited
};

} // namespace heedmap
