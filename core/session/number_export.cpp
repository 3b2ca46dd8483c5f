#include "core/session/number_export.h"

#include "core/files/labels.h"
#include "core/files/zip_writer.h"
#include "core/session/panel.h"
#include "core/session/shown_tokens.h"

#include <algorithm>
#include <new>
#include <set>

namespace heedmap {

namespace {

Labels fittedLabels(const files::Session& session, const PanelResult& result) {
    Labels labels = shownLabels(session, result);
    const auto fit = [](std::vector<std::string> words, Index count) {
        return words.empty() ? words : files::fitted(std::move(words), count);
    };
    return {fit(std::move(labels.rows), result.rows()), fit(std::move(labels.columns), result.columns())};
}

std::shared_ptr<const attention::AlphaSource> dense(const MatrixD& matrix) {
    return std::make_shared<attention::DenseAlpha>(matrix);
}

std::string uniqueName(const std::string& name, std::set<std::string>& taken) {
    std::string unique = name;
    for (int copy = 2; !taken.insert(unique).second; ++copy)
        unique = name + "_" + std::to_string(copy);
    return unique;
}

// The tensor behind a matrix, in the type it is kept in; of what is computed the source.
files::NamedTensor tensorOf(const files::Session& session, const PanelResult& result, const files::NamedMatrix& matrix,
                            std::string name) {
    if (result.panel.matrix && result.panel.kind == files::PanelKind::weights && matrix.source == result.source &&
        !result.shown)
        return {std::move(name), session.matrices[*result.panel.matrix].tensor};
    return {std::move(name), {}, matrix.source};
}

std::vector<files::NamedMatrix> matricesOf(const files::Session& session, const PanelResult& result,
                                           const ExportOptions& options, bool several) {
    const std::string panel = files::panelName(session, result.panel);
    const bool plain = options.weights && !options.scores && !options.context;
    const auto name = [&](const char* what) {
        return plain ? panel : several ? panel + "_" + what : std::string(what);
    };
    const Labels labels = fittedLabels(session, result);
    std::vector<files::NamedMatrix> matrices;
    if (options.scores && result.attention)
        matrices.push_back({name("scores"), dense(result.attention->scores), labels});
    if (options.weights)
        matrices.push_back({name("alpha"), result.source, labels, noteOf(session.shown)});
    if (options.context && result.attention && result.attention->context.cols() > 0)
        matrices.push_back({name("context"), dense(result.attention->context), {labels.rows, {}}});
    return matrices;
}

std::vector<files::NamedTensor> tensorsOf(const Results& results, const ExportOptions& options) {
    std::vector<files::NamedTensor> tensors;
    std::set<std::string> taken;
    for (const PanelResult& result : results) {
        for (const files::NamedMatrix& matrix : matricesOf(results.session(), result, options, results.size() > 1))
            tensors.push_back(
                tensorOf(results.session(), result, matrix, uniqueName(files::memberName(matrix.name), taken)));
    }
    return tensors;
}

// One array for all: panels × rows × columns, or the only matrix as it is.
Result<void> writeStacked(const std::string& path, const std::vector<files::NamedTensor>& tensors,
                          const std::stop_token& stop) {
    if (tensors.size() == 1 && !tensors.front().source)
        return files::writeNpy(path, tensors.front().tensor.view, stop);
    std::vector<std::shared_ptr<const attention::AlphaSource>> sources;
    for (const files::NamedTensor& named : tensors)
        sources.push_back(named.source ? named.source : std::make_shared<attention::TensorAlpha>(named.tensor));
    const Shape first{sources.front()->rows(), sources.front()->columns()};
    for (const auto& source : sources) {
        const Shape shape{source->rows(), source->columns()};
        if (shape != first)
            return makeError(shapesDiffer, {first.text(), shape.text()});
    }
    return files::writeNpy(path, sources, stop);
}

Result<void> writeNumbers(const Results& results, const ExportOptions& options, const std::string& path,
                          const std::stop_token& stop) {
    if (options.format == ExportFormat::npy || options.format == ExportFormat::npz) {
        const std::vector<files::NamedTensor> tensors = tensorsOf(results, options);
        if (tensors.empty())
            return makeError(nothingToExport, {HEEDMAP_MESSAGE("Reason", "the panels have no such numbers")});
        return options.format == ExportFormat::npy ? writeStacked(path, tensors, stop)
                                                   : files::writeNpz(path, tensors, stop);
    }
    const std::vector<files::NamedMatrix> matrices = numbersOf(results, options);
    if (matrices.empty())
        return makeError(nothingToExport, {HEEDMAP_MESSAGE("Reason", "the panels have no such numbers")});
    if (options.format == ExportFormat::json)
        return files::writeJson(path, matrices, stop);
    return files::writeCsv(path, matrices, options.format == ExportFormat::csv ? ',' : '\t', stop);
}

} // namespace

std::vector<files::NamedMatrix> numbersOf(const Results& results, const ExportOptions& options) {
    std::vector<files::NamedMatrix> matrices;
    for (const PanelResult& result : results) {
        for (files::NamedMatrix& matrix : matricesOf(results.session(), result, options, results.size() > 1))
            matrices.push_back(std::move(matrix));
    }
    return matrices;
}

Result<void> checkExport(const Results& results, ExportFormat format) {
    const auto failed = std::find_if(results.begin(), results.end(), [](const auto& r) { return r.error.has_value(); });
    if (failed != results.end())
        return *failed->error;
    if (results.empty())
        return makeError(nothingToExport, {HEEDMAP_MESSAGE("Reason", "no panel is shown")});
    const bool whole = std::ranges::all_of(results, [&](const PanelResult& result) {
        return result.source && !(isPicture(format) && result.pyramid && result.pyramid->isSample());
    });
    if (!whole)
        return makeError(nothingToExport, {HEEDMAP_MESSAGE("Reason", "not all of it is computed yet")});
    return {};
}

Result<void> exportNumbers(const Results& results, const ExportOptions& options, const std::string& path,
                           std::stop_token stop) {
    if (const auto checked = checkExport(results, options.format); !checked)
        return checked;
    try {
        return writeNumbers(results, options, path, stop);
    } catch (const std::bad_alloc&) {
        return makeError(outOfMemory);
    }
}

} // namespace heedmap
