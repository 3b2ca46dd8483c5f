#include "core/files/pickle.h"

#include "core/files/json_scanner.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <optional>
#include <unordered_map>

namespace heedmap::files {

namespace {

constexpr std::size_t mostPickleValues = 1 << 21;

// A text of a pickle, whose bytes may be anything.
std::string pickleText(std::string_view bytes) {
    if (isUtf8(bytes))
        return std::string(bytes);
    std::string text;
    for (std::size_t i = 0; i < bytes.size();) {
        std::size_t size = std::min<std::size_t>(4, bytes.size() - i);
        while (size > 0 && !isUtf8(bytes.substr(i, size)))
            --size;
        size > 0 ? text += bytes.substr(i, size) : text += "\xef\xbf\xbd";
        i += std::max<std::size_t>(size, 1);
    }
    return text;
}

// How an instruction is called in an error: its letter where it has one.
std::string instructionName(unsigned char code) {
    constexpr std::string_view digits = "0123456789abcdef";
    if (code > 0x20 && code < 0x7f)
        return {'\'', static_cast<char>(code), '\''};
    return {'0', 'x', digits[code / 16], digits[code % 16]};
}

class PickleReader {
public:
    PickleReader(std::string_view bytes, const IsAllowedName& isAllowed)
        : bytes_(bytes)
        , isAllowed_(isAllowed) {
        for (const Kind kind : {Kind::none, Kind::boolean, Kind::boolean, Kind::tuple, Kind::other})
            pickle_.values.push_back({kind, 0, 0, {}, {}});
        pickle_.values[truth].integer = 1;
    }

    Result<Pickle> read() {
        while (!error_ && !ended_) {
            begin_ = at_;
            step(number(1));
            if (std::max({pickle_.values.size(), stack_.size(), marks_.size(), memo_.size(), items_}) >
                mostPickleValues)
                error_ = makeError(pickleTooLarge, {std::to_string(mostPickleValues)});
        }
        if (error_)
            return std::move(*error_).at("byte " + std::to_string(begin_));
        pickle_.size = at_;
        return std::move(pickle_);
    }

private:
    using Kind = PickleValue::Kind;
    // Values that are the same wherever they stand.
    enum Shared : PickleIndex { none, falsehood, truth, emptyTuple, other };

    void fail(Phrase why) {
        if (!error_)
            error_ = makeError(pickleDamaged, {std::move(why)});
    }
    void failShort() { fail(HEEDMAP_MESSAGE("Reason", "it is cut short")); }
    void failStack() { fail(HEEDMAP_MESSAGE("Reason", "an instruction lacks what it works on")); }

    std::string_view take(std::uint64_t size) {
        if (size > bytes_.size() - at_) {
            failShort();
            return {};
        }
        const std::string_view part = bytes_.substr(at_, static_cast<std::size_t>(size));
        at_ += part.size();
        return part;
    }
    std::uint64_t number(std::size_t size) {
        std::uint64_t value = 0;
        const std::string_view part = take(size);
        for (std::size_t i = part.size(); i-- > 0;)
            value = value << 8 | static_cast<unsigned char>(part[i]);
        return value;
    }
    std::string_view line() {
        const std::size_t end = bytes_.find('\n', at_);
        if (end == std::string_view::npos) {
            failShort();
            return {};
        }
        std::string_view part = take(end - at_);
        ++at_;
        if (part.ends_with('\r'))
            part.remove_suffix(1);
        return part;
    }

    void push(PickleIndex index) { stack_.push_back(index); }
    PickleIndex add(PickleValue value) {
        items_ += value.items.size();
        pickle_.values.push_back(std::move(value));
        const auto index = static_cast<PickleIndex>(pickle_.values.size() - 1);
        push(index);
        return index;
    }
    void addInteger(std::int64_t value) { add({Kind::integer, value, 0, {}, {}}); }
    void addText(std::string_view text) { add({Kind::text, 0, 0, pickleText(text), {}}); }
    void skipBytes(std::uint64_t size) {
        take(size);
        push(other);
    }
    // Whether the stack has so many values since the last mark.
    bool has(std::size_t count) {
        const std::size_t floor = marks_.empty() ? 0 : marks_.back();
        if (stack_.size() - floor >= count)
            return true;
        failStack();
        return false;
    }
    PickleIndex pop() {
        if (!has(1))
            return none;
        const PickleIndex index = stack_.back();
        stack_.pop_back();
        return index;
    }
    std::vector<PickleIndex> popFrom(std::size_t begin) {
        std::vector<PickleIndex> items(stack_.begin() + static_cast<std::ptrdiff_t>(begin), stack_.end());
        stack_.resize(begin);
        return items;
    }
    std::vector<PickleIndex> popMark() {
        if (marks_.empty()) {
            failStack();
            return {};
        }
        const std::size_t begin = marks_.back();
        marks_.pop_back();
        return popFrom(begin);
    }
    void tuple(std::vector<PickleIndex> items) {
        if (items.empty())
            push(emptyTuple);
        else
            add({Kind::tuple, 0, 0, {}, std::move(items)});
    }
    void tupleOf(std::size_t count) {
        if (has(count))
            tuple(popFrom(stack_.size() - count));
    }
    void dictionary(std::vector<PickleIndex> items) {
        if (items.size() % 2 != 0)
            return failStack();
        add({Kind::dictionary, 0, 0, {}, std::move(items)});
    }
    // Puts items into what now is the last value of the stack: a list, a dictionary, or what makes one.
    void extend(const std::vector<PickleIndex>& items, bool dictionary) {
        if (!has(1) || error_)
            return;
        PickleValue& target = pickle_.values[stack_.back()];
        const bool fits = target.kind == (dictionary ? Kind::dictionary : Kind::list);
        if (stack_.back() == other)
            return;
        if (!fits || (dictionary && items.size() % 2 != 0))
            return failStack();
        items_ += items.size();
        target.items.insert(target.items.end(), items.begin(), items.end());
    }
    void append() {
        const PickleIndex item = pop();
        extend({item}, false);
    }
    void setItem() {
        if (has(2))
            extend(popFrom(stack_.size() - 2), true);
    }

