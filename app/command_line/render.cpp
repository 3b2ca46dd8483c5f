// heedmap render: a picture, or numbers.
#include "app/command_line/bare.h"
#include "app/command_line/command.h"
#include "app/command_line/difference.h"
#include "app/command_line/load.h"
#include "app/command_line/offscreen.h"
#include "app/command_line/output.h"
#include "app/command_line/panels.h"
#include "app/command_line/picture.h"
#include "app/command_line/progress.h"
#include "app/command_line/shown_options.h"
#include "app/command_line/usage_errors.h"
#include "core/heatmap/line_geometry.h"
#include "core/session/results.h"
#include "ui/export/export_session.h"

#include <algorithm>

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

class Render : public Command {
public:
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
        std::optional<Offscreen> screen;
        if (isPicture(options.format))
            screen.emplace();
        const auto results = computePanelsTold(session);
        if (!results)
            return results.error();
        if (const auto drawable = checkLines(session, *results); !drawable)
            return drawable;
        const Progress progress("writing");
        return exportSession(resultsOf(std::make_shared<const files::Session>(session), *results), options,
                             output_.path);
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

    InputOptions input_;
    OutputOptions output_;
    ProblemOptions problem_;
    PictureOptions picture_;
    ShownOptions shown_;
    bool difference_ = false;
};

} // namespace

std::unique_ptr<Command> renderCommand() {
    return std::make_unique<Render>();
}

} // namespace heedmap::command_line
