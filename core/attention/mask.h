// Which keys a query may look at.
#pragma once

#include "core/result.h"
#include "core/tensor/matrix.h"
#include "core/tensor/tensor.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace heedmap::attention {

// A key is allowed when causal (if given) and padding (if given) and custom (if given) allow it, and, if any of the
// patterns (window, dilated, block, global, random) is given, at least one of those does.
struct MaskSpec {
    bool causal = false;          // j ≤ i (rows and columns counted from the same corner, as torch.tril does)
    std::optional<Index> padding; // j < padding: the first `padding` keys are real, the rest is padding
    std::optional<Index> window;  // |i − j| ≤ window (Longformer, Beltagy et al. 2020)
    std::optional<Index> dilated; // so many keys on each side, `dilation` apart: a window with gaps (Longformer)
    Index dilation = 2;           // of dilated, ≥ 1: |i − j| is a multiple of it
    std::optional<Index> block;   // i and j in the same block of so many positions; 0 allows nothing
    std::optional<Index> global;  // i < global or j < global
    std::optional<Index> random;  // so many keys a row, drawn without repetition (BigBird, Zaheer et al. 2020)
    std::uint64_t randomSeed = 0;
    BoolMatrix custom; // n_q × n_k, 1 = allowed; empty: not given

    bool allowsEverything() const;
    bool hasPattern() const { return window || dilated || block || global || random; }
    // "none", "causal, window 2, random 3 (seed 0)": as the status line and a caption say it, without translation.
    std::string text() const;
    friend bool operator==(const MaskSpec& a, const MaskSpec& b);
};

inline constexpr ErrorKind unknownMask{HEEDMAP_MESSAGE("Error", "there is no mask \"%1\"; did you mean \"%2\"?")};
inline constexpr ErrorKind maskNeedsNumber{
    HEEDMAP_MESSAGE("Error", "the mask %1 takes a whole number from 0 up, as in %1:2, not \"%2\"")};
inline constexpr ErrorKind dilatedNeedsNumbers{HEEDMAP_MESSAGE(
    "Error",
    "the mask dilated takes a whole number from 0 up and a distance from 1 up, as in dilated:2,3, not \"%1\"")};
inline constexpr ErrorKind customMaskNeedsFile{
    HEEDMAP_MESSAGE("Error", "the mask custom takes a file, as in custom:mask.npy")};
inline constexpr ErrorKind customMaskNotHere{HEEDMAP_MESSAGE("Error", "a custom mask cannot be given here")};
inline constexpr ErrorKind customMaskDoesNotFit{HEEDMAP_MESSAGE("Error", "the custom mask is %1, but α is %2")};

// "causal,padding:5,window:2,dilated:2,3,block:4,global:1,random:3" → spec; "none" and "" mask nothing. "custom:PATH"
// (PATH without a comma but in brackets, as in mask.npy[0,0]) is left to the caller: `customPath` gets PATH. Errors:
// unknownMask, maskNeedsNumber, dilatedNeedsNumbers, customMaskNeedsFile, and customMaskNotHere where `customPath` is
// null.
Result<MaskSpec> parseMask(std::string_view text, std::string* customPath = nullptr);

inline constexpr ErrorKind customMaskEmpty{
    HEEDMAP_MESSAGE("Error", "the custom mask is %1, so it says nothing about any cell; it has to have the size of α")};
inline constexpr ErrorKind notAMask{HEEDMAP_MESSAGE(
    "Error", "a custom mask holds only 1 (allowed) and 0 (forbidden), or, as it is added to scores, only 0 (allowed) "
             "and -inf or numbers below -9984 (forbidden); this one holds %1 in row %2, column %3, counted from 0")};

// The custom mask that a file or a session holds. Two forms are taken: bool, or any numbers that all are exactly 0 or
// 1, where 1 is allowed; and what models add to scores, where 0 is allowed and -inf, or what stands for it (-9984 and
// below), forbidden, at least one of them. Precondition: rank ≤ 2. Errors: notAMask.
Result<BoolMatrix> customMask(const TensorView& tensor);

// allowed (n_q × n_k), 1 = allowed. Errors: customMaskDoesNotFit.
Result<BoolMatrix> buildMask(const MaskSpec& spec, Index queries, Index keys);

} // namespace heedmap::attention
