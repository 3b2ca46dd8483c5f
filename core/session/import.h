// The one way from files and words to a session. The command line translates its options into a request, the window
// the choice made in its dialog; both get the same matrices, titles, heads and labels.
#pragma once

#include "core/session/attention_sets.h"
#include "core/session/reference.h"
#include "core/session/session.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heedmap::files {

// What a tensor is taken for.
enum class Role : std::uint8_t {
    none,
    alpha, // weights or scores, shown as they are
    q,
    k,
    v,
    x,      // one sequence: self-attention
    memory, // with x: the sequence that keys and values come from
};

// One tensor of one file, or a part of it.
struct Input {
    std::string path;
    std::string tensor{};          // empty: the only one; of several what is most likely meant (suggestedInputs())
    std::vector<AxisPart> parts{}; // of its leading axes; what is not given is taken whole
    Role role = Role::alpha;
    std::string brackets{};                   // Reference::brackets
    std::shared_ptr<const TensorFile> file{}; // where it is open already
    std::optional<std::size_t> position{};    // of the tensor in `file`, instead of its name
};

// "dump.npz#attn[2,7]" Errors: badIndex.
Result<Input> inputOf(const std::string& reference, Role role = Role::alpha);

// What determines α. Nothing given: what the input says by itself, else its default.
struct ProblemRequest {
    std::vector<attention::ScoreFunction> scores;
    std::string parameters; // file of W, W_s, W_h, v, W_q, W_k, W_v, beta
    std::optional<std::uint64_t> seed;
    std::optional<attention::MaskSpec> mask;
    std::string customMask; // "mask.npy[0,0]", any rank that broadcasts to the mask of α
    std::optional<double> temperature;
    std::optional<attention::NormalizerKind> normalizer;
    std::optional<Index> heads; // that Q, K and V, n × (heads · d) each, are split into
    std::optional<attention::Approximation> method;

    bool normalizes() const { return mask || temperature || normalizer; }
};

struct ImportRequest {
    std::vector<Input> inputs;
    ReadOptions reading{};
    Labels labels{};      // of all inputs, instead of those that come with their files
    std::string tokens{}; // a file of them
    std::string gold{};   // a file of links, Pharaoh form
    ProblemRequest problem{};
    // Of one tensor no more matrices are made, which is noted; without it, more than mostMatrices are an error.
    std::optional<Index> matrixLimit{};
    // What a problem lacks is filled in, where it will be edited: V is K, and Q and K of different sizes get the
    // general score. Without it the context is empty and the sizes are an error.
    bool completes = false;
};
inline constexpr Index mostMatrices = 4096;

// Something that was assumed, cut or left out, and of which file (empty: of none in particular).
struct Note {
    std::string file;
    Phrase text;
};

// Matrices of the session that came from one tensor: `count` of them, in C order of the axes before rows and columns.
struct MatrixGroup {
    std::string name;
    std::vector<Index> leading;
    std::size_t count = 0;
};

// Where a matrix of the session came from; what it is called is made of that.
struct MatrixSource {
    std::string path;            // empty: it was computed
    std::string tensor;          // empty: it has no name
    std::vector<AxisPart> index; // of the axes before rows and columns; then parts of these, where not whole
    int leadingAxes = 0;         // so many of `index` come before rows and columns
    bool severalInBatch = false; // of [layer, batch, head, …]
};

struct Imported {
    Session session;
    std::vector<Note> notes{};
    std::vector<MatrixSource> sources{}; // of the session's matrices, in their order
    std::vector<MatrixGroup> groups{};
    // What a session cannot say by a problem (stacks of Q and K, scores of a file), already computed; the session's
    // matrices are α of these. Empty where its panels say everything.
    std::vector<AttentionSet> sets{};
};

// Errors: of reading, of sizes that do not fit, of what is missing.
Result<Imported> importSession(const ImportRequest& request);
// A session that is there (an example, a file), with what `request` says of labels and problem; it has no inputs.
Result<Imported> importSession(Session session, const ImportRequest& request);

// A custom mask of any rank that broadcasts to queries × keys. Errors: of reading, notAMask, customMaskEmpty,
// customMaskDoesNotFit, maskPerHead.
Result<BoolMatrix> importMask(const Input& input, Index queries, Index keys);

// Appends the matrices and panels of `more`, as when several files are dropped at once, and names the file in the
// titles where files differ. What `more` computes is left out.
void append(Imported& all, const Imported& more);

// What names and shapes suggest, one entry for each tensor of the file: what is called like weights is shown; else
// tensors named q, k, v (or ending so) are a problem; else the first that has rows and columns.
std::vector<Input> suggestedInputs(const std::shared_ptr<const TensorFile>& file);
// Nothing else could reasonably be meant, so nobody is asked.
bool isClear(const TensorFile& file);

// Of several tensors exactly one is called like weights, so it is taken where nobody can be asked.
bool namesWeights(const TensorFile& file);

// `.heedmap` and exported pictures, by the ending.
bool isSessionName(const std::string& path);

inline constexpr ErrorKind tooManyMatrices{
    HEEDMAP_MESSAGE("Error", "the tensor %1 holds %2 matrices, and at most %3 can be shown at once; take some of them, "
                             "as in %4")};
inline constexpr ErrorKind noMatrix{HEEDMAP_MESSAGE("Error", "the tensor %1 holds no matrix")};
inline constexpr ErrorKind oneMatrixNeeded{
    HEEDMAP_MESSAGE("Error", "one matrix is needed here, but there are %1; take one, as in %2")};
inline constexpr ErrorKind stacksDiffer{
    HEEDMAP_MESSAGE("Error", "%1 holds %2 matrices and %3 holds %4; they have to be as many, or Q a multiple of K "
                             "(grouped heads)")};
inline constexpr ErrorKind nothingChosen{HEEDMAP_MESSAGE("Error", "the file holds no tensor that can be shown")};
inline constexpr ErrorKind keysNeeded{
    HEEDMAP_MESSAGE("Error", "Q and K are needed together to compute α; %1 is missing")};
inline constexpr ErrorKind onlyWeights{
    HEEDMAP_MESSAGE("Error", "queries and keys are needed for that, but the input has only weights")};
inline constexpr ErrorKind alreadySplit{HEEDMAP_MESSAGE("Error", "Q and K are already split into heads")};
inline constexpr ErrorKind wholeSession{
    HEEDMAP_MESSAGE("Error", "a session is opened alone, or one of its tensors by its name")};
inline constexpr ErrorKind emptyParameter{
    HEEDMAP_MESSAGE("Error", "the parameter %1 is %2 and holds no number; leave it out of the file where it is to be "
                             "seeded")};
inline constexpr ErrorKind parameterRank{HEEDMAP_MESSAGE("Error", "the parameter is %1, but a matrix is needed")};
inline constexpr ErrorKind maskPerHead{
    HEEDMAP_MESSAGE("Error", "the mask %1 differs along its axis %2, but one mask is for all; take one, as in %3")};
inline constexpr ErrorKind goldNotRead{HEEDMAP_MESSAGE("Error", "the file cannot be read")};
inline constexpr ErrorKind goldNotText{
    HEEDMAP_MESSAGE("Error", "the file is not text; a gold alignment is needed, as in 0-0 1p2")};

} // namespace heedmap::files
