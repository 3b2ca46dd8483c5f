#include "ui/cost/cost_workspace.h"

#include "ui/cost/cost_fields.h"
#include "ui/cost/cost_plot.h"
#include "ui/cost/cost_tables.h"
#include "ui/cost/cost_text.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/segmented_control.h"
#include "ui/widgets/toggle_switch.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSplitter>

namespace heedmap {

namespace {

using analysis::CostMeasure;
using analysis::CostSizes;
using analysis::Method;

QStringList presetNames() {
    QStringList names{CostWorkspace::tr("own sizes")};
    for (const analysis::CostPreset& preset : analysis::costPresets())
        names << QString::fromUtf8(preset.title.data(), static_cast<qsizetype>(preset.title.size()));
    return names;
}

QStringList measureNames() {
    QStringList names;
    for (const CostMeasure measure : analysis::allCostMeasures)
        names << measureName(measure);
    return names;
}

QScrollArea* scrolled(QWidget* content, QWidget* parent) {
    auto* area = new QScrollArea(parent);
    area->setWidget(content);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    return area;
}

} // namespace

Workspace* CostWorkspace::make(const ActionTable&, Settings* settings, QWidget* parent) {
    return new CostWorkspace(settings, parent);
}

CostWorkspace::CostWorkspace(Settings* settings, QWidget* parent)
    : Workspace(parent)
    , topBar_(new QWidget(this))
    , preset_(new ChoiceButton(tr("Sizes of a known model"), presetNames(), topBar_))
    , measure_(new ChoiceButton(tr("What is plotted"), measureNames(), topBar_))
    , allDigits_(new ToggleSwitch(tr("all digits"), topBar_))
    , copy_(new QuietButton(tr("Copy tables"), topBar_))
    , fields_(new CostFields(this))
    , plot_(new CostPlot(settings, this))
    , tables_(new CostTables(this)) {
    makeTopBar();
    makePage();
    preset_->setCurrent(0);
    measure_->setCurrent(0);
    connect(preset_, &ChoiceButton::chosen, this, &CostWorkspace::choosePreset);
    connect(measure_, &ChoiceButton::chosen, this, &CostWorkspace::showCost);
    connect(fields_, &CostFields::sizesChanged, this, [this] {
        preset_->setCurrent(0);
        showCost();
    });
    connect(allDigits_, &QAbstractButton::toggled, tables_, &CostTables::setAllDigits);
    connect(copy_, &QAbstractButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(tables_->numbersText());
        Q_EMIT noticed(tr("The tables are on the clipboard, with all digits."));
    });
    showCost();
}

void CostWorkspace::makeTopBar() {
    auto* flow = new FlowLayout(12, 8, topBar_);
    flow->setContentsMargins(12, 8, 12, 8);
    const auto add = [&](const QString& text, ChoiceButton* choice) {
        auto* group = new QWidget(topBar_);
        auto* row = new QHBoxLayout(group);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(8);
        auto* label = new QLabel(text, group);
        label->setForegroundRole(QPalette::PlaceholderText);
        row->addWidget(label);
        row->addWidget(choice);
        choice->setDimmed(false);
        group->setFixedHeight(SegmentedControl::usualHeight(topBar_)); // on one line with the switch of workspaces
        flow->addWidget(group);
    };
    add(tr("model"), preset_);
    add(tr("plot"), measure_);
    flow->addWidget(allDigits_);
    flow->addWidget(copy_);
    preset_->setToolTip(tr("The sizes of a known model"));
    measure_->setToolTip(tr("What the plot shows against n"));
    allDigits_->setToolTip(tr("Write counts in the tables with all their digits"));
    copy_->setToolTip(tr("Both tables, tab-separated, as a spreadsheet takes them"));
    copy_->setDimmed(false);
}

void CostWorkspace::makePage() {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    QScrollArea* fields = scrolled(fields_, this);
    fields->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    fields->setFixedWidth(320);
    row->addWidget(fields);
    auto* results = new QSplitter(Qt::Vertical, this);
    results->setChildrenCollapsible(false);
    plot_->setMinimumHeight(220);
    auto* plotArea = new QWidget(results);
    auto* plotColumn = new QVBoxLayout(plotArea);
    plotColumn->setContentsMargins(16, 12, 16, 4);
    plotColumn->addWidget(plot_);
    results->addWidget(plotArea);
    tables_->setContentsMargins(16, 12, 16, 12);
    results->addWidget(scrolled(tables_, results));
    results->setStretchFactor(0, 3);
    results->setStretchFactor(1, 2);
    row->addWidget(results, 1);
}

void CostWorkspace::choosePreset(int choice) {
    if (choice > 0)
        fields_->setSizes(analysis::costPresets()[static_cast<std::size_t>(choice - 1)].sizes);
    showCost();
}

void CostWorkspace::showCost() {
    const CostSizes& sizes = fields_->sizes();
    const auto& presets = analysis::costPresets();
    const auto chosen = static_cast<std::size_t>(preset_->current());
    tables_->setSizes(sizes, chosen > 0 ? presets[chosen - 1].published : std::nullopt);
    plot_->setCost(sizes, analysis::allCostMeasures[static_cast<std::size_t>(measure_->current())]);
    Q_EMIT statusChanged();
}

QString CostWorkspace::facts() const {
    const CostSizes& sizes = fields_->sizes();
    const analysis::LayerCost full = layerCost(sizes, Method::full);
    return QStringList{tr("n = %1").arg(sizes.queries), tr("d = %1 in %2 heads").arg(sizes.model).arg(sizes.heads),
                       tr("full attention: %1 multiply–adds a layer").arg(countText(full.multiplyAdds, false)),
                       tr("α %1").arg(bytesText(full.alphaBytes, false)),
                       tr("%1 parameters").arg(countText(parametersOf(sizes).total, false))}
        .join(QStringLiteral(" · "));
}

void CostWorkspace::exportPicture() {
    plot_->exportPicture();
}

} // namespace heedmap
