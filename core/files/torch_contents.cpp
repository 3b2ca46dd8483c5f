#include "core/files/torch_contents.h"

#include "core/files/json_contents.h"

#include <algorithm>
#include <limits>
#include <set>

namespace heedmap::files {

namespace {

using Kind = PickleValue::Kind;
using namespace std::string_view_literals;

constexpr int deepestTorchList = 64;
constexpr std::size_t mostTorchValues = 1 << 18;
// Numbers and letters that count as much as one value.
constexpr std::size_t numbersPerValue = 16;
// A view may show a number again and again, as expand() does; a few bytes must not claim hours of work. How many
// numbers it may have whatever its storage, how often it may repeat those, and how many it may have at most then.
constexpr Index alwaysRepeated = 1 << 22;
constexpr Index mostTimes = 4096;
constexpr Index mostRepeated = 1 << 28;

struct NamedTorchType {
    std::string_view storage; // before "Storage" or "Tensor"; empty where the type has none
    TorchType type;
};
constexpr std::array torchTypes{
    NamedTorchType{"Float", {"torch.float32", DType::float32, 4}},
    NamedTorchType{"Double", {"torch.float64", DType::float64, 8}},
    NamedTorchType{"Half", {"torch.float16", DType::float16, 2}},
    NamedTorchType{"BFloat16", {"torch.bfloat16", DType::bfloat16, 2}},
    NamedTorchType{"Char", {"torch.int8", DType::int8, 1}},
    NamedTorchType{"Short", {"torch.int16", DType::int16, 2}},
    NamedTorchType{"Int", {"torch.int32", DType::int32, 4}},
    NamedTorchType{"Long", {"torch.int64", DType::int64, 8}},
    NamedTorchType{"Byte", {"torch.uint8", DType::uint8, 1}},
    NamedTorchType{"Bool", {"torch.bool", DType::boolean, 1}},
    NamedTorchType{"ComplexFloat", {"torch.complex64", DType::float32, 8, true}},
    NamedTorchType{"ComplexDouble", {"torch.complex128", DType::float64, 16, true}},
    NamedTorchType{"QInt8", {"torch.qint8", std::nullopt, 1}},
    NamedTorchType{"QUInt8", {"torch.quint8", std::nullopt, 1}},
    NamedTorchType{"QInt32", {"torch.qint32", std::nullopt, 4}},
    NamedTorchType{"Untyped", {"torch.UntypedStorage", DType::uint8, 1}},
    NamedTorchType{"", {"torch.uint16", DType::uint16, 2}},
    NamedTorchType{"", {"torch.uint32", DType::uint32, 4}},
    NamedTorchType{"", {"torch.uint64", DType::uint64, 8}},
    NamedTorchType{"", {"torch.float8_e4m3fn", DType::float8_e4m3, 1}},
    NamedTorchType{"", {"torch.float8_e5m2", DType::float8_e5m2, 1}},
    NamedTorchType{"", {"torch.float8_e4m3fnuz", std::nullopt, 1}},
    NamedTorchType{"", {"torch.float8_e5m2fnuz", std::nullopt, 1}},
    NamedTorchType{"", {"torch.complex32", std::nullopt, 4}},
};

// What makes a tensor, and where among its arguments the parts stand.
constexpr std::array tensorMakers{"torch._utils._rebuild_tensor"sv, "torch._utils._rebuild_tensor_v2"sv,
                                  "torch._utils._rebuild_tensor_v3"sv};
constexpr std::array tensorWrappers{"torch._utils._rebuild_parameter"sv,
                                    "torch._utils._rebuild_parameter_with_state"sv};
constexpr std::array tensorSubclasses{"torch._tensor._rebuild_from_type"sv, "torch._tensor._rebuild_from_type_v2"sv,
                                      "torch.tensor._rebuild_from_type"sv};
constexpr std::array otherNames{"collections.OrderedDict"sv,
                                "collections.defaultdict"sv,
                                "torch.Size"sv,
                                "torch.device"sv,
                                "torch.Tensor"sv,
                                "torch.nn.parameter.Parameter"sv,
                                "torch.nn.parameter.Buffer"sv,
                                "builtins.list"sv,
                                "builtins.dict"sv,
                                "builtins.int"sv,
                                "builtins.float"sv,
                                "builtins.str"sv,
                                "builtins.set"sv,
                                "__builtin__.list"sv,
                                "__builtin__.dict"sv,
                                "__builtin__.int"sv,
                                "__builtin__.float"sv,
                                "__builtin__.set"sv};

template <class List>
bool isAmong(const List& list, std::string_view name) {
    return std::find(list.begin(), list.end(), name) != list.end();
}

Error damagedContents(Phrase why) {
    return makeError(pickleDamaged, {std::move(why)});
}
Error badTensor() {
    return damagedContents(HEEDMAP_MESSAGE("Reason", "a tensor is described wrong"));
}

// The part of a storage that a tensor is cut from.
struct StoragePart {
    std::string key;
    TorchType type;
    std::uint64_t first = 0; // number of the storage
    std::uint64_t count = 0;
    std::uint64_t whole = 0; // numbers of the storage
};

std::optional<std::uint64_t> countOf(const PickleValue& value) {
    if (value.kind != Kind::integer || value.integer < 0)
        return std::nullopt;
    return static_cast<std::uint64_t>(value.integer);
}

// ("storage", type, key, where it was, numbers[, (key, first, numbers) of a part])
std::optional<StoragePart> storagePart(const Pickle& pickle, const PickleValue& persistent) {
    if (persistent.kind != Kind::persistent || pickle[persistent.items[0]].kind != Kind::tuple)
        return std::nullopt;
    const std::vector<PickleIndex>& id = pickle[persistent.items[0]].items;
    if (id.size() < 5 || pickle[id[0]].text != "storage" || pickle[id[1]].kind != Kind::name)
        return std::nullopt;
    const auto type = torchTypeNamed(pickle[id[1]].text);
    const auto count = countOf(pickle[id[4]]);
    const PickleValue& key = pickle[id[2]];
    if (!type || !count || (key.kind != Kind::text && key.kind != Kind::integer))
        return std::nullopt;
    StoragePart part{key.kind == Kind::text ? key.text : std::to_string(key.integer), *type, 0, *count, *count};
    if (id.size() > 5 && pickle[id[5]].kind == Kind::tuple) {
        const std::vector<PickleIndex>& view = pickle[id[5]].items;
        const auto first = view.size() == 3 ? countOf(pickle[view[1]]) : std::nullopt;
        const auto some = view.size() == 3 ? countOf(pickle[view[2]]) : std::nullopt;
        if (!first || !some || *first > part.whole || *some > part.whole - *first)
            return std::nullopt;
        part.first = *first;
        part.count = *some;
    }
    return part;
}

// Tensors that lie behind each other in a list: what they have in common, and where each is.
struct Group {
    TorchType type;
    Shape shape; // with the axes of the lists
    Shape each;
    std::vector<TorchView> views;
};

bool goTogether(const Group& a, const Group& b) {
    return a.type.name == b.type.name && a.shape == b.shape && a.each == b.each;
}

// A list of numbers, nested evenly.
class NumberList {
public:
    explicit NumberList(const Pickle& pickle)
        : pickle_(pickle) {}

