// Comma-, semicolon-, tab- and blank-separated text, and what Python prints.
#pragma once

#include "core/files/mapped_file.h"
#include "core/files/table_layout.h"

namespace heedmap::files {

inline constexpr ErrorKind tableWithoutNumbers{HEEDMAP_MESSAGE("Error", "the file holds no row of numbers")};
inline constexpr ErrorKind toolOutput{HEEDMAP_MESSAGE(
    "Error", "this is what translation tools print, its parts between \"|||\", and not a table of numbers")};
inline constexpr ErrorKind linksInsteadOfTable{
    HEEDMAP_MESSAGE("Error", "these are links of an alignment and not a table of numbers; give them with --gold")};
inline constexpr ErrorKind sentencesInsteadOfTable{HEEDMAP_MESSAGE(
    "Error", "this is a text of sentences and not a table of numbers; pairs of sentences are read by heedmap align")};

// What a text that is no table is instead; tableWithoutNumbers where that cannot be told.
const ErrorKind& kindOfOtherText(std::string_view text);

// Errors: those of decode(), layOut() and readLiteral(); of a single table its refusal; those above.
Result<std::unique_ptr<TensorFile>> openTable(std::shared_ptr<const MappedFile> file, Format format,
                                              const TextChoices& choices = {});
// Of text that Python printed. Errors: those of readLiteral().
Result<std::unique_ptr<TensorFile>> openLiteral(const std::shared_ptr<const MappedFile>& file,
                                                const DecodedText& decoded);

// Notes on how the bytes of a text were read.
void addNotes(std::vector<Phrase>& notes, const DecodedText& decoded);

} // namespace heedmap::files
