// config.json of a published model → what it is built from. Keys that are left out are what the library transformers
// takes for them; what is not understood is refused by its name, never guessed.
#pragma once

#include "core/result.h"
#include "core/transformer/families.h"

#include <string>
#include <string_view>

namespace heedmap::transformer {

inline constexpr ErrorKind familyMissing{
    HEEDMAP_MESSAGE("Error", "model_type is missing, which says what kind of model this is; understood are %1")};
inline constexpr ErrorKind familyUnknown{
    HEEDMAP_MESSAGE("Error", "the model type \"%1\" is not understood; understood are %2")};
inline constexpr ErrorKind ownCode{
    HEEDMAP_MESSAGE("Error", "%1 asks for code that comes with the model, and such code is never run; models of %2 "
                             "need none")};
inline constexpr ErrorKind configNumber{HEEDMAP_MESSAGE("Error", "%1 has to be a number from %2 to %3, not %4")};
inline constexpr ErrorKind configKind{HEEDMAP_MESSAGE("Error", "%1 has to be %2, not %3")};
inline constexpr ErrorKind configChoice{HEEDMAP_MESSAGE("Error", "%1 is \"%2\", which is not understood, only %3")};
inline constexpr ErrorKind configSplit{HEEDMAP_MESSAGE("Error", "%1 cannot be split evenly into %2")};
inline constexpr ErrorKind configTooLarge{
    HEEDMAP_MESSAGE("Error", "the file has %1 bytes, and a description of a model has at most %2")};

// `text` is that of the file. Errors: notJson and those above.
Result<Architecture> parseConfig(std::string_view text);
// Of config.json in the folder. Errors: cannotOpen, configTooLarge and those of parseConfig(), with the file.
Result<Architecture> readConfig(const std::string& folder);

} // namespace heedmap::transformer