    void keep(std::uint64_t place) {
        if (has(1))
            memo_[place] = stack_.back();
    }
    void recall(std::uint64_t place) {
        const auto found = memo_.find(place);
        if (found == memo_.end())
            fail(HEEDMAP_MESSAGE("Reason", "it refers to a value that was not kept"));
        else
            push(found->second);
    }
    std::uint64_t decimal(std::string_view text) {
        std::uint64_t value = 0;
        const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (wrong != std::errc() || end != text.data() + text.size())
            fail(HEEDMAP_MESSAGE("Reason", "a number is written wrong"));
        return value;
    }
    // As protocol 0 writes them: 12, -3L, 01 (True).
    void integerLine() {
        std::string_view text = line();
        if (text == "00" || text == "01")
            return push(text == "01" ? truth : falsehood);
        if (text.ends_with('L'))
            text.remove_suffix(1);
        std::int64_t value = 0;
        const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (wrong == std::errc::result_out_of_range)
            return push(other);
        if (wrong != std::errc() || end != text.data() + text.size())
            return fail(HEEDMAP_MESSAGE("Reason", "a number is written wrong"));
        addInteger(value);
    }
    // Little-endian, in two's complement.
    void longInteger(std::uint64_t size) {
        const std::string_view part = take(size);
        if (part.size() > 8)
            return push(other);
        std::uint64_t value = !part.empty() && part.back() < 0 ? ~std::uint64_t{0} : 0;
        for (std::size_t i = part.size(); i-- > 0;)
            value = value << 8 | static_cast<unsigned char>(part[i]);
        addInteger(static_cast<std::int64_t>(value));
    }
    void realLine() {
        const std::string_view text = line();
        double value = 0;
        const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (wrong == std::errc::invalid_argument || end != text.data() + text.size())
            return fail(HEEDMAP_MESSAGE("Reason", "a number is written wrong"));
        add({Kind::real, 0, value, {}, {}});
    }
    void real() {
        std::uint64_t bits = 0;
        for (const char c : take(8)) // big-endian
            bits = bits << 8 | static_cast<unsigned char>(c);
        add({Kind::real, 0, std::bit_cast<double>(bits), {}, {}});
    }
    // 'a text' with Python's escapes, of which those of plain names are enough.
    void quotedLine() {
        std::string_view text = line();
        if (text.size() < 2 || text.front() != text.back() || (text.front() != '\'' && text.front() != '"'))
            return fail(HEEDMAP_MESSAGE("Reason", "a text is written wrong"));
        text = text.substr(1, text.size() - 2);
        if (text.find('\\') != std::string_view::npos)
            return push(other);
        addText(text);
    }

    void name(std::string_view module, std::string_view which) {
        const std::string full = pickleText(module) + "." + pickleText(which);
        if (!error_ && !isAllowed_(full))
            error_ = makeError(pickleName, {shortened(full)});
        add({Kind::name, 0, 0, full, {}});
    }
    void nameOfStack() {
        if (!has(2))
            return;
        const std::vector<PickleIndex> parts = popFrom(stack_.size() - 2);
        if (pickle_[parts[0]].kind != Kind::text || pickle_[parts[1]].kind != Kind::text)
            return failStack();
        name(pickle_[parts[0]].text, pickle_[parts[1]].text);
    }
    void call() {
        if (!has(2))
            return;
        std::vector<PickleIndex> parts = popFrom(stack_.size() - 2);
        if (pickle_[parts[0]].kind != Kind::name || pickle_[parts[1]].kind != Kind::tuple)
            return failStack();
        const std::string& called = pickle_[parts[0]].text;
        // Sizes and dictionaries become what they are, so that items can be put into them.
        if (called == "torch.Size" && pickle_[parts[1]].items.size() == 1)
            return push(pickle_[parts[1]].items[0]);
        if (called == "collections.OrderedDict" || called == "collections.defaultdict")
            return dictionaryOf(called, pickle_[parts[1]].items);
        add({Kind::call, 0, 0, {}, std::move(parts)});
    }
    // OrderedDict() or OrderedDict([[key, value], …]); defaultdict(what is missing).
    void dictionaryOf(const std::string& called, const std::vector<PickleIndex>& arguments) {
        std::vector<PickleIndex> items;
        if (called == "collections.OrderedDict" && !arguments.empty()) {
            for (const PickleIndex pair : pickle_[arguments[0]].items) {
                if (pickle_[pair].items.size() != 2)
                    return failStack();
                items.insert(items.end(), pickle_[pair].items.begin(), pickle_[pair].items.end());
            }
        }
        dictionary(std::move(items));
    }

