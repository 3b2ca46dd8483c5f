// What a JSON file of numbers and tokens holds, without the numbers themselves: those are read when they are asked for.
#pragma once

#include "core/files/json_scanner.h"
#include "core/files/labels.h"
#include "core/tensor/shape.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace heedmap::files {

inline constexpr ErrorKind raggedList{
    HEEDMAP_MESSAGE("Error", "this list has %1 entries, but the lists before it have %2")};
inline constexpr ErrorKind mixedList{HEEDMAP_MESSAGE(
    "Error", "numbers and lists stand side by side; every entry has to be nested as deep as the first")};
inline constexpr ErrorKind notOnlyNumbers{HEEDMAP_MESSAGE("Error", "a list of numbers holds something else")};
inline constexpr ErrorKind nestedTooDeep{
    HEEDMAP_MESSAGE("Error", "the numbers are nested more than 5 deep; at most 5 axes are read from JSON")};
inline constexpr ErrorKind nameTwice{HEEDMAP_MESSAGE("Error", "the name \"%1\" is there twice")};

struct JsonArray {
    std::string name;
    Shape shape;
    std::size_t begin = 0;          // of its `[` in the text
    std::size_t nulls = 0;          // entries without a number
    std::size_t rounded = 0;        // whole numbers that float64 does not hold
    std::size_t infinite = 0;       // numbers beyond float64
    std::optional<Labels> labels{}; // its own, in the list "matrices"
    std::optional<Error> refusal;
};

struct JsonContents {
    std::vector<JsonArray> arrays;
    std::map<std::string, std::vector<std::string>> texts; // lists of texts by their name; "" for one without
    bool isManifest = false;                               // has the entry "heedmap"; the rest is not looked at
    bool isShardIndex = false;                             // has the entry "weight_map"
};

// `text` has no byte order mark. Errors: notJson, nameTwice (of two lists in one object). Lists of numbers that are
// ragged or mixed are there with their refusal; a ragged list of matrices or stacks is each of its items, "NAME/0" and
// so on. Lists in objects of objects are named by their path, "all/att".
Result<JsonContents> scanJson(std::string_view text);

std::string_view withoutByteOrderMark(std::string_view text);

// Labels among the lists: rows/columns, target/source (target: rows), left/right (left: rows, as BertViz draws them),
// top/bot (top: rows, as Tensor2Tensor draws them), src/tgt, tokens (both), and the same words followed by an
// underscore and more.
Labels labelsOf(const std::map<std::string, std::vector<std::string>>& texts);

} // namespace heedmap::files
