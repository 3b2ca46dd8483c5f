#include "ui/settings/icon.h"

#include "core/result.h"
#include "ui/settings/resources.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QSvgRenderer>

namespace heedmap {

namespace {

class LineIcon : public QIconEngine {
public:
    explicit LineIcon(QByteArray drawing)
        : drawing_(std::move(drawing)) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override {
        QByteArray colored = drawing_;
        colored.replace("currentColor", colorOf(mode, state).name().toLatin1());
        QSvgRenderer(colored).render(painter, rect);
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return pixmap;
    }
    QIconEngine* clone() const override { return new LineIcon(drawing_); }

private:
    static QColor colorOf(QIcon::Mode mode, QIcon::State state) {
        const QPalette palette = QGuiApplication::palette();
        if (mode == QIcon::Disabled)
            return palette.color(QPalette::Disabled, QPalette::WindowText);
        if (mode == QIcon::Selected)
            return palette.color(QPalette::HighlightedText);
        return palette.color(state == QIcon::On ? QPalette::Highlight : QPalette::WindowText);
    }

    QByteArray drawing_;
};

} // namespace

QIcon icon(const QString& name) {
    heedmapLoadResources();
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    const bool opened = file.open(QIODevice::ReadOnly);
    HEEDMAP_EXPECTS(opened);
    return QIcon(new LineIcon(file.readAll()));
}

} // namespace heedmap
