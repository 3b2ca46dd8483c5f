#include "ui/inspector/next_word_section.h"

#include "core/seq2seq/shipped_models.h"
#include "core/session/trained_pair.h"
#include "ui/base/numbers.h"
#include "ui/widgets/figure_table.h"
#include "ui/widgets/section_label.h"

#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>

namespace heedmap {

namespace {

constexpr int mostWords = 5;

std::vector<std::string> withoutEnd(std::vector<std::string> tokens) {
    if (!tokens.empty() && tokens.back() == seq2seq::endLabel)
        tokens.pop_back();
    return tokens;
}

// The likeliest words under either distribution, those of `after` first.
std::vector<seq2seq::WordId> likeliest(const VectorD& before, const VectorD& after) {
    std::vector<seq2seq::WordId> order(static_cast<std::size_t>(after.size()));
    std::iota(order.begin(), order.end(), 0);
    const auto most = std::min<std::size_t>(order.size(), mostWords);
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(most), order.end(),
                      [&](auto a, auto b) { return std::max(before(a), after(a)) > std::max(before(b), after(b)); });
    order.resize(most);
    std::sort(order.begin(), order.end(), [&](auto a, auto b) { return after(a) > after(b); });
    return order;
}

} // namespace

NextWordSection::NextWordSection(QWidget* parent)
    : QWidget(parent)
    , sentence_(new QLabel(this))
    , words_(new FigureTable({tr("before"), tr("then")},
                             {tr("Probability of the word with the model's own weights"),
                              tr("Probability of the word with the weights chosen here")},
                             this)) {
    sentence_->setWordWrap(true);
    sentence_->setTextFormat(Qt::PlainText);
    sentence_->setObjectName(QStringLiteral("nextWord"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    auto* head = new SectionLabel(tr("Next word"), this);
    head->setDetail(tr("of the model that made this pair"));
    column->addWidget(head);
    column->addWidget(sentence_);
    column->addWidget(words_);
    hide();
}

bool NextWordSection::load(const std::string& corpus, attention::ScoreFunction score) {
    if (model_ && model_->corpus == corpus && model_->score == score)
        return true;
    const seq2seq::ShippedModel* shipped = seq2seq::shippedModel(corpus, score);
    auto model = shipped ? seq2seq::load(*shipped) : Result<seq2seq::Model>(makeError(seq2seq::notAModel, {corpus}));
    model_ = model ? std::make_shared<const Model>(Model{corpus, score, std::move(model).value()}) : nullptr;
    return model_ != nullptr;
}

void NextWordSection::show(const Inspected& inspected) {
    const files::Session& session = inspected.session;
    next_.reset();
    maker_ = nullptr;
    const auto words = static_cast<Index>(session.crossLabels.rows.size());
    const bool known = !session.corpus.empty() && inspected.computed() && !inspected.panel.panel.head &&
                       session.problem.kind == attention::ProblemKind::cross && inspected.cell.row < words &&
                       load(session.corpus, *inspected.panel.panel.score);
    const std::vector<std::string> source = withoutEnd(session.crossLabels.columns);
    setVisible(known && !source.empty());
    if (isHidden())
        return;
    const auto& target = session.crossLabels.rows;
    const std::vector<std::string> before(target.begin(), target.begin() + inspected.cell.row);
    next_ = std::make_unique<seq2seq::NextWord>(model_->model, source, before);
    if (next_->alpha().size() != inspected.panel.columns()) {
        next_.reset();
        return hide();
    }
    maker_ = [model = model_, source, before] {
        return std::make_unique<seq2seq::NextWord>(model->model, source, before);
    };
    showWeights(inspected.panel.attention->alpha.row(inspected.cell.row).transpose());
}

void NextWordSection::showWeights(const VectorD& weights) {
    if (!next_ || weights.size() != next_->alpha().size())
        return;
    const VectorD& before = next_->probabilities();
    const VectorD after = next_->probabilities(weights);
    const seq2seq::Vocabulary& vocabulary = model_->model.target;
    const auto shown = [&](seq2seq::WordId id) {
        const std::string& word = vocabulary.word(id);
        return QString::fromStdString(word == seq2seq::endWord ? seq2seq::endLabel : word);
    };
    std::vector<QStringList> rows;
    for (const seq2seq::WordId id : likeliest(before, after))
        rows.push_back({shown(id), numberText(before(id), 3), numberText(after(id), 3)});
    words_->setRows(std::move(rows));
    const seq2seq::WordId own = seq2seq::mostLikely(before);
    const seq2seq::WordId now = seq2seq::mostLikely(after);
    sentence_->setText(own == now ? tr("It still says %1.").arg(shown(own))
                                  : tr("It would say %1 instead of %2.").arg(shown(now), shown(own)));
}

} // namespace heedmap
