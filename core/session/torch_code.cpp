#include "core/session/torch_code.h"

#include "core/attention/mask_rows.h"
#include "core/attention/multi_head.h"
#include "core/session/consistency.h"

#include <array>
#include <charconv>
#include <cmath>
#include <vector>

namespace heedmap::files {

namespace {

using attention::NormalizerKind;
using attention::Parameters;
using attention::Problem;
using attention::ProblemKind;
using attention::ScoreFunction;

// A number as Python reads it.
std::string literal(double value) {
    if (std::isnan(value))
        return "nan";
    if (std::isinf(value))
        return value < 0 ? "-inf" : "inf";
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    const std::string digits(text.data(), end);
    return digits.find_first_of(".e") == std::string::npos ? digits + ".0" : digits; // never a whole number's type
}

template <class M>
std::string listOf(const M& matrix) {
    std::string text = "[";
    for (Index i = 0; i < matrix.rows(); ++i) {
        text += i == 0 ? "[" : ",\n    [";
        for (Index j = 0; j < matrix.cols(); ++j)
            text += (j == 0 ? "" : ", ") + literal(static_cast<double>(matrix(i, j)));
        text += "]";
    }
    return text + "]";
}

std::string shapeOf(std::initializer_list<Index> sizes) {
    std::string text;
    for (const Index size : sizes)
        text += (text.empty() ? "" : ", ") + std::to_string(size);
    return "(" + text + ")";
}

// "W_q = torch.tensor([…])  # (8, 8)"
std::string definition(const std::string& name, const MatrixD& matrix) {
    const std::string shape = shapeOf({matrix.rows(), matrix.cols()});
    const std::string size = matrix.size() == 0 ? ".reshape" + shape : std::string();
    return name + " = torch.tensor(" + listOf(matrix) + ")" + size + "  # " + shape + "\n";
}

std::string definition(const std::string& name, const VectorD& vector) {
    std::string list;
    for (Index i = 0; i < vector.size(); ++i)
        list += (i == 0 ? "" : ", ") + literal(vector(i));
    return name + " = torch.tensor([" + list + "])\n";
}

// Sequences with their batch of one.
std::string sequence(const std::string& name, const MatrixD& matrix, const char* what) {
    return name + " = torch.tensor([" + listOf(matrix) + "])" +
           (matrix.size() == 0 ? ".reshape" + shapeOf({1, matrix.rows(), matrix.cols()}) : std::string()) + "  # " +
           what + " " + shapeOf({1, matrix.rows(), matrix.cols()}) + "\n";
}

const MatrixD& statesOf(const Problem& problem, const MatrixD& cross) {
    return problem.kind == ProblemKind::self ? problem.x : cross;
}

Index widthOf(const MatrixD& states, const MatrixD& w) {
    return w.size() > 0 ? w.cols() : states.cols();
}

BoolMatrix allowedOf(const Problem& problem, const ProblemSizes& sizes) {
    if (problem.mask.allowsEverything())
        return {};
    const auto allowed = attention::buildMask(problem.mask, sizes.queries, sizes.keys);
    return allowed ? *allowed : BoolMatrix();
}

// Asked after every change of a problem, however long: without a byte for every cell.
bool someRowIsEmpty(const attention::MaskSpec& mask, const ProblemSizes& sizes) {
    const auto rows = attention::MaskRows::of(mask, sizes.queries, sizes.keys);
    if (!rows || mask.allowsEverything())
        return false;
    std::vector<Columns> allowed;
    for (Index i = 0; i < sizes.queries; ++i) {
        rows->row(i, allowed);
        if (allowed.empty())
            return true;
    }
    return false;
}

std::string allowedText(const Problem& problem, const BoolMatrix& allowed, const ProblemSizes& sizes) {
    attention::MaskSpec causal;
    causal.causal = true;
    if (problem.mask == causal)
        return "allowed = torch.ones" + shapeOf({sizes.queries, sizes.keys}) + ".tril().bool()\n";
    return "allowed = torch.tensor(" + listOf(allowed) + ").bool()\n";
}

// The inputs of the layer and how they are called.
struct Inputs {
    std::string text;
    std::string query, key, value;
};

Inputs inputsOf(const Problem& problem) {
    if (problem.kind == ProblemKind::self)
        return {sequence("x", problem.x, "X (B, T, d) ="), "x", "x", "x"};
    const bool oneMemory = sameNumbers(problem.k, problem.v);
    const bool projects = problem.projectsCross;
    std::string text = sequence(projects ? "decoder" : "q", problem.q, projects ? "(B, T, d) =" : "Q (B, T, d_q) =");
    if (projects && oneMemory)
        return {text + sequence("encoder", problem.k, "(B, S, d) ="), "decoder", "encoder", "encoder"};
    text += sequence("k", problem.k, "K (B, S, d_k) =") + sequence("v", problem.v, "V (B, S, d_v) =");
    return {text, projects ? "decoder" : "q", "k", "v"};
}

// A matrix that the layer needs though none was given.
std::string weight(const std::string& name, const MatrixD& w, Index width) {
    return w.size() > 0 ? definition(name, w) : name + " = torch.eye(" + std::to_string(width) + ")\n";
}

std::string biasText(const char* name, const VectorD& bias, Index size) {
    return bias.size() > 0 ? definition(name, bias)
                           : std::string(name) + " = torch.zeros(" + std::to_string(size) + ")\n";
}

class LayerCode {
public:
    explicit LayerCode(const Problem& problem)
        : problem_(problem)
        , p_(problem.parameters)
        , width_(widthOf(statesOf(problem, problem.q), p_.w_q))
        , keyWidth_(statesOf(problem, problem.k).cols())
        , valueWidth_(statesOf(problem, problem.v).cols())
        , biased_(p_.b_q.size() + p_.b_k.size() + p_.b_v.size() + p_.b_o.size() > 0) {}

