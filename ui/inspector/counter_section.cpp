#include "ui/inspector/counter_section.h"

#include "core/analysis/divergence.h"
#include "ui/base/numbers.h"
#include "ui/widgets/bar_chart.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/quiet_button.h"
#include "ui/widgets/section_label.h"
#include "ui/widgets/setting_row.h"

#include <QLabel>
#include <QVBoxLayout>

#include <cmath>
#include <new>

namespace heedmap {

struct CounterSection::Subject {
    std::shared_ptr<const attention::Attention<double>> attention;
    std::shared_ptr<const attention::Projected> projected;
    Index row = 0;
    Index column = 0;
    QStringList keys;
    NextWordSection::Maker nextWord; // of a trained model

    VectorD alpha() const { return attention->alpha.row(row).transpose(); }
    std::vector<std::uint8_t> allowed() const {
        std::vector<std::uint8_t> marks;
        for (Index j = 0; j < attention->allowed.cols(); ++j)
            marks.push_back(attention->allowed(row, j));
        return marks;
    }
};

CounterSection::CounterSection(QWidget* parent)
    : QWidget(parent)
    , epsilonRow_(new SettingRow(QString(), this))
    , epsilon_(new NumberField(tr("ε, how far the output may move"), this))
    , least_(new NumberField(tr("least total variation from the true weights"), this))
    , search_(new QuietButton(tr("Search"), this))
    , result_(new QLabel(this))
    , chart_(new BarChart(this)) {
    epsilon_->setLimits(1e-9, 10);
    epsilon_->setValue(0.01);
    least_->setLimits(0.001, 1);
    least_->setValue(0.1);
    search_->setDimmed(false);
    search_->setObjectName(QStringLiteral("searchCounter"));
    result_->setWordWrap(true);
    result_->setTextFormat(Qt::PlainText);
    result_->setObjectName(QStringLiteral("counterResult"));
    result_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    chart_->setAccessibleName(tr("The weights found, and in gray the true ones"));
    chart_->setLimits(0, 0);
    auto* head = new SectionLabel(tr("Other weights, same output"), this);
    auto* why = new QLabel(tr("If other weights give the same output, the weights alone do not explain it."), this);
    why->setWordWrap(true);
    why->setForegroundRole(QPalette::PlaceholderText);
    epsilonRow_->add(epsilon_);
    auto* leastRow = new SettingRow(tr("weights differ by at least"), this);
    leastRow->setToolTip(tr("Total variation, Σ|α − α′|/2: 0 … 1"));
    leastRow->add(least_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    for (QWidget* widget : std::initializer_list<QWidget*>{head, why, epsilonRow_, leastRow})
        column->addWidget(widget);
    column->addWidget(search_, 0, Qt::AlignLeft);
    column->addWidget(chart_);
    column->addWidget(result_);
    connect(search_, &QAbstractButton::clicked, this, [this] { searching_ ? stop() : search(); });
    connect(epsilon_, &NumberField::edited, this, &CounterSection::forget);
    connect(least_, &NumberField::edited, this, &CounterSection::forget);
    for (NumberField* field : {epsilon_, least_})
        connect(field, &NumberField::refused, result_, &QLabel::setText);
    forget();
}

CounterSection::~CounterSection() = default; // the worker is told to stop and waited for

analysis::CounterAlpha CounterSection::searched(const Subject& subject, const analysis::CounterSearch& search) {
    const std::vector<std::uint8_t> allowed = subject.allowed();
    if (!subject.nextWord)
        return analysis::findCounterAlpha(subject.alpha(), allowed, subject.projected->v, search);
    const auto next = subject.nextWord();
    const analysis::WeightedOutput output{[&next](const VectorD& weights) { return next->probabilities(weights); },
                                          [](const VectorD& a, const VectorD& b) {
                                              return (a - b).cwiseAbs().sum() / 2;
                                          }};
    return analysis::findCounterAlpha(subject.alpha(), allowed, output, search);
}

void CounterSection::show(const Inspected& inspected, const NextWordSection::Maker& nextWord) {
    const bool possible = inspected.computed() && inspected.panel.projected->v.cols() > 0;
    setVisible(possible);
    if (!possible) {
        subject_ = nullptr;
        return forget();
    }
    const bool same =
        subject_ && subject_->attention == inspected.panel.attention && subject_->row == inspected.cell.row;
    auto subject = std::make_shared<Subject>();
    subject->attention = inspected.panel.attention;
    subject->projected = inspected.panel.projected;
    subject->row = inspected.cell.row;
    subject->column = inspected.cell.column;
    subject->keys = inspected.columnTokens;
    subject->nextWord = nextWord;
    epsilonRow_->label()->setText(nextWord ? tr("next word may move by ε") : tr("context may move by ε‖c‖, ε"));
    epsilonRow_->setToolTip(nextWord ? tr("Total variation of the probabilities of the next word: 0 … 1")
                                     : tr("Length of the context's change, as a share of its own"));
    subject_ = std::move(subject);
    chart_->setMarked(static_cast<int>(subject_->column));
    if (!same)
        forget();
}

void CounterSection::forget() {
    stop();
    ++run_;
    chart_->hide();
    result_->clear();
    result_->hide();
}

void CounterSection::stop() {
    worker_.request_stop();
}

void CounterSection::search() {
    if (!subject_)
        return;
    forget();
    const VectorD alpha = subject_->alpha();
    if (!alpha.allFinite() || alpha.minCoeff() < 0) {
        result_->setText(tr("The weights of this row are no finite numbers from 0 up: there is nothing to search."));
        return result_->show();
    }
    const int run = run_;
    const double epsilon = epsilon_->value();
    analysis::CounterSearch search;
    search.epsilon = epsilon;
    search.leastMoved = least_->value();
    worker_ = std::jthread([this, run, epsilon, search, subject = subject_](std::stop_token stop) mutable {
        search.stop = stop;
        analysis::CounterAlpha result;
        try {
            result = searched(*subject, search);
        } catch (const std::bad_alloc&) { // none was found
            result = {};
        }
        QMetaObject::invokeMethod(
            this,
            [this, run, epsilon, result] {
                searching_ = false;
                search_->setText(tr("Search"));
                if (run == run_)
                    showResult(result, epsilon);
                Q_EMIT found();
            },
            Qt::QueuedConnection);
    });
    searching_ = true;
    search_->setText(tr("Stop"));
}

void CounterSection::showResult(const analysis::CounterAlpha& result, double epsilon) {
    const VectorD alpha = subject_->alpha();
    result_->show();
    const bool words = subject_->nextWord != nullptr;
    if (!result.found) {
        const QString none = words
                                 ? tr("None was found among %1 tried that differs by at least %2 and moves the "
                                      "probabilities of the next word by less than %3. That proves nothing: the "
                                      "search is limited.")
                                 : tr("None was found among %1 tried that differs by at least %2 and moves the context "
                                      "by less than %3 ‖c‖. That proves nothing: the search is limited.");
        return result_->setText(none.arg(result.tried).arg(numberText(least_->value(), 3), numberText(epsilon, 3)));
    }
    chart_->setBars(
        {{tr("found"), {result.weights.begin(), result.weights.end()}}, {tr("true"), {alpha.begin(), alpha.end()}}},
        subject_->keys);
    chart_->setMarked(static_cast<int>(subject_->column));
    chart_->show();
    const std::span<const double> weights(result.weights.data(), static_cast<std::size_t>(result.weights.size()));
    const QString key = shownToken(subject_->keys.value(analysis::largest(weights)));
    const QString largest = result.sameLargest ? tr("The largest weight is still on %1.").arg(key)
                                               : tr("The largest weight is now on %1.").arg(key);
    const QString found = words ? tr("Found (true weights gray): total variation %1, Jensen–Shannon %2 nat, yet the "
                                     "probabilities of the next word move by only %3. %4 Tried: %5.")
                                : tr("Found (true weights gray): total variation %1, Jensen–Shannon %2 nat, yet the "
                                     "context moves by only ‖Δc‖ = %3. %4 Tried: %5.");
    result_->setText(found
                         .arg(numberText(result.totalVariation, 3), numberText(result.jensenShannon, 3),
                              numberText(result.moved, 3), largest)
                         .arg(result.tried));
}

} // namespace heedmap
