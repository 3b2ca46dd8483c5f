// What went wrong, as a value: which kind, in which file, where in it, and the numbers and names that belong to it.
// A kind is a constant with the English sentence; the window translates that sentence by looking it up.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

// Marks a sentence for translation; it changes nothing here. `lupdate` is told of this name.
#define HEEDMAP_MESSAGE(context, text) text

namespace heedmap {

// What has to be mended: the command line's exit status says it.
enum class Fault : std::uint8_t { input, usage, output };

// Every module declares its own kinds beside the code that reports them:
//     inline constexpr ErrorKind truncated{HEEDMAP_MESSAGE("Error", "%1 bytes are needed, the file has %2")};
// A sentence has no file name, no place and no full stop: those are added by sentence(). %1 … %9 are Error::values.
struct ErrorKind {
    const char* text;
    Fault fault = Fault::input;
};

// What %1 … %9 of a sentence stand for.
struct Phrase {
    Phrase(std::string name); // a name or a number, which stays as it is
    // Words of the program, marked HEEDMAP_MESSAGE("Reason", "…"): the window translates them.
    Phrase(const char* words, std::vector<Phrase> itsValues = {});

    std::string text;
    std::vector<Phrase> values;
    bool isWords;
};

std::string sentence(const Phrase& phrase); // in English

// A name with its middle left out where it is too long for a sentence: names in a file may have any length.
std::string shortened(const std::string& name);

struct Error {
    const ErrorKind* kind;      // compare by address: error.kind == &truncated
    std::vector<Phrase> values; // what %1 … %9 of the sentence stand for
    std::string file;           // path as the user gave it; empty where no file is involved
    std::string place;          // "line 3, column 7", "byte 128", "tensor attn"; empty where there is none

    bool is(const ErrorKind& other) const { return kind == &other; }
    Error in(std::string fileName) &&;
    Error at(std::string where) &&;
};

Error makeError(const ErrorKind& kind, std::vector<Phrase> values = {});

// "FILE: what is wrong (place)", in English.
std::string sentence(const Error& error);

// `text` with %1 … %9 replaced by `values`; a value that holds a %n itself is not replaced again.
std::string fill(const std::string& text, const std::vector<std::string>& values);

} // namespace heedmap
