#include "ui/inputs/matrix_tabs.h"

#include "ui/settings/theme.h"
#include "ui/widgets/flow_layout.h"

#include <QAbstractButton>
#include <QPainter>

#include <algorithm>

namespace heedmap {

namespace {

constexpr int tabPadding = 8;

QString meaningOf(MatrixId id) {
    switch (id) {
    case MatrixId::q:
        return MatrixTabs::tr("Q: queries, one row a target token");
    case MatrixId::k:
        return MatrixTabs::tr("K: keys, one row a source token");
    case MatrixId::v:
        return MatrixTabs::tr("V: values, one row a source token");
    case MatrixId::x:
        return MatrixTabs::tr("X: the sequence, one row a token");
    case MatrixId::general_w:
        return MatrixTabs::tr("W: of the general score function, d_q × d_k");
    case MatrixId::additive_w_s:
        return MatrixTabs::tr("W_s: of the additive score function, applied to queries");
    case MatrixId::additive_w_h:
        return MatrixTabs::tr("W_h: of the additive score function, applied to keys");
    case MatrixId::additive_v:
        return MatrixTabs::tr("v: of the additive score function, one number a hidden unit");
    case MatrixId::w_q:
        return MatrixTabs::tr("W_Q: makes queries, Q = X W_Q");
    case MatrixId::w_k:
        return MatrixTabs::tr("W_K: makes keys, K = X W_K");
    case MatrixId::w_v:
        return MatrixTabs::tr("W_V: makes values, V = X W_V");
    case MatrixId::w_o:
        return MatrixTabs::tr("W_O: mixes the heads, output = (contexts side by side) W_O");
    case MatrixId::b_q:
        return MatrixTabs::tr("b_Q: added to every query");
    case MatrixId::b_k:
        return MatrixTabs::tr("b_K: added to every key");
    case MatrixId::b_v:
        return MatrixTabs::tr("b_V: added to every value");
    case MatrixId::b_o:
        return MatrixTabs::tr("b_O: added to every row of the output");
    }
    return {};
}

// "W_s" drawn as W with s below the line.
class TabButton : public QAbstractButton {
public:
    TabButton(MatrixId id, QWidget* parent)
        : QAbstractButton(parent) {
        const QStringList parts = nameOf(id).split(QLatin1Char('_'));
        name_ = parts[0];
        index_ = parts.value(1);
        setText(nameOf(id));
        setCheckable(true);
        setAutoExclusive(true);
        setFocusPolicy(Qt::TabFocus);
        setAttribute(Qt::WA_Hover);
        setToolTip(meaningOf(id));
        setAccessibleName(meaningOf(id));
    }

    QSize sizeHint() const override {
        return {QFontMetrics(nameFont(true)).horizontalAdvance(name_) +
                    QFontMetrics(indexFont(true)).horizontalAdvance(index_) + 2 * tabPadding,
                fontMetrics().height() + 9};
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const Theme& t = theme();
        const QRectF box = QRectF(rect()).adjusted(0.75, 0.75, -0.75, -0.75);
        painter.setPen(hasFocus() ? QPen(t.accent, 1.5) : isChecked() ? QPen(t.hairline) : QPen(Qt::NoPen));
        painter.setBrush(isChecked() ? QBrush(t.accentSoft) : underMouse() ? QBrush(t.hover) : QBrush(Qt::NoBrush));
        painter.drawRoundedRect(box, 5, 5);
        painter.setPen(isChecked() ? t.text : t.dimText);
        const QFont font = nameFont(isChecked());
        const qreal width = QFontMetricsF(font).horizontalAdvance(name_);
        const qreal all = width + QFontMetricsF(indexFont(isChecked())).horizontalAdvance(index_);
        const qreal left = (this->width() - all) / 2;
        const qreal baseline = (height() + QFontMetricsF(font).ascent() - QFontMetricsF(font).descent()) / 2;
        painter.setFont(font);
        painter.drawText(QPointF(left, baseline), name_);
        painter.setFont(indexFont(isChecked()));
        painter.drawText(QPointF(left + width, baseline + 3), index_);
    }

private:
    QFont nameFont(bool chosen) const {
        QFont f = font();
        f.setWeight(chosen ? QFont::DemiBold : QFont::Normal);
        return f;
    }
    QFont indexFont(bool chosen) const {
        QFont f = nameFont(chosen);
        f.setPointSizeF(f.pointSizeF() * 0.75);
        return f;
    }

    QString name_;
    QString index_;
};

} // namespace

MatrixTabs::MatrixTabs(QWidget* parent)
    : QWidget(parent) {
    new FlowLayout(1, 2, this);
    setAccessibleName(tr("matrix"));
}

void MatrixTabs::addTab(MatrixId id) {
    auto* button = new TabButton(id, this);
    layout()->addWidget(button);
    connect(button, &QAbstractButton::clicked, this, [this, id] {
        if (id == current_)
            return;
        current_ = id;
        Q_EMIT currentChanged(id);
    });
    tabs_.push_back({id, button});
}

void MatrixTabs::setMatrices(const std::vector<MatrixId>& sequences, const std::vector<MatrixId>& parameters) {
    std::vector<MatrixId> all = sequences;
    all.insert(all.end(), parameters.begin(), parameters.end());
    if (all == shown_)
        return;
    shown_ = all;
    tabs_.clear();
    while (QLayoutItem* item = layout()->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (const MatrixId id : sequences)
        addTab(id);
    if (!parameters.empty()) {
        auto* gap = new QWidget(this);
        gap->setFixedSize(6, 1);
        layout()->addWidget(gap);
    }
    for (const MatrixId id : parameters)
        addTab(id);
    const bool stays = std::find(all.begin(), all.end(), current_) != all.end();
    if (stays) {
        setCurrent(current_);
    } else {
        setCurrent(all.front());
        Q_EMIT currentChanged(current_);
    }
    updateGeometry();
}

void MatrixTabs::setCurrent(MatrixId id) {
    if (QAbstractButton* chosen = button(id)) {
        current_ = id;
        chosen->setChecked(true);
    }
}

QAbstractButton* MatrixTabs::button(MatrixId id) const {
    for (const Tab& tab : tabs_) {
        if (tab.id == id)
            return tab.button;
    }
    return nullptr;
}

} // namespace heedmap
