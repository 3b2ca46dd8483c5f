#include "core/attention/tile_cells.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace heedmap::attention {

namespace {

constexpr Index mostBytes = Index{1} << 20; // read at a time
constexpr Index farApart = 4096;            // numbers so far from each other are read one by one

// Room for what is being read, kept by each thread: memory touched for the first time costs more than the reading.
std::byte* buffer(std::size_t size) {
    thread_local std::vector<std::byte> bytes;
    if (bytes.size() < size)
        bytes.resize(size);
    return bytes.data();
}

Index reach(Index count, Index stride) {
    return (count - 1) * std::abs(stride);
}

// The bytes of consecutive lines (along the second axis), one after the other.
class Lines {
public:
    Lines(const FileMemory& file, const TensorView& view)
        : file_(file)
        , view_(view)
        , item_(static_cast<Index>(sizeOf(view.dtype())))
        , length_(reach(view.shape()[1], view.stride(1)) + item_)
        , joined_(view.stride(0) == length_ && view.stride(1) > 0) {}

    Index atATime() const { return std::clamp<Index>(mostBytes / length_, 1, view_.shape()[0]); }

    // The lines [first, first + count) as a view over the thread's buffer.
    bool read(Index first, Index count, TensorView& lines) const {
        std::byte* const to = buffer(static_cast<std::size_t>(length_ * count));
        const Index back = std::min<Index>(0, view_.stride(1)) * (view_.shape()[1] - 1);
        const std::byte* const from = view_.data() + first * view_.stride(0) + back;
        const auto bytes = static_cast<std::size_t>(length_);
        bool good = true;
        if (joined_)
            good = file_.read(from, {to, bytes * static_cast<std::size_t>(count)});
        for (Index line = 0; !joined_ && good && line < count; ++line)
            good = file_.read(from + line * view_.stride(0), {to + line * length_, bytes});
        lines = TensorView(to - back, view_.dtype(), Shape{count, view_.shape()[1]},
                           std::array{length_, view_.stride(1)}, view_.byteSwapped());
        return good;
    }

    bool isPlain(DType dtype) const {
        return view_.dtype() == dtype && !view_.byteSwapped() && view_.stride(1) == item_;
    }
    // Straight to where the numbers are wanted. Precondition: isPlain() of their type.
    bool readInto(std::byte* out) const {
        const auto bytes = static_cast<std::size_t>(length_);
        const auto lines = static_cast<std::size_t>(view_.shape()[0]);
        if (joined_)
            return file_.read(view_.data(), {out, bytes * lines});
        for (std::size_t line = 0; line < lines; ++line) {
            if (!file_.read(view_.data() + static_cast<Index>(line) * view_.stride(0), {out + line * bytes, bytes}))
                return false;
        }
        return true;
    }

private:
    const FileMemory& file_;
    const TensorView& view_;
    Index item_;
    Index length_; // bytes from the first to the last of a line
    bool joined_;  // no bytes between the lines
};

template <class T>
bool copyRows(const FileMemory& file, const TensorView& view, std::span<T> out) {
    const Lines lines(file, view);
    if (lines.isPlain(std::is_same_v<T, float> ? DType::float32 : DType::float64))
        return lines.readInto(reinterpret_cast<std::byte*>(out.data()));
    const auto width = static_cast<std::size_t>(view.shape()[1]);
    const Index step = lines.atATime();
    for (Index first = 0; first < view.shape()[0]; first += step) {
        const Index count = std::min(step, view.shape()[0] - first);
        TensorView read;
        if (!lines.read(first, count, read))
            return false;
        read.copyTo(out.subspan(static_cast<std::size_t>(first) * width, static_cast<std::size_t>(count) * width));
    }
    return true;
}

// Columns are read as lines, and put across the rows they belong to.
template <class T>
bool copyColumns(const FileMemory& file, const TensorView& view, std::span<T> out) {
    const TensorView turned = view.permuted(std::array{1, 0});
    const Lines lines(file, turned);
    const Index rows = view.shape()[0];
    const Index width = view.shape()[1];
    const Index step = lines.atATime();
    std::vector<T> part(static_cast<std::size_t>(step * rows));
    for (Index first = 0; first < width; first += step) {
        const Index count = std::min(step, width - first);
        TensorView read;
        if (!lines.read(first, count, read))
            return false;
        const auto size = static_cast<std::size_t>(count * rows);
        read.permuted(std::array{1, 0}).copyTo(std::span(part).first(size));
        for (Index row = 0; row < rows; ++row)
            std::copy_n(part.begin() + row * count, count, out.begin() + row * width + first);
    }
    return true;
}

template <class T>
bool copyOneByOne(const FileMemory& file, const TensorView& view, std::span<T> out) {
    std::size_t at = 0;
    for (Index i = 0; i < view.shape()[0]; ++i) {
        for (Index j = 0; j < view.shape()[1]; ++j, ++at) {
            const TensorView cell = view.narrow(0, i, 1).narrow(1, j, 1);
            TensorView read;
            if (!Lines(file, cell).read(0, 1, read))
                return false;
            read.copyTo(out.subspan(at, 1));
        }
    }
    return true;
}

template <class T>
bool copy(const FileMemory& file, const TensorView& view, std::span<T> out) {
    HEEDMAP_EXPECTS(view.shape().rank() == 2 && static_cast<Index>(out.size()) == view.shape().count());
    if (out.empty())
        return true;
    const Index down = std::abs(view.stride(0));
    const Index across = std::abs(view.stride(1));
    if (std::min(down, across) >= farApart)
        return copyOneByOne(file, view, out);
    return down < across ? copyColumns(file, view, out) : copyRows(file, view, out);
}

bool copyFromFile(const FileMemory& file, const TensorView& view, std::span<float> out) {
    return copy(file, view, out);
}

bool copyFromFile(const FileMemory& file, const TensorView& view, std::span<double> out) {
    return copy(file, view, out);
}

// float64 is converted strip by strip: the tile as float64 is nowhere as a whole.
void setCellsOf(const TensorView& view, std::span<float> values, std::span<Mark> marks) {
    std::array<double, 1024> strip{};
    constexpr auto longest = static_cast<Index>(strip.size());
    std::size_t at = 0;
    for (Index i = 0; i < view.shape()[0]; ++i)
        for (Index j = 0; j < view.shape()[1]; j += longest) {
            const auto size = std::min(longest, view.shape()[1] - j);
            view.narrow(0, i, 1).narrow(1, j, size).copyTo(std::span(strip).first(static_cast<std::size_t>(size)));
            for (std::size_t s = 0; s < static_cast<std::size_t>(size); ++s, ++at)
                setCell(strip[s], values[at], marks[at]);
        }
}

} // namespace