    // False: it does not begin with a number.
    bool begins(const PickleValue* value) {
        for (int depth = 0; depth <= Shape::maxRank; ++depth) {
            if (value->kind == Kind::integer || value->kind == Kind::real || value->kind == Kind::boolean)
                return depth > 0;
            if ((value->kind != Kind::list && value->kind != Kind::tuple) || value->items.empty())
                return false;
            sizes_.push_back(value->items.size());
            value = &pickle_[value->items[0]];
        }
        return false;
    }
    // Errors: raggedList, notOnlyNumbers, those of a shape.
    Result<Shape> read(const PickleValue& value, std::vector<double>& numbers) const {
        auto shape = Shape::checked(sizes_);
        if (!shape)
            return shape;
        if (shape->count() > static_cast<Index>(mostTorchValues * numbersPerValue))
            return makeError(torchTooMany, {std::to_string(mostTorchValues)});
        if (auto done = add(value, 0, numbers); !done)
            return done.error();
        return shape;
    }

private:
    Result<void> add(const PickleValue& value, std::size_t depth, std::vector<double>& numbers) const {
        if (depth == sizes_.size()) {
            if (value.kind == Kind::real)
                numbers.push_back(value.real);
            else if (value.kind == Kind::integer || value.kind == Kind::boolean)
                numbers.push_back(static_cast<double>(value.integer));
            else
                return makeError(notOnlyNumbers);
            return {};
        }
        if (value.kind != Kind::list && value.kind != Kind::tuple)
            return makeError(notOnlyNumbers);
        if (value.items.size() != sizes_[depth])
            return makeError(raggedList, {std::to_string(value.items.size()), std::to_string(sizes_[depth])});
        for (const PickleIndex item : value.items)
            if (auto done = add(pickle_[item], depth + 1, numbers); !done)
                return done;
        return {};
    }

