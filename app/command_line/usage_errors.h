// What can be wrong with the words on the command line. Error::file holds the command or option they belong to.
#pragma once

#include "core/result.h"

namespace heedmap::command_line {

inline constexpr ErrorKind unknownCommand{"there is no command or file of this name; %1"};
inline constexpr ErrorKind unknownOption{"there is no such option; %1"};
inline constexpr ErrorKind unknownWord{"there is no \"%1\"; %2"};
inline constexpr ErrorKind badNumber{"\"%1\" is not %2"};
inline constexpr ErrorKind badSize{"\"%1\" is not a size; write width x height, as in %2"};
inline constexpr ErrorKind commandMissing{"it is an option of %1; the command comes first, as in heedmap %2 ..."};
inline constexpr ErrorKind standsAlone{"nothing can follow it, but \"%1\" does"};
inline constexpr ErrorKind givenTwice{"it is given more than once; give it once"};
inline constexpr ErrorKind valueMissing{"it needs a value, as in %1 %2"};
inline constexpr ErrorKind flagValue{"it takes no value"};
inline constexpr ErrorKind emptyWord{"its value is empty"};
inline constexpr ErrorKind noDisplay{"there is no display to open it on (%1; heedmap render draws without one)"};
inline constexpr ErrorKind notUnderstood{"%1"};
inline constexpr ErrorKind inputMissing{
    "an input is needed: a pair as in pair:three-keys, a file, or --q with --k, or --x"};
inline constexpr ErrorKind fileMissing{"a file is needed, as in heedmap info dump.npz"};
inline constexpr ErrorKind folderMissing{"a folder is needed, as in heedmap model gpt2"};
inline constexpr ErrorKind outputMissing{"an output is needed, as in -o %1"};
inline constexpr ErrorKind formatMissing{"standard output needs --format, one of %1"};
inline constexpr ErrorKind unknownEnding{
    "the ending says no format that can be written here; use one of %1, or --format"};
inline constexpr ErrorKind optionsExclude{"cannot be used together with %1"};
inline constexpr ErrorKind optionNeeds{"needs %1"};
inline constexpr ErrorKind nothingToCompare{
    "one panel has nothing to be compared with; give several inputs, --score a,b or --heads"};
inline constexpr ErrorKind tooLongForLines{"it draws up to %1 tokens a side, but %2 is %3 x %4"};
inline constexpr ErrorKind oneMatrixOnly{"%1 holds one matrix, but there are %2; take one as in %3"};

} // namespace heedmap::command_line
