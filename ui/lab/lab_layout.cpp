// How the parts of Align are laid out.
#include "ui/heatmap/color_bar.h"
#include "ui/lab/corpus_section.h"
#include "ui/lab/lab_plots.h"
#include "ui/lab/lab_workspace.h"
#include "ui/lab/results_panel.h"
#include "ui/lab/training_section.h"
#include "ui/settings/theme.h"
#include "ui/widgets/progress_line.h"
#include "ui/widgets/section_label.h"

#include <QComboBox>
#include <QCompleter>
#include <QGridLayout>
#include <QScrollArea>

namespace heedmap {

namespace {

constexpr int settingsWidth = 288;
constexpr int resultsWidth = 320;
constexpr int lowestPlots = 230;

QScrollArea* scrolled(QWidget* content, QWidget* parent) {
    auto* area = new QScrollArea(parent);
    area->setWidget(content);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    return area;
}

QWidget* hairline(QWidget* parent) {
    auto* line = new QWidget(parent);
    line->setFixedWidth(1);
    line->setAutoFillBackground(true);
    line->setBackgroundRole(QPalette::Mid);
    return line;
}

} // namespace

void LabWorkspace::layOut() {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    QScrollArea* settings = scrolled(makeSettings(), this);
    settings->setFixedWidth(scaledToFont(settingsWidth));
    row->addWidget(settings);
    row->addWidget(hairline(this));
    auto* right = new QVBoxLayout;
    right->setSpacing(0);
    right->addWidget(progress_);
    QScrollArea* scroll = scrolled(makePage(), this);
    scroll->setObjectName(QStringLiteral("labPage"));
    // The width of the place decides, for the page is never narrower than what it holds.
    scroll->viewport()->installEventFilter(this);
    right->addWidget(scroll, 1);
    row->addLayout(right, 1);
    progress_->setAccessibleName(tr("Steps taken"));
}

QWidget* LabWorkspace::makeSettings() {
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(14, 16, 14, 16);
    column->setSpacing(20);
    column->addWidget(new CorpusSection(lab_, content));
    auto* training = new TrainingSection(lab_, content);
    connect(training, &TrainingSection::noticed, this, &Workspace::noticed);
    column->addWidget(training);
    column->addStretch(1);
    return content;
}

QWidget* LabWorkspace::makePage() {
    page_ = new QWidget;
    page_->setAutoFillBackground(true);
    page_->setBackgroundRole(QPalette::AlternateBase); // the canvas
    auto* column = new QVBoxLayout(page_);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(12);
    column->addWidget(makePairRow());
    cardArea_ = new QWidget(page_);
    grid_ = new QGridLayout(cardArea_);
    grid_->setContentsMargins(0, 0, 0, 0);
    grid_->setHorizontalSpacing(20);
    grid_->setVerticalSpacing(16);
    auto* pictures = new QHBoxLayout;
    pictures->setSpacing(12);
    pictures->addWidget(cardArea_, 1);
    pictures->addWidget(colorBar_);
    column->addLayout(pictures, 5);
    lower_ = new QBoxLayout(QBoxLayout::LeftToRight);
    lower_->setSpacing(24);
    plots_->setMinimumHeight(scaledToFont(lowestPlots));
    lower_->addWidget(plots_, 1);
    auto* results = new ResultsPanel(lab_, page_);
    results->setMinimumWidth(scaledToFont(resultsWidth));
    lower_->addWidget(results);
    column->addLayout(lower_, 4);
    return page_;
}

QWidget* LabWorkspace::makePairRow() {
    auto* row = new QWidget;
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(12);
    auto* head = new SectionLabel(tr("held-out pair"), row);
    head->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    head->setWordWrap(false);
    head->setBuddy(pairs_);
    pairs_->setObjectName(QStringLiteral("heldOutPair"));
    pairs_->setAccessibleName(tr("Held-out pair whose α is drawn"));
    pairs_->setToolTip(tr("A pair that the models are not trained with; type to search"));
    pairs_->setEditable(true);
    pairs_->setInsertPolicy(QComboBox::NoInsert);
    pairs_->setMaxVisibleItems(16);
    pairs_->setMinimumContentsLength(24);
    pairs_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    pairs_->setMaximumWidth(scaledToFont(520));
    pairs_->completer()->setFilterMode(Qt::MatchContains);
    pairs_->completer()->setCompletionMode(QCompleter::PopupCompletion);
    line->addWidget(head);
    line->addWidget(pairs_, 1);
    line->addStretch(1);
    return row;
}

} // namespace heedmap
