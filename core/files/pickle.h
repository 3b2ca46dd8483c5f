// Python's pickle (protocols 0 to 5) read as data: a tree of values in which calls stand as calls. Nothing is
// executed: a fixed list of instructions builds values, and every name that is not allowed ends the reading. Depth,
// the number of values and the memo are capped, and no text is longer than what is there of it.
#pragma once

#include "core/result.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace heedmap::files {

inline constexpr ErrorKind pickleDamaged{HEEDMAP_MESSAGE("Error", "the pickle in it is damaged: %1")};
inline constexpr ErrorKind pickleInstruction{HEEDMAP_MESSAGE(
    "Error", "the pickle in it uses the instruction %1, which plain tensors, lists and dictionaries do not need")};
inline constexpr ErrorKind pickleName{HEEDMAP_MESSAGE(
    "Error",
    "it needs \"%1\", and nothing in a file is executed; save the tensors alone, as torch.save({\"attention\": "
    "attention}, path) does")};
inline constexpr ErrorKind pickleTooLarge{
    HEEDMAP_MESSAGE("Error", "the pickle in it has more than %1 values, which no list of tensors needs")};
inline constexpr ErrorKind pickleTooLong{
    HEEDMAP_MESSAGE("Error", "the pickle in it has %1 bytes, and at most %2 are read")};

using PickleIndex = std::uint32_t;

struct PickleValue {
    enum class Kind : std::uint8_t {
        none,
        boolean,    // integer: 0 or 1
        integer,    // of at most 64 bits
        real,       // real
        text,       // text: UTF-8; what is not has U+FFFD for each byte
        list,       // items
        tuple,      // items
        dictionary, // items: key, value, key, value …
        name,       // text: "torch._utils._rebuild_tensor_v2"
        call,       // items: the name that is called, its arguments (a tuple)
        persistent, // items: what the archive keeps outside of the pickle is named by this
        other,      // bytes, sets, integers of more than 64 bits: nothing that tensors need
    };
    Kind kind = Kind::none;
    std::int64_t integer = 0;
    double real = 0;
    std::string text;
    std::vector<PickleIndex> items;
};

struct Pickle {
    // Of all that was built. What occurs several times, or within itself, is there once.
    std::vector<PickleValue> values;
    PickleIndex root = 0;
    std::size_t size = 0; // bytes up to its end; what follows is not looked at

    const PickleValue& operator[](PickleIndex index) const { return values[index]; }
};

using IsAllowedName = std::function<bool(std::string_view name)>;
// Errors: those above; the place is the byte of the instruction.
Result<Pickle> parsePickle(std::string_view bytes, const IsAllowedName& isAllowed);

} // namespace heedmap::files
