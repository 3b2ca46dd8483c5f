// What the fuzzers call: every reader of the program by a name, with files that it reads, and changes that get past its
// checksums.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace heedmap::fuzz {

struct Reader {
    std::string name;
    std::string ending;                                // of the file that it is given, ".npz"
    std::function<bool(const std::string& path)> read; // the file holds the input; false: it was refused
    enum class Container : std::uint8_t { none, zip, png } container = Container::none;
};
const std::vector<Reader>& readers();
const Reader* readerNamed(const std::string& name);

// Files to begin with: those that the tests make, and those of the cases that the reader is for.
std::vector<std::string> corpusOf(const Reader& reader, const std::string& folder);

// SplitMix64 (Steele, Lea and Flood 2014): the same numbers on every machine.
class Random {
public:
    explicit Random(std::uint64_t seed)
        : state_(seed) {}
    std::uint64_t next();
    std::size_t below(std::size_t end); // 0 … end − 1; 0 where end is 0
    bool oneIn(std::size_t times) { return below(times) == 0; }

private:
    std::uint64_t state_;
};

// One of the corpus, changed in some places. Every other change to an archive or a picture is within a member or chunk,
// and its sizes and checksums fit.
std::string mutated(const std::vector<std::string>& corpus, Reader::Container container, Random& random);

} // namespace heedmap::fuzz
