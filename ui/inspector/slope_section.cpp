#include "ui/inspector/slope_section.h"

#include "core/attention/gradient.h"
#include "core/heatmap/color_map.h"
#include "ui/base/numbers.h"
#include "ui/settings/theme.h"
#include "ui/widgets/bar_chart.h"
#include "ui/widgets/section_label.h"
#include "ui/widgets/tool_tip.h"

#include <QHelpEvent>
#include <QLabel>
#include <QPainter>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace heedmap {

namespace {

constexpr std::size_t mostKeys = 64; // of the matrix: its cells have to be seen
constexpr Index mostInBars = 4096;
constexpr double largestSide = 22;
constexpr int matrixSide = 176;

// ∂α/∂e_k of all keys: symmetric, so row k of the Jacobian.
VectorD slopesOf(const attention::Normalizer& normalizer, const VectorD& p, Index key) {
    return attention::throughNormalizer(normalizer, p, VectorD::Unit(p.size(), key));
}

// The chosen key and those of the largest weight, in their order; the rest hardly moves.
std::vector<Index> largestKeys(const VectorD& p, Index chosen) {
    std::vector<Index> keys(static_cast<std::size_t>(p.size()));
    std::iota(keys.begin(), keys.end(), Index{0});
    const std::size_t count = std::min(keys.size(), mostKeys);
    const auto weight = [&](Index key) {
        return key == chosen ? std::numeric_limits<double>::infinity() : std::isnan(p(key)) ? 0.0 : p(key);
    };
    std::partial_sort(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(count), keys.end(),
                      [&](Index a, Index b) { return weight(a) != weight(b) ? weight(a) > weight(b) : a < b; });
    keys.resize(count);
    std::sort(keys.begin(), keys.end());
    return keys;
}

} // namespace

SlopeSection::SlopeSection(QWidget* parent)
    : QWidget(parent)
    , sentence_(new QLabel(this))
    , matrix_(new SlopeMatrix(this))
    , bars_(new BarChart(this)) {
    auto* head = new SectionLabel(QStringLiteral("∂α/∂e"), this);
    head->setDetail(tr("how the weights respond to the scores"));
    sentence_->setWordWrap(true);
    sentence_->setTextFormat(Qt::PlainText);
    sentence_->setObjectName(QStringLiteral("slope"));
    bars_->setAccessibleName(tr("∂α by the score of the chosen key"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    for (QWidget* widget : std::initializer_list<QWidget*>{head, sentence_, bars_, matrix_})
        column->addWidget(widget);
    connect(bars_, &BarChart::clicked, this, &SlopeSection::columnChosen);
}

void SlopeSection::show(const Inspected& inspected) {
    const bool possible = inspected.computed() && inspected.panel.columns() <= mostInBars;
    setVisible(possible);
    if (!possible)
        return;
    const attention::Normalizer normalizer = inspected.normalizer();
    const VectorD p = inspected.panel.attention->alpha.row(inspected.cell.row).transpose();
    const VectorD slopes = slopesOf(normalizer, p, inspected.cell.column);
    bars_->setBars({{QStringLiteral("∂α"), {slopes.begin(), slopes.end()}}}, inspected.columnTokens);
    bars_->setMarked(static_cast<int>(inspected.cell.column));
    const QString key = shownToken(inspected.columnTokens[inspected.cell.column]);
    QStringList sentences{tr("If e of %1 grows a little, α of %1 changes by %2 times as much, and the others give way.")
                              .arg(key, numberText(slopes(inspected.cell.column), 3)),
                          tr("‖∂α/∂e‖ = %1.").arg(numberText(attention::jacobianNorm(normalizer, p), 3))};
    const std::vector<Index> shown = largestKeys(p, inspected.cell.column);
    if (static_cast<Index>(shown.size()) < p.size())
        sentences << tr("Below: the %1 keys of the largest weight, of %2.").arg(shown.size()).arg(p.size());
    sentence_->setText(sentences.join(QLatin1Char(' ')));
    showMatrix(inspected, normalizer, p, shown);
}

void SlopeSection::showMatrix(const Inspected& inspected, const attention::Normalizer& normalizer, const VectorD& p,
                              const std::vector<Index>& shown) {
    MatrixD part(static_cast<Index>(shown.size()), static_cast<Index>(shown.size()));
    QStringList keys;
    int marked = 0;
    for (std::size_t k = 0; k < shown.size(); ++k) {
        part.col(static_cast<Index>(k)) = slopesOf(normalizer, p, shown[k])(shown);
        keys << inspected.columnTokens[shown[k]];
        if (shown[k] == inspected.cell.column)
            marked = static_cast<int>(k);
    }
    matrix_->setSlopes(std::move(part), std::move(keys), marked);
}

SlopeMatrix::SlopeMatrix(QWidget* parent)
    : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("∂α/∂e of the row, a matrix of keys by keys"));
}

void SlopeMatrix::setSlopes(MatrixD slopes, QStringList keys, int marked) {
    slopes_ = std::move(slopes);
    keys_ = std::move(keys);
    marked_ = marked;
    updateGeometry();
    update();
}

double SlopeMatrix::side() const {
    const auto keys = static_cast<double>(std::max<Index>(slopes_.rows(), 1));
    return std::min(largestSide, std::min<double>(width(), matrixSide) / keys);
}

QSize SlopeMatrix::sizeHint() const {
    const auto keys = static_cast<double>(slopes_.rows());
    return {matrixSide, static_cast<int>(std::ceil(std::min<double>(matrixSide, keys * largestSide))) + 1};
}

QString SlopeMatrix::textAt(const QPoint& point) const {
    const auto row = static_cast<Index>(point.y() / side());
    const auto column = static_cast<Index>(point.x() / side());
    if (point.x() < 0 || point.y() < 0 || row >= slopes_.rows() || column >= slopes_.cols())
        return {};
    return QStringLiteral("∂α(%1)/∂e(%2) = %3")
        .arg(shownToken(keys_[row]), shownToken(keys_[column]), numberText(slopes_(row, column), 4));
}

bool SlopeMatrix::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), toolTipText(textAt(help->pos())), this);
        return true;
    }
    return QWidget::event(event);
}

void SlopeMatrix::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const heatmap::ColorMap colors{heatmap::ColorMapName::rdbu, false};
    const double largest = slopes_.size() > 0 ? slopes_.cwiseAbs().maxCoeff() : 0;
    const double size = side();
    for (Index i = 0; i < slopes_.rows(); ++i) {
        for (Index j = 0; j < slopes_.cols(); ++j) {
            const double place = (slopes_(i, j) / largest + 1) / 2; // NaN where all are 0, or something is no number
            const heatmap::Rgba color = colors.at(std::isfinite(place) ? place : 0.5);
            const QPointF corner(static_cast<double>(j) * size, static_cast<double>(i) * size);
            painter.fillRect(QRectF(corner, QSizeF(size, size)).toAlignedRect(), QColor(color.r, color.g, color.b));
        }
    }
    painter.setPen(QPen(theme().accent, 1));
    painter.drawRect(QRectF(marked_ * size + 0.5, 0.5, size - 1, static_cast<double>(slopes_.rows()) * size - 1));
}

} // namespace heedmap
