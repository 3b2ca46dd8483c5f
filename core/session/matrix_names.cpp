#include "core/session/matrix_names.h"

#include <filesystem>
#include <map>
#include <set>

namespace heedmap::files {

namespace {

// The last parts of each path, as many as it takes to tell them apart: "b.npy", or "run1/b.npy" and "run2/b.npy".
std::map<std::string, std::string> shortPaths(const std::set<std::string>& paths) {
    namespace fs = std::filesystem;
    std::map<std::string, std::string> shown;
    for (const std::string& path : paths)
        shown[path] = fs::path(path).filename().string();
    for (const std::string& path : paths) {
        const auto isTaken = [&](const std::string& name) {
            return std::ranges::any_of(
                paths, [&](const std::string& other) { return other != path && ("/" + other).ends_with("/" + name); });
        };
        fs::path parent = fs::path(path).parent_path();
        std::string& name = shown[path];
        while (isTaken(name) && name != path && !parent.filename().empty()) {
            name = parent.filename().string() + "/" + name;
            parent = parent.parent_path();
        }
    }
    return shown;
}

// "L2" of layers, "mean H" of the mean over heads.
std::string axisText(const char* axis, const AxisPart& part) {
    return part.kind == AxisPart::Kind::mean ? std::string("mean ") + axis : axis + std::to_string(part.first);
}

bool isOfLayersAndHeads(const MatrixSource& source) {
    return source.leadingAxes == 2 || source.leadingAxes == 3;
}

// "L2 · H7" of [layer, head, …], "L2 · B0 · H7" where several of a batch stand side by side.
std::string layerAndHead(const MatrixSource& source) {
    std::string text = axisText("L", source.index.front());
    if (source.leadingAxes == 3 && (source.severalInBatch || source.index[1].kind == AxisPart::Kind::mean))
        text += " · " + axisText("B", source.index[1]);
    const auto leading = static_cast<std::size_t>(source.leadingAxes);
    text += " · " + axisText("H", source.index[leading - 1]);
    return text + textOf({source.index.begin() + source.leadingAxes, source.index.end()});
}

class Names {
public:
    explicit Names(const std::vector<MatrixSource>& sources) {
        std::set<std::string> paths;
        for (const MatrixSource& source : sources) {
            if (!source.path.empty())
                paths.insert(source.path);
            tensors_[source.path].insert(source.tensor);
        }
        files_ = shortPaths(paths);
    }

    std::string name(const MatrixSource& source) const {
        const std::string index = textOf(source.index);
        const bool namesFile = files_.size() > 1 && !source.path.empty();
        if (!namesFile)
            return (source.tensor.empty() ? fileOf(source) : source.tensor) + index;
        const bool alone = source.index.empty() && !isOneOfSeveral(source);
        return fileOf(source) + (source.tensor.empty() || alone ? "" : "#" + source.tensor) + index;
    }

    std::string title(const MatrixSource& source) const {
        if (!isOfLayersAndHeads(source))
            return plainTitle(source);
        std::string text;
        if (files_.size() > 1 && !source.path.empty())
            text += fileOf(source) + " · ";
        if (isOneOfSeveral(source))
            text += (source.tensor.empty() ? fileOf(source) : source.tensor) + " · ";
        return text + layerAndHead(source);
    }

private:
    std::string plainTitle(const MatrixSource& source) const {
        const std::string index = textOf(source.index);
        if (files_.size() < 2 || source.path.empty() || source.tensor.empty())
            return (source.tensor.empty() ? fileOf(source) : source.tensor) + index;
        const bool alone = source.index.empty() && !isOneOfSeveral(source);
        return fileOf(source) + (alone ? "" : " · " + source.tensor + index);
    }

    bool isOneOfSeveral(const MatrixSource& source) const { return tensors_.at(source.path).size() > 1; }
    std::string fileOf(const MatrixSource& source) const {
        const auto found = files_.find(source.path);
        return found == files_.end() ? std::string() : found->second;
    }

    std::map<std::string, std::string> files_; // path → what is shown of it
    std::map<std::string, std::set<std::string>> tensors_;
};

} // namespace

void nameMatrices(Session& session, const std::vector<MatrixSource>& sources) {
    HEEDMAP_EXPECTS(sources.size() == session.matrices.size());
    const Names names(sources);
    for (std::size_t m = 0; m < sources.size(); ++m) {
        const MatrixSource& source = sources[m];
        FileMatrix& matrix = session.matrices[m];
        matrix.name = names.name(source);
        matrix.title = names.title(source);
        const std::string inFile = source.tensor + textOf(source.index);
        matrix.origin = source.path.empty() ? matrix.name : source.path + (inFile.empty() ? "" : "#" + inFile);
        if (matrix.title == matrix.name)
            matrix.title.clear();
    }
}

} // namespace heedmap::files
