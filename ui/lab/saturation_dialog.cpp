#include "ui/lab/saturation_dialog.h"

#include "ui/base/numbers.h"
#include "ui/plot/plot_view.h"
#include "ui/widgets/bar_chart.h"
#include "ui/widgets/figure_table.h"
#include "ui/widgets/section_label.h"
#include "ui/widgets/setting_row.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSlider>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <limits>

namespace heedmap {

namespace {

constexpr Index queries = 16;
constexpr Index keys = 32;
constexpr double stepsPerDecade = 50; // of the slider of τ, from 0.1 to 10

using Figure = double analysis::SaturationPoint::*;
constexpr Figure plotted[] = {&analysis::SaturationPoint::scoreVariance, &analysis::SaturationPoint::entropy,
                              &analysis::SaturationPoint::gradient};

QStringList plotTitles() {
    return {SaturationDialog::tr("variance of e"), SaturationDialog::tr("entropy of α, nat"),
            QStringLiteral("‖∂α/∂e‖")};
}

QString plainName() {
    return QStringLiteral("q·k");
}
QString scaledName() {
    return QStringLiteral("q·k / √d_k");
}

QLabel* sliderText(const QString& widest, QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setFixedWidth(label->fontMetrics().horizontalAdvance(widest));
    label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return label;
}

} // namespace

const std::vector<Index>& SaturationDialog::dimensions() {
    static const std::vector<Index> all{1,  2,  3,  4,   6,   8,   12,  16,  24,  32,
                                        48, 64, 96, 128, 192, 256, 384, 512, 768, 1024};
    return all;
}

SaturationDialog::SaturationDialog(Settings* settings, QWidget* parent)
    : QDialog(parent)
    , dimensionSlider_(new QSlider(Qt::Horizontal, this))
    , dimensionText_(sliderText(QStringLiteral("d_k = 1024"), this))
    , temperatureSlider_(new QSlider(Qt::Horizontal, this))
    , temperatureText_(sliderText(QStringLiteral("τ = 0.000"), this))
    , seed_(new QSpinBox(this))
    , sentence_(new QLabel(this))
    , figures_(new FigureTable(
          {tr("Var e"), QStringLiteral("H(α)"), QStringLiteral("‖∂α/∂e‖"), QStringLiteral("max α")},
          {tr("Variance of all scores"), tr("Mean entropy of the rows, nat; at most ln 32 = 3.47"),
           tr("How much the weights respond to the scores: the factor that gradients are multiplied by"),
           tr("Largest weight of a row, mean")},
          this))
    , row_(new BarChart(this)) {
    setWindowTitle(tr("Why scores are divided by √d_k"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(12);
    sentence_->setWordWrap(true);
    sentence_->setTextFormat(Qt::PlainText);
    sentence_->setObjectName(QStringLiteral("saturationSentence"));
    layout->addWidget(sentence_);
    layout->addWidget(makeControls());
    layout->addWidget(makePlots(settings), 1);
    auto* below = new QHBoxLayout;
    below->setSpacing(24);
    auto* left = new QVBoxLayout;
    left->setSpacing(4);
    left->addWidget(new SectionLabel(tr("at this d_k and τ"), this));
    left->addWidget(figures_);
    left->addStretch();
    auto* right = new QVBoxLayout;
    right->setSpacing(4);
    auto* rowHead = new SectionLabel(tr("α of one query"), this);
    rowHead->setDetail(tr("q·k in color, q·k / √d_k gray"));
    right->addWidget(rowHead);
    right->addWidget(row_);
    below->addLayout(left, 1);
    below->addLayout(right, 1);
    layout->addLayout(below);
    resize(900, 560);
    drawData();
    setDimension(64);
}

QWidget* SaturationDialog::makeControls() {
    auto* controls = new QWidget(this);
    auto* row = new QHBoxLayout(controls);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(12);
    dimensionSlider_->setRange(0, static_cast<int>(dimensions().size()) - 1);
    dimensionSlider_->setPageStep(2);
    dimensionSlider_->setAccessibleName(tr("Dimension d_k"));
    dimensionSlider_->setToolTip(tr("So many columns of the same random Q and K are used"));
    temperatureSlider_->setRange(-static_cast<int>(stepsPerDecade), static_cast<int>(stepsPerDecade));
    temperatureSlider_->setAccessibleName(tr("Temperature τ, logarithmic"));
    temperatureSlider_->setToolTip(tr("Scores are divided by it before the softmax"));
    seed_->setRange(0, std::numeric_limits<int>::max());
    seed_->setAccessibleName(tr("seed of the random numbers"));
    makeQuiet(seed_, QStringLiteral("00000"));
    auto* seedLabel = new QLabel(tr("seed"), controls);
    seedLabel->setForegroundRole(QPalette::PlaceholderText);
    seedLabel->setBuddy(seed_);
    row->addWidget(dimensionText_);
    row->addWidget(dimensionSlider_, 2);
    row->addSpacing(12);
    row->addWidget(temperatureText_);
    row->addWidget(temperatureSlider_, 1);
    row->addSpacing(12);
    row->addWidget(seedLabel);
    row->addWidget(seed_);
    connect(dimensionSlider_, &QSlider::valueChanged, this, &SaturationDialog::showPoint);
    connect(temperatureSlider_, &QSlider::valueChanged, this, &SaturationDialog::showCurves);
    connect(seed_, &QSpinBox::valueChanged, this, &SaturationDialog::drawData);
    return controls;
}

QWidget* SaturationDialog::makePlots(Settings* settings) {
    auto* box = new QWidget(this);
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(16);
    const QStringList titles = plotTitles();
    for (qsizetype i = 0; i < titles.size(); ++i) {
        auto* plot = new PlotView(titles[i], settings, box);
        const PlotScale scale = i == 0 ? PlotScale::logarithmic : PlotScale::linear;
        PlotAxis y{titles[i], scale, std::nullopt, std::nullopt};
        if (i > 0)
            y.low = 0;
        plot->setAxes({QStringLiteral("d_k"), PlotScale::logarithmic, 1, 1024}, y);
        plot->addSeries({plainName(), 0, SeriesLook::lineAndMarkers});
        plot->addSeries({scaledName(), 1, SeriesLook::lineAndMarkers});
        plot->setMinimumHeight(220);
        row->addWidget(plot, 1);
        plots_.push_back(plot);
    }
    return box;
}

Index SaturationDialog::dimension() const {
    return dimensions()[static_cast<std::size_t>(dimensionSlider_->value())];
}

double SaturationDialog::temperature() const {
    return std::pow(10.0, temperatureSlider_->value() / stepsPerDecade);
}

void SaturationDialog::setDimension(Index dimension) {
    const auto& all = dimensions();
    const auto nearest = std::min_element(
        all.begin(), all.end(), [&](Index a, Index b) { return std::abs(a - dimension) < std::abs(b - dimension); });
    dimensionSlider_->setValue(static_cast<int>(nearest - all.begin()));
    showPoint();
}

void SaturationDialog::setTemperature(double temperature) {
    temperatureSlider_->setValue(static_cast<int>(std::lround(std::log10(temperature) * stepsPerDecade)));
}

void SaturationDialog::drawData() {
    data_ = analysis::saturationData(queries, keys, dimensions().back(), static_cast<std::uint64_t>(seed_->value()));
    showCurves();
}

void SaturationDialog::showCurves() {
    for (const bool scaled : {false, true}) {
        const auto curve = analysis::saturationCurve(data_, dimensions(), scaled, temperature());
        for (std::size_t plot = 0; plot < plots_.size(); ++plot) {
            std::vector<QPointF> points;
            for (const analysis::SaturationPoint& point : curve)
                points.emplace_back(static_cast<double>(point.dimension), point.*plotted[plot]);
            plots_[plot]->setPoints(scaled ? 1 : 0, std::move(points));
        }
    }
    showPoint();
}

void SaturationDialog::showPoint() {
    const double tau = temperature();
    dimensionText_->setText(QStringLiteral("d_k = %1").arg(dimension()));
    temperatureText_->setText(QStringLiteral("τ = %1").arg(numberText(tau, 3)));
    std::vector<QStringList> rows;
    std::vector<BarSeries> bars;
    analysis::SaturationPoint points[2];
    for (const bool scaled : {false, true}) {
        const analysis::SaturationPoint point = analysis::saturationAt(data_, dimension(), scaled, tau);
        points[scaled ? 1 : 0] = point;
        const QString name = scaled ? scaledName() : plainName();
        rows.push_back({name, numberText(point.scoreVariance, 3), numberText(point.entropy, 3),
                        numberText(point.gradient, 3), numberText(point.largest, 3)});
        const MatrixD alpha = analysis::saturationAlpha(data_, dimension(), scaled, tau);
        bars.push_back({name, {alpha.row(0).begin(), alpha.row(0).end()}});
    }
    figures_->setRows(std::move(rows));
    row_->setBars(std::move(bars), {});
    for (PlotView* plot : plots_)
        plot->setMarks({{Qt::Vertical, static_cast<double>(dimension()), {}}});
    sentence_->setText(tr("q·k of two vectors with %1 independent entries of mean 0 and variance 1 has variance %1 "
                          "(measured: %2). The softmax of such scores puts %3 of the weight on one key, and its slope "
                          "‖∂α/∂e‖ is %4: little is left to learn from. Divided by √d_k the variance is 1 whatever d_k "
                          "is, and the slope stays at %5.")
                           .arg(dimension())
                           .arg(numberText(points[0].scoreVariance, 3), numberText(points[0].largest, 2),
                                numberText(points[0].gradient, 2), numberText(points[1].gradient, 2)));
}

} // namespace heedmap
