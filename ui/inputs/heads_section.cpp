#include "ui/inputs/heads_section.h"

#include "core/session/panel.h"
#include "core/session/panel_result.h"
#include "core/session/torch_code.h"
#include "ui/base/error_text.h"
#include "ui/base/panel_text.h"
#include "ui/document/heads.h"
#include "ui/document/view_state.h"
#include "ui/inputs/role_drawing.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/section_label.h"
#include "ui/widgets/segmented_control.h"
#include "ui/widgets/setting_row.h"
#include "ui/widgets/toggle_switch.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>

namespace heedmap {

namespace {

QStringList textsOf(const std::vector<Index>& numbers) {
    QStringList texts;
    for (const Index number : numbers)
        texts << QString::number(number);
    return texts;
}

int placeOf(const std::vector<Index>& numbers, Index number) {
    const auto found = std::find(numbers.begin(), numbers.end(), number);
    return static_cast<int>(found == numbers.end() ? 0 : found - numbers.begin());
}

// Where in the tensor `alpha` of the code a panel is: "alpha[0, 2]".
std::string placeIn(const files::Session& session, const files::Panel& panel) {
    const std::vector<Index> chosen = files::chosenHeads(panel);
    if (session.problem.heads == 1 || panel.head)
        return "alpha[0, " + std::to_string(panel.head.value_or(0)) + "]";
    std::string heads;
    for (const Index head : chosen)
        heads += (heads.empty() ? "" : ", ") + std::to_string(head);
    return (chosen.empty() ? "alpha[0]" : "alpha[0, [" + heads + "]]") +
           (panel.overHeads == files::OverHeads::max ? ".amax(0)" : ".mean(0)");
}

// The problem under a score function, copied only where that has operands of its own: those of long sequences are
// large.
template <class Use>
auto useProblemOf(const files::Session& session, attention::ScoreFunction function, Use use) {
    return session.hasOwn(function) ? use(session.problemOf(function)) : use(session.problem);
}

} // namespace

HeadsSection::HeadsSection(Document* document, const ViewState* view, QWidget* parent)
    : QWidget(parent)
    , document_(document)
    , view_(view)
    , head_(new SectionLabel(tr("heads"), this))
    , role_(new SegmentedControl(SegmentedControl::Mode::one, {tr("Encoder"), tr("Decoder"), tr("Cross")}, this))
    , drawing_(new RoleDrawing(this))
    , layer_(new QLabel(this))
    , headsRow_(new SettingRow(tr("heads"), this))
    , heads_(new ChoiceButton(tr("number of heads"), {}, this))
    , groupsRow_(new SettingRow(tr("key/value heads"), this))
    , groups_(new ChoiceButton(tr("number of key/value heads"), {}, this))
    , shownRow_(new SettingRow(tr("show"), this))
    , shown_(new SegmentedControl(SegmentedControl::Mode::any, {tr("each"), tr("mean"), tr("max")}, this))
    , biases_(new ToggleSwitch(tr("biases b_Q, b_K, b_V, b_O"), this))
    , drawRow_(new SettingRow(tr("seed"), this))
    , seed_(new QSpinBox(this))
    , draw_(new QuietButton(tr("draw at random"), this))
    , copy_(new QuietButton(tr("Copy as Python"), this))
    , message_(new QLabel(this)) {
    setObjectName(QStringLiteral("heads"));
    addRows();
    connectFields();
    follow();
}

void HeadsSection::addRows() {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(head_);
    column->addSpacing(2);
    role_->setNarrow();
    shown_->setNarrow();
    role_->setAccessibleName(tr("Role of the layer in a Transformer"));
    role_->setToolTips({tr("Self-attention of an encoder: every token sees every other"),
                        tr("Self-attention of a decoder: a token sees itself and what is before it"),
                        tr("Cross-attention: Q from the decoder, K and V from the encoder")});
    column->addWidget(role_);
    column->addSpacing(6);
    column->addWidget(drawing_);
    heads_->setToolTip(tr("Q, K and V are split by columns into so many parts, each with its own α"));
    headsRow_->add(heads_);
    groups_->setToolTip(tr("K and V of one head are shared by several heads of Q (grouped-query attention)"));
    groupsRow_->add(groups_);
    shown_->setAccessibleName(tr("What of the heads is shown"));
    shown_->setToolTips({tr("A panel a head; Ctrl and a click on some of them show their mean"),
                         tr("The mean of α over the heads, as PyTorch averages it"),
                         tr("The largest α over the heads")});
    shownRow_->add(shown_);
    biases_->setToolTip(tr("Added to Q, K, V and the output; zeros at first"));
    biases_->setFixedHeight(24);
    seed_->setRange(0, std::numeric_limits<int>::max());
    seed_->setAccessibleName(tr("seed of the projections"));
    makeQuiet(seed_, QStringLiteral("00000"));
    draw_->setToolTip(tr("Draws W_Q, W_K, W_V and W_O anew with this seed"));
    drawRow_->add(seed_);
    drawRow_->add(draw_);
    for (QWidget* row : std::initializer_list<QWidget*>{headsRow_, groupsRow_, shownRow_, biases_, drawRow_})
        column->addWidget(row);
    layer_->setWordWrap(true);
    layer_->setTextFormat(Qt::PlainText);
    layer_->setForegroundRole(QPalette::PlaceholderText);
    layer_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    layer_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    layer_->setObjectName(QStringLiteral("torchLayer"));
    column->addSpacing(4);
    column->addWidget(layer_);
    copy_->setDimmed(false);
    copy_->setFlush();
    copy_->setObjectName(QStringLiteral("copyPython"));
    column->addWidget(copy_, 0, Qt::AlignLeft);
    message_->setWordWrap(true);
    message_->setForegroundRole(QPalette::PlaceholderText);
    message_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    message_->hide();
    column->addWidget(message_);
}

void HeadsSection::connectFields() {
    connect(role_, &SegmentedControl::currentChanged, this,
            [this](int role) { setRole(*document_, static_cast<LayerRole>(role)); });
    connect(heads_, &ChoiceButton::chosen, this,
            [this](int choice) { setHeads(*document_, possibleHeads_[static_cast<std::size_t>(choice)]); });
    connect(groups_, &ChoiceButton::chosen, this,
            [this](int choice) { setKeyValueHeads(*document_, possibleGroups_[static_cast<std::size_t>(choice)]); });
    connect(shown_, &SegmentedControl::toggled, this, [this] {
        showHeads(*document_, {shown_->isChecked(0), shown_->isChecked(1), shown_->isChecked(2)});
        follow(); // the last one stays
    });
    connect(biases_, &QAbstractButton::clicked, this, [this](bool on) { setBiases(*document_, on); });
    connect(draw_, &QAbstractButton::clicked, this,
            [this] { drawProjections(*document_, static_cast<std::uint64_t>(seed_->value())); });
    connect(copy_, &QAbstractButton::clicked, this, &HeadsSection::copyCode);
    connect(document_, &Document::changed, message_, &QWidget::hide);
    connect(view_, &ViewState::activePanelChanged, message_, &QWidget::hide);
    connect(view_, &ViewState::activePanelChanged, this, &HeadsSection::followPanel);
    connect(document_, &Document::changed, this, [this](Parts parts) {
        if (parts & (Part::problem | Part::panels))
            follow();
    });
}

QString HeadsSection::message() const {
    return message_->isHidden() ? QString() : message_->text();
}

void HeadsSection::say(const QString& sentence) {
    message_->setText(sentence);
    message_->show();
}

void HeadsSection::follow() {
    const files::Session& session = document_->session();
    const auto role = roleOf(session);
    role_->setCurrent(role ? static_cast<int>(*role) : -1);
    drawing_->show(session);
    followChoices(session);
    const bool projects = attention::projects(session.problem);
    biases_->setChecked(hasBiases(session));
    biases_->setVisible(projects);
    drawRow_->setVisible(projects);
    const HeadsShown shown = headsShown(session);
    shown_->setChecked(0, shown.each);
    shown_->setChecked(1, shown.mean);
    shown_->setChecked(2, shown.max);
    shownRow_->setVisible(session.problem.heads > 1);
    const files::ProblemSizes sizes = files::sizesOf(session.problem);
    head_->setDetail(tr("%1 with d_k = %2").arg(session.problem.heads).arg(sizes.keyDimension));
    followPanel();
}

// Where the active panel is of no score function, the first one that is.
files::Panel HeadsSection::copiedPanel() const {
    const std::vector<files::Panel>& panels = document_->session().panels;
    const auto isScored = [](const files::Panel& panel) {
        return panel.score.has_value();
    };
    const std::optional<int> active = document_->panelShownAs(view_->activePanel());
    const files::Panel* const shown = active ? &panels[static_cast<std::size_t>(*active)] : nullptr;
    if (shown && isScored(*shown) && shown->kind == files::PanelKind::weights)
        return *shown;
    const auto first = std::find_if(panels.begin(), panels.end(), isScored);
    files::Panel panel = first == panels.end() ? files::Panel{} : *first;
    panel.kind = files::PanelKind::weights;
    panel.score = panel.score.value_or(attention::ScoreFunction::scaled_dot);
    return panel;
}

void HeadsSection::followPanel() {
    const files::Session& session = document_->session();
    const files::Panel panel = copiedPanel();
    layer_->setText(useProblemOf(session, *panel.score, [&](const attention::Problem& problem) {
        return files::isTorchLayer(problem, *panel.score)
                   ? QStringLiteral("torch.nn.MultiheadAttention(%1, %2)")
                         .arg(files::sizesOf(problem).queryDimension * problem.heads)
                         .arg(problem.heads)
                   : tr("PyTorch has no layer for this; the code spells it out");
    }));
    copy_->setToolTip(tr("Code for PyTorch with these numbers in it, which gives the same α and output: of %1")
                          .arg(panelTitle(session, panel)));
}

void HeadsSection::followChoices(const files::Session& session) {
    const Index heads = session.problem.heads;
    possibleHeads_ = possibleHeads(session);
    if (std::find(possibleHeads_.begin(), possibleHeads_.end(), heads) == possibleHeads_.end())
        possibleHeads_.insert(std::upper_bound(possibleHeads_.begin(), possibleHeads_.end(), heads), heads);
    heads_->setChoices(textsOf(possibleHeads_));
    heads_->setCurrent(placeOf(possibleHeads_, heads));
    possibleGroups_ = possibleKeyValueHeads(session);
    groups_->setChoices(textsOf(possibleGroups_));
    const Index groups = session.problem.keyValueHeads;
    groups_->setCurrent(placeOf(possibleGroups_, groups > 0 ? groups : heads));
    groupsRow_->setVisible(heads > 1 && attention::projects(session.problem));
}

void HeadsSection::copyCode() {
    const files::Session& session = document_->session();
    const files::Panel panel = copiedPanel();
    const auto code = useProblemOf(session, *panel.score, [&](const attention::Problem& problem) {
        return files::torchCode(problem, *panel.score);
    });
    if (!code)
        return say(errorSentence(code.error()));
    const std::string head = "# score function: " + std::string(attention::nameOf(*panel.score)) + "; the panel is " +
                             placeIn(session, panel) + "\n";
    QGuiApplication::clipboard()->setText(QString::fromStdString(head + *code));
    say(tr("Copied: %1 lines of Python.").arg(1 + std::count(code->begin(), code->end(), '\n')));
}

} // namespace heedmap
