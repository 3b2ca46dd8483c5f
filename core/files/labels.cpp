#include "core/files/labels.h"

#include "core/files/json_contents.h"
#include "core/files/mapped_file.h"

namespace heedmap::files {

std::vector<std::string> fitted(std::vector<std::string> labels, Index count, std::string* remark) {
    const auto wanted = static_cast<std::size_t>(count);
    if (labels.empty() || labels.size() == wanted)
        return labels;
    if (remark) {
        const bool tooMany = labels.size() > wanted;
        const std::size_t difference = tooMany ? labels.size() - wanted : wanted - labels.size();
        *remark = std::to_string(labels.size()) + " labels for " + std::to_string(wanted) + ": the last " +
                  std::to_string(difference) + (tooMany ? " are left out" : " stay empty");
    }
    labels.resize(wanted);
    return labels;
}

Result<Labels> readLabels(const std::string& path) {
    const auto file = MappedFile::open(path);
    if (!file)
        return file.error();
    const auto bytes = (*file)->bytes();
    if (!bytes)
        return bytes.error();
    const auto decoded = decode(*bytes);
    if (!decoded)
        return Error(decoded.error()).in(path);
    const auto contents = scanJson(decoded->text());
    if (!contents)
        return Error(contents.error()).in(path);
    Labels labels = labelsOf(contents->texts);
    if (labels.empty())
        return makeError(noLabels).in(path);
    return labels;
}

} // namespace heedmap::files
