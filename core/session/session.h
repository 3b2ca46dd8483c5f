// Everything the window shows and the command line draws, as plain data; and its file, `.heedmap`.
// The file is a zip that numpy.load opens: arrays as .npy, manifest.json with the rest. The same manifest with its
// arrays written inline is what exported pictures carry and what the shipped examples are.
#pragma once

#include "core/analysis/rollout.h"
#include "core/analysis/words_from_pieces.h"
#include "core/attention/problem.h"
#include "core/attention/score.h"
#include "core/files/labels.h"
#include "core/heatmap/color_map.h"
#include "core/heatmap/pyramid.h"
#include "core/heatmap/value_range.h"
#include "core/tensor/tensor.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heedmap::files {

// A matrix that came from a file, or that was computed from several (a head of a stack of Q and K): drawn as it is.
struct FileMatrix {
    std::string name;     // "attn[2,7]"
    std::string origin;   // "dump.npz#attn[2,7]", for the caption and for saving again
    Tensor tensor;        // rank 2
    BoolMatrix allowed{}; // of the same size, 0 = masked; empty: nothing is masked. Saved with the session.
    std::shared_ptr<const Labels> labels{}; // its own, shared by the matrices of one tensor; null: none
    std::string title{};                    // "L2 · H7", for people; empty: the name
};

// Of a multi-head problem: what a panel makes of the α of its heads.
enum class OverHeads : std::uint8_t { mean, max };

// What a panel makes of its score function or matrix.
enum class PanelKind : std::uint8_t {
    weights,    // α, or a file's matrix as it is
    difference, // that minus another one
    gradient,   // of a score function: gradient × attention, what each key contributes to the length of the context
    rollout,    // of a matrix: rollout of the stack of layers and heads that it belongs to
    flow,       // attention flow of that stack
};
// Values of either sign, to be drawn by a diverging map around 0.
inline bool isSigned(PanelKind kind) {
    return kind == PanelKind::difference || kind == PanelKind::gradient;
}

// What the numbers of a panel measure: panels of one quantity share a color range and its bar, others never do.
enum class Quantity : std::uint8_t { weight, change, gradient };
inline Quantity quantityOf(PanelKind kind) {
    switch (kind) {
    case PanelKind::difference:
        return Quantity::change;
    case PanelKind::gradient:
        return Quantity::gradient;
    default:
        return Quantity::weight;
    }
}

// "weights", "difference", "gradient", "rollout", "flow": the words of the file.
std::string_view nameOf(PanelKind kind);
std::optional<PanelKind> panelKindNamed(std::string_view name);

// One picture. Exactly one of `score` and `matrix` is set.
struct Panel {
    std::optional<attention::ScoreFunction> score{}; // α of the problem under this score function
    std::optional<std::size_t> matrix{};             // Session::matrices[…]
    bool linked = true;                              // zoom, cursor and color range move with the others
    std::optional<Index> head{};                     // of a multi-head problem; none: over all its heads
    OverHeads overHeads = OverHeads::mean;
    PanelKind kind = PanelKind::weights;
    // What a difference takes away: exactly one of the two.
    std::optional<attention::ScoreFunction> minusScore{};
    std::optional<std::size_t> minusMatrix{};
    std::optional<Index> minusHead{};
    OverHeads minusOverHeads = OverHeads::mean;
    analysis::RolloutOptions rollout{}; // of rollout and flow
    friend bool operator==(const Panel&, const Panel&) = default;
};

enum class Visibility : std::uint8_t { automatic, on, off };

enum class Drawing : std::uint8_t {
    heatmap, // a cell for each weight
    lines,   // keys left, queries right, a line for each weight; for short sequences
};

// Whether a cell is as high as it is wide.
enum class CellShape : std::uint8_t {
    automatic, // square, but of a matrix so long and narrow that it would be a strip
    square,
    stretched, // the matrix fills the room
};
std::string_view nameOf(CellShape shape); // "auto", "square", "stretched"
std::optional<CellShape> cellShapeNamed(std::string_view name);

