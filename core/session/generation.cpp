#include "core/session/generation.h"

#include "core/files/available_memory.h"
#include "core/files/mapped_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <map>
#include <set>

namespace heedmap::files {

namespace {

constexpr std::size_t mostGenerationTensors = 1 << 16; // a step and a layer each

bool sameLeadingAxes(const Shape& a, const Shape& b) {
    return a.rank() == b.rank() && std::equal(a.sizes().begin(), a.sizes().end() - 2, b.sizes().begin());
}
Index queriesOf(const Shape& shape) {
    return shape[shape.rank() - 2];
}
Index keysOf(const Shape& shape) {
    return shape[shape.rank() - 1];
}

bool isGrowing(std::span<const Shape> shapes) {
    return keysOf(shapes.back()) > keysOf(shapes.front());
}

// Of all steps put together; nothing where that has more numbers than can be addressed.
std::optional<Shape> stitchedShape(std::span<const Shape> shapes, std::size_t layers) {
    std::vector<std::uint64_t> sizes;
    if (layers > 0)
        sizes.push_back(layers);
    for (int axis = 0; axis + 2 < shapes.front().rank(); ++axis)
        sizes.push_back(static_cast<std::uint64_t>(shapes.front()[axis]));
    std::uint64_t queries = 0;
    for (const Shape& shape : shapes)
        queries += static_cast<std::uint64_t>(queriesOf(shape));
    sizes.push_back(queries);
    sizes.push_back(static_cast<std::uint64_t>(keysOf(shapes.back())));
    const auto shape = Shape::checked(sizes);
    return shape ? std::optional(*shape) : std::nullopt;
}

bool needsFloat64(DType dtype) {
    constexpr std::array exact{DType::boolean,     DType::int8,    DType::int16,    DType::uint8,       DType::uint16,
                               DType::float8_e4m3, DType::float16, DType::bfloat16, DType::float8_e5m2, DType::float32};
    return std::find(exact.begin(), exact.end(), dtype) == exact.end();
}

// The numbers of all steps; queries and keys are the last two axes of each.
template <class T>
std::vector<T> numbersTogether(std::span<const Tensor> steps, const Shape& whole) {
    const Index queries = queriesOf(whole);
    const Index keys = keysOf(whole);
    std::vector<T> numbers(static_cast<std::size_t>(whole.count()));
    Index firstRow = 0;
    for (const Tensor& step : steps) {
        const Index rows = queriesOf(step.shape());
        const Index columns = keysOf(step.shape());
        std::vector<T> own(static_cast<std::size_t>(step.shape().count()));
        step.view.copyTo(std::span<T>(own));
        const Index matrices = rows * columns > 0 ? step.shape().count() / (rows * columns) : 0;
        for (Index matrix = 0; matrix < matrices; ++matrix)
            for (Index row = 0; row < rows; ++row)
                std::copy_n(own.begin() + (matrix * rows + row) * columns, columns,
                            numbers.begin() + (matrix * queries + firstRow + row) * keys);
        firstRow += rows;
    }
    return numbers;
}

// Whether no head of a step gives weight to a key that comes after its query.
bool isCausal(const Tensor& step) {
    const Index rows = queriesOf(step.shape());
    const Index columns = keysOf(step.shape());
    std::vector<float> numbers(static_cast<std::size_t>(step.shape().count()));
    step.view.copyTo(std::span<float>(numbers));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const Index column = static_cast<Index>(i) % columns;
        const Index row = static_cast<Index>(i) / columns % rows;
        if (column > columns - rows + row && numbers[i] != 0)
            return false;
    }
    return true;
}

// What the queries of all steps may look at; `causal` says of every step whether nothing after a query counts.
BoolMatrix allowedKeys(std::span<const Shape> shapes, const std::vector<bool>& causal) {
    Index queries = 0;
    for (const Shape& shape : shapes)
        queries += queriesOf(shape);
    BoolMatrix allowed = BoolMatrix::Zero(queries, keysOf(shapes.back()));
    Index firstRow = 0;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        const Index rows = queriesOf(shapes[i]);
        const Index columns = keysOf(shapes[i]);
        for (Index row = 0; row < rows; ++row)
            allowed.row(firstRow + row).head(causal[i] ? columns - rows + row + 1 : columns).setOnes();
        firstRow += rows;
    }
    return allowed;
}

