#include "app/command_line/stack.h"

#include "app/command_line/printing.h"
#include "core/session/reference.h"

namespace heedmap::command_line {

namespace {

constexpr Index mostMatrices = 4096;

std::string exampleOf(const std::string& name, std::size_t axes) {
    return indexedName(name, std::vector<Index>(axes, 0));
}

Tensor entryAt(Tensor tensor, const std::vector<Index>& index) {
    for (const Index i : index)
        tensor = tensor.slice(0, i);
    return tensor;
}

// One number and one row as a matrix of one row.
Tensor asRow(const Tensor& tensor) {
    return makeTensor(toMatrixD(tensor.view));
}

Result<files::OpenedTensor> openTold(const std::string& text, const files::ReadOptions& reading,
                                     const files::ShapeCheck& check) {
    const auto reference = files::parseReference(text);
    if (!reference)
        return reference.error();
    auto opened = files::openReference(*reference, reading, check);
    if (opened) {
        for (const Phrase& said : opened->remarks)
            remark(reference->path + ": " + sentence(said));
    }
    return opened;
}

// How many matrices a shape stands for.
Index countOf(const Shape& shape) {
    Index count = 1;
    for (int axis = 0; axis + 2 < shape.rank(); ++axis)
        count *= shape[axis];
    return count;
}

// `most` 0: one matrix, without leading axes.
Result<void> checkShape(const Shape& shape, const std::string& reference, Index most) {
    const Index count = countOf(shape);
    if (count == 0)
        return makeError(noMatrix, {shape.text()}).in(reference);
    if (count > mostMatrices)
        return makeError(tooManyMatrices,
                         {shape.text(), std::to_string(count), std::to_string(mostMatrices), exampleOf(reference, 1)})
            .in(reference);
    if (most == 0 && shape.rank() > 2)
        return makeError(oneMatrixNeeded,
                         {std::to_string(count), exampleOf(reference, static_cast<std::size_t>(shape.rank() - 2))})
            .in(reference);
    return {};
}

Result<Stack> openStack(const std::string& reference, const files::ReadOptions& reading, Index most) {
    auto opened = openTold(reference, reading, [&](const Shape& shape) { return checkShape(shape, reference, most); });
    if (!opened)
        return opened.error();
    Stack stack{opened->name, reference, {}, {}, std::move(opened->labels)};
    const Shape shape = opened->tensor.shape();
    if (shape.rank() < 2) {
        stack.matrices.push_back(asRow(opened->tensor));
        return stack;
    }
    for (int axis = 0; axis + 2 < shape.rank(); ++axis)
        stack.leading.push_back(shape[axis]);
    const Index count = countOf(shape);
    for (Index n = 0; n < count; ++n)
        stack.matrices.push_back(entryAt(opened->tensor, indexOf(n, stack.leading)));
    return stack;
}

} // namespace

std::string indexedName(const std::string& name, const std::vector<Index>& index) {
    if (index.empty())
        return name;
    std::string text = name.ends_with(']') ? name.substr(0, name.size() - 1) : name + "[";
    std::size_t from = name.ends_with(']') ? name.rfind('[') : std::string::npos;
    for (const Index i : index) {
        const std::string number = std::to_string(i);
        from = from == std::string::npos ? from : text.find(':', from);
        if (from != std::string::npos)
            text.replace(from, 1, number); // a whole axis
        else
            text += (text.ends_with('[') ? "" : ",") + number;
    }
    return text + "]";
}

std::vector<Index> indexOf(Index n, const std::vector<Index>& sizes) {
    std::vector<Index> index(sizes.size());
    for (std::size_t axis = sizes.size(); axis-- > 0;) {
        index[axis] = n % sizes[axis];
        n /= sizes[axis];
    }
    return index;
}

Result<Stack> openStack(const std::string& reference, const files::ReadOptions& reading) {
    return openStack(reference, reading, mostMatrices);
}

Result<Tensor> openMatrix(const std::string& reference, const files::ReadOptions& reading) {
    auto stack = openStack(reference, reading, 0);
    if (!stack)
        return stack.error();
    return stack->matrices.front();
}

} // namespace heedmap::command_line