struct PictureSettings {
    heatmap::ColorMap map;
    heatmap::RangeSpec range{heatmap::RangeSpec::Kind::fixed, 0, 1};
    heatmap::Scale scale = heatmap::Scale::linear;
    heatmap::Pooling pooling = heatmap::Pooling::max;
    Visibility values = Visibility::automatic; // numbers in cells
    Visibility labels = Visibility::automatic; // tokens
    CellShape cells = CellShape::automatic;
    bool gold = true;                          // outlines of gold links
    bool linkedRange = true;                   // one color range for all panels
    std::string title;
    Drawing drawing = Drawing::heatmap;
    bool rangeWithoutFirst = false; // ranges that follow the data leave the first key out: a sink
    friend bool operator==(const PictureSettings&, const PictureSettings&) = default;
};

// What of the tokens is shown: pieces merged to words, some left out. α itself stays as it is.
struct ShownTokens {
    std::optional<analysis::RowsOfWord> words{}; // pieces become words, their rows so; none: stay as they are
    // A token as the input writes it, "special" for all of those (isSpecialToken()), "rows:3" or "columns:0-2" for
    // positions counted from 0. What an input does not have is passed over.
    std::vector<std::string> without{};
    analysis::Remainder rest = analysis::Remainder::renormalised; // of the weights where keys are left out
    bool isEverything() const { return !words && without.empty(); }
    friend bool operator==(const ShownTokens&, const ShownTokens&) = default;
};

struct Session {
    std::string name;    // "three keys", a file name; what the source list shows
    std::string lookFor; // one sentence: what to look at in this example; empty for the user's own
    std::string corpus;  // the shipped corpus whose trained models made the problem: "english-chinese"; empty: none did

    attention::Problem problem;
    // Q, K, V and parameters that a score function has for itself, as where each was trained on its own. Kind, mask,
    // normalizer, labels and gold are the problem's, and so is the number of rows. A self problem does not use them.
    std::map<attention::ScoreFunction, attention::Operands> own;
    Labels crossLabels;                  // rows: target, columns: source
    std::vector<std::string> selfTokens; // of X
    std::vector<GoldLink> gold;          // of the cross problem (row = target, column = source)

    std::vector<FileMatrix> matrices;

    std::vector<Panel> panels;
    ShownTokens shown;
    PictureSettings picture;

    // Of the matrix that a panel shows (of a difference: that it begins with), else of the problem's kind.
    Labels labelsOf(const Panel& panel) const;
    Labels problemLabels() const;
    bool showsMatrices() const;

    // What `function` computes with: its own operands where it has some, else those of the problem (so without one).
    const attention::Operands& operands(std::optional<attention::ScoreFunction> function) const;
    attention::Operands& operands(std::optional<attention::ScoreFunction> function);
    bool hasOwn(attention::ScoreFunction function) const;
    // The problem with the operands of `function`.
    attention::Problem problemOf(attention::ScoreFunction function) const;
};

inline constexpr ErrorKind sessionTooNew{HEEDMAP_MESSAGE(
    "Error", "the session was saved by a newer Heedmap (format %1); this one reads format %2 and its minor versions")};
inline constexpr ErrorKind sessionDamaged{HEEDMAP_MESSAGE("Error", "the session cannot be used: %1")};
inline constexpr ErrorKind noSession{HEEDMAP_MESSAGE("Error", "the picture carries no Heedmap session")};
inline constexpr ErrorKind pictureCutOff{HEEDMAP_MESSAGE("Error", "the picture is cut off")};
inline constexpr ErrorKind notASession{HEEDMAP_MESSAGE("Error", "this is not a session; open it as a file of numbers")};

// `.heedmap`, or a PNG, SVG or PDF that was exported with its session inside, or a manifest as JSON text.
// Errors: those of zip and npy, sessionTooNew, sessionDamaged, noSession, pictureCutOff,
// notASession.
Result<Session> readSession(const std::string& path);
Result<void> writeSession(const std::string& path, const Session& session);

// The manifest with its arrays inline; reading it back gives an equal session.
std::string inlineManifest(const Session& session);
Result<Session> parseManifest(std::string_view text);

// The manifest inside an exported picture's bytes (PNG text chunk "heedmap", SVG <metadata>, PDF XMP), if it has one.
std::optional<std::string> embeddedManifest(std::span<const std::byte> bytes);
// What carries it: a <metadata> element to stand behind the <svg …> tag, and an XMP packet for a PDF's metadata.
std::string svgMetadata(const std::string& manifest);
std::string xmpMetadata(const std::string& manifest);

} // namespace heedmap::files
