// The ground that panels stand on: the headings of a grid of heads, each once.
#pragma once

#include <QList>
#include <QWidget>

namespace heedmap {

struct Heading {
    QRectF area;
    QString text;
    Qt::Alignment alignment = Qt::AlignCenter;
    bool chosen = false; // of the panel that is open: on a band
    bool strong = false;
    friend bool operator==(const Heading&, const Heading&) = default;
};

class PanelCanvas : public QWidget {
    Q_OBJECT

public:
    explicit PanelCanvas(QWidget* parent = nullptr);
    void setHeadings(const QList<Heading>& headings);
    const QList<Heading>& headings() const { return headings_; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QList<Heading> headings_;
};

} // namespace heedmap
