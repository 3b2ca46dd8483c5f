// The manifest of a session as JSON; where its arrays are kept is somebody else's business.
//   {"heedmap": [1, 2], "name": …, "lookFor", "corpus", "problem": {"kind", "q", "k", "v", "x", "parameters", "mask",
//   "normalizer"},
//    "own": {"dot": {"q", "k", "v", "parameters"}, …} (since 1.1), "rows", "columns", "tokens", "gold", "matrices",
//    "matrixLabels" (since 1.2: each once, matrices name theirs; before, "matrixRows" and "matrixColumns" were those
//    of all), "panels", "shown", "picture"}
#pragma once

#include "core/session/session.h"

#include <functional>
#include <nlohmann/json.hpp>

namespace heedmap::files {

using Json = nlohmann::ordered_json;

// Keeps an array and says what stands for it in the manifest; `name` is unique in the session.
using PutArray = std::function<Json(const std::string& name, const Tensor& tensor)>;
Json manifestOf(const Session& session, const PutArray& put);
std::string textOf(const Json& manifest);

using GetArray = std::function<Result<Tensor>(const Json& array)>;
// `storedBytes` is what the manifest takes in its file: a few of them can be inflated to more than memory holds.
// Errors: notJson, sessionTooNew, sessionDamaged, and those of `get`.
Result<Session> sessionOf(std::string_view manifest, const GetArray& get, std::uint64_t storedBytes);

// Arrays in the manifest itself: a list of rows, or {"shape": […], "dtype": …, "values": […]} where that loses
// something. "nan", "inf" and "-inf" are texts, since JSON has no such numbers.
Json inlineArray(const Tensor& tensor);
Result<Tensor> inlineTensor(const Json& array);

} // namespace heedmap::files
