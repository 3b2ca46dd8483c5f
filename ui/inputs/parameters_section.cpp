#include "ui/inputs/parameters_section.h"

#include "core/session/consistency.h"
#include "ui/inputs/matrix_edit.h"
#include "ui/inputs/method_rows.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/section_label.h"
#include "ui/widgets/setting_row.h"

#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>

namespace heedmap {

namespace {

using attention::NormalizerKind;
using attention::Parameters;
using attention::ScoreFunction;

constexpr int mostHiddenUnits = 4096;

} // namespace

ParametersSection::ParametersSection(Document* document, QWidget* parent)
    : QWidget(parent)
    , document_(document)
    , normalizer_(
          new ChoiceButton(tr("normalizer"), {tr("softmax"), tr("sparsemax"), tr("1.5-entmax"), tr("hard max")}, this))
    , method_(new MethodRows(document, this))
    , betaRow_(new SettingRow(tr("sharpness β of cosine"), this))
    , beta_(new NumberField(tr("sharpness β"), this))
    , hiddenRow_(new SettingRow(tr("hidden size of additive"), this))
    , hidden_(new QSpinBox(this))
    , seedRow_(new SettingRow(tr("seed"), this))
    , seed_(new QSpinBox(this))
    , seedButton_(new QuietButton(tr("draw at random"), this))
    , message_(new QLabel(this)) {
    normalizer_->setObjectName(QStringLiteral("normalizer"));
    beta_->setObjectName(QStringLiteral("beta"));
    hidden_->setObjectName(QStringLiteral("hidden"));
    seed_->setObjectName(QStringLiteral("parameterSeed"));
    seedButton_->setObjectName(QStringLiteral("drawParameters"));
    addRows();
    connectFields();
    follow();
}

void ParametersSection::addRows() {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(new SectionLabel(tr("parameters"), this));
    column->addSpacing(2);
    auto* row = new SettingRow(tr("normalizer"), this);
    row->add(normalizer_);
    normalizer_->setToolTip(tr("How scores become weights that sum to 1"));
    normalizer_->setChoiceToolTip(0, tr("Every allowed key gets a weight above 0"));
    normalizer_->setChoiceToolTip(1, tr("Projects onto the simplex: small scores get exactly 0"));
    normalizer_->setChoiceToolTip(2, tr("Between softmax and sparsemax"));
    normalizer_->setChoiceToolTip(3, tr("1 for the largest score, shared among equal ones"));
    column->addWidget(row);
    column->addWidget(method_);
    beta_->setLimits(-1e6, 1e6);
    beta_->setToolTip(tr("e = β cos(q, k): the larger β, the sharper the weights"));
    betaRow_->add(beta_);
    hidden_->setRange(1, mostHiddenUnits);
    hidden_->setSuffix(tr(" units"));
    hidden_->setAccessibleName(tr("hidden size of additive attention"));
    hidden_->setToolTip(tr("Rows of W_s and W_h, entries of v; new ones are drawn at random"));
    makeQuiet(hidden_, QStringLiteral("0000") + hidden_->suffix());
    hiddenRow_->add(hidden_);
    seed_->setRange(0, std::numeric_limits<int>::max());
    seed_->setAccessibleName(tr("seed of the parameters"));
    seed_->setToolTip(tr("The same seed gives the same parameters on every computer"));
    makeQuiet(seed_, QStringLiteral("00000"));
    seedButton_->setToolTip(tr("Draws W, W_s, W_h and v anew with this seed"));
    seedRow_->add(seed_);
    seedRow_->add(seedButton_);
    for (QWidget* each : {static_cast<QWidget*>(betaRow_), static_cast<QWidget*>(hiddenRow_),
                          static_cast<QWidget*>(seedRow_), static_cast<QWidget*>(message_)})
        column->addWidget(each);
    message_->setForegroundRole(QPalette::BrightText);
    message_->setWordWrap(true);
    message_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    message_->hide();
}

void ParametersSection::connectFields() {
    connect(normalizer_, &ChoiceButton::chosen, this, [this](int choice) {
        document_->change(tr("Normalize with %1").arg(normalizer_->text()), [choice](files::Session& session) {
            session.problem.normalizer.kind = attention::allNormalizers[static_cast<std::size_t>(choice)];
        });
    });
    connect(beta_, &NumberField::edited, this, [this](double beta) {
        message_->hide();
        document_->change(tr("Change β"), [&](files::Session& session) {
            session.operands(document_->edited()).parameters.beta = beta;
        });
    });
    connect(beta_, &NumberField::refused, this, &ParametersSection::say);
    connect(hidden_, &QSpinBox::valueChanged, this, [this](int units) { setHidden(units); });
    connect(seedButton_, &QAbstractButton::clicked, this, &ParametersSection::drawParameters);
    connect(document_, &Document::changed, message_, &QWidget::hide);
    connect(document_, &Document::editedChanged, this, &ParametersSection::follow);
    connect(document_, &Document::changed, this, [this](Parts parts) {
        if (parts & (Part::problem | Part::panels))
            follow();
    });
}

QString ParametersSection::message() const {
    return message_->isHidden() ? QString() : message_->text();
}

void ParametersSection::say(const QString& sentence) {
    message_->setText(sentence);
    message_->show();
}

void ParametersSection::follow() {
    const files::Session& session = document_->session();
    const auto& all = attention::allNormalizers;
    const auto kind = std::find(all.begin(), all.end(), session.problem.normalizer.kind);
    normalizer_->setCurrent(static_cast<int>(kind - all.begin()));
    const OperandsOf edited = document_->edited();
    const Parameters& parameters = session.operands(edited).parameters;
    beta_->setValue(parameters.beta);
    betaRow_->setVisible(showsWith(session, ScoreFunction::cosine, edited));
    const Index units = parameters.v.size();
    const QSignalBlocker quiet(hidden_);
    hidden_->setValue(static_cast<int>(std::min<Index>(units, mostHiddenUnits)));
    hiddenRow_->setVisible(units > 0 && showsWith(session, ScoreFunction::additive, edited));
    seedRow_->setVisible(!parameterMatrices(session, edited).empty());
}

void ParametersSection::drawParameters() {
    const auto seed = static_cast<std::uint64_t>(seed_->value());
    const OperandsOf edited = document_->edited();
    document_->change(tr("New random parameters (seed %1)").arg(seed), [seed, edited](files::Session& session) {
        Parameters& p = session.operands(edited).parameters;
        const files::ProblemSizes sizes = files::sizesOf(session, edited);
        if (sizes.queryDimension == 0 || sizes.keyDimension == 0)
            return;
        const Index hidden = p.v.size() > 0 ? p.v.size() : files::hiddenSize(sizes.queryDimension, sizes.keyDimension);
        Parameters fresh = attention::withSeededScores({}, sizes.queryDimension, sizes.keyDimension, hidden, seed);
        if (showsWith(session, ScoreFunction::general, edited))
            p.w = std::move(fresh.w);
        if (!showsWith(session, ScoreFunction::additive, edited))
            return;
        p.w_s = std::move(fresh.w_s);
        p.w_h = std::move(fresh.w_h);
        p.v = std::move(fresh.v);
    });
}

// Units that there were stay as they are.
void ParametersSection::setHidden(Index hidden) {
    const auto seed = static_cast<std::uint64_t>(seed_->value());
    const auto edit = [&](files::Session& session) {
        Parameters& p = session.operands(document_->edited()).parameters;
        const files::ProblemSizes sizes = files::sizesOf(session, document_->edited());
        if (p.w_s.cols() != sizes.queryDimension || p.w_h.cols() != sizes.keyDimension)
            return;
        Parameters fresh = attention::withSeededScores({}, sizes.queryDimension, sizes.keyDimension, hidden, seed);
        const Index kept = std::min(hidden, p.v.size());
        fresh.w_s.topRows(kept) = p.w_s.topRows(kept);
        fresh.w_h.topRows(kept) = p.w_h.topRows(kept);
        fresh.v.head(kept) = p.v.head(kept);
        p.w_s = std::move(fresh.w_s);
        p.w_h = std::move(fresh.w_h);
        p.v = std::move(fresh.v);
    };
    document_->change(tr("Hidden size %1").arg(hidden), edit, QStringLiteral("hidden-size"));
}

} // namespace heedmap
