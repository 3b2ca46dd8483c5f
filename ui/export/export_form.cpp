#include "ui/export/export_form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QSettings>
#include <QSignalBlocker>
#include <QSpinBox>

namespace heedmap {

namespace {

QComboBox* comboOf(QWidget* parent, const QString& name, const QStringList& texts) {
    auto* const combo = new QComboBox(parent);
    combo->setAccessibleName(name);
    combo->addItems(texts);
    return combo;
}

QSpinBox* spinOf(QWidget* parent, const QString& name, int smallest, int largest, const QString& unit) {
    auto* const spin = new QSpinBox(parent);
    spin->setAccessibleName(name);
    spin->setRange(smallest, largest);
    spin->setSuffix(unit);
    return spin;
}

files::Visibility visibilityAt(int index) {
    return static_cast<files::Visibility>(index); // the combo boxes list them in this order
}

} // namespace

ExportForm::ExportForm(const files::PictureSettings& picture, const QString& activeTitle, bool hasAttention,
                       QWidget* parent)
    : QWidget(parent)
    , picture_(picture) {
    build(activeTitle, hasAttention);
    restore();
    connectAll();
    showWhatApplies();
}

void ExportForm::build(const QString& activeTitle, bool hasAttention) {
    form_ = new QFormLayout(this);
    form_->setContentsMargins(0, 0, 0, 0);
    form_->setSpacing(8);
    format_ = comboOf(this, tr("Format"),
                      {tr("PNG picture"), tr("SVG picture"), tr("PDF picture"), tr("CSV numbers"), tr("TSV numbers"),
                       tr("NPY array"), tr("NPZ arrays"), tr("JSON numbers")});
    form_->addRow(tr("&Format"), format_);
    panels_ = comboOf(this, tr("Panels"), {tr("All panels"), tr("Only %1").arg(activeTitle)});
    form_->addRow(tr("&Panels"), panels_);
    form_->setRowVisible(panels_, !activeTitle.isEmpty());
    addSizeRows(form_);
    addLookRows(form_);
    addNumberRows(form_, hasAttention);
}

void ExportForm::addSizeRows(QFormLayout* form) {
    fits_ = new QCheckBox(tr("fits the cells"), this);
    fits_->setAccessibleName(tr("Size fits the cells"));
    form->addRow(tr("Size"), fits_);
    width_ = spinOf(this, tr("Width"), 100, 20000, tr(" px"));
    form->addRow(tr("&Width"), width_);
    height_ = spinOf(this, tr("Height"), 100, 20000, tr(" px"));
    form->addRow(tr("&Height"), height_);
    scale_ = comboOf(this, tr("Scale factor"), {});
    for (const int factor : {1, 2, 3, 4})
        scale_->addItem(tr("× %1").arg(factor), factor);
    form->addRow(tr("&Scale factor"), scale_);
    resolution_ = spinOf(this, tr("Resolution"), 10, 2400, tr(" dpi"));
    form->addRow(tr("&Resolution"), resolution_);
}

void ExportForm::addLookRows(QFormLayout* form) {
    const QStringList visibility{tr("automatic"), tr("always"), tr("never")};
    title_ = new QLineEdit(QString::fromStdString(picture_.title), this);
    title_->setAccessibleName(tr("Title"));
    title_->setPlaceholderText(tr("none"));
    form->addRow(tr("&Title"), title_);
    theme_ = comboOf(this, tr("Theme"), {tr("light"), tr("dark")});
    form->addRow(tr("Th&eme"), theme_);
    values_ = comboOf(this, tr("Numbers in the cells"), visibility);
    form->addRow(tr("&Numbers in the cells"), values_);
    labels_ = comboOf(this, tr("Tokens"), visibility);
    form->addRow(tr("T&okens"), labels_);
}

void ExportForm::addNumberRows(QFormLayout* form, bool hasAttention) {
    const auto add = [&](const QString& text, bool enabled) {
        auto* const box = new QCheckBox(text, this);
        box->setEnabled(enabled);
        return box;
    };
    weights_ = add(tr("weights α"), true);
    scores_ = add(tr("scores e"), hasAttention);
    context_ = add(tr("context c"), hasAttention);
    form->addRow(tr("Matrices"), weights_);
    form->addRow(QString(), scores_);
    form->addRow(QString(), context_);
}

void ExportForm::restore() {
    QSettings settings;
    settings.beginGroup(QStringLiteral("export"));
    const auto number = [&](const char* key, int otherwise) {
        return settings.value(QLatin1String(key), otherwise).toInt();
    };
    format_->setCurrentIndex(number("format", 0));
    fits_->setChecked(settings.value(QStringLiteral("fits"), true).toBool());
    width_->setValue(number("width", 1200));
    height_->setValue(number("height", 800));
    scale_->setCurrentIndex(number("scale", 1));
    resolution_->setValue(number("resolution", 192));
    theme_->setCurrentIndex(number("theme", 0));
    values_->setCurrentIndex(static_cast<int>(picture_.values));
    labels_->setCurrentIndex(static_cast<int>(picture_.labels));
    weights_->setChecked(settings.value(QStringLiteral("weights"), true).toBool());
    scores_->setChecked(scores_->isEnabled() && settings.value(QStringLiteral("scores"), false).toBool());
    context_->setChecked(context_->isEnabled() && settings.value(QStringLiteral("context"), true).toBool());
}

void ExportForm::remember() const {
    QSettings settings;
    settings.beginGroup(QStringLiteral("export"));
    settings.setValue(QStringLiteral("format"), format_->currentIndex());
    settings.setValue(QStringLiteral("fits"), fits_->isChecked());
    if (!fits_->isChecked()) {
        settings.setValue(QStringLiteral("width"), width_->value());
        settings.setValue(QStringLiteral("height"), height_->value());
    }
    settings.setValue(QStringLiteral("scale"), scale_->currentIndex());
    settings.setValue(QStringLiteral("resolution"), resolution_->value());
    settings.setValue(QStringLiteral("theme"), theme_->currentIndex());
    settings.setValue(QStringLiteral("weights"), weights_->isChecked());
    if (scores_->isEnabled()) {
        settings.setValue(QStringLiteral("scores"), scores_->isChecked());
        settings.setValue(QStringLiteral("context"), context_->isChecked());
    }
}

void ExportForm::connectAll() {
    const auto tell = [this] {
        showWhatApplies();
        Q_EMIT changed();
    };
    for (QComboBox* const combo : {format_, panels_, scale_, theme_, values_, labels_})
        connect(combo, &QComboBox::currentIndexChanged, this, tell);
    for (QSpinBox* const spin : {width_, height_, resolution_})
        connect(spin, &QSpinBox::valueChanged, this, tell);
    for (QCheckBox* const box : {fits_, weights_, scores_, context_})
        connect(box, &QCheckBox::toggled, this, tell);
    connect(title_, &QLineEdit::textChanged, this, tell);
}

void ExportForm::showWhatApplies() {
    const ExportFormat format = options().format;
    for (QWidget* const picture :
         std::initializer_list<QWidget*>{fits_, width_, height_, title_, theme_, values_, labels_})
        form_->setRowVisible(picture, isPicture(format));
    for (QWidget* const pixels : std::initializer_list<QWidget*>{scale_, resolution_})
        form_->setRowVisible(pixels, format == ExportFormat::png);
    for (QWidget* const numbers : std::initializer_list<QWidget*>{weights_, scores_, context_})
        form_->setRowVisible(numbers, !isPicture(format));
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
    options.format = allExportFormats[static_cast<std::size_t>(std::max(0, format_->currentIndex()))];
    if (!fits_->isChecked())
        options.size = QSizeF(width_->value(), height_->value());
    if (options.format == ExportFormat::png)
        options.scaleFactor = scale_->currentData().toInt();
    options.dotsPerInch = resolution_->value();
    options.dark = theme_->currentIndex() == 1;
    options.weights = weights_->isChecked();
    options.scores = scores_->isChecked();
    options.context = context_->isChecked();
    return options;
}

bool ExportForm::onlyActive() const {
    return panels_->currentIndex() == 1;
}

files::PictureSettings ExportForm::picture() const {
    files::PictureSettings picture = picture_;
    picture.title = title_->text().toStdString();
    picture.values = visibilityAt(values_->currentIndex());
    picture.labels = visibilityAt(labels_->currentIndex());
    return picture;
}

} // namespace heedmap