    const Pickle& pickle_;
    std::vector<std::uint64_t> sizes_;
};

class ContentsWalker {
public:
    ContentsWalker(const Pickle& pickle, const std::vector<TorchStorage>& storages,
                   const std::map<std::string, TorchEntry>& placed)
        : pickle_(pickle)
        , storages_(storages)
        , placed_(placed) {
        for (std::size_t i = 0; i < storages.size(); ++i)
            storageByKey_.emplace(storages[i].key, i);
    }

    Result<TorchContents> read() {
        walk(pickle_.root, {}, {}, 0);
        if (error_)
            return *std::move(error_);
        std::vector<TorchEntry> entries;
        for (std::size_t i = 0; i < contents_.entries.size(); ++i)
            if (!unused_[i])
                entries.push_back(std::move(contents_.entries[i]));
        contents_.entries = std::move(entries);
        if (contents_.entries.empty())
            return makeError(torchNoTensors);
        makeNamesUnique();
        contents_.labels = labelsOf(texts_);
        return std::move(contents_);
    }

private:
    using Path = std::string;
    static Path under(const Path& path, const std::string& key) { return path.empty() ? key : path + "." + key; }

    void fail(Error error) {
        if (!error_)
            error_ = std::move(error);
    }
    // The same list, text or path may be met again and again: what is made of them is counted, not what is there.
    void count(std::size_t parts) {
        seen_ += 1 + parts / numbersPerValue;
        if (seen_ > mostTorchValues)
            fail(makeError(torchTooMany, {std::to_string(mostTorchValues)}));
    }
    TorchEntry& add(const Path& path) {
        contents_.entries.push_back({});
        unused_.push_back(false);
        contents_.entries.back().info.name = path;
        return contents_.entries.back();
    }

    // What stands there as tensors that go together, if it is such a thing. `key` is the last part of the path.
    std::optional<Group> walk(PickleIndex index, const Path& path, const std::string& key, int depth) {
        if (depth > deepestTorchList)
            fail(makeError(torchTooDeep, {std::to_string(deepestTorchList)}));
        count(path.size());
        if (error_)
            return std::nullopt;
        const PickleValue& value = pickle_[index];
        switch (value.kind) {
        case Kind::call:
            return tensor(value, path);
        case Kind::persistent:
            return placedTensor(value, path);
        case Kind::list:
        case Kind::tuple:
            return list(value, path, key, depth);
        case Kind::dictionary:
            return dictionary(value, path, depth);
        default:
            return std::nullopt;
        }
    }

    std::optional<Group> dictionary(const PickleValue& value, const Path& path, int depth) {
        std::map<std::string, std::size_t> last; // of the same key the last one counts
        for (std::size_t i = 0; i + 1 < value.items.size() && !error_; i += 2)
            last[keyOf(value.items[i], i / 2)] = i;
        bool counted = !value.items.empty();
        std::vector<std::pair<std::string, PickleIndex>> children;
        for (std::size_t i = 0; i + 1 < value.items.size() && !error_; i += 2) {
            const std::string key = keyOf(value.items[i], i / 2);
            if (last[key] != i)
                continue;
            const PickleValue& number = pickle_[value.items[i]];
            counted =
                counted && number.kind == Kind::integer && number.integer == static_cast<std::int64_t>(children.size());
            children.emplace_back(key, value.items[i + 1]);
        }
        if (counted)
            return stack(children, path, {}, depth);
        for (const auto& [key, child] : children)
            walk(child, under(path, key), key, depth + 1);
        return std::nullopt;
    }

