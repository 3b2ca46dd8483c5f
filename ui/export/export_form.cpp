#include "ui/export/export_form.h"

#include "ui/settings/settings.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/section_label.h"
#include "ui/widgets/setting_row.h"
#include "ui/widgets/toggle_switch.h"

#include <QLineEdit>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

namespace heedmap {

namespace {

// A part of the form that is shown or hidden as a whole.
QVBoxLayout* addSection(QVBoxLayout* column, QWidget*& section, QWidget* parent, const QString& head) {
    section = new QWidget(parent);
    auto* const rows = new QVBoxLayout(section);
    rows->setContentsMargins(0, 0, 0, 8);
    rows->setSpacing(2);
    if (!head.isEmpty())
        rows->addWidget(new SectionLabel(head, section));
    column->addWidget(section);
    return rows;
}

void addRow(QVBoxLayout* rows, const QString& text, QWidget* field) {
    auto* const row = new SettingRow(text, field->parentWidget());
    row->add(field);
    rows->addWidget(row);
}

QSpinBox* spinOf(QWidget* parent, const QString& name, int smallest, int largest, const QString& unit) {
    auto* const spin = new QSpinBox(parent);
    spin->setAccessibleName(name);
    spin->setRange(smallest, largest);
    spin->setSuffix(unit);
    makeQuiet(spin, QString::number(largest) + unit);
    return spin;
}

ToggleSwitch* switchOf(QWidget* parent, const QString& text) {
    auto* const toggle = new ToggleSwitch(text, parent);
    toggle->setCheckable(true);
    toggle->setFixedHeight(24);
    return toggle;
}

ChoiceButton* visibilityChoice(QWidget* parent, const QString& name) {
    return new ChoiceButton(name, {ExportForm::tr("when they fit"), ExportForm::tr("always"), ExportForm::tr("never")},
                            parent);
}

} // namespace

ExportForm::ExportForm(const files::PictureSettings& picture, const QString& activeTitle, bool hasAttention,
                       Settings* settings, QWidget* parent)
    : QWidget(parent)
    , picture_(picture)
    , settings_(settings)
    , hasAttention_(hasAttention) {
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    addWhat(column, activeTitle);
    addSize(column);
    addLook(column);
    addMatrices(column, hasAttention);
    restore();
    connectAll();
    showWhatApplies();
}

void ExportForm::addWhat(QVBoxLayout* column, const QString& activeTitle) {
    QWidget* section = nullptr;
    QVBoxLayout* const rows = addSection(column, section, this, tr("file"));
    format_ = new ChoiceButton(tr("format"),
                               {tr("PNG picture"), tr("SVG picture"), tr("PDF picture"), tr("CSV numbers"),
                                tr("TSV numbers"), tr("NPY array"), tr("NPZ arrays"), tr("JSON numbers")},
                               section);
    addRow(rows, tr("format"), format_);
    panels_ = new ChoiceButton(tr("panels"), {tr("all panels"), tr("only %1").arg(activeTitle)}, section);
    addRow(rows, tr("panels"), panels_);
    panels_->parentWidget()->setVisible(!activeTitle.isEmpty());
}

void ExportForm::addSize(QVBoxLayout* column) {
    QVBoxLayout* const rows = addSection(column, size_, this, tr("size"));
    fits_ = switchOf(size_, tr("fits the cells"));
    rows->addWidget(fits_);
    width_ = spinOf(size_, tr("width"), 100, 20000, tr(" px"));
    addRow(rows, tr("width"), width_);
    height_ = spinOf(size_, tr("height"), 100, 20000, tr(" px"));
    addRow(rows, tr("height"), height_);
    QVBoxLayout* const pixels = addSection(rows, pixels_, size_, {});
    pixels->setContentsMargins(0, 0, 0, 0);
    scale_ = new ChoiceButton(tr("scale factor"), {tr("× 1"), tr("× 2"), tr("× 3"), tr("× 4")}, pixels_);
    addRow(pixels, tr("scale factor"), scale_);
    resolution_ = spinOf(pixels_, tr("resolution"), 10, 2400, tr(" dpi"));
    addRow(pixels, tr("resolution"), resolution_);
}

void ExportForm::addLook(QVBoxLayout* column) {
    QVBoxLayout* const rows = addSection(column, look_, this, tr("look"));
    title_ = new QLineEdit(QString::fromStdString(picture_.title), look_);
    title_->setAccessibleName(tr("title"));
    title_->setPlaceholderText(tr("no title"));
    addRow(rows, tr("title"), title_);
    theme_ = new ChoiceButton(tr("theme"), {tr("light"), tr("dark")}, look_);
    addRow(rows, tr("theme"), theme_);
    values_ = visibilityChoice(look_, tr("numbers in cells"));
    addRow(rows, tr("numbers in cells"), values_);
    labels_ = visibilityChoice(look_, tr("token labels"));
    addRow(rows, tr("token labels"), labels_);
}

void ExportForm::addMatrices(QVBoxLayout* column, bool hasAttention) {
    QVBoxLayout* const rows = addSection(column, matrices_, this, tr("matrices"));
    weights_ = switchOf(matrices_, tr("weights α"));
    scores_ = switchOf(matrices_, tr("scores e"));
    context_ = switchOf(matrices_, tr("context c"));
    scores_->setEnabled(hasAttention);
    context_->setEnabled(hasAttention);
    for (ToggleSwitch* const toggle : {weights_, scores_, context_})
        rows->addWidget(toggle);
}

void ExportForm::restore() {
    const auto number = [&](Setting key) {
        return settings_->value(key).toInt();
    };
    const auto yes = [&](Setting key) {
        return settings_->value(key).toBool();
    };
    const auto format = exportFormatNamed(settings_->value(Setting::exportFormat).toString().toStdString());
    format_->setCurrent(static_cast<int>(format.value_or(ExportFormat::png)));
    panels_->setCurrent(0);
    fits_->setChecked(yes(Setting::exportFits));
    width_->setValue(number(Setting::exportWidth));
    height_->setValue(number(Setting::exportHeight));
    scale_->setCurrent(std::clamp(number(Setting::exportScale), 1, 4) - 1);
    resolution_->setValue(number(Setting::exportResolution));
    theme_->setCurrent(yes(Setting::exportDark) ? 1 : 0);
    values_->setCurrent(static_cast<int>(picture_.values));
    labels_->setCurrent(static_cast<int>(picture_.labels));
    weights_->setChecked(yes(Setting::exportWeights));
    scores_->setChecked(hasAttention_ && yes(Setting::exportScores));
    context_->setChecked(hasAttention_ && yes(Setting::exportContext));
}

void ExportForm::remember() {
    const ExportOptions chosen = options();
    rememberFormat();
    settings_->setValue(Setting::exportFits, fits_->isChecked());
    if (!fits_->isChecked()) {
        settings_->setValue(Setting::exportWidth, width_->value());
        settings_->setValue(Setting::exportHeight, height_->value());
    }
    settings_->setValue(Setting::exportScale, scale_->current() + 1);
    settings_->setValue(Setting::exportResolution, resolution_->value());
    settings_->setValue(Setting::exportDark, chosen.dark);
    settings_->setValue(Setting::exportWeights, chosen.weights);
    if (hasAttention_) {
        settings_->setValue(Setting::exportScores, chosen.scores);
        settings_->setValue(Setting::exportContext, chosen.context);
    }
}

void ExportForm::rememberFormat() {
    settings_->setValue(Setting::exportFormat, QString::fromStdString(std::string(nameOf(options().format))));
}

void ExportForm::connectAll() {
    const auto tell = [this] {
        showWhatApplies();
        Q_EMIT changed();
    };
    for (ChoiceButton* const choice : {format_, panels_, scale_, theme_, values_, labels_})
        connect(choice, &ChoiceButton::chosen, this, tell);
    connect(format_, &ChoiceButton::chosen, this, &ExportForm::rememberFormat); // though nothing may be written
    for (QSpinBox* const spin : {width_, height_, resolution_})
        connect(spin, &QSpinBox::valueChanged, this, tell);
    for (ToggleSwitch* const toggle : {fits_, weights_, scores_, context_})
        connect(toggle, &QAbstractButton::toggled, this, tell);
    connect(title_, &QLineEdit::textChanged, this, tell);
}

void ExportForm::showWhatApplies() {
    const ExportFormat format = options().format;
    size_->setVisible(isPicture(format));
    look_->setVisible(isPicture(format));
    pixels_->setVisible(format == ExportFormat::png);
    matrices_->setVisible(!isPicture(format));
    width_->setEnabled(!fits_->isChecked());
    height_->setEnabled(!fits_->isChecked());
}

void ExportForm::setNaturalSize(const QSizeF& size) {
    if (!fits_->isChecked())
        return;
    const QSignalBlocker quietWidth(width_);
    const QSignalBlocker quietHeight(height_);
    width_->setValue(qRound(size.width()));
    height_->setValue(qRound(size.height()));
}

ExportOptions ExportForm::options() const {
    ExportOptions options;
    options.format = allExportFormats[static_cast<std::size_t>(std::max(0, format_->current()))];
    if (!fits_->isChecked())
        options.size = {static_cast<double>(width_->value()), static_cast<double>(height_->value())};
    if (options.format == ExportFormat::png)
        options.scaleFactor = scale_->current() + 1;
    options.dotsPerInch = resolution_->value();
    options.dark = theme_->current() == 1;
    options.weights = weights_->isChecked();
    options.scores = scores_->isChecked();
    options.context = context_->isChecked();
    return options;
}

void ExportForm::setFormat(ExportFormat format) {
    if (format == options().format)
        return;
    format_->setCurrent(static_cast<int>(format));
    showWhatApplies();
    Q_EMIT changed();
}

bool ExportForm::onlyActive() const {
    return panels_->current() == 1;
}

void ExportForm::setOnlyActive(bool only) {
    panels_->setCurrent(only ? 1 : 0);
    Q_EMIT changed();
}

files::PictureSettings ExportForm::picture() const {
    files::PictureSettings picture = picture_;
    picture.title = title_->text().toStdString();
    picture.values = static_cast<files::Visibility>(std::max(0, values_->current())); // listed in this order
    picture.labels = static_cast<files::Visibility>(std::max(0, labels_->current()));
    return picture;
}

} // namespace heedmap
