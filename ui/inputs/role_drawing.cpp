#include "ui/inputs/role_drawing.h"

#include "core/session/consistency.h"
#include "ui/settings/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace heedmap {

namespace {

constexpr qreal sourceWidth = 62;
constexpr qreal firstLine = 24; // Q; K and V follow below
constexpr qreal betweenLines = 34;
constexpr qreal headsWidth = 54;

QString shapeText(std::initializer_list<Index> sizes) {
    QStringList texts;
    for (const Index size : sizes)
        texts << QString::number(size);
    return QStringLiteral("(%1)").arg(texts.join(QStringLiteral(", ")));
}

QFont smallFont(const QFont& font) {
    QFont small = font;
    small.setPointSizeF(small.pointSizeF() * 0.85);
    return small;
}

void arrow(QPainter& painter, QPointF from, QPointF to) {
    painter.drawLine(from, to);
    painter.drawLine(to, to + QPointF(-4, -3));
    painter.drawLine(to, to + QPointF(-4, 3));
}

// "W" with a small index.
void paintIndexed(QPainter& painter, QPointF baseline, const QString& name, const QString& index) {
    painter.drawText(baseline, name);
    const qreal width = QFontMetricsF(painter.font()).horizontalAdvance(name);
    painter.save();
    QFont small = painter.font();
    small.setPointSizeF(small.pointSizeF() * 0.75);
    painter.setFont(small);
    painter.drawText(baseline + QPointF(width, 3), index);
    painter.restore();
}

} // namespace

RoleDrawing::RoleDrawing(QWidget* parent)
    : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Where Q, K and V come from"));
}

void RoleDrawing::show(const files::Session& session) {
    const attention::Problem& problem = session.problem;
    const files::ProblemSizes sizes = files::sizesOf(problem);
    projects_ = attention::projects(problem);
    causal_ = problem.mask.causal;
    heads_ = problem.heads;
    const bool self = problem.kind == attention::ProblemKind::self;
    const auto shape = [](const MatrixD& states) {
        return shapeText({1, states.rows(), states.cols()});
    };
    if (self)
        sources_ = {{QStringLiteral("X"), shape(problem.x), 0, 2}};
    else if (problem.k.rows() == problem.v.rows() && problem.k.cols() == problem.v.cols() && projects_)
        sources_ = {{tr("decoder"), shape(problem.q), 0, 0}, {tr("encoder"), shape(problem.k), 1, 2}};
    else
        sources_ = {{projects_ ? tr("decoder") : QStringLiteral("Q"), shape(problem.q), 0, 0},
                    {projects_ ? tr("encoder") : QStringLiteral("K"), shape(problem.k), 1, 1},
                    {projects_ ? tr("encoder") : QStringLiteral("V"), shape(problem.v), 2, 2}};
    const MatrixD& w = problem.parameters.w_o;
    output_ = shapeText({1, sizes.queries, w.size() > 0 ? w.cols() : sizes.valueDimension * problem.heads});
    QStringList parts;
    for (const Source& source : sources_) {
        static const QStringList names{QStringLiteral("Q"), QStringLiteral("K"), QStringLiteral("V")};
        parts << tr("%1 from %2 %3")
                     .arg(names.mid(source.first, source.last - source.first + 1).join(QStringLiteral(", ")),
                          source.name, source.shape);
    }
    setAccessibleDescription(parts.join(QStringLiteral("; ")));
    setToolTip(accessibleDescription());
    update();
}

QSize RoleDrawing::sizeHint() const {
    const qreal below = 14 + QFontMetricsF(smallFont(font())).height();
    return {260, static_cast<int>(std::ceil(firstLine + 2 * betweenLines + below))};
}

QSize RoleDrawing::minimumSizeHint() const {
    return {200, sizeHint().height()};
}

qreal RoleDrawing::lineOf(int path) const {
    return firstLine + path * betweenLines;
}

