#include "ui/cost/cost_workspace.h"

#include "core/session/problem_cost.h"
#include "ui/cost/cost_fields.h"
#include "ui/cost/cost_plot.h"
#include "ui/cost/cost_tables.h"
#include "ui/cost/cost_text.h"
#include "ui/settings/settings.h"
#include "ui/settings/theme.h"
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

// The first choices of the preset; those of papers follow.
constexpr int ownSizes = 0;
constexpr int exploreSizes = 1;
constexpr int firstPreset = 2;
const QString exploreName = QStringLiteral("explore"); // of that choice, in the settings

QStringList presetNames() {
    QStringList names{CostWorkspace::tr("own sizes"), CostWorkspace::tr("the problem in Explore")};
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

Workspace* CostWorkspace::make(const WorkspaceContext& context, QWidget* parent) {
    return new CostWorkspace(context.settings, parent);
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
    , tables_(new CostTables(this))
    , settings_(settings) {
    preset_->setObjectName(QStringLiteral("preset"));
    measure_->setObjectName(QStringLiteral("measure"));
    allDigits_->setObjectName(QStringLiteral("allDigits"));
    copy_->setObjectName(QStringLiteral("copyTables"));
    makeTopBar();
    makePage();
    restore();
    connect(preset_, &ChoiceButton::chosen, this, &CostWorkspace::choosePreset);
    connect(measure_, &ChoiceButton::chosen, this, &CostWorkspace::showCost);
    connect(fields_, &CostFields::sizesChanged, this, [this] {
        preset_->setCurrent(ownSizes);
        showCost();
    });
    connect(allDigits_, &QAbstractButton::toggled, this, [this](bool all) {
        tables_->setAllDigits(all);
        keep();
    });
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
    preset_->setToolTip(tr("The sizes of a known model, or of the problem that Explore shows"));
    topBar_->setObjectName(QStringLiteral("costBar"));
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
    fields->setFixedWidth(scaledToFont(320));
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

const analysis::CostPreset* CostWorkspace::chosenPreset() const {
    const int place = preset_->current() - firstPreset;
    return place >= 0 ? &analysis::costPresets()[static_cast<std::size_t>(place)] : nullptr;
}

void CostWorkspace::choosePreset(int choice) {
    if (choice == exploreSizes && problem_)
        fields_->setSizes(*problem_);
    if (const analysis::CostPreset* const preset = chosenPreset())
        fields_->setSizes(preset->sizes);
    showCost();
}

void CostWorkspace::showProblem(const files::Session& session) {
    problem_ = files::costSizesOf(session, fields_->sizes());
    plot_->setProblem(problem_, files::costMethodOf(session));
    if (problem_ && preset_->current() == exploreSizes)
        fields_->setSizes(*problem_);
    showCost();
}

void CostWorkspace::showCost() {
    const CostSizes& sizes = fields_->sizes();
    const analysis::CostPreset* const preset = chosenPreset();
    tables_->setSizes(sizes, preset ? preset->published : std::nullopt);
    plot_->setCost(sizes, analysis::allCostMeasures[static_cast<std::size_t>(measure_->current())]);
    keep();
    Q_EMIT statusChanged();
}

// What was kept and no longer makes sense counts as not kept.
void CostWorkspace::restore() {
    CostSizes sizes;
    for (const QString& kept : settings_->value(Setting::costSizes).toStringList()) {
        for (const analysis::CostSizeName& each : analysis::costSizeNames) {
            if (kept.section(QLatin1Char('='), 0, 0) == QLatin1String(each.name))
                sizes.*each.size = kept.section(QLatin1Char('='), 1).toLongLong();
        }
    }
    if (analysis::check(sizes))
        fields_->setSizes(sizes);
    const QString name = settings_->value(Setting::costPreset).toString();
    preset_->setCurrent(name == exploreName ? exploreSizes : ownSizes);
    const auto& presets = analysis::costPresets();
    for (std::size_t i = 0; i < presets.size(); ++i) {
        if (name == QLatin1String(presets[i].id.data()) && presets[i].sizes == fields_->sizes())
            preset_->setCurrent(firstPreset + static_cast<int>(i));
    }
    const int measure = settings_->value(Setting::costMeasure).toInt();
    const bool known = measure >= 0 && measure < static_cast<int>(analysis::allCostMeasures.size());
    measure_->setCurrent(known ? measure : 0);
    allDigits_->setChecked(settings_->value(Setting::costDigits).toBool());
    tables_->setAllDigits(allDigits_->isChecked());
}

void CostWorkspace::keep() const {
    QStringList sizes;
    for (const analysis::CostSizeName& each : analysis::costSizeNames)
        sizes << QStringLiteral("%1=%2").arg(QLatin1String(each.name)).arg(fields_->sizes().*each.size);
    settings_->setValue(Setting::costSizes, sizes);
    const analysis::CostPreset* const preset = chosenPreset();
    const QString own = preset_->current() == exploreSizes ? exploreName : QString();
    settings_->setValue(Setting::costPreset, preset ? QString::fromLatin1(preset->id.data()) : own);
    settings_->setValue(Setting::costMeasure, measure_->current());
    settings_->setValue(Setting::costDigits, allDigits_->isChecked());
}

QString CostWorkspace::facts() const {
    const CostSizes& sizes = fields_->sizes();
    const analysis::LayerCost full = layerCost(sizes, Method::full);
    const QString length = sizes.isOneSequence() ? tr("n = %1").arg(sizes.queries)
                                                 : tr("n_q = %1, n_k = %2").arg(sizes.queries).arg(sizes.keys);
    return QStringList{length, tr("d = %1 in %2 heads").arg(sizes.model).arg(sizes.heads),
                       tr("full attention, multiply–adds: scores alone %1, whole layer %2")
                           .arg(countText(full.scores, false), countText(full.multiplyAdds + full.projections, false)),
                       tr("α %1").arg(bytesText(full.alphaBytes, false)),
                       tr("%1 parameters").arg(countText(parametersOf(sizes).total, false))}
        .join(QStringLiteral(" · "));
}

void CostWorkspace::exportPicture() {
    plot_->exportPicture();
}

} // namespace heedmap
