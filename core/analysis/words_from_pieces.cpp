#include "core/analysis/words_from_pieces.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

namespace heedmap::analysis {

namespace {

constexpr std::string_view metaspaceMark = "▁"; // U+2581
constexpr std::string_view joinerMark = "￭";    // U+FFED
constexpr std::string_view endMark = "</w>";
constexpr std::string_view goesOnMark = "@@";
constexpr std::string_view wordPieceMark = "##";

// The code point that begins at `at`, which moves behind it; 0xFFFD where there is none (and one byte further).
char32_t nextIn(std::string_view text, std::size_t& at) {
    const auto byte = [&](std::size_t n) {
        return static_cast<unsigned char>(text[n]);
    };
    const unsigned char lead = byte(at++);
    if (lead < 0x80)
        return lead;
    const int more = lead >= 0xF0 && lead < 0xF8   ? 3
                     : lead >= 0xE0 && lead < 0xF0 ? 2
                     : lead >= 0xC2 && lead < 0xE0 ? 1
                                                   : 0;
    if (more == 0 || at + static_cast<std::size_t>(more) > text.size())
        return 0xFFFD;
    char32_t code = lead & (0x3F >> more);
    for (int n = 0; n < more; ++n) {
        const unsigned char next = byte(at + static_cast<std::size_t>(n));
        if ((next & 0xC0) != 0x80)
            return 0xFFFD;
        code = code << 6 | (next & 0x3F);
    }
    at += static_cast<std::size_t>(more);
    return code;
}

bool isWhole(std::string_view text) {
    for (std::size_t at = 0; at < text.size();)
        if (nextIn(text, at) == 0xFFFD)
            return false;
    return true;
}

// The alphabet of byte-level BPE: printable bytes of Latin-1 stand for themselves, the others follow from U+0100 on, in
// order (bytes_to_unicode() of Radford et al. 2019).
const std::unordered_map<char32_t, char>& byteAlphabet() {
    static const std::unordered_map<char32_t, char> alphabet = [] {
        std::unordered_map<char32_t, char> letters;
        char32_t other = 0x100;
        for (unsigned byte = 0; byte < 256; ++byte) {
            const bool printable = (byte >= '!' && byte <= '~') || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
            letters[printable ? byte : other] = static_cast<char>(byte);
            other += printable ? 0 : 1;
        }
        return letters;
    }();
    return alphabet;
}

// None: some letter is not of the alphabet.
std::optional<std::string> bytesOf(std::string_view piece) {
    std::string bytes;
    for (std::size_t at = 0; at < piece.size();) {
        const auto letter = byteAlphabet().find(nextIn(piece, at));
        if (letter == byteAlphabet().end())
            return std::nullopt;
        bytes += letter->second;
    }
    return bytes;
}

// "<0xE6>"
std::optional<char> byteFallback(std::string_view piece) {
    if (piece.size() != 6 || !piece.starts_with("<0x") || piece.back() != '>')
        return std::nullopt;
    int value = 0;
    for (const char digit : piece.substr(3, 2)) {
        const int number = digit >= '0' && digit <= '9'   ? digit - '0'
                           : digit >= 'A' && digit <= 'F' ? digit - 'A' + 10
                           : digit >= 'a' && digit <= 'f' ? digit - 'a' + 10
                                                          : -1;
        if (number < 0)
            return std::nullopt;
        value = value * 16 + number;
    }
    return static_cast<char>(value);
}

// Every piece is of the alphabet of bytes, and together they are text that says more than its letters do: a space or a
// line before a word, or a character of several bytes.
bool areBytes(std::span<const std::string> pieces) {
    std::string text;
    bool spaced = false;
    for (const std::string& piece : pieces) {
        if (isSpecialToken(piece))
            continue;
        const auto bytes = bytesOf(piece);
        if (!bytes)
            return false;
        spaced = spaced || (bytes->find_first_of(" \n") != std::string::npos);
        text += *bytes;
    }
    const bool wide =
        std::any_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
    return spaced || (wide && isWhole(text));
}

bool isSpace(char32_t code) {
    return code == ' ' || code == '\t' || code == '\n' || code == '\r' || code == 0xA0 || code == 0x3000;
}

// Written without spaces between words.
bool standsAlone(char32_t code) {
    return (code >= 0x3040 && code <= 0x30FF) || (code >= 0x3400 && code <= 0x4DBF) ||
           (code >= 0x4E00 && code <= 0x9FFF) || (code >= 0xF900 && code <= 0xFAFF) ||
           (code >= 0x20000 && code <= 0x3FFFF);
}

// An apostrophe, a hyphen or a low line inside a word is none.
bool isPunctuation(char32_t code) {
    if (code < 0x80)
        return std::string_view("!\"#$%&()*+,./:;<=>?@[\\]^`{|}~").find(static_cast<char>(code)) !=
               std::string_view::npos;
    return code == 0xAB || code == 0xBB || code == 0xA1 || code == 0xBF ||
           (code >= 0x2010 && code <= 0x2027 && code != 0x2019) || (code >= 0x3001 && code <= 0x3011) ||
           (code >= 0xFF01 && code <= 0xFF0F) || (code >= 0xFF1A && code <= 0xFF1F);
}

char32_t firstOf(std::string_view text) {
    std::size_t at = 0;
    return text.empty() ? 0 : nextIn(text, at);
}

char32_t lastOf(std::string_view text) {
    char32_t last = 0;
    for (std::size_t at = 0; at < text.size();)
        last = nextIn(text, at);
    return last;
}

// A piece without its marks, and what they say.
struct Piece {
    std::string text;       // bytes, perhaps of a part of a character
    bool begins = false;    // a word, whatever stood before
    bool continues = false; // the word before, whatever it was
    bool continuesNext = false;
    bool alone = false;
};

std::string_view without(std::string_view text, std::string_view begin, bool& found) {
    found = text.starts_with(begin);
    return found ? text.substr(begin.size()) : text;
}

Piece spaced(std::string text) {
    Piece piece{std::move(text)};
    std::size_t spaces = 0;
    while (spaces < piece.text.size() && isSpace(static_cast<unsigned char>(piece.text[spaces])))
        ++spaces;
    piece.begins = spaces > 0;
    piece.alone = spaces == piece.text.size() && piece.text.find('\n') != std::string::npos;
    if (!piece.alone)
        piece.text.erase(0, spaces);
    return piece;
}

Piece read(const std::string& token, PieceMarks marks) {
    Piece piece{token};
    if (isSpecialToken(token) || token.empty()) {
        piece.alone = true;
        return piece;
    }
    std::string_view text = token;
    switch (marks) {
    case PieceMarks::none:
        piece.begins = true;
        break;
    case PieceMarks::byteLevel:
        return spaced(bytesOf(token).value_or(token));
    case PieceMarks::leadingSpace:
        return spaced(token);
    case PieceMarks::metaspace: {
        if (const auto byte = byteFallback(token)) {
            piece.text = std::string(1, *byte);
            break;
        }
        bool marked = true;
        while (marked && !text.empty()) {
            text = without(text, metaspaceMark, marked);
            piece.begins = piece.begins || marked;
        }
        piece.text = text;
        break;
    }
    case PieceMarks::wordPiece:
        piece.text = without(text, wordPieceMark, piece.continues);
        piece.begins = !piece.continues;
        break;
    case PieceMarks::continuation:
        piece.continuesNext = text.ends_with(goesOnMark);
        piece.begins = true;
        piece.text = text.substr(0, text.size() - (piece.continuesNext ? goesOnMark.size() : 0));
        break;
    case PieceMarks::endOfWord:
        piece.continuesNext = !text.ends_with(endMark);
        piece.begins = true;
        piece.text = text.substr(0, text.size() - (piece.continuesNext ? 0 : endMark.size()));
        break;
    case PieceMarks::joiner:
        text = without(text, joinerMark, piece.continues);
        piece.begins = !piece.continues;
        piece.continuesNext = text.ends_with(joinerMark);
        piece.text = text.substr(0, text.size() - (piece.continuesNext ? joinerMark.size() : 0));
        break;
    }
    return piece;
}

// Whether the piece goes on with the text so far.
bool joins(const Piece& before, const std::string& soFar, const Piece& piece) {
    if (before.alone || piece.alone)
        return false;
    if (!isWhole(soFar) && !piece.begins)
        return true; // the rest of a character
    if (before.continuesNext || piece.continues)
        return true;
    if (piece.begins)
        return false;
    if (soFar.empty()) // the space before the word is a piece of its own
        return true;
    const char32_t left = lastOf(soFar);
    const char32_t right = firstOf(piece.text);
    return !isPunctuation(left) && !standsAlone(left) && !isPunctuation(right) && !standsAlone(right);
}

bool holdsAnything(std::span<const double> values) {
    return std::any_of(values.begin(), values.end(), [](double value) { return value != 0; });
}

} // namespace

PieceMarks marksIn(std::span<const std::string> pieces) {
    const auto any = [&](auto&& is) {
        return std::any_of(pieces.begin(), pieces.end(),
                           [&](const std::string& piece) { return !isSpecialToken(piece) && is(piece); });
    };
    if (any([](const std::string& p) { return p.starts_with(metaspaceMark); }))
        return PieceMarks::metaspace;
    if (any([](const std::string& p) { return p.size() > endMark.size() && p.ends_with(endMark); }))
        return PieceMarks::endOfWord;
    if (any([](const std::string& p) { return p.size() > wordPieceMark.size() && p.starts_with(wordPieceMark); }))
        return PieceMarks::wordPiece;
    if (any([](const std::string& p) { return p.size() > goesOnMark.size() && p.ends_with(goesOnMark); }))
        return PieceMarks::continuation;
    if (any([](const std::string& p) {
            return p.size() > joinerMark.size() && (p.starts_with(joinerMark) || p.ends_with(joinerMark));
        }))
        return PieceMarks::joiner;
    if (areBytes(pieces))
        return PieceMarks::byteLevel;
    if (any([](const std::string& p) { return p.size() > 1 && p.front() == ' '; }))
        return PieceMarks::leadingSpace;
    return PieceMarks::none;
}

bool isSpecialToken(std::string_view token) {
    if (token.size() < 3 || byteFallback(token))
        return false;
    const std::string_view inside = token.substr(1, token.size() - 2);
    if (token.front() == '<' && token.back() == '>')
        return inside.find_first_of("<> ") == std::string_view::npos;
    return token.front() == '[' && token.back() == ']' &&
           std::all_of(inside.begin(), inside.end(),
                       [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }) &&
           std::any_of(inside.begin(), inside.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

std::vector<Word> wordsFromPieces(std::span<const std::string> pieces) {
    const PieceMarks marks = marksIn(pieces);
    std::vector<Word> words;
    Piece before;
    before.alone = true;
    for (std::size_t n = 0; n < pieces.size(); ++n) {
        Piece piece = read(pieces[n], marks);
        const auto place = static_cast<Index>(n);
        if (!words.empty() && joins(before, words.back().text, piece)) {
            words.back().text += piece.text;
            words.back().end = place + 1;
        } else {
            words.push_back({piece.text, place, place + 1});
        }
        before = std::move(piece);
    }
    for (Word& word : words)
        if (word.text.empty() && !pieces[static_cast<std::size_t>(word.first)].empty())
            word.text = " "; // spaces that no word follows
    return words;
}

std::string_view nameOf(RowsOfWord rows) {
    switch (rows) {
    case RowsOfWord::mean:
        return "mean";
    case RowsOfWord::first:
        return "first";
    case RowsOfWord::last:
        return "last";
    }
    preconditionFailed("a known way", __FILE__, __LINE__);
}

std::optional<RowsOfWord> rowsOfWordNamed(std::string_view name) {
    for (const RowsOfWord rows : {RowsOfWord::mean, RowsOfWord::first, RowsOfWord::last})
        if (nameOf(rows) == name)
            return rows;
    return std::nullopt;
}

std::optional<Index> AxisGroups::groupOf(Index member) const {
    // Groups are in ascending order, too.
    const auto after = std::upper_bound(members.begin(), members.end(), member,
                                        [](Index one, const auto& group) { return one < group.front(); });
    if (after == members.begin())
        return std::nullopt;
    const auto found = after - 1;
    return std::binary_search(found->begin(), found->end(), member) ? std::optional<Index>(found - members.begin())
                                                                    : std::nullopt;
}

std::optional<Condensed> condense(const attention::AlphaSource& source, const AxisGroups& rows,
                                  const AxisGroups& columns, RowsOfWord how, Remainder rest, std::stop_token stop) {
    Condensed result{MatrixD::Zero(rows.size(), columns.size()), BoolMatrix::Zero(rows.size(), columns.size())};
    bool anyMasked = false;
    std::vector<double> sums(static_cast<std::size_t>(columns.size()));
    std::vector<bool> allowed(sums.size());
    for (Index r = 0; r < rows.size(); ++r) {
        const std::vector<Index>& members = rows.members[static_cast<std::size_t>(r)];
        const std::span<const Index> taken = how == RowsOfWord::mean    ? std::span(members)
                                             : how == RowsOfWord::first ? std::span(members).first(1)
                                                                        : std::span(members).last(1);
        Index counted = 0;
        for (const Index member : taken) {
            if (stop.stop_requested())
                return std::nullopt;
            const attention::AlphaRow row = attention::readRow(source, member);
            double whole = 0;
            double remaining = 0;
            for (const double value : row.values)
                whole += value;
            for (std::size_t c = 0; c < sums.size(); ++c) {
                sums[c] = 0;
                allowed[c] = false;
                for (const Index column : columns.members[c]) {
                    const auto j = static_cast<std::size_t>(column);
                    sums[c] += row.values[j];
                    allowed[c] = allowed[c] || row.marks[j] != attention::Mark::masked;
                }
                remaining += sums[c];
            }
            const bool nothingLeft = !holdsAnything(sums);
            if (rest == Remainder::renormalised && nothingLeft && holdsAnything(row.values))
                continue; // as if it allowed nothing
            for (std::size_t c = 0; c < sums.size(); ++c)
                if (allowed[c])
                    result.allowed(r, static_cast<Index>(c)) = 1;
            if (nothingLeft) // it says nothing of its word
                continue;
            ++counted;
            const bool changed = rest == Remainder::renormalised && remaining != whole;
            for (std::size_t c = 0; c < sums.size(); ++c)
                result.values(r, static_cast<Index>(c)) += changed ? sums[c] * whole / remaining : sums[c];
        }
        if (counted > 1)
            result.values.row(r) /= static_cast<double>(counted);
        anyMasked = anyMasked || (result.allowed.row(r).array() == 0).any();
    }
    if (!anyMasked)
        result.allowed.resize(0, 0);
    return result;
}

} // namespace heedmap::analysis
