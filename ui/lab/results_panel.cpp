#include "ui/lab/results_panel.h"

#include "ui/base/numbers.h"
#include "ui/widgets/figure_table.h"
#include "ui/widgets/section_label.h"

#include <QVBoxLayout>

namespace heedmap {

namespace {

const QString none = QStringLiteral("–");

QString percent(double share) {
    return QString::number(share * 100, 'f', 1) + QStringLiteral(" %");
}

} // namespace

ResultsPanel::ResultsPanel(Lab* lab, QWidget* parent)
    : QWidget(parent)
    , lab_(lab)
    , head_(new SectionLabel(tr("held-out pairs"), this))
    , table_(new FigureTable({tr("exact"), tr("AER"), tr("words"), tr("loss")},
                             {tr("Sentences that are translated right to the last word"),
                              tr("Alignment error rate: how far the largest weight of each row is from the gold links"),
                              tr("Words that are right after the right words before them"),
                              tr("Mean cross-entropy of a word, in nat")},
                             this)) {
    table_->setObjectName(QStringLiteral("results"));
    table_->setAccessibleName(tr("Results on held-out pairs"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(head_);
    column->addWidget(table_);
    column->addStretch(1);
    connect(lab_, &Lab::progressed, this, &ResultsPanel::refresh);
    connect(lab_, &Lab::variantsChanged, this, &ResultsPanel::refresh);
    connect(lab_, &Lab::settingsChanged, this, &ResultsPanel::refresh);
    refresh();
}

void ResultsPanel::refresh() {
    std::vector<QStringList> rows;
    for (const LabVariant& variant : lab_->variants()) {
        QStringList row{attentionName(variant.score), none, none, none, none};
        if (const seq2seq::Validation* latest = variant.latest()) {
            const seq2seq::Evaluation& evaluation = latest->evaluation;
            row[1] = percent(evaluation.exactMatch());
            const auto rate = evaluation.alignment ? evaluation.alignment->errorRate() : std::nullopt;
            row[2] = rate ? percent(*rate) : none;
            row[3] = percent(evaluation.tokenAccuracy());
            row[4] = numberText(evaluation.loss, 3);
        }
        rows.push_back(row);
    }
    if (rows.empty()) {
        for (const Attention& score : lab_->settings().variants)
            rows.push_back({attentionName(score), none, none, none, none});
    }
    table_->setRows(std::move(rows));
    head_->setDetail(detailText());
}

QString ResultsPanel::detailText() const {
    const seq2seq::Validation* latest = lab_->variants().empty() ? nullptr : lab_->variants().front().latest();
    if (!latest)
        return {};
    return latest->isFinal ? tr("all %1, after %2 steps").arg(latest->evaluation.sentences).arg(latest->step)
                           : tr("%1 of %2, after %3 steps")
                                 .arg(latest->evaluation.sentences)
                                 .arg(lab_->corpus()->heldOut.size())
                                 .arg(latest->step);
}

} // namespace heedmap