    std::string keyOf(PickleIndex index, std::size_t position) {
        const PickleValue& key = pickle_[index];
        count(key.text.size());
        if (key.kind == Kind::text)
            return key.text;
        return std::to_string(key.kind == Kind::integer ? key.integer : static_cast<std::int64_t>(position));
    }

    std::optional<Group> list(const PickleValue& value, const Path& path, const std::string& key, int depth) {
        if (takeTexts(value, key))
            return std::nullopt;
        NumberList numbers(pickle_);
        if (numbers.begins(&value)) {
            TorchEntry& entry = add(path);
            entry.info.storedDtype = "list";
            const auto shape = numbers.read(value, entry.numbers);
            count(entry.numbers.size());
            if (!shape) {
                entry.info.refusal = shape.error();
                return std::nullopt;
            }
            entry.info.shape = *shape;
            entry.info.dtype = DType::float64;
            return std::nullopt;
        }
        std::vector<std::pair<std::string, PickleIndex>> children;
        for (const PickleIndex item : value.items)
            children.emplace_back(std::to_string(children.size()), item);
        return stack(children, path, key, depth);
    }

    // Tokens; those of a batch of one sentence, too.
    bool takeTexts(const PickleValue& value, const std::string& key) {
        const auto isText = [&](PickleIndex item) {
            return pickle_[item].kind == Kind::text;
        };
        const PickleValue* list = &value;
        if (value.items.size() == 1 && pickle_[value.items[0]].kind == Kind::list)
            list = &pickle_[value.items[0]];
        if (list->items.empty() || !std::all_of(list->items.begin(), list->items.end(), isText))
            return false;
        std::vector<std::string> texts;
        for (const PickleIndex item : list->items) {
            count(pickle_[item].text.size());
            if (error_)
                return true;
            texts.push_back(pickle_[item].text);
        }
        texts_.emplace(key, std::move(texts));
        return true;
    }

    std::optional<Group> stack(const std::vector<std::pair<std::string, PickleIndex>>& children, const Path& path,
                               const std::string& key, int depth) {
        const std::size_t position = contents_.entries.size();
        add(path);
        unused_[position] = true;
        std::optional<Group> whole;
        bool together = !children.empty();
        for (std::size_t i = 0; i < children.size() && !error_; ++i) {
            // Texts in a list are known by the name of the list.
            auto group = walk(children[i].second, under(path, children[i].first), key, depth + 1);
            together = together && group && (i == 0 || goTogether(*whole, *group));
            if (!together)
                continue;
            if (i == 0)
                whole = std::move(group);
            else
                whole->views.insert(whole->views.end(), group->views.begin(), group->views.end());
        }
        if (!together || error_)
            return std::nullopt;
        count(whole->views.size());
        std::vector<std::uint64_t> sizes{children.size()};
        for (const Index size : whole->shape.sizes())
            sizes.push_back(static_cast<std::uint64_t>(size));
        const auto shape = Shape::checked(sizes);
        if (!shape)
            return std::nullopt;
        whole->shape = *shape;
        TorchEntry& entry = contents_.entries[position];
        unused_[position] = false;
        entry.type = whole->type;
        entry.each = whole->each;
        entry.views = whole->views;
        entry.info.storedDtype = whole->type.name;
        entry.info.dtype = whole->type.dtype;
        entry.info.shape = whole->shape;
        for (std::size_t i = position + 1; i < contents_.entries.size(); ++i)
            contents_.entries[i].info.isItem = true;
        return whole;
    }

