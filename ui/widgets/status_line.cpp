#include "ui/widgets/status_line.h"

#include "ui/settings/theme.h"
#include "ui/widgets/tool_tip.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

namespace heedmap {

StatusLine::StatusLine(QWidget* parent)
    : QWidget(parent)
    , factsLabel_(new QLabel(this))
    , activityLabel_(new QLabel(this))
    , stop_(new QToolButton(this))
    , compute_(new QToolButton(this)) {
    for (QLabel* label : {factsLabel_, activityLabel_}) {
        label->setForegroundRole(QPalette::PlaceholderText);
        label->setTextFormat(Qt::PlainText);
    }
    factsLabel_->setAccessibleName(tr("Facts about the picture"));
    factsLabel_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    activityLabel_->setAccessibleName(tr("Activity"));
    stop_->setText(tr("Stop"));
    stop_->setToolTip(tr("Stop computing; what was there stays"));
    stop_->setAutoRaise(true);
    stop_->hide();
    compute_->setText(tr("Compute"));
    compute_->setToolTip(tr("Compute what was asked for"));
    compute_->setAutoRaise(true);
    compute_->hide();
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 4, 16, 4);
    row->setSpacing(16);
    row->addWidget(factsLabel_, 1);
    row->addWidget(activityLabel_);
    row->addWidget(stop_);
    row->addWidget(compute_);
    row->addStrut(std::max(stop_->sizeHint().height(), compute_->sizeHint().height())); // as high without them
    connect(stop_, &QToolButton::clicked, this, &StatusLine::stopRequested);
    connect(compute_, &QToolButton::clicked, this, &StatusLine::computeRequested);
}

void StatusLine::setFacts(const QString& facts) {
    facts_ = facts;
    factsLabel_->setToolTip(toolTipText(facts));
    elide();
}

void StatusLine::setActivity(const QString& activity) {
    activityLabel_->setText(activity);
}

QString StatusLine::activity() const {
    return activityLabel_->text();
}

void StatusLine::setBusy(bool busy) {
    stop_->setVisible(busy);
}

void StatusLine::setUnfinished(bool unfinished) {
    compute_->setVisible(unfinished);
}

QSize StatusLine::minimumSizeHint() const {
    return {200, sizeHint().height()};
}

void StatusLine::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    elide();
}

void StatusLine::elide() {
    factsLabel_->setText(factsLabel_->fontMetrics().elidedText(facts_, Qt::ElideRight, factsLabel_->width()));
}

void StatusLine::paintEvent(QPaintEvent*) {
    QPainter(this).fillRect(0, 0, width(), 1, theme().hairline);
}

} // namespace heedmap
