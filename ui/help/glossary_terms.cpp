#include "ui/help/glossary_terms.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace heedmap {

namespace {

struct Entry {
    const char* english;
    const char* chinese;
    const char* symbol;
    const char* shape;
    const char* demonstration;
    const char* meaning;
};

// clang-format off
constexpr Entry table[] = {
    {"attention", "注意力", "c = Σ α v", "c (n_q × d_v)", "picture",
     QT_TRANSLATE_NOOP("Glossary", "A differentiable weighted mean: every query gets the mean of the values, weighted "
                                   "by how well their keys fit.")},
    {"query", "查询", "q, Q", "Q (n_q × d_q)", "matrix-q",
     QT_TRANSLATE_NOOP("Glossary", "What is looked up: a row of Q, in translation the state of the decoder.")},
    {"key", "键", "k, K", "K (n_k × d_k)", "matrix-k", QT_TRANSLATE_NOOP("Glossary", "What is looked at: a row of K, compared with the query.")},
    {"value", "值", "v, V", "V (n_k × d_v)", "matrix-v", QT_TRANSLATE_NOOP("Glossary", "What is taken from a key that is looked at: a row of V.")},
    {"alignment score", "对齐分数", "e", "e (n_q × n_k)", "step-score",
     QT_TRANSLATE_NOOP("Glossary", "How well a query and a key fit (e), before masking and normalising.")},
    {"attention weight", "注意力权重", "α", "α (n_q × n_k)", "step-weight",
     QT_TRANSLATE_NOOP("Glossary", "The normalised score (α); over the allowed keys of a row the weights sum to 1.")},
    {"context vector", "上下文向量", "c", "c (n_q × d_v)", "step-context",
     QT_TRANSLATE_NOOP("Glossary", "The weighted sum of the values, c = Σ α v: what the query receives.")},
    {"additive attention", "加性注意力", "v·tanh(W_s q + W_h k)", "W_s (a × d_q), W_h (a × d_k), v (a)", "additive",
     QT_TRANSLATE_NOOP(
         "Glossary",
         "The score v·tanh(W_s q + W_h k) of Bahdanau, Cho and Bengio (2015); queries and keys may differ in size.")},
    {"multiplicative attention", "乘性注意力", "q·k, qᵀWk", "W (d_q × d_k)", "multiplicative",
     QT_TRANSLATE_NOOP(
         "Glossary",
         "Scores made of a product of query and key: dot q·k and general q·W·k of Luong, Pham and Manning (2015).")},
    {"scaled dot-product", "缩放点积", "q·k / √d_k", "e (n_q × n_k)", "saturation",
     QT_TRANSLATE_NOOP(
         "Glossary",
         "The score q·k / √d_k of Vaswani et al. (2017); the root keeps the softmax from saturating as d_k grows.")},
    {"self-attention", "自注意力", "Q, K, V = X W_Q, X W_K, X W_V", "α (n × n)", "self", QT_TRANSLATE_NOOP("Glossary", "Queries, keys and values come from one sequence.")},
    {"cross-attention", "交叉注意力", "Q = S W_Q; K, V = H W_K, H W_V", "α (n_q × n_k)", "cross",
     QT_TRANSLATE_NOOP("Glossary",
                       "Queries come from one sequence (the target), keys and values from another (the source).")},
    {"causal mask", "因果掩码", "j ≤ i", "M (n × n), 0/1", "causal",
     QT_TRANSLATE_NOOP("Glossary",
                       "Allows only keys that are not later than the query, so that a model cannot look ahead.")},
    {"padding mask", "填充掩码", "j < N", "M (n_q × n_k), 0/1", "padding",
     QT_TRANSLATE_NOOP("Glossary", "Forbids the keys that only fill a sequence up to the length of its batch.")},
    {"multi-head", "多头", "W_Q, W_K, W_V, W_O", "α (B, h, T, S)", "heads",
     QT_TRANSLATE_NOOP(
         "Glossary",
         "Several attentions side by side on parts of the vectors, their contexts joined and mixed by W_o.")},
    {"head", "头", "h", "α (T × S)", "heads", QT_TRANSLATE_NOOP("Glossary", "One of the attentions of a multi-head layer, with its own α.")},
    {"softmax", "softmax", "exp(e) / Σ exp(e)", "n_k → n_k", "step-normalizer",
     QT_TRANSLATE_NOOP("Glossary", "exp(e) divided by the row's sum of exp(e): positive weights that sum to 1.")},
    {"temperature", "温度", "τ", "τ > 0", "temperature",
     QT_TRANSLATE_NOOP(
         "Glossary",
         "What scores are divided by before the softmax (τ); below 1 the weights get sharper, above 1 flatter.")},
    {"encoder", "编码器", "h_j", "H (B, S, d)", "encoder", QT_TRANSLATE_NOOP("Glossary", "The part of a translation model that reads the source.")},
    {"decoder", "解码器", "s_t", "S (B, T, d)", "decoder",
     QT_TRANSLATE_NOOP("Glossary", "The part of a translation model that writes the target, word by word.")},
    {"bottleneck", "瓶颈", "h_n", "d", "bottleneck",
     QT_TRANSLATE_NOOP("Glossary",
                       "The one vector through which everything has to pass in a model without attention.")},
    {"fixed-length vector", "固定长度向量", "h_n", "d", "bottleneck",
     QT_TRANSLATE_NOOP("Glossary", "A summary of the whole source whose size does not grow with it.")},
    {"path length", "路径长度", "|t − i|", "1 … n", "path-length",
     QT_TRANSLATE_NOOP(
         "Glossary",
         "The number of steps a signal takes between two positions; 1 for attention, n for a recurrent net.")},
    {"soft addressing", "软寻址", "c = Σ α v", "d_v", "sliders",
     QT_TRANSLATE_NOOP("Glossary",
                       "Reading from all places at once, each with a weight, so that gradients flow to every one.")},
    {"content-based addressing", "内容寻址", "q·k", "e (n_q × n_k)", "content",
     QT_TRANSLATE_NOOP("Glossary", "Finding a place by what is there, not by where it is.")},
    {"heatmap", "热力图", "α", "n_q × n_k", "picture", QT_TRANSLATE_NOOP("Glossary", "A matrix drawn as colored cells.")},
    {"sparse attention", "稀疏注意力", "α_ij = 0", "α (n_q × n_k)", "sparse",
     QT_TRANSLATE_NOOP(
         "Glossary",
         "Only some pairs are allowed (a window, global tokens, random keys) or get a weight above 0 (sparsemax).")},
    {"linear attention", "线性注意力", "φ(q)·φ(k)", "φ: d_k → f", "cost",
     QT_TRANSLATE_NOOP(
         "Glossary", "The softmax is replaced by a product of features, so that the cost grows with n instead of n².")},
    {"KV cache", "KV 缓存", "K, V", "(L, 2, B, n, d)", "cost",
     QT_TRANSLATE_NOOP(
         "Glossary", "Keys and values of earlier tokens, kept so that they are not computed again for each new one.")},
    {"neuron, unit", "神经元", "tanh(w·x)", "d → 1", "hidden",
     QT_TRANSLATE_NOOP("Glossary", "One number of a layer: a weighted sum put through an activation.")},
    {"activation", "激活函数", "tanh, ReLU, GELU", "a → a", "hidden",
     QT_TRANSLATE_NOOP("Glossary", "The function that makes a layer more than a linear map: tanh, ReLU, GELU.")},
    {"hidden layer", "隐藏层", "tanh(W_s q + W_h k)", "a", "hidden",
     QT_TRANSLATE_NOOP("Glossary", "A layer between input and output; in additive attention the tanh units.")},
    {"logit (pre-activation z)", "预激活 z", "z, e", "e (n_q × n_k)", "step-score",
     QT_TRANSLATE_NOOP("Glossary", "A number before its activation or softmax.")},
    {"embedding", "嵌入", "x, X", "X (n × d)", "matrix-x", QT_TRANSLATE_NOOP("Glossary", "Maps a discrete id to a continuous vector.")},
    {"epoch", "轮", "", "1, 2, 3, …", "align", QT_TRANSLATE_NOOP("Glossary", "One pass over all data.")},
    {"iteration, step", "步", "t", "1, 2, 3, …", "align", QT_TRANSLATE_NOOP("Glossary", "One update, by one batch.")},
    {"learning rate", "学习率 η", "η", "η > 0", "align", QT_TRANSLATE_NOOP("Glossary", "How far a step goes along the gradient.")},
    {"weight decay", "权重衰减", "λ", "λ ≥ 0", "align",
     QT_TRANSLATE_NOOP("Glossary", "Pulls the parameters a little towards 0 at each step.")},
    {"fine-tune", "微调", "θ", "θ (P)", "align", QT_TRANSLATE_NOOP("Glossary", "Trains a trained model further, for another task.")},
    {"gradient clipping", "梯度裁剪", "‖g‖ ≤ g_max", "g (P)", "align",
     QT_TRANSLATE_NOOP("Glossary",
                       "Shortens gradients that are longer than a limit, so that one step cannot ruin the model.")},
    {"plateau", "平台期", "ΔL ≈ 0", "L ≥ 0", "align", QT_TRANSLATE_NOOP("Glossary", "A stretch of training in which the loss hardly falls.")},
    {"validation set", "验证集", "(x, y)", "N × (x, y)", "align",
     QT_TRANSLATE_NOOP("Glossary", "Data that is never trained on and shows whether the model generalises.")},
    {"residual connection", "残差连接", "x + f(x)", "x (n × d)", "cost",
     QT_TRANSLATE_NOOP("Glossary",
                       "Adds a layer's input to its output, so that signals and gradients have a way around it.")},
    {"layer normalization", "层归一化", "(x − μ) / σ · γ + β", "γ, β (d)", "cost",
     QT_TRANSLATE_NOOP("Glossary",
                       "Brings the numbers of each position to mean 0 and variance 1, then scales and shifts them.")},
    {"feed-forward", "前馈", "W_2 f(W_1 x)", "d → d_ff → d", "cost",
     QT_TRANSLATE_NOOP("Glossary", "The two-layer net that follows attention at each position.")},
    {"attention sink", "注意力汇", "α_i0", "α (n × n)", "sink",
     QT_TRANSLATE_NOOP("Glossary", "A token, often the first, that takes the weight a head has no better use for.")},
    {"induction head", "归纳头", "A B … A → B", "α (n × n)", "induction",
     QT_TRANSLATE_NOOP("Glossary", "A head that looks at what followed an earlier occurrence of the current token.")},
    {"entropy", "熵", "H = −Σ α ln α", "0 … ln n_k", "entropy",
     QT_TRANSLATE_NOOP("Glossary",
                       "How spread a row of weights is: 0 when all is on one key, ln n when all are equal.")},
    {"mask", "掩码", "M", "M (n_q × n_k), 0/1", "causal",
     QT_TRANSLATE_NOOP("Glossary", "Says which keys a query may look at; a masked weight is exactly 0.")},
    {"gold alignment", "人工标注对齐（gold）", "i-j, ipj", "{(i, j)}", "gold",
     QT_TRANSLATE_NOOP("Glossary",
                       "Links between words that people have marked, sure or possible, to compare weights with.")},
    {"alignment error rate", "对齐错误率", "AER = 1 − (|A∩S| + |A∩P|) / (|A| + |S|)", "0 … 1", "gold",
     QT_TRANSLATE_NOOP("Glossary", "How far the links of the largest weights are from the gold ones: 0 is no error.")},
    {"Jensen–Shannon divergence", "JS 散度", "JS(p, q)", "0 … ln 2", "figures",
     QT_TRANSLATE_NOOP("Glossary", "How different two rows of weights are: 0 when they are equal.")},
    {"rollout", "注意力展开", "Ã_L · … · Ã_1", "n × n", "rollout",
     QT_TRANSLATE_NOOP("Glossary", "The weights of all layers multiplied, so that outputs are traced back to inputs.")},
    {"gradient", "梯度", "∂L/∂θ, ∂α/∂e", "g (P)", "step-slope",
     QT_TRANSLATE_NOOP("Glossary", "How a number answers to a small change of others: of the loss, what training "
                                   "follows; of α, how much the scores can still move it.")},
    {"loss", "损失", "L = −ln p(y)", "L ≥ 0", "align",
     QT_TRANSLATE_NOOP("Glossary", "How surprised a model is by the right words; training makes it small.")},
    {"batch", "批", "B", "B × (x, y)", "align",
     QT_TRANSLATE_NOOP("Glossary", "The examples that one step of training learns from together.")},
    {"multiply–add", "乘加", "a·b + c", "n_q · n_k · d_k", "cost",
     QT_TRANSLATE_NOOP("Glossary", "One product added to a sum: the unit in which the work of a layer is counted.")},
    {"cosine", "余弦", "q·k / (‖q‖ ‖k‖)", "−1 … 1", "figures",
     QT_TRANSLATE_NOOP("Glossary", "The product of two vectors over their lengths: 1 is the same direction, whether of "
                                   "query and key (a score) or of two rows of weights.")},
    {"sparsemax, entmax", "sparsemax、entmax", "1.5-entmax", "n_k → n_k", "temperature",
     QT_TRANSLATE_NOOP("Glossary", "Normalizers in place of softmax that give many keys a weight of exactly 0.")},
    {"recurrent net: LSTM, GRU", "循环网络：LSTM、GRU", "h_t = f(h_{t−1}, x_t)", "h (n × d)", "crossing",
     QT_TRANSLATE_NOOP("Glossary", "Reads a sequence step by step and carries one state along, so that no step can run "
                                   "before the last one is done.")},
    {"band", "带状范围", "|j − d_i| ≤ 1", "0 … 1", "figures",
     QT_TRANSLATE_NOOP("Glossary", "The keys next to the diagonal; in band is the part of the weight that lies there.")},
    {"nat, bit", "奈特、比特", "1 nat = 1.44 bit", "0 … ln n_k", "entropy",
     QT_TRANSLATE_NOOP("Glossary", "The units of entropy: by the natural logarithm and by that of base 2.")},
};
// clang-format on

} // namespace