    std::string text() const {
        const Inputs inputs = inputsOf(problem_);
        return inputs.text + weights() + layer() + mask() + "with torch.no_grad():\n    output, alpha = layer(" +
               inputs.query + ", " + inputs.key + ", " + inputs.value +
               ", need_weights=True, average_attn_weights=False" +
               (problem_.mask.allowsEverything() ? "" : ", attn_mask=~allowed") + ")\n";
    }

private:
    bool ownSizes() const { return keyWidth_ != width_ || valueWidth_ != width_; }

    std::string weights() const {
        std::string text = weight("W_q", p_.w_q, width_) + weight("W_k", p_.w_k, width_) +
                           weight("W_v", p_.w_v, width_) + weight("W_o", p_.w_o, width_);
        if (biased_)
            text += biasText("b_q", p_.b_q, width_) + biasText("b_k", p_.b_k, width_) +
                    biasText("b_v", p_.b_v, width_) + biasText("b_o", p_.b_o, width_);
        const double tau = problem_.normalizer.temperature;
        if (tau != 1) {
            text += "W_q = W_q / " + literal(tau) + "  # the temperature\n";
            if (biased_)
                text += "b_q = b_q / " + literal(tau) + "\n";
        }
        return text;
    }

    std::string layer() const {
        std::string text = "layer = torch.nn.MultiheadAttention(embed_dim=" + std::to_string(width_) +
                           ", num_heads=" + std::to_string(problem_.heads);
        if (ownSizes())
            text += ", kdim=" + std::to_string(keyWidth_) + ", vdim=" + std::to_string(valueWidth_);
        text += std::string(biased_ ? "" : ", bias=False") + ", batch_first=True)\nwith torch.no_grad():\n";
        if (ownSizes())
            text += "    layer.q_proj_weight.copy_(W_q.T)\n    layer.k_proj_weight.copy_(W_k.T)\n"
                    "    layer.v_proj_weight.copy_(W_v.T)\n";
        else
            text += "    layer.in_proj_weight.copy_(torch.cat([W_q.T, W_k.T, W_v.T]))\n";
        text += "    layer.out_proj.weight.copy_(W_o.T)\n";
        if (biased_)
            text += "    layer.in_proj_bias.copy_(torch.cat([b_q, b_k, b_v]))\n    layer.out_proj.bias.copy_(b_o)\n";
        return text;
    }

    std::string mask() const {
        if (problem_.mask.allowsEverything())
            return {};
        const ProblemSizes sizes = sizesOf(problem_);
        return allowedText(problem_, allowedOf(problem_, sizes), sizes);
    }

