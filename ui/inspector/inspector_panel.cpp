#include "ui/inspector/inspector_panel.h"

#include "core/session/shown_tokens.h"
#include "ui/document/activity_text.h"
#include "ui/inspector/cell_section.h"
#include "ui/inspector/comparison_section.h"
#include "ui/inspector/context_section.h"
#include "ui/inspector/counter_section.h"
#include "ui/inspector/next_word_section.h"
#include "ui/inspector/row_section.h"
#include "ui/inspector/slope_section.h"
#include "ui/inspector/steps_section.h"
#include "ui/inspector/what_if_section.h"
#include "ui/settings/theme.h"
#include "ui/widgets/section_label.h"
#include "ui/widgets/segmented_control.h"

#include <QLabel>
#include <QVBoxLayout>

namespace heedmap {

namespace {

// Tokens where there are some for every row (or column), numbers elsewhere.
QStringList tokensOr(const std::vector<std::string>& tokens, Index count) {
    QStringList texts;
    for (Index i = 0; i < count; ++i) {
        const auto index = static_cast<std::size_t>(i);
        texts << (index < tokens.size() ? QString::fromStdString(tokens[index]) : QString::number(i));
    }
    return texts;
}

} // namespace

InspectorPanel::InspectorPanel(Document* document, ViewState* state, QWidget* parent)
    : QScrollArea(parent)
    , document_(document)
    , state_(state)
    , hint_(new QLabel(tr("Choose a cell to see why it is what it is: click it, or move with the arrow keys."), this))
    , unfinished_(new QLabel(this))
    , choice_(new SegmentedControl(SegmentedControl::Mode::one, {tr("Numbers"), tr("Steps"), tr("What if")}, this))
    , explanation_(new QWidget(this))
    , cell_(new CellSection(explanation_))
    , row_(new RowSection(explanation_))
    , context_(new ContextSection(explanation_))
    , comparison_(new ComparisonSection(explanation_))
    , steps_(new StepsSection(explanation_))
    , slope_(new SlopeSection(explanation_))
    , whatIf_(new WhatIfSection(explanation_))
    , nextWord_(new NextWordSection(explanation_))
    , counter_(new CounterSection(explanation_)) {
    auto* content = new QWidget(this);
    auto* outer = new QVBoxLayout(content);
    outer->setContentsMargins(16, 12, 16, 16);
    outer->setSpacing(8);
    choice_->setNarrow();
    choice_->setAccessibleName(tr("What the inspector tells of the cell"));
    choice_->setObjectName(QStringLiteral("inspectorPages"));
    choice_->setToolTips({tr("The formula with its numbers, the row, the context"),
                          tr("From score over mask and normalizer to weight and context, step by step"),
                          tr("Other weights, and how the context moves")});
    choice_->setCurrent(0);
    outer->addWidget(choice_);
    outer->addSpacing(4);
    hint_->setWordWrap(true);
    hint_->setForegroundRole(QPalette::PlaceholderText);
    unfinished_->setObjectName(QStringLiteral("unfinished"));
    unfinished_->setTextFormat(Qt::PlainText);
    unfinished_->setWordWrap(true);
    unfinished_->hide();
    outer->addWidget(unfinished_);
    outer->addWidget(hint_);
    outer->addWidget(explanation_);
    outer->addStretch();
    auto* column = new QVBoxLayout(explanation_);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(20);
    pages_ = {makePage({cell_, row_, context_, comparison_}), makePage({steps_, slope_}),
              makePage({whatIf_, nextWord_, counter_})};
    for (QWidget* page : std::as_const(pages_))
        column->addWidget(page);
    connect(choice_, &SegmentedControl::currentChanged, this, [this](int page) {
        setPage(static_cast<Page>(page));
        if (page_ == Page::steps)
            steps_->takeKeys();
    });

    setWidget(content);
    setWidgetResizable(true);
    setMinimumWidth(scaledToFont(220));
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Inspector"));

    // The pictures are painted first: laying out the explanation takes longer than they do.
    refreshSoon_.setSingleShot(true);
    refreshSoon_.setInterval(20);
    connect(&refreshSoon_, &QTimer::timeout, this, &InspectorPanel::refresh);
    const auto soon = [this] {
        if (!refreshSoon_.isActive())
            refreshSoon_.start();
    };
    connect(document_, &Document::resultsChanged, this, soon);
    connect(document_, &Document::changed, this, soon);
    connect(document_, &Document::computingChanged, this, soon);
    connect(document_, &Document::progressChanged, this, [this] {
        if (!unfinished_->isHidden())
            unfinished_->setText(unfinishedText(*document_));
    });
    connect(state_, &ViewState::cursorChanged, this, soon);
    connect(state_, &ViewState::activePanelChanged, this, soon);
    connect(row_, &RowSection::columnChosen, this, &InspectorPanel::chooseColumn);
    connect(steps_, &StepsSection::columnChosen, this, &InspectorPanel::chooseColumn);
    connect(whatIf_, &WhatIfSection::weightsChanged, nextWord_, &NextWordSection::showWeights);
    connect(slope_, &SlopeSection::columnChosen, this, &InspectorPanel::chooseColumn);
    refresh();
}

QWidget* InspectorPanel::makePage(std::initializer_list<QWidget*> sections) {
    auto* page = new QWidget(explanation_);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(20);
    for (QWidget* section : sections)
        column->addWidget(section);
    return page;
}

void InspectorPanel::setPage(Page page) {
    page_ = page;
    choice_->setCurrent(static_cast<int>(page));
    refresh();
}

// Only the page in sight is brought up to date.
void InspectorPanel::showPage(const Inspected& inspected) {
    for (qsizetype i = 0; i < pages_.size(); ++i)
        pages_[i]->setVisible(i == static_cast<qsizetype>(page_));
    switch (page_) {
    case Page::cell:
        cell_->show(inspected);
        row_->show(inspected);
        context_->show(inspected);
        return comparison_->show(inspected);
    case Page::steps:
        steps_->show(inspected);
        return slope_->show(inspected);
    case Page::whatIf:
        nextWord_->show(inspected);
        whatIf_->show(inspected);
        return counter_->show(inspected, nextWord_->maker());
    }
}

QSize InspectorPanel::sizeHint() const {
    return {scaledToFont(288), 600};
}

void InspectorPanel::chooseColumn(int column) {
    if (state_->cursor())
        state_->setCursor(Cell{state_->cursor()->row, column});
}

void InspectorPanel::refresh() {
    const Results& results = document_->results();
    const auto active = static_cast<std::size_t>(std::max(state_->activePanel(), 0));
    const std::optional<Cell> cursor = state_->cursor();
    const bool inside = cursor && active < results.size() && cursor->row < results[active].rows() &&
                        cursor->column < results[active].columns();
    hint_->setVisible(!inside);
    choice_->setVisible(inside);
    explanation_->setVisible(inside);
    const bool older = inside && document_->showsOlder();
    unfinished_->setVisible(older);
    unfinished_->setText(older ? unfinishedText(*document_) : QString());
    if (!inside)
        return;
    const PanelResult& panel = results[active];
    const Labels labels = shownLabels(results.session(), panel);
    const Inspected inspected{
        .session = results.session(),
        .results = results,
        .panel = panel,
        .cell = *cursor,
        .selectedRows = state_->selectedRows(),
        .selectedColumns = state_->selectedColumns(),
        .rowTokens = tokensOr(labels.rows, panel.rows()),
        .columnTokens = tokensOr(labels.columns, panel.columns()),
    };
    showPage(inspected);
}

} // namespace heedmap
