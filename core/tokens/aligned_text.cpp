#include "core/tokens/aligned_text.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace heedmap::tokens {

AlignedText::AlignedText(std::string_view whole, TextRange range)
    : text_(whole.substr(range.begin, range.size()))
    , part_(range) {
    HEEDMAP_EXPECTS(whole.size() <= longestText);
}

TextRange AlignedText::origin(TextRange bytes) const {
    if (same_)
        return {part_.begin + bytes.begin, part_.begin + bytes.end};
    if (bytes.size() == 0) {
        const std::size_t place = bytes.begin < begins_.size() ? begins_[bytes.begin] : part_.end;
        return {place, place};
    }
    const std::size_t begin = begins_[bytes.begin];
    return {begin, std::max<std::size_t>(begin, ends_[bytes.end - 1])};
}

AlignedText AlignedText::slice(TextRange bytes) const {
    AlignedText made;
    made.text_ = text_.substr(bytes.begin, bytes.size());
    made.same_ = same_;
    if (same_) {
        made.part_ = origin(bytes);
        return made;
    }
    made.part_ = part_;
    const auto begin = static_cast<std::ptrdiff_t>(bytes.begin);
    const auto end = static_cast<std::ptrdiff_t>(bytes.end);
    made.begins_.assign(begins_.begin() + begin, begins_.begin() + end);
    made.ends_.assign(ends_.begin() + begin, ends_.begin() + end);
    return made;
}

Rewriting::Rewriting(const AlignedText& from)
    : from_(from)
    , most_(std::min<std::size_t>(from.part_.size() * mostGrowth + (64U << 10),
                                  std::numeric_limits<std::int32_t>::max())) {
    made_.part_ = from.part_;
    made_.same_ = false;
    made_.text_.reserve(from.text_.size() + 8);
    made_.begins_.reserve(from.text_.size() + 8);
    made_.ends_.reserve(from.text_.size() + 8);
}

bool Rewriting::grows(std::size_t more) {
    tooLong_ = tooLong_ || more > most_ - made_.text_.size();
    return tooLong_;
}

void Rewriting::keep(TextRange bytes) {
    if (grows(bytes.size()))
        return;
    made_.text_.append(from_.text_, bytes.begin, bytes.size());
    const auto begin = static_cast<std::ptrdiff_t>(bytes.begin);
    const auto end = static_cast<std::ptrdiff_t>(bytes.end);
    if (!from_.same_) {
        made_.begins_.insert(made_.begins_.end(), from_.begins_.begin() + begin, from_.begins_.begin() + end);
        made_.ends_.insert(made_.ends_.end(), from_.ends_.begin() + begin, from_.ends_.begin() + end);
        return;
    }
    const auto before = static_cast<std::ptrdiff_t>(made_.begins_.size());
    made_.begins_.resize(made_.text_.size());
    made_.ends_.resize(made_.text_.size());
    const auto first = static_cast<std::uint32_t>(from_.part_.begin + bytes.begin);
    std::iota(made_.begins_.begin() + before, made_.begins_.end(), first);
    std::iota(made_.ends_.begin() + before, made_.ends_.end(), first + 1);
}

void Rewriting::add(std::string_view bytes, TextRange origin) {
    if (grows(bytes.size()))
        return;
    made_.text_ += bytes;
    made_.begins_.resize(made_.text_.size(), static_cast<std::uint32_t>(origin.begin));
    made_.ends_.resize(made_.text_.size(), static_cast<std::uint32_t>(origin.end));
}

void Rewriting::replace(TextRange bytes, std::string_view by) {
    add(by, from_.origin(bytes));
}

void Rewriting::insert(std::size_t place, std::string_view what) {
    add(what, from_.origin({place, place}));
}

void Rewriting::shortenTo(std::size_t size) {
    made_.text_.resize(size);
    made_.begins_.resize(size);
    made_.ends_.resize(size);
}

Result<AlignedText> Rewriting::done() {
    if (tooLong_)
        return makeError(textGrows, {std::to_string(most_), std::to_string(from_.part_.size())});
    return std::move(made_);
}

} // namespace heedmap::tokens