std::vector<Shape> shapesOf(std::span<const Tensor> tensors) {
    std::vector<Shape> shapes;
    for (const Tensor& tensor : tensors)
        shapes.push_back(tensor.shape());
    return shapes;
}

// Nothing is masked in what has always the same keys.
BoolMatrix allowedOf(std::span<const Tensor> steps) {
    const std::vector<Shape> shapes = shapesOf(steps);
    if (!isGrowing(shapes))
        return {};
    std::vector<bool> causal;
    for (const Tensor& step : steps)
        causal.push_back(queriesOf(step.shape()) > 1 && isCausal(step));
    return allowedKeys(shapes, causal);
}

// A name as the words between its numbers, and the numbers.
struct NumberedName {
    std::string words; // a # for every number
    std::vector<std::uint64_t> numbers;
};
NumberedName numberedName(std::string_view name) {
    NumberedName parts;
    for (std::size_t at = 0; at < name.size();) {
        std::uint64_t number = 0;
        const auto [end, error] = std::from_chars(name.data() + at, name.data() + name.size(), number);
        if (name[at] >= '0' && name[at] <= '9' && error == std::errc()) {
            parts.words += '#';
            parts.numbers.push_back(number);
            at = static_cast<std::size_t>(end - name.data());
        } else {
            parts.words += name[at++];
        }
    }
    return parts;
}

struct Numbered {
    std::vector<std::uint64_t> numbers;
    std::size_t position;
};

// Which of the numbers in the names are not the same in all of them.
std::vector<std::size_t> varyingNumbers(const std::vector<Numbered>& names) {
    std::vector<std::size_t> varying;
    for (std::size_t i = 0; i < names.front().numbers.size(); ++i)
        if (std::any_of(names.begin(), names.end(),
                        [&](const Numbered& one) { return one.numbers[i] != names.front().numbers[i]; }))
            varying.push_back(i);
    return varying;
}

// What is left of the words without numbers and what parts them: "attentions.#.#" is "attentions".
std::string nameOfSteps(std::string words) {
    const std::size_t end = words.find('#');
    words = words.substr(0, end);
    while (!words.empty() && std::string_view("._-/ [(").find(words.back()) != std::string_view::npos)
        words.pop_back();
    constexpr std::array<std::string_view, 7> plain{"", "s", "step", "steps", "l", "layer", "layers"};
    return std::find(plain.begin(), plain.end(), words) != plain.end() ? "generation" : words;
}

class StepFinder {
public:
    explicit StepFinder(const std::vector<TensorInfo>& tensors)
        : tensors_(tensors) {}

    std::vector<StepsOfFile> find() {
        std::map<std::string, std::vector<Numbered>> byWords;
        for (std::size_t i = 0; i < tensors_.size(); ++i) {
            NumberedName name = numberedName(tensors_[i].name);
            if (!name.numbers.empty() && !tensors_[i].isItem && tensors_[i].dtype && tensors_[i].shape.rank() >= 2)
                byWords[name.words].push_back({std::move(name.numbers), i});
        }
        for (auto& [words, names] : byWords) {
            if (names.size() < 2 || names.size() > mostGenerationTensors)
                continue;
            const std::vector<std::size_t> varying = varyingNumbers(names);
            if (varying.size() == 1)
                oneANumber(words, names, varying[0]);
            else if (varying.size() == 2 && !stepsAndLayers(words, names, varying[0], varying[1]))
                stepsAndLayers(words, names, varying[1], varying[0]);
        }
        return std::move(found_);
    }

private:
    void oneANumber(const std::string& words, std::vector<Numbered>& names, std::size_t number) {
        std::sort(names.begin(), names.end(),
                  [&](const Numbered& a, const Numbered& b) { return a.numbers[number] < b.numbers[number]; });
        std::vector<std::size_t> steps;
        for (const Numbered& name : names)
            steps.push_back(name.position);
        const std::vector<Shape> shapes = shapesAt(steps);
        // Tensors of one shape are more likely layers.
        const bool even = std::all_of(shapes.begin(), shapes.end(), [&](const Shape& s) { return s == shapes[0]; });
        if (!even && areSteps(shapes))
            add(words, std::move(steps), shapes, 0);
    }

