// A few figures in columns, painted as one: the first column on the left, the others right-aligned under their heads.
// Changing the figures moves nothing as long as their number stays.
#pragma once

#include <QStringList>
#include <QWidget>

#include <vector>

namespace heedmap {

class FigureTable : public QWidget {
    Q_OBJECT

public:
    // Heads of the columns after the first, each with its explanation (a tool tip).
    FigureTable(const QStringList& heads, const QStringList& explanations, QWidget* parent = nullptr);

    void setRows(std::vector<QStringList> rows);
    const std::vector<QStringList>& rows() const { return rows_; }
    // So wide that nothing is shortened.
    int fullWidth() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    int lineHeight() const;
    int widthOf(qsizetype column) const;
    std::vector<int> rightEdges() const; // of the columns after the first

    QStringList heads_;
    QStringList explanations_;
    std::vector<QStringList> rows_;
};

} // namespace heedmap
