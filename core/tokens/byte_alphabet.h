// The characters that stand for bytes in byte-level vocabularies: what can be printed stands for itself, the rest for
// the characters from U+0100 on (Radford et al. 2019, https://github.com/openai/gpt-2, src/encoder.py).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace heedmap::tokens {

// One or two bytes of UTF-8.
std::string_view symbolOf(unsigned char byte);
// The bytes that such characters stand for; none where a character stands for no byte.
std::optional<std::string> bytesOfSymbols(std::string_view symbols);

} // namespace heedmap::tokens
