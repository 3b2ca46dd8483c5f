// Items side by side, wrapped into lines like words. Those that can be narrower give way before the last one of them
// has to stand on a line of its own.
#pragma once

#include <QLayout>
#include <QList>

#include <memory>
#include <vector>

namespace heedmap {

class FlowLayout : public QLayout {
    Q_OBJECT

public:
    FlowLayout(int horizontalSpacing, int verticalSpacing, QWidget* parent = nullptr);
    ~FlowLayout() override;

    void addItem(QLayoutItem* item) override;
    int count() const override;
    QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSize() const override;
    void setGeometry(const QRect& rect) override;

private:
    // Of all items on one line, at the width that they would like or can do with.
    int lineWidth(QSize (QLayoutItem::*size)() const) const;
    int arrange(const QRect& rect, bool move) const;
    void placeLine(std::size_t first, std::size_t end, const QRect& line, const QRect& inner) const;

    std::vector<std::unique_ptr<QLayoutItem>> items_;
    int horizontalSpacing_;
    int verticalSpacing_;
};

} // namespace heedmap
