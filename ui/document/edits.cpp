#include "ui/document/edits.h"

#include "core/session/consistency.h"
#include "ui/base/panel_text.h"
#include "ui/document/edit_words.h"

#include <algorithm>

namespace heedmap {

void switchKind(Document& document, attention::ProblemKind kind) {
    const bool self = kind == attention::ProblemKind::self;
    document.change(self ? Edits::tr("switch to self-attention") : Edits::tr("switch to cross-attention"),
                    [kind](files::Session& session) {
                        if (session.problem.kind != kind)
                            session.lookFor.clear(); // it speaks of the problem of before
                        session.problem.kind = kind;
                    });
}

namespace {

bool isWeightsOf(const files::Panel& panel, attention::ScoreFunction function) {
    return panel.kind == files::PanelKind::weights && panel.score == function;
}

} // namespace

bool showsScore(const files::Session& session, attention::ScoreFunction function) {
    return std::any_of(session.panels.begin(), session.panels.end(),
                       [&](const files::Panel& panel) { return isWeightsOf(panel, function); });
}

void showScore(Document& document, attention::ScoreFunction function, bool shown) {
    const auto& current = document.session().panels;
    const bool others = std::any_of(current.begin(), current.end(),
                                    [&](const files::Panel& panel) { return !isWeightsOf(panel, function); });
    if (shown == showsScore(document.session(), function) || (!shown && !others))
        return;
    const QString name = panelTitle(document.session(), {.score = function, .matrix = std::nullopt});
    const QString text = shown ? Edits::tr("show %1").arg(name) : Edits::tr("hide %1").arg(name);
    document.change(text, [function, shown](files::Session& session) {
        auto& panels = session.panels;
        if (!shown) {
            std::erase_if(panels, [&](const files::Panel& panel) { return isWeightsOf(panel, function); });
            return;
        }
        const auto after = std::find_if(panels.begin(), panels.end(), [&](const files::Panel& panel) {
            return panel.score && *panel.score > function;
        });
        panels.insert(after, files::Panel{.score = function, .matrix = std::nullopt, .linked = true});
    });
}

void draw(Document& document, files::Drawing drawing) {
    document.changePicture(drawing == files::Drawing::lines ? Edits::tr("draw lines") : Edits::tr("draw heatmaps"),
                           [drawing](files::PictureSettings& picture) { picture.drawing = drawing; });
}

void toggleMask(Document& document, Rows rows, Columns columns) {
    const files::ProblemSizes sizes = files::sizesOf(document.session().problem);
    if (document.session().showsMatrices() || rows.end > sizes.queries || columns.end > sizes.keys)
        return;
    BoolMatrix custom = document.session().problem.mask.custom;
    if (custom.size() == 0)
        custom = BoolMatrix::Ones(sizes.queries, sizes.keys);
    auto block = custom.block(rows.begin, columns.begin, rows.size(), columns.size());
    const bool allow = (block.array() == 0).all();
    block.setConstant(allow ? 1 : 0);
    if ((custom.array() == 1).all())
        custom.resize(0, 0);
    const QString text = allow ? Edits::tr("allow cell (%1, %2)") : Edits::tr("mask cell (%1, %2)");
    const QString several = allow ? Edits::tr("allow %1 × %2 cells") : Edits::tr("mask %1 × %2 cells");
    const bool one = rows.size() == 1 && columns.size() == 1;
    document.change(one ? text.arg(rows.begin).arg(columns.begin) : several.arg(rows.size()).arg(columns.size()),
                    [custom](files::Session& session) { session.problem.mask.custom = custom; });
}

} // namespace heedmap
