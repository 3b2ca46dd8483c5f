// heedmap_tokens_driver ids FOLDER        each line of standard input, a JSON text, into a line [[ids], "decoded"]
// heedmap_tokens_driver speed FOLDER FILE how fast the tokenizer cuts that file
// heedmap_tokens_driver random FOLDER COUNT SEED
//                                         random Unicode: no crash, ranges in order and within the text, and, of
//                                         byte-level tokenizers that normalize nothing, the same text decoded
#include "core/tokens/tokenizer.h"

#include <chrono>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

using namespace heedmap;
using namespace heedmap::tokens;

namespace {

void writeIds(const Tokenizer& tokenizer) {
    for (std::string line; std::getline(std::cin, line);) {
        const auto text = nlohmann::json::parse(line).get<std::string>();
        const auto made = tokenizer.encode(text);
        if (!made) {
            std::cout << nlohmann::json(sentence(made.error())).dump() << '\n';
            continue;
        }
        nlohmann::json ranges = nlohmann::json::array();
        for (const Token& token : made->tokens)
            ranges.push_back({token.range.begin, token.range.end});
        std::cout << nlohmann::json::array({made->ids(), tokenizer.decode(made->ids(), true), ranges}).dump() << '\n';
    }
}

void measure(const Tokenizer& tokenizer, const std::string& path) {
    std::ifstream file(path);
    std::stringstream contents;
    contents << file.rdbuf();
    const std::string text = contents.str();
    double best = 0;
    std::size_t count = 0;
    for (int i = 0; i < 3; ++i) {
        const std::clock_t begin = std::clock(); // the processor's time, since others may be busy too
        const auto made = tokenizer.encode(text);
        const double time = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
        if (!made) {
            std::cout << sentence(made.error()) << '\n';
            return;
        }
        count = made->tokens.size();
        best = std::max(best, static_cast<double>(text.size()) / time / 1e6);
    }
    std::printf("%zu bytes, %zu tokens, %.1f MB/s\n", text.size(), count, best);
}

std::string randomText(std::mt19937_64& random, const Tokenizer& tokenizer) {
    std::string text;
    const auto below = [&](std::uint64_t limit) {
        return random() % limit;
    };
    const auto add = [&](std::uint64_t c) {
        if (c < 0x80) {
            text += static_cast<char>(c);
        } else if (c < 0x800) {
            text += static_cast<char>(0xc0 | c >> 6);
            text += static_cast<char>(0x80 | (c & 0x3f));
        } else if (c < 0x10000) {
            text += static_cast<char>(0xe0 | c >> 12);
            text += static_cast<char>(0x80 | (c >> 6 & 0x3f));
            text += static_cast<char>(0x80 | (c & 0x3f));
        } else {
            text += static_cast<char>(0xf0 | c >> 18);
            text += static_cast<char>(0x80 | (c >> 12 & 0x3f));
            text += static_cast<char>(0x80 | (c >> 6 & 0x3f));
            text += static_cast<char>(0x80 | (c & 0x3f));
        }
    };
    for (std::uint64_t i = below(40); i > 0; --i) {
        constexpr std::uint64_t blocks[][2] = {{0, 0x80},         {0x20, 0x7f},       {0x80, 0x250},
                                               {0x300, 0x370},    {0x600, 0x700},     {0x900, 0x980},
                                               {0x2000, 0x2070},  {0x4e00, 0x9fff},   {0xac00, 0xd7a4},
                                               {0xf900, 0x10000}, {0x1f300, 0x1fa00}, {0x10000, 0x110000}};
        const auto& block = blocks[below(std::size(blocks))];
        for (std::uint64_t j = below(4) + 1; j > 0; --j)
            add(block[0] + below(block[1] - block[0]));
        if (below(8) == 0)
            text += tokenizer.piece(static_cast<Id>(below(static_cast<std::uint64_t>(tokenizer.size()))));
        if (below(4) == 0)
            text += "  \n\t \r\n"[below(8) % 7];
    }
    return text;
}

int tryRandom(const Tokenizer& tokenizer, std::uint64_t count, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::uint64_t same = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::string text = randomText(random, tokenizer);
        const auto made = tokenizer.encode(text);
        if (!made) {
            std::cout << i << ": " << sentence(made.error()) << '\n';
            return 1;
        }
        std::size_t begin = 0;
        for (const Token& token : made->tokens) {
            const bool inOrder =
                token.text == TextOf::none ||
                (begin <= token.range.begin && token.range.begin <= token.range.end && token.range.end <= text.size());
            if (!inOrder || token.id < 0 || token.id >= tokenizer.size()) {
                std::cout << i << ": a wrong token in " << nlohmann::json(text).dump() << '\n';
                return 1;
            }
            begin = token.text == TextOf::none ? begin : token.range.begin;
        }
        same += tokenizer.decode(tokenizer.encode(text, false)->ids(), true) == text ? 1U : 0U;
    }
    std::cout << count << " texts, " << same << " decoded as they were\n";
    return 0;
}

} // namespace

int main(int count, char** arguments) {
    if (count < 3)
        return 2;
    const std::string what = arguments[1];
    const auto begin = std::chrono::steady_clock::now();
    const auto tokenizer = Tokenizer::open(arguments[2]);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    if (!tokenizer) {
        std::cerr << sentence(tokenizer.error()) << '\n';
        return 3;
    }
    std::cerr << tokenizer->kind() << ", " << tokenizer->size() << " ids, opened in " << time.count() << " s\n";
    if (what == "speed" && count > 3)
        measure(*tokenizer, arguments[3]);
    else if (what == "random" && count > 4)
        return tryRandom(*tokenizer, std::stoull(arguments[3]), std::stoull(arguments[4]));
    else
        writeIds(*tokenizer);
    return 0;
}
