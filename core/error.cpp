#include "core/error.h"

namespace heedmap {

Phrase::Phrase(std::string name)
    : text(std::move(name))
    , isWords(false) {}

Phrase::Phrase(const char* words, std::vector<Phrase> itsValues)
    : text(words)
    , values(std::move(itsValues))
    , isWords(true) {}

std::string shortened(const std::string& name) {
    constexpr std::size_t longest = 240;
    constexpr std::size_t kept = 100; // of the beginning, and of the end
    if (name.size() <= longest)
        return name;
    const auto continues = [&](std::size_t at) { // a character of UTF-8 that began before
        return (static_cast<unsigned char>(name[at]) & 0xC0) == 0x80;
    };
    std::size_t end = kept;
    while (end > 0 && continues(end))
        --end;
    std::size_t begin = name.size() - kept;
    while (begin < name.size() && continues(begin))
        ++begin;
    return name.substr(0, end) + "…" + name.substr(begin);
}

std::string sentence(const Phrase& phrase) {
    if (!phrase.isWords)
        return shortened(phrase.text);
    std::vector<std::string> values;
    for (const Phrase& value : phrase.values)
        values.push_back(sentence(value));
    return fill(phrase.text, values);
}

Error Error::in(std::string fileName) && {
    file = std::move(fileName);
    return std::move(*this);
}

Error Error::at(std::string where) && {
    place = std::move(where);
    return std::move(*this);
}

Error makeError(const ErrorKind& kind, std::vector<Phrase> values) {
    return {&kind, std::move(values), {}, {}};
}

std::string fill(const std::string& text, const std::vector<std::string>& values) {
    std::string filled;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool placeholder = text[i] == '%' && i + 1 < text.size() && text[i + 1] >= '1' && text[i + 1] <= '9';
        const auto number = placeholder ? static_cast<std::size_t>(text[i + 1] - '1') : values.size();
        if (number < values.size()) {
            filled += values[number];
            ++i;
        } else {
            filled += text[i];
        }
    }
    return filled;
}

std::string sentence(const Error& error) {
    std::string text;
    if (!error.file.empty())
        text += error.file + ": ";
    text += sentence(Phrase(error.kind->text, error.values));
    if (!error.place.empty())
        text += " (" + shortened(error.place) + ")";
    return text;
}

} // namespace heedmap
