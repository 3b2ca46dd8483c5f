// What the tensors of a file are most likely meant as, by their names and shapes.
#include "core/session/import.h"

#include <algorithm>
#include <map>

namespace heedmap::files {

namespace {

std::string lowerCase(std::string text) {
    for (char& c : text)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return text;
}

// "layers.0.q", "attn_q", "Q" are Q; what is not Q, K or V may be α.
Role roleOfName(const std::string& name) {
    const std::string lower = lowerCase(name);
    const std::string last = lower.substr(lower.find_last_of("./_") + 1); // all of it where there is none
    if (last == "q" || last == "query" || last == "queries")
        return Role::q;
    if (last == "k" || last == "key" || last == "keys")
        return Role::k;
    if (last == "v" || last == "value" || last == "values")
        return Role::v;
    return Role::alpha;
}

// How much a name sounds like weights.
int likeness(const std::string& name) {
    const std::string lower = lowerCase(name);
    const auto holds = [&](const char* word) {
        return lower.find(word) != std::string::npos;
    };
    const bool weights = holds("softmax") || holds("alpha") || holds("weight") || holds("attsm");
    return (weights ? 4 : 0) + (holds("att") ? 2 : 0) + (holds("cross") ? 1 : 0);
}

bool isUsable(const TensorInfo& info) {
    return info.dtype && !info.refusal && info.shape.rank() >= 1;
}

bool hasBatch(const Shape& shape) {
    return shape.rank() == 5 && shape[1] > 1;
}

// Of a batch one sentence, of all layers and heads.
std::vector<AxisPart> suggestedParts(const Shape& shape) {
    return hasBatch(shape) ? std::vector<AxisPart>{AxisPart(), AxisPart(0), AxisPart()} : std::vector<AxisPart>();
}

std::vector<AxisPart> firstEntries(const Shape& shape) {
    return std::vector<AxisPart>(static_cast<std::size_t>(std::max(0, shape.rank() - 2)), AxisPart(0));
}

// Weights of these queries and keys, by the name and by the numbers of rows.
bool isAlphaOf(const TensorInfo& alpha, const TensorInfo& q, const TensorInfo& k) {
    const int rank = alpha.shape.rank();
    const auto rowsOf = [](const Shape& shape) {
        return shape[shape.rank() - 2];
    };
    return likeness(alpha.name) > 0 && rank >= 2 && q.shape.rank() >= 2 && k.shape.rank() >= 2 &&
           alpha.shape[rank - 2] == rowsOf(q.shape) && alpha.shape[rank - 1] == rowsOf(k.shape);
}

// Q and K, perhaps V, a matrix each, and nothing else.
bool isOneProblem(const std::vector<TensorInfo>& tensors) {
    std::map<Role, int> count;
    for (const TensorInfo& info : tensors) {
        if (!isUsable(info) || info.shape.rank() != 2)
            return false;
        ++count[roleOfName(info.name)];
    }
    return !count.contains(Role::alpha) && count[Role::q] == 1 && count[Role::k] == 1 && count[Role::v] <= 1;
}

} // namespace

std::vector<Input> suggestedInputs(const std::shared_ptr<const TensorFile>& file) {
    const auto& tensors = file->tensors();
    std::vector<Input> inputs(tensors.size());
    std::map<Role, std::size_t> best;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        inputs[i] = {file->path(), tensors[i].name, {}, Role::none, {}, file, i};
        if (!isUsable(tensors[i]) || (tensors[i].shape.rank() < 2 && tensors.size() > 1))
            continue;
        const Role role = roleOfName(tensors[i].name);
        const auto known = best.find(role);
        // Of q, k, v the first: a model's dump has one for every layer. Of the others what is most likely called α.
        if (known == best.end() ||
            (role == Role::alpha && likeness(tensors[i].name) > likeness(tensors[known->second].name)))
            best[role] = i;
    }
    const bool problem = best.contains(Role::q) && best.contains(Role::k);
    const bool alpha =
        best.contains(Role::alpha) &&
        (!problem || isAlphaOf(tensors[best[Role::alpha]], tensors[best[Role::q]], tensors[best[Role::k]]));
    for (const auto& [role, tensor] : best) {
        if (alpha ? role != Role::alpha : !problem || role == Role::alpha)
            continue;
        inputs[tensor].role = role;
        inputs[tensor].parts = alpha ? suggestedParts(tensors[tensor].shape) : firstEntries(tensors[tensor].shape);
    }
    return inputs;
}

bool isClear(const TensorFile& file) {
    const auto& tensors = file.tensors();
    if (isOneProblem(tensors))
        return true;
    const auto matrices =
        std::ranges::count_if(tensors, [](const TensorInfo& info) { return isUsable(info) && info.shape.rank() >= 2; });
    const bool batch =
        std::ranges::any_of(tensors, [](const TensorInfo& info) { return isUsable(info) && hasBatch(info.shape); });
    return (tensors.size() <= 1 || matrices == 1) && !batch;
}

bool namesWeights(const TensorFile& file) {
    return std::ranges::count_if(file.tensors(), [](const TensorInfo& info) {
               return isUsable(info) && info.shape.rank() >= 2 && roleOfName(info.name) == Role::alpha &&
                      likeness(info.name) > 0;
           }) == 1;
}

} // namespace heedmap::files
