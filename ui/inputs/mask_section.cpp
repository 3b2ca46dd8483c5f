#include "ui/inputs/mask_section.h"

#include "core/session/consistency.h"
#include "core/session/import.h"
#include "ui/base/error_text.h"
#include "ui/inputs/mask_figures_view.h"
#include "ui/inputs/mask_grid.h"
#include "ui/widgets/dialogs.h"
#include "ui/widgets/quiet_button.h"
#include "ui/widgets/section_label.h"
#include "ui/widgets/setting_row.h"
#include "ui/widgets/toggle_switch.h"

#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

#include <limits>

namespace heedmap {

namespace {

using attention::MaskSpec;

// Where the mask is too large to be counted while something else is changed.
constexpr Index longestCounted = Index{1} << 15;

QString percent(double share) {
    return QString::number(share * 100, 'f', share > 0 && share < 0.01 ? 2 : 0) + QStringLiteral(" %");
}

Index startOf(MaskSection::Kind kind, const files::ProblemSizes& sizes) {
    switch (kind) {
    case MaskSection::Kind::padding:
        return std::max<Index>(sizes.keys - 1, 0);
    case MaskSection::Kind::window:
    case MaskSection::Kind::dilated:
    case MaskSection::Kind::block:
    case MaskSection::Kind::random:
        return 2;
    default:
        return 1;
    }
}

} // namespace

MaskSection::MaskSection(Document* document, QWidget* parent)
    : QWidget(parent)
    , document_(document)
    , column_(new QVBoxLayout(this))
    , head_(new SectionLabel(tr("mask"), this))
    , grid_(new MaskGrid(this))
    , figures_(new MaskFiguresView(this))
    , fromFile_(new QuietButton(tr("from file…"), this))
    , message_(new QLabel(this)) {
    column_->setContentsMargins(0, 0, 0, 0);
    column_->setSpacing(2);
    column_->addWidget(head_);
    column_->addSpacing(2);
    const Unit keys{tr(" key"), tr(" keys")};
    const Unit tokens{tr(" token"), tr(" tokens")};
    addRow(Kind::causal, tr("causal"), tr("No query sees a later key: j ≤ i"), nullptr, {}, {});
    addRow(Kind::padding, tr("padding"), tr("Only the first keys are real, the rest is padding"), &MaskSpec::padding,
           tr("first "), keys);
    addRow(Kind::window, tr("window"), tr("Keys near the query: |i − j| ≤ window"), &MaskSpec::window,
           QStringLiteral("±"), keys);
    addRow(Kind::dilated, tr("dilated"), tr("A window with gaps: keys on each side, a distance apart"),
           &MaskSpec::dilated, QStringLiteral("±"), keys);
    addStepRow();
    addRow(Kind::block, tr("block"), tr("Keys of the same block of so many tokens"), &MaskSpec::block, {}, tokens);
    addRow(Kind::global, tr("global"), tr("The first tokens see all and are seen by all"), &MaskSpec::global,
           tr("first "), tokens);
    addRow(Kind::random, tr("random"), tr("So many keys a row, drawn without repetition"), &MaskSpec::random, {},
           {tr(" key a row"), tr(" keys a row")});
    addSeedRow();
    addRow(Kind::custom, tr("custom"), tr("Painted by hand below, or from a file: 1 is allowed, 0 is not"), nullptr, {},
           {});
    rows_.back().line->add(fromFile_);
    rows_.back().line->add(rows_.back().toggle);
    column_->addSpacing(2);
    column_->addWidget(grid_);
    column_->addWidget(figures_);
    message_->setForegroundRole(QPalette::BrightText);
    message_->setWordWrap(true);
    message_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    message_->hide();
    column_->addWidget(message_);
    fromFile_->setToolTip(tr("A matrix with one row a query and one column a key"));
    connect(fromFile_, &QAbstractButton::clicked, this, &MaskSection::chooseFile);
    connect(grid_, &MaskGrid::painted, this, [this](const BoolMatrix& custom, int stroke) {
        change(
            tr("Paint the mask"), [&](MaskSpec& mask) { mask.custom = custom; },
            QStringLiteral("mask-stroke-%1").arg(stroke));
    });
    connect(document, &Document::changed, message_, &QWidget::hide);
    connect(document, &Document::changed, this, [this](Parts parts) {
        if (parts & Part::problem)
            follow();
    });
    follow();
}

void MaskSection::addRow(Kind kind, const QString& name, const QString& toolTip, Number member, const QString& prefix,
                         const Unit& unit) {
    Row row{kind, new SettingRow(name, this), new ToggleSwitch({}, this), nullptr, member, name, unit};
    row.line->setToolTip(toolTip);
    row.toggle->setToolTip(toolTip);
    row.toggle->setAccessibleName(tr("%1 mask").arg(name));
    if (member) {
        row.number = new QSpinBox(row.line);
        row.number->setRange(0, std::numeric_limits<int>::max());
        row.number->setPrefix(prefix);
        showUnit(row.number, unit);
        row.number->setAccessibleName(tr("number of the %1 mask").arg(name));
        row.number->setToolTip(toolTip);
        makeQuiet(row.number, prefix + QStringLiteral("000") + unit.many);
        row.line->add(row.number);
        connect(row.number, &QSpinBox::valueChanged, this, [this, member, name, unit, field = row.number](int value) {
            showUnit(field, unit);
            change(
                tr("Change %1 mask").arg(name), [&](MaskSpec& mask) { mask.*member = value; },
                QStringLiteral("mask-number-") + name);
        });
    }
    if (kind != Kind::custom)
        row.line->add(row.toggle);
    column_->addWidget(row.line);
    rows_.push_back(row);
    connect(row.toggle, &QAbstractButton::clicked, this, [this, kind](bool on) {
        for (const Row& each : rows_) {
            if (each.kind == kind)
                return switchMask(each, on);
        }
    });
}

// A number that belongs to the mask above it.
SettingRow* MaskSection::addDependentRow(const QString& text, QSpinBox*& field, int least, const QString& name,
                                         const QString& toolTip) {
    auto* row = new SettingRow(text, this);
    row->label()->setForegroundRole(QPalette::PlaceholderText);
    row->label()->setIndent(12);
    field = new QSpinBox(row);
    field->setRange(least, std::numeric_limits<int>::max());
    field->setAccessibleName(name);
    field->setToolTip(toolTip);
    makeQuiet(field, QStringLiteral("00000"));
    row->add(field);
    column_->addWidget(row);
    return row;
}

void MaskSection::addStepRow() {
    stepRow_ = addDependentRow(tr("distance"), step_, 1, tr("distance of the dilated mask"),
                               tr("From key to key of the dilated window"));
    step_->setObjectName(QStringLiteral("maskStep"));
    connect(step_, &QSpinBox::valueChanged, this, [this](int value) {
        change(
            tr("Change distance of the mask"), [&](MaskSpec& mask) { mask.dilation = value; },
            QStringLiteral("mask-distance"));
    });
}

void MaskSection::addSeedRow() {
    seedRow_ =
        addDependentRow(tr("seed"), seed_, 0, tr("seed of the random mask"), tr("The same seed draws the same keys"));
    seed_->setObjectName(QStringLiteral("maskSeed"));
    connect(seed_, &QSpinBox::valueChanged, this, [this](int value) {
        change(
            tr("Change seed of the mask"), [&](MaskSpec& mask) { mask.randomSeed = static_cast<std::uint64_t>(value); },
            QStringLiteral("mask-seed"));
    });
}

ToggleSwitch* MaskSection::toggle(Kind kind) const {
    return rows_[static_cast<std::size_t>(kind)].toggle;
}

QSpinBox* MaskSection::numberField(Kind kind) const {
    return rows_[static_cast<std::size_t>(kind)].number;
}

QString MaskSection::message() const {
    return message_->isHidden() ? QString() : message_->text();
}

void MaskSection::change(const QString& words, const std::function<void(MaskSpec&)>& edit, const QString& key) {
    message_->hide();
    document_->change(
        words, [&](files::Session& session) { edit(session.problem.mask); }, key);
}

void MaskSection::switchMask(const Row& row, bool on) {
    const files::ProblemSizes sizes = files::sizesOf(document_->session().problem);
    change(on ? tr("Switch %1 mask on").arg(row.name) : tr("Switch %1 mask off").arg(row.name), [&](MaskSpec& mask) {
        if (row.kind == Kind::causal)
            mask.causal = on;
        else if (row.kind == Kind::custom)
            mask.custom = on ? BoolMatrix(BoolMatrix::Ones(sizes.queries, sizes.keys)) : BoolMatrix();
        else if (on)
            mask.*row.member = startOf(row.kind, sizes);
        else
            mask.*row.member = std::nullopt;
    });
}

void MaskSection::follow() {
    const MaskSpec& mask = document_->session().problem.mask;
    for (const Row& row : rows_) {
        const bool on = row.kind == Kind::causal   ? mask.causal
                        : row.kind == Kind::custom ? mask.custom.size() > 0
                                                   : (mask.*row.member).has_value();
        row.toggle->setChecked(on);
        if (!row.number)
            continue;
        const QSignalBlocker quiet(row.number);
        row.number->setVisible(on);
        if (on)
            row.number->setValue(
                static_cast<int>(std::min<Index>(*(mask.*row.member), std::numeric_limits<int>::max())));
        showUnit(row.number, row.unit);
    }
    const QSignalBlocker quiet(seed_);
    seed_->setValue(static_cast<int>(std::min<std::uint64_t>(mask.randomSeed, std::numeric_limits<int>::max())));
    seedRow_->setVisible(mask.random.has_value());
    const QSignalBlocker quietStep(step_);
    step_->setValue(static_cast<int>(std::min<Index>(mask.dilation, std::numeric_limits<int>::max())));
    stepRow_->setVisible(mask.dilated.has_value());
    showMask();
}

// The share of allowed cells, a picture of them, and what the mask saves.
void MaskSection::showMask() {
    const MaskSpec& mask = document_->session().problem.mask;
    const files::ProblemSizes sizes = files::sizesOf(document_->session().problem);
    const bool shown = !mask.allowsEverything() && sizes.queries > 0 && sizes.keys > 0 &&
                       std::max(sizes.queries, sizes.keys) <= longestCounted;
    grid_->setVisible(shown);
    figures_->setVisible(shown);
    head_->setDetail(mask.allowsEverything() ? tr("every key is allowed") : QString());
    if (!shown)
        return;
    const auto rows = attention::MaskRows::of(mask, sizes.queries, sizes.keys);
    if (!rows) {
        grid_->hide();
        figures_->hide();
        return say(errorSentence(rows.error()));
    }
    figures_->setMask(*rows, sizes, document_->session().problemLabels());
    head_->setDetail(tr("%1 of the cells allowed").arg(percent(figures_->share())));
    const bool paintable = mask.custom.size() > 0 && std::max(sizes.queries, sizes.keys) <= MaskGrid::mostCells;
    if (!paintable)
        return grid_->setShares(analysis::maskMiniature(*rows, MaskGrid::mostCells));
    MaskSpec others = mask;
    others.custom = BoolMatrix();
    const auto open = attention::buildMask(others, sizes.queries, sizes.keys);
    if (open)
        grid_->setMask(*open, mask.custom);
}

void MaskSection::chooseFile() {
    const QStringList paths = dialogs::openFiles(this, tr("Mask from a file"), {}, tr("All files (*)"));
    if (!paths.isEmpty())
        takeCustomFromFile(paths.front());
}

void MaskSection::takeCustomFromFile(const QString& path) {
    const files::ProblemSizes sizes = files::sizesOf(document_->session().problem);
    const auto input = files::inputOf(path.toStdString());
    const auto custom = input ? files::importMask(*input, sizes.queries, sizes.keys) : input.error();
    if (!custom) {
        Error error = custom.error();
        error.file.clear(); // it was chosen a moment ago
        return say(tr("The mask stays as it was: %1.").arg(errorText(error)));
    }
    change(tr("Mask from a file"), [&](MaskSpec& mask) { mask.custom = *custom; });
}

void MaskSection::say(const QString& sentence) {
    message_->setText(sentence);
    message_->show();
}

} // namespace heedmap
