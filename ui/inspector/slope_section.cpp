#include "ui/inspector/slope_section.h"

#include "core/attention/gradient.h"
#include "core/heatmap/color_map.h"
#include "ui/heatmap/panel_picture.h"
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

namespace heedmap {

namespace {

constexpr Index mostKeys = 64;     // of the matrix; more are only shown as bars
constexpr Index mostInBars = 4096; // a whole Jacobian of more would be too much to build
constexpr double largestSide = 22;
constexpr int matrixSide = 176;

} // namespace

SlopeSection::SlopeSection(QWidget* parent)
    : QWidget(parent)
    , sentence_(new QLabel(this))
    , matrix_(new SlopeMatrix(this))
    , bars_(new BarChart(this)) {
    auto* head = new SectionLabel(QStringLiteral("∂α/∂e"), this);
    head->setDetail(tr("how the weights answer to the scores"));
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
    const attention::Normalizer& normalizer = inspected.session.problem.normalizer;
    const VectorD p = inspected.panel.attention->alpha.row(inspected.cell.row).transpose();
    VectorD unit = VectorD::Zero(p.size());
    unit(inspected.cell.column) = 1;
    // Symmetric, so the row of the chosen key is its column.
    const VectorD slopes = attention::throughNormalizer(normalizer, p, unit);
    bars_->setBars({{QStringLiteral("∂α"), {slopes.begin(), slopes.end()}}}, inspected.columnTokens);
    bars_->setMarked(static_cast<int>(inspected.cell.column));
    const bool drawn = p.size() <= mostKeys;
    matrix_->setVisible(drawn);
    const QString key = shownToken(inspected.columnTokens[inspected.cell.column]);
    QString text = tr("If e of %1 grows a little, α of %1 changes by %2 times as much, and the others give way.")
                       .arg(key, numberText(slopes(inspected.cell.column), 3));
    if (drawn) {
        MatrixD whole = attention::normalizerJacobian(normalizer, p);
        text += QLatin1Char(' ') + tr("‖∂α/∂e‖ = %1.").arg(numberText(whole.norm(), 3));
        matrix_->setSlopes(std::move(whole), inspected.columnTokens, static_cast<int>(inspected.cell.column));
    }
    sentence_->setText(text);
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