std::vector<GlossaryTerm> glossaryTerms() {
    std::vector<GlossaryTerm> terms;
    for (const Entry& entry : table) {
        terms.push_back({.english = QString::fromUtf8(entry.english),
                         .chinese = QString::fromUtf8(entry.chinese),
                         .meaning = QCoreApplication::translate("Glossary", entry.meaning),
                         .symbol = QString::fromUtf8(entry.symbol),
                         .shape = QString::fromUtf8(entry.shape),
                         .demonstration = QString::fromUtf8(entry.demonstration)});
    }
    return terms;
}

std::vector<GlossaryTerm> glossaryMatching(const QString& typed) {
    // As it is typed: "Jensen-Shannon" for "Jensen–Shannon".
    const auto plain = [](QString text) {
        return text.replace(QChar(0x2013), QLatin1Char('-'));
    };
    std::vector<GlossaryTerm> found;
    const QString word = plain(typed.simplified());
    for (const GlossaryTerm& term : glossaryTerms()) {
        const QString all = QStringList{term.english, term.chinese, term.meaning, term.symbol}.join(QLatin1Char(' '));
        if (plain(all).contains(word, Qt::CaseInsensitive))
            found.push_back(term);
    }
    std::stable_partition(found.begin(), found.end(), [&](const GlossaryTerm& term) {
        return plain(term.english + QLatin1Char(' ') + term.chinese).contains(word, Qt::CaseInsensitive);
    });
    return found;
}

} // namespace heedmap
