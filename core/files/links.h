// Links between the words of two sentences as aligners and gold alignments write them: Pharaoh form.
#pragma once

#include "core/result.h"
#include "core/tensor/labels.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heedmap::files {

inline constexpr ErrorKind badLink{
    HEEDMAP_MESSAGE("Error", "\"%1\" is not an alignment link; write source-target as in 0-2, 0p2, 0-2S or 0-2P")};
inline constexpr ErrorKind linkOutOfRange{
    HEEDMAP_MESSAGE("Error", "the link \"%1\" points outside the %2 source and %3 target tokens")};
inline constexpr ErrorKind linksNotText{
    HEEDMAP_MESSAGE("Error", "the file is not text; a gold alignment is needed, as in 0-0 1p2")};

// One sentence, numbers as they are written: "0-0 1p2 2?3 2-1P 3-3S 4-4-P"; source-target, so `i-j` is column i, row j.
// p, ? and P are possible links, the others are sure. Errors: badLink with the token.
Result<std::vector<GoldLink>> parseLinks(std::string_view line);
// The same within a sentence of so many target and source tokens, words counted from `base`, 0 or 1.
// Errors: also linkOutOfRange.
Result<std::vector<GoldLink>> parseLinks(std::string_view line, Index rows, Index columns, int base = 0);

// What the first word's number is, and how that is known.
struct LinkBase {
    enum class Known : std::uint8_t {
        given,    // by the user
        byZero,   // some word is 0
        byLast,   // no word is 0, and some is as large as its sentence is long: counted from 1
        assumed,  // neither: 0 is what most tools write
        needless, // there is no link
    };
    int base = 0;
    Known known = Known::needless;
    friend bool operator==(const LinkBase&, const LinkBase&) = default;
};

// Links of sentence after sentence as parseLinks(line) has them.
class LinkBaseFinder {
public:
    // `rows` and `columns` are the sizes of the sentence, 0 where they are not known.
    void add(std::span<const GoldLink> links, Index rows = 0, Index columns = 0);
    LinkBase found() const;

private:
    bool any_ = false;
    bool zero_ = false;
    bool last_ = false;
};

// What should be said of it, in words; empty where it is beyond doubt.
std::vector<Phrase> remarksOn(const LinkBase& base);

// The links with words counted from 0. Errors: linkOutOfRange; with sizes of 0 only below.
Result<void> countFromZero(std::vector<GoldLink>& links, int base, Index rows, Index columns);

// The lines of a file of links, one a sentence, after a number and a tab or not; empty ones are sentences without
// links. Errors: those of reading, linksNotText, badLink with the line.
Result<std::vector<std::vector<GoldLink>>> readLinks(const std::string& path);

} // namespace heedmap::files