    // Through parameters and subclasses down to the storage.
    std::optional<Group> tensor(const PickleValue& value, const Path& path) {
        const std::string* made = &pickle_[value.items[0]].text;
        const PickleValue* arguments = &pickle_[value.items[1]];
        for (int i = 0; i < 4; ++i) {
            if (isAmong(tensorWrappers, *made) && !arguments->items.empty() &&
                pickle_[arguments->items[0]].kind == Kind::call) {
                const PickleValue& inner = pickle_[arguments->items[0]];
                made = &pickle_[inner.items[0]].text;
                arguments = &pickle_[inner.items[1]];
            } else if (isAmong(tensorSubclasses, *made) && arguments->items.size() >= 3 &&
                       pickle_[arguments->items[0]].kind == Kind::name) {
                made = &pickle_[arguments->items[0]].text;
                arguments = &pickle_[arguments->items[2]];
            } else if (isAmong(tensorWrappers, *made) && !arguments->items.empty()) {
                return placedTensor(pickle_[arguments->items[0]], path);
            }
        }
        if (!isAmong(tensorMakers, *made))
            return std::nullopt; // a device, a set
        if (arguments->items.size() < 4)
            return described(badTensor());
        auto part = storagePart(pickle_, pickle_[arguments->items[0]]);
        const PickleValue& offset = pickle_[arguments->items[1]];
        const auto sizes = integersOf(pickle_[arguments->items[2]]);
        const auto strides = integersOf(pickle_[arguments->items[3]]);
        if (!part || offset.kind != Kind::integer || !sizes || !strides || sizes->size() != strides->size())
            return described(badTensor());
        if (*made == tensorMakers[2]) { // of a type that has no storages of its own
            const auto type =
                arguments->items.size() > 6 ? torchTypeNamed(pickle_[arguments->items[6]].text) : std::nullopt;
            const std::uint64_t size = part->type.size;
            if (!type || part->first != 0 || part->count > std::numeric_limits<std::uint64_t>::max() / size)
                return described(badTensor());
            part->count = part->count * size / type->size;
            part->type = *type;
        }
        const auto storage = storageByKey_.find(part->key);
        if (storage == storageByKey_.end())
            return described(badTensor());
        TorchEntry& entry = add(path);
        entry.type = part->type;
        if (offset.integer < 0 || static_cast<std::uint64_t>(offset.integer) > part->count) {
            entry.info.refusal = badTensor();
            return std::nullopt;
        }
        placeTensor(entry, storage->second, storages_[storage->second], part->first + part->count,
                    static_cast<std::int64_t>(part->first) + offset.integer, *sizes, *strides);
        return groupOf(entry);
    }

    std::optional<Group> described(Error wrong) {
        fail(std::move(wrong));
        return std::nullopt;
    }

    std::optional<Group> placedTensor(const PickleValue& value, const Path& path) {
        if (value.kind != Kind::persistent)
            return std::nullopt;
        const PickleValue& key = pickle_[value.items[0]];
        const auto found = placed_.find(key.kind == Kind::integer ? std::to_string(key.integer) : key.text);
        if (found == placed_.end())
            return std::nullopt; // a storage without a tensor
        TorchEntry& entry = add(path);
        entry = found->second;
        entry.info.name = path;
        return groupOf(entry);
    }

    static std::optional<Group> groupOf(const TorchEntry& entry) {
        if (entry.info.refusal || !entry.info.dtype || entry.type.complex)
            return std::nullopt;
        return Group{entry.type, entry.info.shape, entry.each, entry.views};
    }

    std::optional<std::vector<std::int64_t>> integersOf(const PickleValue& value) const {
        if (value.kind != Kind::tuple && value.kind != Kind::list)
            return std::nullopt;
        std::vector<std::int64_t> integers;
        for (const PickleIndex item : value.items) {
            if (pickle_[item].kind != Kind::integer)
                return std::nullopt;
            integers.push_back(pickle_[item].integer);
        }
        return integers;
    }

    // {"a.b": …, "a": {"b": …}} has one path twice.
    void makeNamesUnique() {
        std::map<std::string, int> times;
        for (TorchEntry& entry : contents_.entries) {
            const std::string path = entry.info.name;
            std::string& name = entry.info.name;
            while (times[name]++ > 0)
                name = path + " (" + std::to_string(name == path ? times[path] : ++times[path]) + ")";
        }
    }

