#include "ui/heatmap/sharp_cells.h"

#include "ui/base/start_on.h"

#include <QPainter>

#include <new>

namespace heedmap {

namespace {

void drawCells(SharpCells::Request& request, const std::stop_token& stop) {
    QImage& image = request.cells.image;
    image.fill(request.ground);
    QPainter painter(&image);
    painter.setTransform(request.cells.transform);
    paintCells(painter, request.picture, request.layout, request.cells.geometry, request.font, CellsAs::pixels, stop);
}

} // namespace

SharpCells::SharpCells(QObject* parent)
    : QObject(parent) {
    pool_.setMaxThreadCount(1);
}

SharpCells::~SharpCells() {
    stop_.request_stop();
    pool_.waitForDone();
}

void SharpCells::draw(Request request) {
    if (request.cells == image_ || (busy_ && request.cells == underway_)) {
        next_.reset();
        return;
    }
    if (busy_ && !request.cells.sameSize(underway_))
        stop_.request_stop();
    next_ = std::move(request);
    if (!busy_)
        start();
}

void SharpCells::start() {
    busy_ = true;
    stop_ = std::stop_source();
    auto request = std::make_shared<Request>(*std::move(next_));
    next_.reset();
    underway_ = request->cells;
    startOn(pool_, [this, request, stop = stop_.get_token(), era = era_] {
        bool drawnAtAll = true;
        try {
            drawCells(*request, stop);
        } catch (const std::bad_alloc&) { // it stays as coarse as it is
            drawnAtAll = false;
        }
        const bool whole = !request->picture.drawn->problem();
        const auto deliver = [this, request, stop, era, whole, drawnAtAll] {
            busy_ = false;
            const bool wanted = drawnAtAll && !stop.stop_requested() && era == era_;
            const bool good = wanted && whole;
            if (good)
                image_ = request->cells;
            if (next_)
                start();
            if (good)
                Q_EMIT drawn();
            else if (wanted)
                Q_EMIT failed();
        };
        QMetaObject::invokeMethod(this, deliver, Qt::QueuedConnection);
    });
}

void SharpCells::forget() {
    ++era_;
    image_ = {};
    next_.reset();
    stop_.request_stop();
}

} // namespace heedmap
