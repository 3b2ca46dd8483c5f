#include "ui/export/number_export.h"

#include "core/files/panel.h"

#include <set>

namespace heedmap {

namespace {

files::Labels fittedLabels(const files::Session& session, const PanelResult& result) {
    files::Labels labels = session.shownLabels();
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

// The tensor behind a matrix, in the type it is kept in.
Tensor tensorOf(const files::Session& session, const PanelResult& result, const files::NamedMatrix& matrix) {
    if (result.panel.matrix && result.panel.kind == files::PanelKind::weights && matrix.source == result.source)
        return session.matrices[*result.panel.matrix].tensor;
    MatrixD values(matrix.source->rows(), matrix.source->columns());
    for (Index i = 0; i < values.rows(); ++i) {
        for (Index j = 0; j < values.cols(); ++j)
            values(i, j) = matrix.source->value({i, j});
    }
    return makeTensor(values);
}

std::vector<files::NamedMatrix> matricesOf(const files::Session& session, const PanelResult& result,
                                           const ExportOptions& options, bool several) {
    const std::string panel = files::panelName(session, result.panel);
    const bool plain = options.weights && !options.scores && !options.context;
    const auto name = [&](const char* what) {
        return plain ? panel : several ? panel + "_" + what : std::string(what);
    };
    const files::Labels labels = fittedLabels(session, result);
    std::vector<files::NamedMatrix> matrices;
    if (options.scores && result.attention)
        matrices.push_back({name("scores"), dense(result.attention->scores), labels});
    if (options.weights)
        matrices.push_back({name("alpha"), result.source, labels});
    if (options.context && result.attention && result.attention->context.cols() > 0)
        matrices.push_back({name("context"), dense(result.attention->context), {labels.rows, {}}});
    return matrices;
}

std::vector<files::NamedTensor> tensorsOf(const files::Session& session, const std::vector<PanelResult>& results,
                                          const ExportOptions& options) {
    std::vector<files::NamedTensor> tensors;
    std::set<std::string> taken;
    for (const PanelResult& result : results) {
        for (const files::NamedMatrix& matrix : matricesOf(session, result, options, results.size() > 1))
            tensors.push_back({uniqueName(matrix.name, taken), tensorOf(session, result, matrix)});
    }
    return tensors;
}

// One array for all: panels × rows × columns, or the only matrix as it is.
Result<void> writeStacked(const std::string& path, const std::vector<files::NamedTensor>& tensors) {
    const Tensor& first = tensors.front().tensor;
    if (tensors.size() == 1)
        return files::writeNpy(path, first.view);
    const auto count = static_cast<std::size_t>(first.shape().count());
    std::vector<double> values(tensors.size() * count);
    for (std::size_t n = 0; n < tensors.size(); ++n) {
        if (tensors[n].tensor.shape() != first.shape())
            return makeError(shapesDiffer, {first.shape().text(), tensors[n].tensor.shape().text()});
        tensors[n].tensor.view.copyTo(std::span(values).subspan(n * count, count));
    }
    const Shape shape{static_cast<Index>(tensors.size()), first.shape()[0], first.shape()[1]};
    return files::writeNpy(path, makeTensor(shape, std::move(values)).view);
}

} // namespace

std::vector<files::NamedMatrix> numbersOf(const files::Session& session, const std::vector<PanelResult>& results,
                                          const ExportOptions& options) {
    std::vector<files::NamedMatrix> matrices;
    for (const PanelResult& result : results) {
        for (files::NamedMatrix& matrix : matricesOf(session, result, options, results.size() > 1))
            matrices.push_back(std::move(matrix));
    }
    return matrices;
}

Result<void> exportNumbers(const files::Session& session, const std::vector<PanelResult>& results,
                           const ExportOptions& options, const std::string& path) {
    if (options.format == ExportFormat::npy || options.format == ExportFormat::npz) {
        const std::vector<files::NamedTensor> tensors = tensorsOf(session, results, options);
        if (tensors.empty())
            return makeError(nothingToExport, {HEEDMAP_MESSAGE("Reason", "the panels have no such numbers")});
        return options.format == ExportFormat::npy ? writeStacked(path, tensors) : files::writeNpz(path, tensors);
    }
    const std::vector<files::NamedMatrix> matrices = numbersOf(session, results, options);
    if (matrices.empty())
        return makeError(nothingToExport, {HEEDMAP_MESSAGE("Reason", "the panels have no such numbers")});
    if (options.format == ExportFormat::json)
        return files::writeJson(path, matrices);
    return files::writeCsv(path, matrices, options.format == ExportFormat::csv ? ',' : '\t');
}

} // namespace heedmap
