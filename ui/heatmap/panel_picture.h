// All that one panel's picture depends on, as plain data: the same for the screen, PNG, SVG and PDF.
#pragma once

#include "core/heatmap/raster.h"
#include "core/session/panel_result.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace heedmap {

struct PanelPicture {
    std::shared_ptr<const attention::AlphaSource> source; // null: `notice` says why
    std::shared_ptr<const attention::AlphaSource> drawn;
    std::shared_ptr<const heatmap::Pyramid> pyramid; // of `drawn`
    heatmap::RasterStyle style;
    QString title;            // "additive"
    QString valueName;        // beside the color bar: "α"
    QString remark;           // dimmed, beside the title: "H 0.29 nat", "40 rows allow nothing"
    bool remarkBelow = false; // in a line of its own, so that no panel of a figure leaves out what another one has
    QString notice;           // instead of a picture: an error, "0 × 5: nothing to draw"
    QStringList rowLabels;    // exactly rows() entries, or empty: none
    QStringList columnLabels;
    std::vector<GoldLink> gold;
    bool isSigned = false; // a difference or gradient
    // Of weights that were computed: whose scores e are written below large numbers. Null for others.
    std::shared_ptr<const attention::Attention<double>> attention;
    files::Visibility values = files::Visibility::automatic;
    files::Visibility labels = files::Visibility::automatic;
    files::CellShape cells = files::CellShape::automatic;

    Index rows() const { return source ? source->rows() : 0; }
    Index columns() const { return source ? source->columns() : 0; }
};

PanelPicture makePicture(const files::Session& session, const PanelResult& result, const heatmap::ValueRange& range,
                         bool dark);

} // namespace heedmap