    // Every step has every layer, and what a step's tensors are shaped like does not depend on the layer.
    bool stepsAndLayers(const std::string& words, std::vector<Numbered>& names, std::size_t step, std::size_t layer) {
        std::sort(names.begin(), names.end(), [&](const Numbered& a, const Numbered& b) {
            return std::pair(a.numbers[step], a.numbers[layer]) < std::pair(b.numbers[step], b.numbers[layer]);
        });
        std::size_t layers = 0;
        while (layers < names.size() && names[layers].numbers[step] == names[0].numbers[step])
            ++layers;
        if (names.size() % layers != 0 || names.size() == layers)
            return false;
        std::vector<std::size_t> steps;
        std::vector<Shape> shapes;
        for (std::size_t i = 0; i < names.size(); ++i) {
            const std::size_t first = i - i % layers;
            const Shape& shape = tensors_[names[i].position].shape;
            if (names[i].numbers[step] != names[first].numbers[step] ||
                names[i].numbers[layer] != names[i % layers].numbers[layer] ||
                shape != tensors_[names[first].position].shape)
                return false;
            if (i == first)
                shapes.push_back(shape);
            steps.push_back(names[i].position);
        }
        const bool even = std::all_of(shapes.begin(), shapes.end(), [&](const Shape& s) { return s == shapes[0]; });
        // Of attention to an encoder all steps may be alike: then the first number has to be that of the step.
        if ((even && (step > layer || shapes[0].rank() < 3)) || !areSteps(shapes))
            return false;
        return add(words, std::move(steps), shapes, layers);
    }

    std::vector<Shape> shapesAt(const std::vector<std::size_t>& positions) const {
        std::vector<Shape> shapes;
        for (const std::size_t position : positions)
            shapes.push_back(tensors_[position].shape);
        return shapes;
    }
    bool add(const std::string& words, std::vector<std::size_t> steps, const std::vector<Shape>& shapes,
             std::size_t layers) {
        const auto shape = stitchedShape(shapes, layers);
        if (!shape)
            return false;
        std::string name = nameOfSteps(words);
        const auto isTaken = [&](const std::string& wanted) {
            const auto named = [&](const auto& one) {
                return one.name == wanted;
            };
            return std::any_of(tensors_.begin(), tensors_.end(), named) ||
                   std::any_of(found_.begin(), found_.end(), named);
        };
        for (int i = 2; isTaken(name); ++i)
            name = nameOfSteps(words) + " (" + std::to_string(i) + ")";
        found_.push_back({name, std::move(steps), layers, *shape, shapes.size()});
        return true;
    }

    const std::vector<TensorInfo>& tensors_;
    std::vector<StepsOfFile> found_;
};

class GenerationFile : public TensorFile {
public:
    GenerationFile(std::unique_ptr<TensorFile> file, std::vector<StepsOfFile> generations)
        : file_(std::move(file))
        , generations_(std::move(generations)) {
        path_ = file_->path();
        format_ = file_->format();
        labels_ = file_->labels();
        remarks_ = file_->remarks();
        textChoices_ = file_->textChoices();
        std::vector<std::optional<std::size_t>> partOf(file_->tensors().size());
        for (std::size_t i = 0; i < generations_.size(); ++i)
            for (const std::size_t step : generations_[i].steps)
                partOf[step] = i;
        std::set<std::size_t> listed;
        bool within = false; // items of a step's stack follow it
        for (std::size_t i = 0; i < partOf.size(); ++i) {
            TensorInfo info = file_->tensors()[i];
            if (partOf[i] && listed.insert(*partOf[i]).second)
                list(*partOf[i]);
            within = partOf[i] || (within && info.isItem);
            info.isItem = info.isItem || within;
            places_.push_back({false, i});
            tensors_.push_back(std::move(info));
        }
    }

    Result<Tensor> read(std::size_t tensor) const override {
        HEEDMAP_EXPECTS(tensor < places_.size());
        if (!places_[tensor].generation)
            return file_->read(places_[tensor].index);
        auto whole = generation(places_[tensor].index);
        return whole ? Result<Tensor>(std::move(whole->tensor)) : Result<Tensor>(whole.error());
    }

