#include "ui/inputs/method_rows.h"

#include "core/session/consistency.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/setting_row.h"

#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>

namespace heedmap {

using attention::Approximation;
using attention::ApproximationKind;

MethodRows::MethodRows(Document* document, QWidget* parent)
    : QWidget(parent)
    , document_(document)
    , method_(new ChoiceButton(tr("method"), {tr("exact"), tr("linear"), tr("Performer")}, this))
    , featuresRow_(new SettingRow(tr("random features"), this))
    , features_(new QSpinBox(this))
    , seedRow_(new SettingRow(tr("seed"), this))
    , seed_(new QSpinBox(this)) {
    method_->setObjectName(QStringLiteral("method"));
    features_->setObjectName(QStringLiteral("features"));
    seed_->setObjectName(QStringLiteral("featureSeed"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    auto* row = new SettingRow(tr("method"), this);
    row->add(method_);
    method_->setToolTip(tr("Softmax itself, or what comes near it in time linear in n; the line below says how near"));
    method_->setChoiceToolTip(0, tr("The normalizer itself"));
    method_->setChoiceToolTip(1, tr("Linear attention: feature map elu + 1 (Katharopoulos et al. 2020)"));
    method_->setChoiceToolTip(2, tr("Positive orthogonal random features, FAVOR+ (Choromanski et al. 2021)"));
    column->addWidget(row);
    features_->setRange(1, static_cast<int>(attention::mostFeatures));
    features_->setAccessibleName(tr("random features of Performer"));
    features_->setToolTip(tr("More features come nearer to softmax"));
    makeQuiet(features_, QStringLiteral("00000"));
    featuresRow_->add(features_);
    column->addWidget(featuresRow_);
    seed_->setRange(0, std::numeric_limits<int>::max());
    seed_->setAccessibleName(tr("seed of the random features"));
    seed_->setToolTip(tr("The same seed draws the same features"));
    makeQuiet(seed_, QStringLiteral("00000"));
    seedRow_->add(seed_);
    column->addWidget(seedRow_);
    for (SettingRow* dependent : {featuresRow_, seedRow_}) {
        dependent->label()->setForegroundRole(QPalette::PlaceholderText);
        dependent->label()->setIndent(12);
    }
    connect(method_, &ChoiceButton::chosen, this, [this](int choice) {
        change(tr("Compute by %1").arg(method_->text()),
               [choice](Approximation& a) { a.kind = static_cast<ApproximationKind>(choice); });
    });
    connect(features_, &QSpinBox::valueChanged, this, [this](int features) {
        change(
            tr("Change random features"), [features](Approximation& a) { a.features = features; },
            QStringLiteral("method-features"));
    });
    connect(seed_, &QSpinBox::valueChanged, this, [this](int seed) {
        change(
            tr("Change seed of the features"), [seed](Approximation& a) { a.seed = static_cast<std::uint64_t>(seed); },
            QStringLiteral("method-seed"));
    });
    connect(document, &Document::changed, this, [this](Parts parts) {
        if (parts & Part::problem)
            follow();
    });
    follow();
}

void MethodRows::change(const QString& words, const std::function<void(Approximation&)>& edit, const QString& key) {
    document_->change(
        words, [&](files::Session& session) { edit(session.problem.approximation); }, key);
}

void MethodRows::follow() {
    const attention::Problem& problem = document_->session().problem;
    const Approximation& approximation = problem.approximation;
    const bool performer = approximation.kind == ApproximationKind::performer;
    method_->setCurrent(static_cast<int>(approximation.kind));
    const QSignalBlocker quietFeatures(features_);
    features_->setValue(static_cast<int>(approximation.featuresFor(files::sizesOf(problem).queryDimension)));
    const QSignalBlocker quietSeed(seed_);
    seed_->setValue(static_cast<int>(std::min<std::uint64_t>(approximation.seed, std::numeric_limits<int>::max())));
    featuresRow_->setVisible(performer);
    seedRow_->setVisible(performer);
}

} // namespace heedmap
