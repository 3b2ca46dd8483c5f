// What a panel shows, computed from a session: the numbers behind one picture. Without a window, so the command line
// draws the very same.
#pragma once

#include "core/analysis/approximation_error.h"
#include "core/attention/alpha_source.h"
#include "core/attention/attention.h"
#include "core/heatmap/pyramid.h"
#include "core/heatmap/value_range.h"
#include "core/session/lender.h"
#include "core/session/session.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace heedmap {

struct ShownAxes;

struct PanelResult {
    files::Panel panel;
    Phrase title = std::string(); // titleOf() the panel
    // e, α and context in float64, of the head that is shown; null for a matrix of a file, and over several heads.
    std::shared_ptr<const attention::Attention<double>> attention;
    Lender<attention::Attention<double>> memory; // that `attention` goes back to
    // Q, K, V as they entered the score function; null for a matrix of a file.
    std::shared_ptr<const attention::Projected> projected;
    // The parameters in force: the given ones, seeded where they were missing; null for a matrix of a file.
    std::shared_ptr<const attention::Parameters> parameters;
    std::shared_ptr<const attention::AlphaSource> source; // the numbers themselves
    std::shared_ptr<const attention::AlphaSource> drawn;  // what is colored: `source`, or its ranks (Scale::rank)
    std::shared_ptr<const heatmap::Pyramid> pyramid;      // of `drawn`, pooled so; a sample until all of it was read
    heatmap::Pooling pooling = heatmap::Pooling::max;
    // What rows and columns of `source` stand for where the session shows words, or not all tokens; see shown_tokens.h.
    // Where they differ from those of α, attention, projected and parameters are null.
    std::shared_ptr<const ShownAxes> shown;
    std::optional<heatmap::ValueSummary>
        withoutFirst; // of `drawn` but for its first column, where the range asks for it
    // How far α is from softmax where it only comes near it (Problem::approximation).
    std::optional<analysis::ApproximationError> approximationError;
    std::optional<Error> error; // why there is nothing to show; `source` is then null
    double milliseconds = 0;    // to compute it

    Index rows() const { return source ? source->rows() : 0; }
    Index columns() const { return source ? source->columns() : 0; }
};

// "additive", "scaled dot", "attn[2,7]", "A − B", "scaled dot: gradient × α": words of the context "Panel", which the
// window translates.
Phrase titleOf(const files::Session& session, const files::Panel& panel);

inline constexpr ErrorKind alphaTooLarge{HEEDMAP_MESSAGE(
    "Error", "α of %1 × %2 in the shown panels needs %3 GB, and this machine has %4 GB; show fewer panels or tokens")};

// What is told while a panel is computed, from the computing thread.
struct PanelReports {
    std::function<void(PanelResult first)> firstLook{}; // what can be shown before everything was read
    heatmap::Progress progress{};
};

// One panel. `known`: the same panel, whose numbers still hold but are drawn otherwise. Without a value when stopped.
std::optional<PanelResult> computePanel(const files::Session& session, const files::Panel& panel,
                                        std::stop_token stop = {}, const PanelReports& reports = {},
                                        const PanelResult* known = nullptr);
std::vector<PanelResult> computePanels(const files::Session& session);
// One panel of weights as it is, with all of its tokens whatever the session shows, and without what is drawn.
std::optional<PanelResult> computeWhole(const files::Session& session, const files::Panel& panel, std::stop_token stop);

// The color range of each panel: its own, or one for all linked ones of the same quantity where the session links them.
std::vector<heatmap::ValueRange> resolveRanges(const files::Session& session, const std::vector<PanelResult>& results);

// The color map of the panel: the session's, but one that diverges around 0 for values of either sign.
heatmap::ColorMap colorMapOf(const files::Session& session, const files::Panel& panel);

} // namespace heedmap
