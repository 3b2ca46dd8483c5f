#include "ui/inputs/mask_figures_view.h"

#include "ui/base/numbers.h"
#include "ui/widgets/setting_row.h"

#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

namespace heedmap {

namespace {

using analysis::Count;

constexpr Index mostTokens = 4096; // of which paths are counted while something is changed
constexpr int mostLayers = 96;
constexpr std::uint64_t bytesOfFloat32 = 4;

QLabel* wrapped(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setWordWrap(true);
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    return label;
}

} // namespace

MaskFiguresView::MaskFiguresView(QWidget* parent)
    : QWidget(parent)
    , savings_(wrapped(this))
    , paths_(wrapped(this))
    , fromRow_(new SettingRow(tr("from key"), this))
    , toRow_(new SettingRow(tr("to query"), this))
    , layersRow_(new SettingRow(tr("layers"), this))
    , from_(addField(fromRow_, tr("paths from key"), tr("The token that is looked at, counted from 0")))
    , to_(addField(toRow_, tr("paths to query"), tr("The token that looks, counted from 0")))
    , layers_(addField(layersRow_, tr("layers of paths"), tr("Layers of attention, one after another"))) {
    from_->setObjectName(QStringLiteral("pathsFrom"));
    to_->setObjectName(QStringLiteral("pathsTo"));
    layers_->setObjectName(QStringLiteral("pathLayers"));
    savings_->setForegroundRole(QPalette::PlaceholderText);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 4, 0, 0);
    column->setSpacing(2);
    column->addWidget(savings_);
    column->addSpacing(4);
    column->addWidget(fromRow_);
    column->addWidget(toRow_);
    column->addWidget(layersRow_);
    column->addWidget(paths_);
    layers_->setRange(1, mostLayers);
    layers_->setValue(2);
}

QSpinBox* MaskFiguresView::addField(SettingRow* row, const QString& name, const QString& toolTip) {
    auto* field = new QSpinBox(row);
    field->setAccessibleName(name);
    field->setToolTip(toolTip);
    row->setToolTip(toolTip);
    makeQuiet(field, QStringLiteral("00 · token"));
    row->add(field);
    connect(field, &QSpinBox::valueChanged, this, &MaskFiguresView::showPaths);
    return field;
}

void MaskFiguresView::setMask(const attention::MaskRows& mask, const files::ProblemSizes& sizes, const Labels& labels) {
    showSavings(mask, sizes);
    const Index tokens = mask.queries() == mask.keys() && mask.keys() <= mostTokens ? mask.keys() : 0;
    const bool resized = tokens != tokens_;
    tokens_ = tokens;
    labels_ = labels.columns.empty() ? labels.rows : labels.columns;
    spec_ = mask.spec();
    for (SettingRow* row : {fromRow_, toRow_, layersRow_})
        row->setVisible(tokens > 0);
    paths_->setVisible(tokens > 0);
    if (tokens == 0)
        return;
    const QSignalBlocker quietFrom(from_);
    const QSignalBlocker quietTo(to_);
    from_->setRange(0, static_cast<int>(tokens - 1));
    to_->setRange(0, static_cast<int>(tokens - 1));
    if (resized) {
        from_->setValue(0);
        to_->setValue(static_cast<int>(tokens - 1));
    }
    showPaths();
}

void MaskFiguresView::showSavings(const attention::MaskRows& mask, const files::ProblemSizes& sizes) {
    const Count all = Count::of(mask.queries()) * Count::of(mask.keys());
    const Count allowed = analysis::allowedCells(mask);
    share_ = all.approximate() > 0 ? allowed.approximate() / all.approximate() : 0;
    const Count saved = all - allowed;
    const Count products = saved * (Count::of(sizes.keyDimension) + Count::of(sizes.valueDimension));
    savings_->setText(tr("saves %1 of %2 cells: %3 multiply–adds and %4 bytes of α in float32")
                          .arg(groupedText(saved.exact().value_or(0)), groupedText(all.exact().value_or(0)),
                               groupedText(products.exact().value_or(0)),
                               groupedText((saved * Count(bytesOfFloat32)).exact().value_or(0))));
}

void MaskFiguresView::showPaths() {
    if (tokens_ == 0)
        return;
    const auto suffix = [&](int token) {
        const auto index = static_cast<std::size_t>(token);
        return index < labels_.size() && !labels_[index].empty()
                   ? QStringLiteral(" · ") + QString::fromStdString(labels_[index])
                   : QString();
    };
    from_->setSuffix(suffix(from_->value()));
    to_->setSuffix(suffix(to_->value()));
    const attention::MaskRows mask = attention::MaskRows::of(spec_, tokens_, tokens_).value(); // it did fit
    const analysis::PathCount paths = analysis::pathsThrough(mask, from_->value(), to_->value(), layers_->value());
    if (paths.count > 0) {
        paths_->setText((paths.more ? tr("paths: at least %1") : tr("paths: %1")).arg(groupedText(paths.count)));
        return;
    }
    const auto fewest = analysis::layersToReach(mask, from_->value(), to_->value());
    paths_->setText(fewest ? tr("no path yet; the first is through %1 layers").arg(*fewest)
                           : tr("no path, however many layers there are"));
}

QString MaskFiguresView::savings() const {
    return savings_->text();
}

QString MaskFiguresView::paths() const {
    return paths_->isHidden() ? QString() : paths_->text();
}

} // namespace heedmap
