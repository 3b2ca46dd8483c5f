#include "ui/lab/variant_card.h"

#include "ui/base/numbers.h"
#include "ui/heatmap/heatmap_painter.h"
#include "ui/heatmap/heatmap_view.h"
#include "ui/lab/lab_picture.h"
#include "ui/settings/theme.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/quiet_button.h"
#include "ui/widgets/tool_tip.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

namespace heedmap {

namespace {

// Shows as many of its facts as fit whole.
class FactsLabel : public QLabel {
public:
    using QLabel::QLabel;

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setPen(palette().color(foregroundRole()));
        painter.drawText(rect(), Qt::AlignVCenter | Qt::AlignLeft, wholeFacts(text(), width(), QFontMetricsF(font())));
    }
};

template <class Label = QLabel>
Label* dimLabel(QWidget* parent) {
    auto* label = new Label(parent);
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setTextFormat(Qt::PlainText);
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    return label;
}

} // namespace

VariantCard::VariantCard(Lab* lab, ViewState* state, int index, QWidget* parent)
    : QWidget(parent)
    , lab_(lab)
    , index_(index)
    , view_(new HeatmapView(state, index, this))
    , says_(dimLabel(this))
    , state_(new QLabel(this))
    , facts_(dimLabel<FactsLabel>(this))
    , advice_(dimLabel(this))
    , remedies_(new QWidget(this))
    , explore_(new QuietButton(tr("Open in Explore"), this)) {
    says_->setObjectName(QStringLiteral("says"));
    facts_->setObjectName(QStringLiteral("facts"));
    state_->setObjectName(QStringLiteral("state"));
    advice_->setObjectName(QStringLiteral("advice"));
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    state_->setFont(bold);
    advice_->setWordWrap(true);
    advice_->hide();
    auto* flow = new FlowLayout(4, 4, remedies_);
    flow->setContentsMargins(0, 0, 0, 0);
    remedies_->hide();
    explore_->setObjectName(QStringLiteral("explore"));
    QSizePolicy keepsItsPlace = explore_->sizePolicy(); // so that the words of all cards stand on one line
    keepsItsPlace.setRetainSizeWhenHidden(true);
    explore_->setSizePolicy(keepsItsPlace);
    explore_->setToolTip(tr("Edit Q, K and V of this pair, ask why a weight is what it is, compare score functions"));
    auto* words = new QHBoxLayout;
    words->setSpacing(8);
    words->addWidget(says_, 1);
    words->addWidget(explore_);
    auto* line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(state_);
    line->addWidget(facts_, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(view_, 1);
    column->addLayout(words);
    column->addLayout(line);
    column->addWidget(advice_);
    column->addWidget(remedies_);
    connect(explore_, &QAbstractButton::clicked, this, [this] { Q_EMIT exploreRequested(index_); });
    connect(view_, &HeatmapView::menuRequested, this, &VariantCard::menuRequested);
    refresh();
}

const LabVariant* VariantCard::variant() const {
    const auto i = static_cast<std::size_t>(index_);
    return i < lab_->variants().size() ? &lab_->variants()[i] : nullptr;
}

const Attention& VariantCard::score() const {
    const LabVariant* own = variant();
    return own ? own->score : lab_->settings().variants[static_cast<std::size_t>(index_)];
}

void VariantCard::refresh() {
    const LabVariant* own = variant();
    view_->setPicture(labPicture(score(), own, lab_->watchedPair(), theme().dark));
    explore_->setVisible(score().has_value());
    explore_->setEnabled(own && own->translation);
    showSays();
    showAdvice();
    facts_->setText(factsText());
    facts_->setToolTip(toolTipText(facts_->text()));
}

QString VariantCard::factsText() const {
    const LabVariant* own = variant();
    const QString parameters = tr("%1 parameters")
                                   .arg(groupedText(static_cast<std::uint64_t>(own ? own->training->parameterCount()
                                                                                   : lab_->parameterCount(score()))));
    if (!own || own->losses.empty())
        return parameters;
    seq2seq::OptimizerOptions optimizer = lab_->settings().optimizer;
    optimizer.learningRate = own->learningRate;
    const double rate = seq2seq::scheduledRate(optimizer, std::ssize(own->losses) - 1, lab_->settings().steps);
    return tr("loss %1 · rate %2 · %3").arg(numberText(own->losses.back(), 3), numberText(rate, 2), parameters);
}

void VariantCard::showSays() {
    const LabVariant* own = variant();
    says_->setText(own && own->translation ? tr("says %1", "the model's own translation").arg(own->says) : QString());
    says_->setToolTip(own ? toolTipText(own->says) : QString());
}

void VariantCard::showAdvice() {
    const LabVariant* own = variant();
    const Advice advice = own ? adviceFor(*own) : Advice{tr("not trained yet"), {}, false, {}};
    state_->setText(advice.state);
    state_->setForegroundRole(advice.isBad ? QPalette::BrightText : QPalette::WindowText);
    advice_->setText(advice.advice);
    advice_->setVisible(!advice.advice.isEmpty());
    if (advice.remedies != offered_) {
        offered_ = advice.remedies;
        for (QuietButton* button : std::as_const(buttons_)) {
            button->hide();
            button->deleteLater(); // this may be its own click
        }
        buttons_.clear();
        for (const Remedy remedy : offered_) {
            auto* button = new QuietButton({}, remedies_);
            button->setDimmed(false);
            remedies_->layout()->addWidget(button);
            connect(button, &QAbstractButton::clicked, this,
                    [this, remedy] { lab_->apply(static_cast<std::size_t>(index_), remedy); });
            buttons_.append(button);
        }
    }
    for (std::size_t i = 0; i < offered_.size(); ++i) {
        buttons_[static_cast<qsizetype>(i)]->setText(remedyText(*own, offered_[i]));
        buttons_[static_cast<qsizetype>(i)]->updateGeometry();
    }
    remedies_->setVisible(!offered_.empty());
}

} // namespace heedmap
