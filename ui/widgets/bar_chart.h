// Small bar charts of the inspector: a value a key, a dimension or a hidden unit; one or two series side by side.
#pragma once

#include <QStringList>
#include <QWidget>

#include <functional>
#include <optional>
#include <vector>

namespace heedmap {

struct BarSeries {
    QString name;
    std::vector<double> values; // NaN draws nothing
};

class BarChart : public QWidget {
    Q_OBJECT

public:
    explicit BarChart(QWidget* parent = nullptr);

    // `labels` has one entry a bar, or is empty. The first series has the accent color, the second is gray.
    void setBars(std::vector<BarSeries> series, QStringList labels);
    // Bars that do not count (masked): hatched in gray.
    void setMuted(std::vector<bool> muted);
    void setMarked(std::optional<int> bar); // the chosen one: its label stands out
    // The value axis always holds these; without: what the values need.
    void setLimits(double low, double high);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    // "not: 0.7546": what is under a point; empty where nothing is.
    QString textAt(const QPoint& point) const;

Q_SIGNALS:
    void clicked(int bar);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    int count() const;
    int barAt(const QPoint& point) const;
    QRectF plotArea() const;
    std::pair<double, double> limits() const;
    void paintBars(QPainter& painter, const QRectF& plot) const;
    void paintDense(QPainter& painter, const QRectF& plot, const std::function<double(double)>& y) const;
    void paintLabels(QPainter& painter, const QRectF& plot) const;

    std::vector<BarSeries> series_;
    QStringList labels_;
    std::vector<bool> muted_;
    std::optional<int> marked_;
    std::optional<std::pair<double, double>> fixedLimits_;
};

} // namespace heedmap
