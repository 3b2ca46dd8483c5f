// What can be wrong with the words on the command line. Error::file holds the command or option they belong to.
#pragma once

#include "core/result.h"

namespace heedmap::command_line {

inline constexpr ErrorKind unknownCommand{"there is no command or file of this name; %1", Fault::usage};
inline constexpr ErrorKind unknownOption{"there is no such option; %1", Fault::usage};
inline constexpr ErrorKind unknownWord{"there is no \"%1\"; %2", Fault::usage};
inline constexpr ErrorKind badNumber{"\"%1\" is not %2", Fault::usage};
inline constexpr ErrorKind badSize{"\"%1\" is not a size; write width x height, as in %2", Fault::usage};
inline constexpr ErrorKind commandMissing{"it is an option of %1; the command comes first, as in heedmap %2 ...",
                                          Fault::usage};
inline constexpr ErrorKind standsAlone{"nothing can follow it, but \"%1\" does", Fault::usage};
inline constexpr ErrorKind givenTwice{"it is given more than once; give it once", Fault::usage};
inline constexpr ErrorKind valueMissing{"it needs a value, as in %1 %2", Fault::usage};
inline constexpr ErrorKind flagValue{"it takes no value", Fault::usage};
inline constexpr ErrorKind emptyWord{"its value is empty", Fault::usage};
inline constexpr ErrorKind noDisplay{"there is no display to open it on (%1; heedmap render draws without one)",
                                     Fault::usage};
inline constexpr ErrorKind notUnderstood{"%1", Fault::usage};
inline constexpr ErrorKind inputMissing{
    "an input is needed: a pair as in pair:three-keys, a file, or --q with --k, or --x", Fault::usage};
inline constexpr ErrorKind fileMissing{"a file is needed, as in heedmap info dump.npz", Fault::usage};
inline constexpr ErrorKind folderMissing{"a folder is needed, as in heedmap model gpt2", Fault::usage};
inline constexpr ErrorKind outputMissing{"an output is needed, as in -o %1", Fault::usage};
inline constexpr ErrorKind formatMissing{"standard output needs --format, one of %1", Fault::usage};
inline constexpr ErrorKind unknownEnding{
    "the ending says no format that can be written here; use one of %1, or --format", Fault::usage};
inline constexpr ErrorKind optionsExclude{"cannot be used together with %1", Fault::usage};
inline constexpr ErrorKind optionNeeds{"needs %1", Fault::usage};
inline constexpr ErrorKind nothingToCompare{
    "one panel has nothing to be compared with; give several inputs, --score a,b or --heads", Fault::usage};
inline constexpr ErrorKind rangeOfRows{
    "\"%1\" is a range of queries, which only heedmap attend takes; tokens are written a,b,c", Fault::usage};
inline constexpr ErrorKind tooLongForLines{"it draws up to %1 tokens a side, but %2 is %3 x %4", Fault::usage};
inline constexpr ErrorKind oneMatrixOnly{"%1 holds one matrix, but there are %2; take one as in %3", Fault::usage};

} // namespace heedmap::command_line
