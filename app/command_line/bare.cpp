#include "app/command_line/bare.h"

#include "app/command_line/progress.h"
#include "app/command_line/usage_errors.h"
#include "core/attention/attention.h"
#include "core/files/bare_picture.h"
#include "core/heatmap/farthest.h"
#include "core/heatmap/rank_source.h"
#include "core/heatmap/without_first.h"
#include "core/session/computed_panel.h"
#include "core/session/panel_result.h"

#include <memory>
#include <optional>

namespace heedmap::command_line {

namespace {

using attention::AlphaSource;

using Source = std::shared_ptr<const AlphaSource>;

// What is made of other numbers, or shows words, is computed as the window does it.
Result<Source> derivedSource(const files::Session& session, const files::Panel& panel) {
    const PanelResult result = computePanel(session, panel).value(); // never stopped
    return result.error ? Result<Source>(*result.error) : Result<Source>(result.source);
}

Result<Source> sourceOf(const files::Session& session, const files::Panel& panel) {
    if (panel.kind != files::PanelKind::weights || !session.shown.isEverything())
        return derivedSource(session, panel);
    if (panel.score && needsOnDemand(session) && isPlain(session, *panel.score))
        return computedOnDemand(plainOperands(session), *panel.score);
    if (panel.score) {
        if (auto error = tooLarge(session))
            return *std::move(error);
        const auto attended = attention::attend<double>(session.problemOf(*panel.score), *panel.score);
        if (!attended)
            return attended.error();
        return Source(std::make_shared<attention::DenseAlpha>(attended->alpha, attended->allowed));
    }
    const files::FileMatrix& matrix = session.matrices[*panel.matrix];
    if (matrix.allowed.size() > 0)
        return Source(std::make_shared<attention::DenseAlpha>(toMatrixD(matrix.tensor.view), matrix.allowed));
    return Source(std::make_shared<attention::TensorAlpha>(matrix.tensor));
}

constexpr Index mostPooled = Index{1} << 24; // cells of a level that are held for a picture

// The matrix is read once where the level that is drawn from can be held; else once for the picture and, where the
// range depends on its numbers, once before.
struct Looked {
    std::optional<heatmap::Pyramid> pyramid;
    heatmap::ValueRange range;
};

Looked look(const files::PictureSettings& picture, const AlphaSource& source, bool isSigned, int level,
            Progress& progress) {
    const bool fixed = picture.range.kind == heatmap::RangeSpec::Kind::fixed && picture.scale != heatmap::Scale::log;
    const Index pooled = heatmap::cellsOf(source, level);
    Looked looked;
    heatmap::ValueSummary summary;
    if (level > 0 && pooled <= mostPooled) {
        looked.pyramid = heatmap::Pyramid::build(source, {}, [&](double fraction) { progress.set(fraction); },
                                                 {heatmap::poolingFor(picture.pooling, isSigned), level});
        summary = looked.pyramid->summary();
    } else if (!fixed || isSigned) {
        summary = heatmap::summarize(source).value(); // never stopped
    }
    if (picture.rangeWithoutFirst && !isSigned && !fixed && source.columns() > 1) {
        const heatmap::WithoutFirst rest(source);
        looked.range = heatmap::resolveRange(picture.range, picture.scale, rest, *heatmap::summarize(rest));
        return looked;
    }
    looked.range = isSigned ? heatmap::symmetricRange(picture.range, picture.scale, summary)
                            : heatmap::resolveRange(picture.range, picture.scale, source, summary);
    return looked;
}

} // namespace

Result<void> writeBare(const files::Session& session, const PictureOptions& options, const std::string& path) {
    if (session.panels.size() != 1)
        return makeError(oneMatrixOnly, {"a bare picture", std::to_string(session.panels.size()), "dump.npz#attn[0,0]"})
            .in("--bare");
    auto source = sourceOf(session, session.panels.front());
    if (!source)
        return source.error();
    std::shared_ptr<const AlphaSource> drawn = *source;
    if (session.picture.scale == heatmap::Scale::rank)
        drawn = std::make_shared<heatmap::RankSource>(drawn);

    files::BarePicture picture;
    picture.dotsPerInch = options.dpi.value_or(0);
    if (options.size) {
        picture.width = options.size->width;
        picture.height = options.size->height;
    }
    Progress progress("drawing");
    const files::Panel& panel = session.panels.front();
    const Looked looked =
        look(session.picture, *drawn, files::isSigned(panel.kind), files::levelOf(picture, *drawn), progress);
    heatmap::RasterStyle style;
    style.range = looked.range;
    style.map = colorMapOf(session, panel);
    style.pooling = heatmap::poolingFor(session.picture.pooling, files::isSigned(panel.kind));
    style.dark = options.dark;
    return files::writeBarePicture(path, *drawn, looked.pyramid ? &*looked.pyramid : nullptr, style, picture, {},
                                   [&](double fraction) { progress.set(fraction); });
}

} // namespace heedmap::command_line