    const Pickle& pickle_;
    const std::vector<TorchStorage>& storages_;
    const std::map<std::string, TorchEntry>& placed_;
    std::map<std::string, std::size_t> storageByKey_;
    TorchContents contents_;
    std::vector<bool> unused_; // of the entries
    std::map<std::string, std::vector<std::string>> texts_;
    std::size_t seen_ = 0;
    std::optional<Error> error_;
};

} // namespace

std::optional<TorchType> torchTypeNamed(std::string_view name) {
    for (const NamedTorchType& named : torchTypes)
        if (named.type.name == name && named.storage != "Untyped")
            return named.type;
    for (const std::string_view module : {"torch.cuda."sv, "torch.storage."sv, "torch."sv}) {
        if (!name.starts_with(module))
            continue;
        std::string_view rest = name.substr(module.size());
        const std::string_view kind = rest.ends_with("Storage") ? "Storage" : "Tensor";
        if (!rest.ends_with(kind))
            return std::nullopt;
        rest.remove_suffix(kind.size());
        for (const NamedTorchType& named : torchTypes)
            if (!rest.empty() && named.storage == rest)
                return named.type;
        return std::nullopt;
    }
    return std::nullopt;
}

bool isTorchName(std::string_view name) {
    return isAmong(tensorMakers, name) || isAmong(tensorWrappers, name) || isAmong(tensorSubclasses, name) ||
           isAmong(otherNames, name) || torchTypeNamed(name);
}

Result<std::vector<TorchStorage>> torchStorages(const Pickle& pickle) {
    std::vector<TorchStorage> storages;
    std::set<std::string> keys;
    for (const PickleValue& value : pickle.values) {
        const auto part = storagePart(pickle, value);
        if (part && keys.insert(part->key).second)
            storages.push_back({part->key, part->type, part->whole, std::nullopt});
    }
    return storages;
}

void placeTensor(TorchEntry& entry, std::size_t storage, const TorchStorage& in, std::uint64_t countOfStorage,
                 std::int64_t offset, std::span<const std::int64_t> sizes, std::span<const std::int64_t> strides) {
    TensorInfo& info = entry.info;
    const auto refuse = [&](Error error) {
        info.dtype = std::nullopt;
        info.refusal = std::move(error);
    };
    info.storedDtype = entry.type.name;
    std::vector<std::uint64_t> unsignedSizes;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        if (sizes[i] < 0 || strides[i] < 0 || offset < 0)
            return refuse(badTensor());
        unsignedSizes.push_back(static_cast<std::uint64_t>(sizes[i]));
    }
    const auto shape = Shape::checked(unsignedSizes);
    if (!shape)
        return refuse(shape.error());
    info.shape = *shape;
    entry.each = *shape;
    if (!entry.type.dtype)
        return refuse(makeError(torchType, {std::string(entry.type.name)}));
    if (!in.bytes)
        return refuse(makeError(torchStorageMissing, {shortened(in.key)}));
    const std::uint64_t size = entry.type.size;
    if (countOfStorage > *in.bytes / size) {
        const std::string wanted = countOfStorage > std::numeric_limits<std::uint64_t>::max() / size
                                       ? std::string("2^64")
                                       : std::to_string(countOfStorage * size);
        return refuse(makeError(torchStorageCut, {shortened(in.key), wanted, std::to_string(*in.bytes)}));
    }
    TorchView view{storage, 0, {}};
    if (shape->count() > 0) {
        // The last number that is reached; no step may overflow.
        std::uint64_t last = static_cast<std::uint64_t>(offset);
        bool outside = last >= countOfStorage;
        for (std::size_t i = 0; i < sizes.size() && !outside; ++i) {
            const auto steps = unsignedSizes[i] - 1;
            const auto stride = static_cast<std::uint64_t>(strides[i]);
            outside = steps > 0 && stride > (countOfStorage - 1 - last) / steps;
            if (!outside)
                last += steps * stride;
            if (steps > 0)
                view.strides[i] = static_cast<Index>(stride * size);
        }
        if (outside)
            return refuse(makeError(torchOutside, {shape->text(), std::to_string(countOfStorage)}));
        const Index count = shape->count();
        if (count > alwaysRepeated && static_cast<std::uint64_t>(count) > countOfStorage &&
            (count > mostRepeated || static_cast<std::uint64_t>(count / mostTimes) > countOfStorage))
            return refuse(makeError(torchRepeated, {shape->text(), std::to_string(countOfStorage)}));
        view.begin = static_cast<std::uint64_t>(offset) * size;
    }
    info.dtype = entry.type.dtype;
    entry.views = {view};
}

Result<TorchContents> torchContents(const Pickle& pickle, const std::vector<TorchStorage>& storages,
                                    const std::map<std::string, TorchEntry>& placed) {
    return ContentsWalker(pickle, storages, placed).read();
}

} // namespace heedmap::files
