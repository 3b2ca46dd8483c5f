// The header of NumPy's .npy format: what it says, checked against the bytes that are really there.
#pragma once

#include "core/files/mapped_file.h"
#include "core/files/tensor_file.h"

#include <functional>

namespace heedmap::files {

inline constexpr ErrorKind notNpy{
    HEEDMAP_MESSAGE("Error", "this is not an NPY array: it does not begin with \\x93NUMPY")};
inline constexpr ErrorKind npyVersion{
    HEEDMAP_MESSAGE("Error", "the array is of NPY version %1.%2; versions 1.0, 2.0 and 3.0 can be read")};
inline constexpr ErrorKind npyHeaderCut{
    HEEDMAP_MESSAGE("Error", "the header of the array is cut short: %1 bytes are needed, there are %2")};
inline constexpr ErrorKind npyHeaderTooLong{
    HEEDMAP_MESSAGE("Error", "the header of the array claims %1 bytes; more than 1048576 are not read")};
inline constexpr ErrorKind npyHeaderBad{HEEDMAP_MESSAGE("Error", "the header of the array is damaged: %1")};
inline constexpr ErrorKind dataCut{
    HEEDMAP_MESSAGE("Error", "the array of shape %1 and type %2 needs %3 bytes, but only %4 are there")};
inline constexpr ErrorKind dtypeObject{HEEDMAP_MESSAGE(
    "Error", "the array holds Python objects, and reading them would run code; save numbers, as numpy.save(path, "
             "array.astype(\"float32\")) does")};
inline constexpr ErrorKind dtypeStructured{HEEDMAP_MESSAGE(
    "Error", "the array is structured (%1); save each field as an array of its own, as array[\"field\"]")};
inline constexpr ErrorKind dtypeText{
    HEEDMAP_MESSAGE("Error", "the array holds text (%1), not numbers; tokens belong into a JSON file")};
inline constexpr ErrorKind dtypeComplex{
    HEEDMAP_MESSAGE("Error", "the numbers are complex (%1); on the command line, --read-as magnitude or "
                             "--read-as real reads them")};
inline constexpr ErrorKind dtypeVoid2{HEEDMAP_MESSAGE(
    "Error", "the array holds raw two-byte entries (%1), which is how bfloat16 is saved; on the command line, "
             "--read-as bfloat16 reads them")};
inline constexpr ErrorKind dtypeUnknown{
    HEEDMAP_MESSAGE("Error", "the type \"%1\" cannot be read; save as bool, an integer or a float of at most 8 bytes")};

struct NpyHeader {
    std::string descr; // as it stands in the file
    std::optional<DType> dtype;
    std::optional<Error> refusal; // set where dtype is not
    Shape shape;
    bool byteSwapped = false;
    bool fortran = false;
    bool complex = false; // dtype is then that of the two parts
    std::size_t offset = 0;
    std::size_t bytes = 0; // of the data; 0 where refused

    TensorInfo info(std::string name) const;
};

// Reads as many bytes from the array's start as it is asked for.
using ReadStart = std::function<Result<Bytes>(std::size_t size)>;
// `size` is what the array has in all. Errors: those above but the refusals, which are in the header.
Result<NpyHeader> readNpyHeader(const ReadStart& start, std::uint64_t size, const ReadOptions& options);
// `data`: NpyHeader::bytes bytes from NpyHeader::offset on.
Result<Tensor> npyTensor(const NpyHeader& header, const Bytes& data, const ReadOptions& options);

// |a + bi| of complex numbers whose parts are given, both float32 or both float64.
Tensor magnitudesOf(const TensorView& real, const TensorView& imaginary);

Result<std::unique_ptr<TensorFile>> openNpy(std::shared_ptr<const MappedFile> file, const ReadOptions& options);

} // namespace heedmap::files
