#include "ui/inputs/inputs_panel.h"

#include "ui/document/view_state.h"
#include "ui/inputs/color_section.h"
#include "ui/inputs/heads_section.h"
#include "ui/inputs/mask_section.h"
#include "ui/inputs/matrix_model.h"
#include "ui/inputs/matrix_section.h"
#include "ui/inputs/matrix_table.h"
#include "ui/inputs/parameters_section.h"
#include "ui/inputs/show_section.h"
#include "ui/inputs/token_editor.h"
#include "ui/inputs/token_flow.h"
#include "ui/inputs/tokens_section.h"
#include "ui/settings/theme.h"

#include <QScrollArea>
#include <QVBoxLayout>

namespace heedmap {

namespace {

constexpr int margin = 16;
constexpr int betweenSections = 18;

} // namespace

InputsPanel::InputsPanel(Document* document, ViewState* view, QWidget* parent)
    : QWidget(parent)
    , document_(document)
    , view_(view) {
    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(margin, margin, margin, margin);
    column->setSpacing(betweenSections);
    const auto add = [&](auto* section) {
        column->addWidget(section);
        return section;
    };
    source_ = add(new TokenEditor(document, files::Sequence::source, content));
    target_ = add(new TokenEditor(document, files::Sequence::target, content));
    sequence_ = add(new TokenEditor(document, files::Sequence::self, content));
    matrices_ = add(new MatrixSection(document, content));
    heads_ = add(new HeadsSection(document, view, content));
    parameters_ = add(new ParametersSection(document, content));
    mask_ = add(new MaskSection(document, content));
    add(new TokensSection(document, content));
    showing_ = add(new ShowSection(document, content));
    color_ = add(new ColorSection(document, content));
    column->addStretch();

    auto* scroll = new QScrollArea(this);
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(scroll);
    setAccessibleName(tr("inputs"));
    setMinimumWidth(scaledToFont(240));

    connect(document, &Document::changed, this, &InputsPanel::follow);
    connect(view, &ViewState::cursorChanged, this, &InputsPanel::followCursor);
    connect(view, &ViewState::activePanelChanged, this, &InputsPanel::followPanel);
    connect(document, &Document::resultsChanged, this, &InputsPanel::followPanel);
    follow();
}

QSize InputsPanel::sizeHint() const {
    return {scaledToFont(288), 720};
}

// A matrix of a file is shown as it is: there is nothing to enter but how it is drawn.
void InputsPanel::follow() {
    const files::Session& session = document_->session();
    const bool computed = !session.showsMatrices();
    const bool self = session.problem.kind == attention::ProblemKind::self;
    source_->setVisible(computed && !self);
    target_->setVisible(computed && !self);
    sequence_->setVisible(computed && self);
    for (QWidget* section : std::initializer_list<QWidget*>{matrices_, heads_, parameters_, mask_})
        section->setVisible(computed);
}

// What the tables edit is what the active panel shows.
void InputsPanel::followPanel() {
    const auto& panels = document_->session().panels;
    const std::optional<int> active = document_->panelShownAs(view_->activePanel());
    document_->setEdited(active ? panels[static_cast<std::size_t>(*active)].score : std::nullopt);
}

// The tokens of the chosen cell become the current ones.
void InputsPanel::followCursor() {
    const auto cell = view_->cursor();
    if (!cell)
        return;
    source_->flow()->setCurrent(static_cast<int>(cell->column));
    target_->flow()->setCurrent(static_cast<int>(cell->row));
    sequence_->flow()->setCurrent(static_cast<int>(cell->row));
}

} // namespace heedmap