    Result<std::vector<Tensor>> readEntries(std::size_t tensor) const override {
        HEEDMAP_EXPECTS(tensor < places_.size());
        return places_[tensor].generation ? TensorFile::readEntries(tensor) : file_->readEntries(places_[tensor].index);
    }

    Labels labelsOf(std::size_t tensor) const override {
        HEEDMAP_EXPECTS(tensor < places_.size());
        return places_[tensor].generation ? labels_ : file_->labelsOf(places_[tensor].index);
    }

    BoolMatrix allowed(std::size_t tensor) const override {
        HEEDMAP_EXPECTS(tensor < places_.size());
        if (!places_[tensor].generation)
            return file_->allowed(places_[tensor].index);
        const auto whole = generation(places_[tensor].index);
        return whole ? whole->allowed : BoolMatrix();
    }

private:
    void list(std::size_t generation) {
        const StepsOfFile& steps = generations_[generation];
        const auto read = [&](std::size_t step) {
            return *file_->tensors()[step].dtype;
        };
        const bool exact =
            std::none_of(steps.steps.begin(), steps.steps.end(), [&](std::size_t s) { return needsFloat64(read(s)); });
        const DType dtype = exact ? DType::float32 : DType::float64;
        tensors_.push_back({steps.name, std::string(nameOf(dtype)), dtype, steps.shape, std::nullopt});
        places_.push_back({true, generation});
        const bool grows = isGrowing(
            std::array{file_->tensors()[steps.steps.front()].shape, file_->tensors()[steps.steps.back()].shape});
        remarks_.push_back(
            grows ? Phrase(HEEDMAP_MESSAGE("Reason", "the rows of %1 steps of a generation are put "
                                                     "together; what a step had no key for is masked"),
                           {std::to_string(steps.count)})
                  : Phrase(HEEDMAP_MESSAGE("Reason", "the rows of %1 steps of a generation are put together"),
                           {std::to_string(steps.count)}));
    }

    Result<Generation> generation(std::size_t index) const {
        const StepsOfFile& wanted = generations_[index];
        const std::size_t layers = std::max<std::size_t>(wanted.layers, 1);
        std::vector<Tensor> wholes;
        std::optional<Generation> first;
        std::vector<std::vector<Tensor>> byLayer(layers);
        for (std::size_t i = 0; i < wanted.steps.size(); ++i) {
            auto step = file_->read(wanted.steps[i]);
            if (!step)
                return step.error();
            byLayer[i % layers].push_back(*std::move(step));
        }
        if (wanted.layers == 0)
            return inFile(stitched(byLayer[0]));
        for (std::vector<Tensor>& steps : byLayer) {
            auto one = inFile(stitched(steps));
            steps.clear();
            if (!one)
                return one;
            wholes.push_back(std::move(one->tensor));
            if (!first)
                first = *std::move(one);
            else if (one->allowed.size() > 0) // what any layer looks at is not masked
                first->allowed = first->allowed.cwiseMax(one->allowed);
        }
        first->tensor = stacked(wholes, wanted.shape);
        return *std::move(first);
    }
    Result<Generation> inFile(Result<Generation> whole) const {
        return whole ? std::move(whole) : Error(whole.error()).in(path_);
    }

    static Tensor stacked(std::vector<Tensor>& layers, const Shape& shape) {
        const bool wide = std::any_of(layers.begin(), layers.end(),
                                      [](const Tensor& layer) { return layer.dtype() == DType::float64; });
        return wide ? stackedAs<double>(layers, shape) : stackedAs<float>(layers, shape);
    }
    template <class T>
    static Tensor stackedAs(std::vector<Tensor>& layers, const Shape& shape) {
        std::vector<T> numbers(static_cast<std::size_t>(shape.count()));
        std::span<T> rest(numbers);
        for (Tensor& layer : layers) {
            const auto count = static_cast<std::size_t>(layer.shape().count());
            layer.view.copyTo(rest.first(count));
            rest = rest.subspan(count);
            layer = {};
        }
        return makeTensor(shape, std::move(numbers));
    }

