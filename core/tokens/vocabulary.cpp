#include "core/tokens/vocabulary.h"

#include <algorithm>
#include <bit>
#include <functional>

namespace heedmap::tokens {

std::int64_t idLimit(std::size_t pieces) {
    constexpr std::int64_t few = 1 << 20;
    constexpr std::int64_t most = 1 << 30;
    return std::min(most, few + 8 * static_cast<std::int64_t>(pieces));
}

Result<Vocabulary> Vocabulary::of(const std::vector<NamedId>& pieces) {
    Vocabulary made;
    const std::int64_t limit = idLimit(pieces.size());
    std::int64_t largest = -1;
    std::size_t bytes = 0;
    for (const auto& [piece, id] : pieces) {
        if (id < 0)
            return makeError(tokenizerEntry, {shortened(piece), HEEDMAP_MESSAGE("Reason", "an id, 0 or more")});
        if (id >= limit)
            return makeError(tokenizerIdTooLarge, {shortened(piece), std::to_string(id), std::to_string(pieces.size()),
                                                   std::to_string(limit)});
        largest = std::max(largest, id);
        bytes += piece.size();
    }
    made.text_.reserve(bytes);
    made.places_.resize(static_cast<std::size_t>(largest + 1));
    made.slots_.assign(std::bit_ceil(2 * pieces.size() + 1), -1);
    for (const auto& [piece, id] : pieces) {
        Place& place = made.places_[static_cast<std::size_t>(id)];
        if (place.size != none)
            return makeError(tokenizerIdTwice, {shortened(std::string(made.piece(static_cast<Id>(id)))),
                                                shortened(piece), std::to_string(id)});
        const std::size_t slot = made.slotOf(piece);
        made.slots_[slot] = static_cast<Id>(id);
        place = {made.text_.size(), static_cast<std::uint32_t>(piece.size())};
        made.text_ += piece;
    }
    made.count_ = pieces.size();
    return made;
}

std::string_view Vocabulary::piece(Id id) const {
    if (!contains(id))
        return {};
    const Place& place = places_[static_cast<std::size_t>(id)];
    return std::string_view(text_).substr(place.begin, place.size);
}

std::size_t Vocabulary::slotOf(std::string_view piece) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = std::hash<std::string_view>()(piece) & mask;
    while (slots_[slot] >= 0 && this->piece(slots_[slot]) != piece)
        slot = (slot + 1) & mask;
    return slot;
}

Id Vocabulary::find(std::string_view piece) const {
    return slots_[slotOf(piece)];
}

} // namespace heedmap::tokens
