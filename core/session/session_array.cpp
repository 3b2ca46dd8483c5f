#include "core/files/writers.h"
#include "core/number_text.h"
#include "core/session/session_manifest.h"

#include <cmath>
#include <limits>

namespace heedmap::files {

namespace {

Json numberJson(double value, bool isFloat32) {
    constexpr double exactIntegers = 9007199254740992.0; // 2^53
    if (!std::isfinite(value))
        return shortestText(value);
    if (value == std::trunc(value) && std::abs(value) < exactIntegers && !(value == 0 && std::signbit(value)))
        return static_cast<std::int64_t>(value);
    // The shortest text of a float32 is shorter than that of the float64 of the same value.
    return isFloat32 ? numberFrom(shortestText(static_cast<float>(value))).value_or(value) : value;
}

std::optional<double> numberIn(const Json& value) {
    if (value.is_number())
        return value.get<double>();
    if (value.is_null())
        return std::numeric_limits<double>::quiet_NaN();
    return value.is_string() ? numberFrom(value.get_ref<const std::string&>()) : std::nullopt;
}

Error damaged(const char* what) {
    return makeError(sessionDamaged, {what});
}

Result<std::vector<double>> numbersIn(const Json& list) {
    std::vector<double> values;
    values.reserve(list.size());
    for (const Json& entry : list) {
        const auto value = numberIn(entry);
        if (!value)
            return damaged(HEEDMAP_MESSAGE("Reason", "an array holds something that is not a number"));
        values.push_back(*value);
    }
    return values;
}

Result<Tensor> tensorOfRows(const Json& rows) {
    std::vector<double> values;
    const std::size_t columns = rows.front().size();
    for (const Json& row : rows) {
        if (!row.is_array() || row.size() != columns)
            return damaged(HEEDMAP_MESSAGE("Reason", "the rows of an array are not equally long"));
        const auto numbers = numbersIn(row);
        if (!numbers)
            return numbers.error();
        values.insert(values.end(), numbers->begin(), numbers->end());
    }
    return makeTensor({static_cast<Index>(rows.size()), static_cast<Index>(columns)}, std::move(values));
}

Result<Tensor> tensorOfObject(const Json& object) {
    const auto shapeEntry = object.find("shape");
    const auto valuesEntry = object.find("values");
    if (shapeEntry == object.end() || !shapeEntry->is_array() || valuesEntry == object.end() ||
        !valuesEntry->is_array())
        return damaged(HEEDMAP_MESSAGE("Reason", "an array has no shape or no values"));
    std::vector<std::uint64_t> sizes;
    for (const Json& size : *shapeEntry) {
        if (!size.is_number_unsigned())
            return damaged(HEEDMAP_MESSAGE("Reason", "the shape of an array is not a list of whole numbers"));
        sizes.push_back(size.get<std::uint64_t>());
    }
    const auto shape = Shape::checked(sizes);
    if (!shape)
        return shape.error();
    if (static_cast<std::size_t>(shape->count()) != valuesEntry->size())
        return damaged(HEEDMAP_MESSAGE("Reason", "an array has more or fewer values than its shape says"));
    auto values = numbersIn(*valuesEntry);
    if (!values)
        return values.error();
    const auto dtype = object.find("dtype");
    if (dtype != object.end() && *dtype == "float32")
        return makeTensor(*shape, std::vector<float>(values->begin(), values->end()));
    return makeTensor(*shape, *std::move(values));
}

} // namespace

Json inlineArray(const Tensor& tensor) {
    const Shape& shape = tensor.shape();
    const bool isFloat32 = tensor.dtype() == DType::float32;
    std::vector<double> values(static_cast<std::size_t>(shape.count()));
    tensor.view.copyTo(std::span<double>(values));
    Json flat = Json::array();
    if (shape.rank() != 2 || values.empty() || isFloat32) {
        for (const double value : values)
            flat.push_back(numberJson(value, isFloat32));
        return {{"shape", std::vector<Index>(shape.sizes().begin(), shape.sizes().end())},
                {"dtype", isFloat32 ? "float32" : "float64"},
                {"values", std::move(flat)}};
    }
    const auto columns = static_cast<std::size_t>(shape[1]);
    for (std::size_t begin = 0; begin < values.size(); begin += columns) {
        Json row = Json::array();
        for (std::size_t i = begin; i < begin + columns; ++i)
            row.push_back(numberJson(values[i], false));
        flat.push_back(std::move(row));
    }
    return flat;
}

Result<Tensor> inlineTensor(const Json& array) {
    if (array.is_object())
        return tensorOfObject(array);
    if (!array.is_array())
        return damaged(HEEDMAP_MESSAGE("Reason", "an array is neither a list nor an object"));
    if (array.empty())
        return makeTensor({0, 0}, std::vector<double>());
    if (array.front().is_array())
        return tensorOfRows(array);
    auto values = numbersIn(array);
    if (!values)
        return values.error();
    const auto count = static_cast<Index>(values->size());
    return makeTensor({count}, *std::move(values));
}

} // namespace heedmap::files