void RoleDrawing::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    for (const Source& source : sources_)
        paintSource(painter, source);
    for (int path = 0; path < 3; ++path)
        paintPath(painter, path);
    paintHeads(painter);
}

void RoleDrawing::paintSource(QPainter& painter, const Source& source) const {
    const Theme& t = theme();
    const QRectF box(0.5, lineOf(source.first) - 14.5, sourceWidth, lineOf(source.last) - lineOf(source.first) + 29);
    painter.setPen(t.hairline);
    painter.setBrush(t.field);
    painter.drawRoundedRect(box, 5, 5);
    const QFontMetricsF metrics(font());
    painter.setPen(t.text);
    painter.setFont(font());
    const QString name = metrics.elidedText(source.name, Qt::ElideRight, box.width() - 4);
    painter.drawText(QRectF(box.left(), box.center().y() - metrics.height() + 2, box.width(), metrics.height()),
                     Qt::AlignCenter, name);
    QFont small = smallFont(font());
    painter.setFont(small);
    painter.setPen(t.dimText);
    painter.drawText(QRectF(box.left(), box.center().y(), box.width(), QFontMetricsF(small).height()), Qt::AlignCenter,
                     QFontMetricsF(small).elidedText(source.shape, Qt::ElideRight, box.width() - 2));
}

void RoleDrawing::paintPath(QPainter& painter, int path) const {
    static const QStringList names{QStringLiteral("Q"), QStringLiteral("K"), QStringLiteral("V")};
    const Theme& t = theme();
    const qreal y = lineOf(path);
    const qreal headsLeft = width() - headsWidth - 0.5;
    const qreal from = sourceWidth + 4;
    const qreal to = headsLeft - 4;
    painter.setPen(QPen(t.dimText, 1));
    arrow(painter, {from, y}, {to, y});
    painter.setFont(font());
    const qreal middle = (from + to) / 2;
    painter.setPen(t.text);
    if (projects_)
        paintIndexed(painter, {from + (middle - from) / 2 - 8, y - 4}, QStringLiteral("W"), names[path]);
    painter.drawText(QPointF(projects_ ? middle + (to - middle) / 2 - 6 : middle - 4, y - 4), names[path]);
}

// The heads as sheets behind each other, with the shape of the causal mask on the front one.
void RoleDrawing::paintHeads(QPainter& painter) const {
    const Theme& t = theme();
    const qreal right = width() - 0.5;
    const QRectF front(right - headsWidth, lineOf(0) - 14.5, headsWidth - 8, lineOf(2) - lineOf(0) + 21);
    const int sheets = static_cast<int>(std::min<Index>(heads_, 4));
    for (int sheet = sheets - 1; sheet >= 0; --sheet) {
        painter.setPen(t.hairline);
        painter.setBrush(t.field);
        painter.drawRoundedRect(front.translated(2.5 * sheet, 2.5 * sheet), 5, 5);
    }
    if (causal_) {
        const QRectF inner = front.adjusted(8, 26, -8, -26);
        painter.setPen(Qt::NoPen);
        painter.setBrush(t.accentSoft);
        painter.drawPolygon(QPolygonF{inner.topLeft(), inner.bottomLeft(), inner.bottomRight()});
    }
    painter.setPen(t.text);
    painter.setFont(font());
    painter.drawText(front.adjusted(0, 4, 0, 0), Qt::AlignHCenter | Qt::AlignTop, QStringLiteral("α"));
    painter.setFont(smallFont(font()));
    painter.setPen(t.dimText);
    painter.drawText(front.adjusted(0, 0, 0, -4), Qt::AlignHCenter | Qt::AlignBottom,
                     heads_ == 1 ? tr("1 head") : tr("%1 heads").arg(heads_));
    painter.drawText(QRectF(0, lineOf(2) + 13, width(), painter.fontMetrics().height()), Qt::AlignRight | Qt::AlignTop,
                     projects_ ? tr("→ W_O → output %1").arg(output_) : tr("→ output %1").arg(output_));
}

} // namespace heedmap