    void step(std::uint64_t code) {
        switch (static_cast<char>(code)) {
        case '\x80': // PROTO
            if (number(1) > 5)
                fail(HEEDMAP_MESSAGE("Reason", "its protocol is newer than 5"));
            return;
        case '\x95': // FRAME
            return void(number(8));
        case '.': // STOP
            pickle_.root = pop();
            ended_ = true;
            return;
        case '(':
            return marks_.push_back(stack_.size());
        case '0': // POP
            if (!marks_.empty() && marks_.back() == stack_.size())
                marks_.pop_back();
            else
                pop();
            return;
        case '1':
            return void(popMark());
        case 'N':
            return push(none);
        case '\x88':
            return push(truth);
        case '\x89':
            return push(falsehood);
        case 'I':
        case 'L':
            return integerLine();
        case 'J':
            return addInteger(static_cast<std::int32_t>(number(4)));
        case 'K':
            return addInteger(static_cast<std::int64_t>(number(1)));
        case 'M':
            return addInteger(static_cast<std::int64_t>(number(2)));
        case '\x8a':
            return longInteger(number(1));
        case '\x8b':
            return longInteger(number(4));
        case 'F':
            return realLine();
        case 'G':
            return real();
        case 'S':
            return quotedLine();
        case 'V': // with \u escapes, which are not resolved
            return addText(line());
        case 'T':
        case 'X':
            return addText(take(number(4)));
        case 'U':
        case '\x8c':
            return addText(take(number(1)));
        case '\x8d':
            return addText(take(number(8)));
        case 'B':
            return skipBytes(number(4));
        case 'C':
            return skipBytes(number(1));
        case '\x8e':
        case '\x96':
            return skipBytes(number(8));
        case ']':
            return void(add({Kind::list, 0, 0, {}, {}}));
        case ')':
            return push(emptyTuple);
        case '}':
            return void(add({Kind::dictionary, 0, 0, {}, {}}));
        case '\x8f': // EMPTY_SET
            return push(other);
        case 'l':
            return void(add({Kind::list, 0, 0, {}, popMark()}));
        case 't':
            return tuple(popMark());
        case 'd':
            return dictionary(popMark());
        case '\x85':
        case '\x86':
        case '\x87':
            return tupleOf(code - 0x84);
        case '\x90': // ADDITEMS, to a set
            return void(popMark());
        case '\x91': // FROZENSET
            popMark();
            return push(other);
        case 'a':
            return append();
        case 'e':
            return extendMarked(false);
        case 's':
            return setItem();
        case 'u':
            return extendMarked(true);
        case 'g':
            return recall(decimal(line()));
        case 'h':
            return recall(number(1));
        case 'j':
            return recall(number(4));
        case 'p':
            return keep(decimal(line()));
        case 'q':
            return keep(number(1));
        case 'r':
            return keep(number(4));
        case '\x94':
            return keep(memo_.size());
        case 'c': {
            const std::string_view module = line();
            return name(module, line());
        }
        case '\x93':
            return nameOfStack();
        case 'R':
            return call();
        case 'b': // BUILD: the attributes of a dictionary or of a tensor say nothing of its numbers
            return void(pop());
        case 'P':
            addText(line());
            [[fallthrough]];
        case 'Q':
            if (has(1))
                add({Kind::persistent, 0, 0, {}, popFrom(stack_.size() - 1)});
            return;
        default:
            if (!error_)
                error_ = makeError(pickleInstruction, {instructionName(static_cast<unsigned char>(code))});
        }
    }
    void extendMarked(bool dictionary) {
        const std::vector<PickleIndex> items = popMark();
        extend(items, dictionary);
    }

    std::string_view bytes_;
    const IsAllowedName& isAllowed_;
    std::size_t at_ = 0;
    std::size_t begin_ = 0;
    std::size_t items_ = 0;
    bool ended_ = false;
    Pickle pickle_;
    std::vector<PickleIndex> stack_;
    std::vector<std::size_t> marks_;
    std::unordered_map<std::uint64_t, PickleIndex> memo_;
    std::optional<Error> error_;
};

} // namespace

Result<Pickle> parsePickle(std::string_view bytes, const IsAllowedName& isAllowed) {
    return PickleReader(bytes, isAllowed).read();
}

} // namespace heedmap::files
