// heedmap render: a picture, or numbers.
#include "app/command_line/command.h"
#include "app/command_line/load.h"
#include "app/command_line/output.h"
#include "app/command_line/printing.h"
#include "app/command_line/shown_options.h"
#include "app/command_line/usage_errors.h"
#include "core/attention/attention.h"
#include "core/files/bare_picture.h"
#include "core/heatmap/farthest.h"
#include "core/heatmap/line_geometry.h"
#include "core/heatmap/rank_source.h"
#include "core/heatmap/without_first.h"
#include "core/session/computed_panel.h"
#include "core/session/panel.h"
#include "core/session/panel_result.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

namespace heedmap::command_line {

namespace {

constexpr const char* renderExamples = R"(Examples:
  heedmap render pair:three-keys -o three.png
  heedmap render pair:three-keys -o - --format tsv
  heedmap render pair:three-keys --lines -o lines.svg
  heedmap render dump.npz#attn -o grid.png                   all layers and heads
  heedmap render dump.npz#attn[2,7] --tokens tokens.json -o head.svg
  heedmap render --q dump.npz#q[2,7] --k dump.npz#k[2,7] --mask causal --score scaled,cosine -o two.pdf
  heedmap render dump.npz#attn[0,0] dump.npz#attn[0,1] --difference -o minus.png
  heedmap render dump.npz#attn[2,7] --tokens tokens.json --merge-words --leave-out special -o words.png
  heedmap render big.npy --bare --range 0:1 -o pixels.png    one pixel a cell)";

// --difference: the first panel minus each of the others.
constexpr ErrorKind differenceNeedsTwo{
    "it takes one panel from another, so two are needed; give several inputs, --score a,b or --heads", Fault::usage};

Result<void> showDifferences(files::Session& session) {
    std::erase_if(session.panels, [](const files::Panel& panel) { return panel.kind != files::PanelKind::weights; });
    if (session.panels.size() < 2)
        return makeError(differenceNeedsTwo).in("--difference");
    const std::vector<files::Panel> panels = std::exchange(session.panels, {});
    for (std::size_t i = 1; i < panels.size(); ++i) {
        files::Panel difference = panels.front();
        difference.kind = files::PanelKind::difference;
        files::setSubtrahend(difference, panels[i]);
        session.panels.push_back(difference);
        if (files::tokensDiffer(session, panels.front(), panels[i]))
            remark("the tokens of \"" + files::panelName(session, panels.front()) + "\" and \"" +
                   files::panelName(session, panels[i]) + "\" differ");
    }
    return {};
}

// --bare: one pixel a cell, or a given size, and nothing but cells: no toolkit, little memory.

using attention::AlphaSource;

using SourcePtr = std::shared_ptr<const AlphaSource>;

// What is made of other numbers, or shows words, is computed as the window does it.
Result<SourcePtr> derivedSource(const files::Session& session, const files::Panel& panel) {
    const PanelResult result = computePanel(session, panel).value(); // never stopped
    return result.error ? Result<SourcePtr>(*result.error) : Result<SourcePtr>(result.source);
}

Result<SourcePtr> sourceOf(const files::Session& session, const files::Panel& panel) {
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
        return SourcePtr(std::make_shared<attention::DenseAlpha>(attended->alpha, attended->allowed));
    }
    const files::FileMatrix& matrix = session.matrices[*panel.matrix];
    if (matrix.allowed.size() > 0)
        return SourcePtr(std::make_shared<attention::DenseAlpha>(toMatrixD(matrix.tensor.view), matrix.allowed));
    return SourcePtr(std::make_shared<attention::TensorAlpha>(matrix.tensor));
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

// The only panel of the session as PNG. Errors: oneMatrixOnly, those of attend() and writeBarePicture().
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

class Render : public Command {
public:
    explicit Render(const Toolkit* toolkit)
        : toolkit_(toolkit) {}

    CLI::App* addTo(CLI::App& program) override {
        CLI::App* const command = program.add_subcommand("render", "a picture, or numbers");
        addInputOptions(*command, input_);
        addOutputOptions(*command, output_, allExportFormats);
        addProblemOptions(*command, problem_);
        addPictureOptions(*command, picture_);
        addShownOptions(*command, shown_);
        command->add_flag("--difference", difference_, "the first panel minus each of the others, colors even about 0")
            ->group("Picture");
        command->footer(renderExamples);
        return command;
    }

    Result<void> run() override {
        if (const auto checked = check(input_, problem_); !checked)
            return checked;
        const auto format = formatOf(output_, allExportFormats);
        if (!format)
            return format.error();
        if (picture_.bare && *format != ExportFormat::png)
            return makeError(optionNeeds, {"a PNG"}).in("--bare");
        if (picture_.bare && picture_.lines)
            return makeError(optionsExclude, {"--bare"}).in("--lines");
        auto loaded = load(input_, problem_);
        if (!loaded)
            return loaded.error();
        files::Session& session = loaded->session;
        if (const auto applied = applyShown(session, shown_); !applied)
            return applied.error();
        if (difference_) {
            if (const auto shown = showDifferences(session); !shown)
                return shown.error();
        }
        applyOptions(session.picture, picture_);
        const auto options = exportOptionsOf(picture_, *format, session.panels.size());
        if (!options)
            return options.error();
        return picture_.bare ? writeBare(session, picture_, output_.path) : write(session, *options);
    }

private:
    Result<void> write(const files::Session& session, const ExportOptions& options) {
        const auto pictures = picturesFor(options.format, toolkit_);
        if (!pictures)
            return pictures.error();
        const auto results = computeWithProgress(session);
        if (!results)
            return results.error();
        if (const auto drawable = checkLines(session, *results); !drawable)
            return drawable;
        return command_line::write(session, *results, options, output_.path, pictures->get());
    }

    // What the window says in the picture's place is no picture to write.
    Result<void> checkLines(const files::Session& session, const std::vector<PanelResult>& results) const {
        const auto tooLong = std::ranges::find_if(results, [](const PanelResult& result) {
            return std::max(result.rows(), result.columns()) > heatmap::mostLineTokens;
        });
        if (!picture_.lines || tooLong == results.end())
            return {};
        return makeError(tooLongForLines, {std::to_string(heatmap::mostLineTokens), titleOf(session, tooLong->panel),
                                           std::to_string(tooLong->rows()), std::to_string(tooLong->columns())})
            .in("--lines");
    }

    const Toolkit* toolkit_;
    InputOptions input_;
    OutputOptions output_;
    ProblemOptions problem_;
    PictureOptions picture_;
    ShownOptions shown_;
    bool difference_ = false;
};

} // namespace

std::unique_ptr<Command> renderCommand(const Toolkit* toolkit) {
    return std::make_unique<Render>(toolkit);
}

} // namespace heedmap::command_line
