#include "core/session/sentences.h"

#include "core/files/mapped_file.h"
#include "core/files/recognise.h"
#include "core/session/reference.h"

namespace heedmap::files {

namespace {

bool holdsAlignments(const std::string& path) {
    const auto file = MappedFile::open(path);
    if (!file)
        return false;
    const auto recognised = recognise(*file);
    return recognised && recognised->format == Format::alignments;
}

} // namespace

std::vector<std::string> withAllSentences(const std::vector<std::string>& references) {
    std::vector<std::string> all;
    for (const std::string& text : references) {
        const auto reference = parseReference(text);
        const bool whole = reference && reference->path == text && holdsAlignments(text);
        const auto file = whole ? openTensors(text) : Result<std::unique_ptr<TensorFile>>(nullptr);
        if (!file || !*file || (*file)->tensors().size() < 2) {
            all.push_back(text);
            continue;
        }
        for (const TensorInfo& sentence : (*file)->tensors())
            if (!sentence.refusal && sentence.shape.count() > 0)
                all.push_back(text + "#" + sentence.name);
    }
    return all;
}

} // namespace heedmap::files