    const Problem& problem_;
    const Parameters& p_;
    Index width_;
    Index keyWidth_;
    Index valueWidth_;
    bool biased_;
};

constexpr const char* sparsemaxCode = R"(
def normalize(z):  # sparsemax: the nearest point of the simplex
    s = z.sort(-1, descending=True).values
    k = torch.arange(1, z.shape[-1] + 1)
    c = s.cumsum(-1)
    n = (1 + k * s > c).sum(-1, keepdim=True)
    return (z - (c.gather(-1, n - 1) - 1) / n).clamp(min=0)

)";
constexpr const char* entmaxCode = R"(
def normalize(z):  # 1.5-entmax
    z = ((z - z.amax(-1, keepdim=True)) / 2).clamp(min=-1e4)
    s = z.sort(-1, descending=True).values
    k = torch.arange(1, z.shape[-1] + 1)
    m = s.cumsum(-1) / k
    t = m - ((1 - (s ** 2).cumsum(-1) + k * m ** 2) / k).clamp(min=0).sqrt()
    n = (t <= s).sum(-1, keepdim=True)
    return (z - t.gather(-1, n - 1)).clamp(min=0) ** 2

)";

class PlainCode {
public:
    PlainCode(const Problem& problem, ScoreFunction function, Parameters parameters, Index keyDimension)
        : problem_(problem)
        , function_(function)
        , p_(std::move(parameters))
        , keyDimension_(keyDimension) {}

    std::string text() const {
        const Inputs inputs = inputsOf(problem_);
        return inputs.text + projected("Q", inputs.query, "q", p_.w_q, p_.b_q) +
               projected("K", inputs.key, "k", p_.w_k, p_.b_k) + projected("V", inputs.value, "v", p_.w_v, p_.b_v) +
               split() + score() + alpha() + output();
    }

private:
    std::string projected(const std::string& name, const std::string& states, const std::string& index,
                          const MatrixD& w, const VectorD& b) const {
        const bool through = attention::projects(problem_);
        std::string text;
        std::string product = states;
        if (through && w.size() > 0) {
            text += definition("W_" + index, w);
            product += " @ W_" + index;
        }
        if (through && b.size() > 0) {
            text += definition("b_" + index, b);
            product += " + b_" + index;
        }
        return text + name + " = " + product + "\n";
    }

    std::string split() const {
        const std::string h = std::to_string(problem_.heads);
        const Index groups = problem_.keyValueHeads > 0 ? problem_.keyValueHeads : problem_.heads;
        const std::string g = std::to_string(groups);
        const std::string shared =
            groups == problem_.heads ? "" : ".repeat_interleave(" + std::to_string(problem_.heads / groups) + ", 1)";
        return "Q = Q.unflatten(-1, (" + h + ", -1)).transpose(1, 2)  # (B, h, T, d_k)\n" +
               "K, V = (M.unflatten(-1, (" + g + ", -1)).transpose(1, 2)" + shared +
               " for M in (K, V))  # (B, h, S, d_k), (B, h, S, d_v)\n";
    }

    std::string score() const {
        switch (function_) {
        case ScoreFunction::additive:
            return definition("W_s", p_.w_s) + definition("W_h", p_.w_h) + definition("v_a", p_.v) +
                   "e = torch.tanh((Q @ W_s.T).unsqueeze(-2) + (K @ W_h.T).unsqueeze(-3)) @ v_a\n";
        case ScoreFunction::dot:
            return "e = Q @ K.mT\n";
        case ScoreFunction::general:
            return p_.w.size() > 0 ? definition("W", p_.w) + "e = Q @ W @ K.mT\n" : "e = Q @ K.mT\n";
        case ScoreFunction::scaled_dot:
            return "e = Q @ K.mT / " + std::to_string(keyDimension_) + " ** 0.5\n";
        case ScoreFunction::cosine:
            return "unit = torch.nn.functional.normalize\ne = " + literal(p_.beta) +
                   " * unit(Q, dim=-1) @ unit(K, dim=-1).mT\n";
        }
        preconditionFailed("a known score function", __FILE__, __LINE__);
    }

    std::string normalizer() const {
        switch (problem_.normalizer.kind) {
        case NormalizerKind::softmax:
            return "alpha = z.softmax(-1)\n";
        case NormalizerKind::sparsemax:
            return std::string(sparsemaxCode) + "alpha = normalize(z)\n";
        case NormalizerKind::entmax15:
            return std::string(entmaxCode) + "alpha = normalize(z)\n";
        case NormalizerKind::hardmax:
            return "alpha = (z == z.amax(-1, keepdim=True)).double()\nalpha = alpha / alpha.sum(-1, keepdim=True)\n";
        }
        preconditionFailed("a known normalizer", __FILE__, __LINE__);
    }

