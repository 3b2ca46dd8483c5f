#include "ui/inspector/inspector_panel.h"

#include "ui/inspector/cell_section.h"
#include "ui/inspector/comparison_section.h"
#include "ui/inspector/context_section.h"
#include "ui/inspector/row_section.h"
#include "ui/widgets/section_label.h"

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
    , explanation_(new QWidget(this))
    , cell_(new CellSection(explanation_))
    , row_(new RowSection(explanation_))
    , context_(new ContextSection(explanation_))
    , comparison_(new ComparisonSection(explanation_)) {
    auto* content = new QWidget(this);
    auto* outer = new QVBoxLayout(content);
    outer->setContentsMargins(16, 12, 16, 16);
    outer->setSpacing(8);
    outer->addWidget(new SectionLabel(tr("Cell"), content));
    hint_->setWordWrap(true);
    hint_->setForegroundRole(QPalette::PlaceholderText);
    outer->addWidget(hint_);
    outer->addWidget(explanation_);
    outer->addStretch();
    auto* column = new QVBoxLayout(explanation_);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(20);
    for (QWidget* section : std::initializer_list<QWidget*>{cell_, row_, context_, comparison_})
        column->addWidget(section);

    setWidget(content);
    setWidgetResizable(true);
    setMinimumWidth(220);
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
    connect(state_, &ViewState::cursorChanged, this, soon);
    connect(state_, &ViewState::activePanelChanged, this, soon);
    connect(row_, &RowSection::columnChosen, this, &InspectorPanel::chooseColumn);
    refresh();
}

QSize InspectorPanel::sizeHint() const {
    return {288, 600};
}

void InspectorPanel::chooseColumn(int column) {
    if (state_->cursor())
        state_->setCursor(Cell{state_->cursor()->row, column});
}

void InspectorPanel::refresh() {
    const auto& results = document_->results();
    const auto active = static_cast<std::size_t>(std::max(state_->activePanel(), 0));
    const std::optional<Cell> cursor = state_->cursor();
    const bool inside = cursor && active < results.size() && cursor->row < results[active].rows() &&
                        cursor->column < results[active].columns();
    hint_->setVisible(!inside);
    explanation_->setVisible(inside);
    if (!inside)
        return;
    const PanelResult& panel = results[active];
    const files::Labels labels = document_->session().shownLabels();
    const Inspected inspected{
        .session = document_->session(),
        .results = results,
        .panel = panel,
        .cell = *cursor,
        .selectedRows = state_->selectedRows(),
        .selectedColumns = state_->selectedColumns(),
        .rowTokens = tokensOr(labels.rows, panel.rows()),
        .columnTokens = tokensOr(labels.columns, panel.columns()),
    };
    cell_->show(inspected);
    row_->show(inspected);
    context_->show(inspected);
    comparison_->show(inspected);
}

} // namespace heedmap
