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

struct Imported {
    Session session;
    std::vector<Note> notes{};
    std::vector<MatrixGroup> groups{};
    // What a session cannot say by a problem (stacks of Q and K, scores of a file), already computed; the session's
    // matrices are α of these. Empty where its panels say everything.
    std::vector<AttentionSet> sets{};
};

// Errors: of reading, of sizes that do not fit, of what is missing.
Result<Imported> importSession(const ImportRequest& request);
// A session that is there (an example, a file), with what `request` says of labels and problem; it has no inputs.
Result<Imported> importSession(Session session, const ImportRequest& request);

// Appends the matrices and panels of `more`, as when several files are dropped at once, and names the file in the
// titles where files differ. What `more` computes is left out.
void append(Imported& all, const Imported& more);

// What names and shapes suggest, one entry for each tensor of the file: what is called like weights is shown; else
// tensors named q, k, v (or ending so) are a problem; else the first that has rows and columns.
std::vector<Input> suggestedInputs(const std::shared_ptr<const TensorFile>& file);
// Nothing else could reasonably be meant, so nobody is asked.
bool isClear(const TensorFile& file);

// `.heedmap` and exported pictures, by the ending; and that without a tensor of it.
bool isSessionName(const std::string& path);

} // namespace heedmap::files