    struct Place {
        bool generation;
        std::size_t index; // of the generations, or of the tensors of the file
    };
    std::unique_ptr<TensorFile> file_;
    std::vector<StepsOfFile> generations_;
    std::vector<Place> places_;
};

// The only tensors of several files.
class FilesTogether : public TensorFile {
public:
    explicit FilesTogether(std::vector<std::shared_ptr<const TensorFile>> files)
        : files_(std::move(files)) {
        path_ = files_.front()->path();
        format_ = files_.front()->format();
        for (const auto& file : files_) {
            TensorInfo info = file->tensors().front();
            info.name = std::filesystem::path(file->path()).filename().string();
            tensors_.push_back(std::move(info));
        }
        labels_ = files_.back()->labels();
    }
    Result<Tensor> read(std::size_t tensor) const override { return files_[tensor]->read(0); }

private:
    std::vector<std::shared_ptr<const TensorFile>> files_;
};

} // namespace

bool areSteps(std::span<const Shape> shapes) {
    if (shapes.size() < 2 || shapes[0].rank() < 2)
        return false;
    bool growing = true;
    bool constant = true;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        const Index queries = queriesOf(shapes[0].rank() == shapes[i].rank() ? shapes[i] : shapes[0]);
        if (!sameLeadingAxes(shapes[0], shapes[i]) || shapes[i].count() == 0)
            return false;
        if (i == 0) {
            growing = queries <= keysOf(shapes[i]);
            continue;
        }
        growing = growing && queries == 1 && keysOf(shapes[i]) == keysOf(shapes[i - 1]) + 1;
        constant = constant && queries == 1 && keysOf(shapes[i]) == keysOf(shapes[0]);
    }
    return growing || (constant && shapes[0].rank() > 2);
}

Result<Generation> stitched(std::span<const Tensor> steps) {
    const std::vector<Shape> shapes = shapesOf(steps);
    const auto shape = areSteps(shapes) ? stitchedShape(shapes, 0) : std::nullopt;
    if (!shape)
        return makeError(notSteps);
    const bool wide = std::any_of(steps.begin(), steps.end(), [](const Tensor& s) { return needsFloat64(s.dtype()); });
    const auto bytes = static_cast<std::uint64_t>(shape->count()) * (wide ? sizeof(double) : sizeof(float));
    constexpr std::uint64_t little = 16 << 20;
    if (bytes > little && bytes > availableMemory())
        return makeError(notEnoughMemory, {std::to_string(bytes)});
    Generation whole{wide ? makeTensor(*shape, numbersTogether<double>(steps, *shape))
                          : makeTensor(*shape, numbersTogether<float>(steps, *shape)),
                     allowedOf(steps),
                     {}};
    Index firstRow = 0;
    for (const Shape& step : shapes) {
        whole.steps.push_back({firstRow, firstRow + queriesOf(step)});
        firstRow += queriesOf(step);
    }
    return whole;
}

std::vector<StepsOfFile> stepsOf(const std::vector<TensorInfo>& tensors) {
    return StepFinder(tensors).find();
}

std::unique_ptr<TensorFile> withGenerations(std::unique_ptr<TensorFile> file) {
    std::vector<StepsOfFile> generations = stepsOf(file->tensors());
    if (generations.empty())
        return file;
    return std::make_unique<GenerationFile>(std::move(file), std::move(generations));
}

std::shared_ptr<const TensorFile> generationOf(const std::vector<std::shared_ptr<const TensorFile>>& files) {
    constexpr std::size_t fewest = 3;
    const auto holdsOne = [](const std::shared_ptr<const TensorFile>& file) {
        return file->tensors().size() == 1;
    };
    if (files.size() < fewest || !std::all_of(files.begin(), files.end(), holdsOne))
        return nullptr;
    std::shared_ptr<const TensorFile> whole = withGenerations(std::make_unique<FilesTogether>(files));
    const bool isGeneration = whole->tensors().size() == files.size() + 1 &&
                              std::count_if(whole->tensors().begin(), whole->tensors().end(),
                                            [](const TensorInfo& info) { return !info.isItem; }) == 1;
    return isGeneration ? whole : nullptr;
}

} // namespace heedmap::files
