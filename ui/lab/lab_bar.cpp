#include "ui/lab/lab_bar.h"

#include "core/seq2seq/shipped_corpora.h"
#include "ui/actions/actions.h"
#include "ui/base/corpus_title.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/segmented_control.h"

#include <QAbstractButton>
#include <QFileInfo>
#include <QToolButton>

#include <algorithm>
#include <array>

namespace heedmap {

namespace {

using attention::ScoreFunction;

const std::array<Attention, 5> offered{Attention(ScoreFunction::additive), Attention(ScoreFunction::dot),
                                       Attention(ScoreFunction::general), Attention(ScoreFunction::scaled_dot),
                                       Attention()};

} // namespace

LabBar::LabBar(Lab* lab, const ActionTable& actions, QWidget* parent)
    : QWidget(parent)
    , lab_(lab)
    , actions_(actions) {
    QStringList titles;
    for (const seq2seq::ShippedGrammar& shipped : seq2seq::shippedGrammars()) {
        corpora_ << QString::fromUtf8(shipped.name.data(), static_cast<qsizetype>(shipped.name.size()));
        const auto grammar = seq2seq::Grammar::parse(shipped.text);
        titles << (grammar ? corpusTitle(grammar->title()) : corpora_.back());
    }
    corpora_ << QString();
    titles << tr("A file…");
    corpus_ = new ChoiceButton(tr("sentence pairs"), titles, this);
    corpus_->setObjectName(QStringLiteral("corpus"));
    corpus_->setDimmed(false);
    corpus_->setToolTip(tr("The sentence pairs that are trained with: made from a small grammar, or a file of yours"));
    QStringList names;
    for (const Attention& score : offered)
        names << attentionName(score);
    variants_ = new SegmentedControl(SegmentedControl::Mode::any, names, this);
    variants_->setObjectName(QStringLiteral("variants"));
    variants_->setAccessibleName(tr("Models that are trained side by side"));
    auto* flow = new FlowLayout(12, 8, this);
    flow->setContentsMargins(12, 8, 12, 8);
    flow->addWidget(corpus_);
    flow->addWidget(variants_);
    for (const ActionId id : {ActionId::trainModels, ActionId::stepModels, ActionId::resetModels}) {
        auto* button = new QToolButton(this);
        actions_[id]->setIconText(plainText(actions_[id]->text()));
        button->setDefaultAction(actions_[id]);
        button->setObjectName(actions_[id]->objectName());
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setAutoRaise(id != ActionId::trainModels);
        button->setFocusPolicy(Qt::TabFocus);
        flow->addWidget(button);
    }
    connect(corpus_, &ChoiceButton::chosen, this, [this](int choice) {
        if (corpora_[choice].isEmpty())
            Q_EMIT fileRequested();
        else
            Q_EMIT corpusChosen(corpora_[choice]);
        refresh();
    });
    connect(variants_, &SegmentedControl::toggled, this, &LabBar::toggleVariant);
    connect(lab_, &Lab::corpusChanged, this, &LabBar::refresh);
    connect(lab_, &Lab::settingsChanged, this, &LabBar::refresh);
    connect(lab_, &Lab::stateChanged, this, &LabBar::refresh);
    refresh();
}

void LabBar::toggleVariant(int segment, bool chosen) {
    LabSettings settings = lab_->settings();
    std::vector<Attention> wanted;
    for (std::size_t i = 0; i < offered.size(); ++i) {
        const bool was =
            std::find(settings.variants.begin(), settings.variants.end(), offered[i]) != settings.variants.end();
        if (static_cast<int>(i) == segment ? chosen : was)
            wanted.push_back(offered[i]);
    }
    if (!wanted.empty()) // the last one stays
        settings.variants = wanted;
    lab_->setSettings(settings);
    refresh();
}

void LabBar::refresh() {
    const auto& corpus = lab_->corpus();
    const int choice = corpus ? static_cast<int>(corpora_.indexOf(QString::fromStdString(corpus->name))) : -1;
    corpus_->setCurrent(choice >= 0 ? choice : static_cast<int>(corpora_.size()) - 1);
    if (corpus && choice < 0)
        corpus_->setText(QFileInfo(QString::fromStdString(corpus->name)).fileName());
    const auto& chosen = lab_->settings().variants;
    const bool idle = lab_->state() == LabState::idle;
    variants_->setToolTips(QStringList(std::ssize(offered), idle ? QString() : tr("Press Reset to change this")));
    for (std::size_t i = 0; i < offered.size(); ++i) {
        variants_->setChecked(static_cast<int>(i), std::find(chosen.begin(), chosen.end(), offered[i]) != chosen.end());
        variants_->setSegmentEnabled(static_cast<int>(i), idle);
    }
}

} // namespace heedmap