    std::string alpha() const {
        const double tau = problem_.normalizer.temperature;
        std::string z = tau == 1 ? "z = e" : "z = e / " + literal(tau);
        if (problem_.mask.allowsEverything())
            return z + "\n" + normalizer();
        const ProblemSizes sizes = sizesOf(problem_);
        const BoolMatrix allowed = allowedOf(problem_, sizes);
        std::string text = allowedText(problem_, allowed, sizes);
        if (!someRowIsEmpty(problem_.mask, sizes))
            return text + z + "\nz = z.masked_fill(~allowed, -inf)\n" + normalizer();
        return text + "some = allowed.any(-1, keepdim=True)  # a row that allows nothing gets weights 0\n" + z +
               "\nz = z.masked_fill(~allowed & some, -inf)\n" + normalizer() + "alpha = alpha * some\n";
    }

    std::string output() const {
        std::string text = "context = alpha @ V\noutput = context.transpose(1, 2).flatten(2)\n";
        if (p_.w_o.size() > 0)
            text += definition("W_o", p_.w_o) + "output = output @ W_o\n";
        if (p_.b_o.size() > 0)
            text += definition("b_o", p_.b_o) + "output = output + b_o\n";
        return text;
    }

    const Problem& problem_;
    ScoreFunction function_;
    Parameters p_;
    Index keyDimension_;
};

Index numbersIn(const Problem& problem) {
    const Parameters& p = problem.parameters;
    Index numbers = 0;
    if (problem.kind == ProblemKind::self)
        numbers += problem.x.size();
    else
        numbers += problem.q.size() + problem.k.size() + problem.v.size();
    for (const MatrixD* m : {&p.w, &p.w_s, &p.w_h, &p.w_q, &p.w_k, &p.w_v, &p.w_o})
        numbers += m->size();
    const ProblemSizes sizes = sizesOf(problem);
    attention::MaskSpec causal;
    causal.causal = true;
    const bool written = !problem.mask.allowsEverything() && !(problem.mask == causal);
    return numbers + (written ? sizes.queries * sizes.keys : 0);
}

} // namespace

bool isTorchLayer(const Problem& problem, ScoreFunction function) {
    const ProblemSizes sizes = sizesOf(problem);
    const Parameters& p = problem.parameters;
    const Index width = widthOf(statesOf(problem, problem.q), p.w_q);
    const auto fits = [&](const MatrixD& states, const MatrixD& w) {
        return widthOf(states, w) == width;
    };
    return problem.approximation.isExact() && function == ScoreFunction::scaled_dot &&
           problem.normalizer.kind == NormalizerKind::softmax && attention::projects(problem) &&
           (problem.keyValueHeads == 0 || problem.keyValueHeads == problem.heads) && width > 0 &&
           width % problem.heads == 0 && statesOf(problem, problem.q).cols() == width &&
           fits(statesOf(problem, problem.k), p.w_k) && fits(statesOf(problem, problem.v), p.w_v) &&
           (p.w_o.size() == 0 || (p.w_o.rows() == width && p.w_o.cols() == width)) && sizes.queries > 0 &&
           sizes.keys > 0 && !someRowIsEmpty(problem.mask, sizes);
}

Result<std::string> torchCode(const Problem& problem, ScoreFunction function) {
    if (const Index numbers = numbersIn(problem); numbers > mostTorchNumbers)
        return makeError(tooLongForCode, {std::to_string(numbers), std::to_string(mostTorchNumbers)});
    if (!problem.approximation.isExact())
        return makeError(onlyExactCode);
    const auto projected = attention::project(problem);
    if (!projected)
        return projected.error();
    const auto head = attention::headOf(*projected, problem.heads, problem.keyValueHeads, 0);
    if (!head)
        return head.error();
    const std::string start = "import torch\nfrom math import inf, nan\n\ntorch.set_default_dtype(torch.float64)\n";
    if (isTorchLayer(problem, function))
        return start + LayerCode(problem).text() + "print(alpha)  # (B, h, T, S)\nprint(output)  # (B, T, d)\n";
    const Index queryDimension = head->q.cols();
    const Index keyDimension = head->k.cols();
    Parameters seeded = attention::withSeededScores(problem.parameters, queryDimension, keyDimension,
                                                    hiddenSize(queryDimension, keyDimension), 0);
    if (const auto fit = attention::checkSizes(function, queryDimension, keyDimension, seeded); !fit)
        return fit.error();
    return start + PlainCode(problem, function, std::move(seeded), keyDimension).text() +
           "print(alpha)  # (B, h, T, S)\nprint(output)  # (B, T, d)\n";
}

} // namespace heedmap::files
