// Cells of a slow source (read from a file or computed on demand) drawn exactly, off the window's thread: until they
// are there, the view shows what its pyramid has.
#pragma once

#include "ui/heatmap/heatmap_painter.h"

#include <QImage>
#include <QObject>
#include <QThreadPool>
#include <QTransform>

#include <stop_token>

namespace heedmap {

struct CellsImage {
    QImage image; // of the cells' viewport, in device pixels
    QTransform transform;
    heatmap::CellGeometry geometry;

    // Whether it shows cells of the same size, perhaps others.
    bool sameSize(const CellsImage& other) const {
        return image.size() == other.image.size() && transform == other.transform &&
               geometry.cellWidth == other.geometry.cellWidth && geometry.cellHeight == other.geometry.cellHeight;
    }
    bool operator==(const CellsImage& other) const { return sameSize(other) && geometry == other.geometry; }
};

class SharpCells : public QObject {
    Q_OBJECT

public:
    struct Request {
        PanelPicture picture;
        PanelLayout layout;
        QFont font;
        QColor ground;
        CellsImage cells; // its image is filled, and has the size that is wanted
    };

    explicit SharpCells(QObject* parent = nullptr);
    ~SharpCells() override;

    // What was drawn last.
    const CellsImage& image() const { return image_; }
    bool busy() const { return busy_; }
    // Draws it unless it is there or being drawn already. What is being drawn at another size is given up; at the same
    // size (the view is being dragged) it is finished first, so that there is always something new to show.
    void draw(Request request);
    // Another picture: nothing of the old one is shown any more.
    void forget();

Q_SIGNALS:
    void drawn();
    void failed(); // the source has a problem: what it gave is not shown

private:
    void start();

    CellsImage image_;
    CellsImage underway_; // without pixels
    std::optional<Request> next_;
    bool busy_ = false;
    std::uint64_t era_ = 0; // counts what was forgotten
    std::stop_source stop_;
    QThreadPool pool_;
};

} // namespace heedmap