TensorAlpha::TensorAlpha(Tensor tensor)
    : tensor_(std::move(tensor)) {
    HEEDMAP_EXPECTS(tensor_.shape().rank() == 2);
    if (tensor_.shape().count() > 0)
        file_ = FileMemory::holding(tensor_.view.data());
}

Index TensorAlpha::rows() const {
    return tensor_.shape()[0];
}

Index TensorAlpha::columns() const {
    return tensor_.shape()[1];
}

template <class T>
void TensorAlpha::read(Rows rows, Columns columns, std::span<T> out) const {
    const TensorView view = tensor_.view.narrow(0, rows.begin, rows.size()).narrow(1, columns.begin, columns.size());
    if (!file_)
        view.copyTo(out);
    else if (!copyFromFile(*file_, view, out))
        std::fill(out.begin(), out.end(), std::numeric_limits<T>::quiet_NaN());
}

void TensorAlpha::tile(Rows rows, Columns columns, std::span<float> values, std::span<Mark> marks) const {
    expectInside(*this, rows, columns, values.size(), marks.size());
    if (tensor_.dtype() != DType::float64) {
        read(rows, columns, values); // float32 holds every such number, or the nearest to it
        markCells(values, marks);
    } else if (file_) {
        std::vector<double> doubles(values.size());
        read(rows, columns, std::span(doubles));
        for (std::size_t i = 0; i < doubles.size(); ++i)
            setCell(doubles[i], values[i], marks[i]);
    } else {
        setCellsOf(tensor_.view.narrow(0, rows.begin, rows.size()).narrow(1, columns.begin, columns.size()), values,
                   marks);
    }
}

bool TensorAlpha::exceedsFloat32() const {
    constexpr std::array wide{DType::float64, DType::int32, DType::uint32, DType::int64, DType::uint64};
    return std::find(wide.begin(), wide.end(), tensor_.dtype()) != wide.end();
}

void TensorAlpha::preciseTile(Rows rows, Columns columns, std::span<double> values, std::span<Mark> marks) const {
    expectInside(*this, rows, columns, values.size(), marks.size());
    read(rows, columns, values);
    for (std::size_t i = 0; i < values.size(); ++i) {
        marks[i] = markOf(values[i]);
        values[i] = marks[i] == Mark::number ? values[i] : 0.0;
    }
}

double TensorAlpha::value(Cell cell) const {
    if (!file_)
        return tensor_.view.at(std::array{cell.row, cell.column});
    double value = 0;
    read(Rows{cell.row, cell.row + 1}, Columns{cell.column, cell.column + 1}, std::span(&value, 1));
    return value;
}

Mark TensorAlpha::mark(Cell cell) const {
    return markOf(value(cell));
}

std::unique_ptr<const AlphaSource> TensorAlpha::transposed() const {
    const TensorView& view = tensor_.view;
    if (!file_ || std::abs(view.stride(0)) >= std::abs(view.stride(1)))
        return nullptr;
    return std::make_unique<TensorAlpha>(Tensor{view.permuted(std::array{1, 0}), tensor_.keeper});
}

} // namespace heedmap::attention
