#include "ui/lab/corpus_section.h"

#include "ui/base/numbers.h"
#include "ui/lab/lab_picture.h"
#include "ui/widgets/section_label.h"
#include "ui/widgets/tool_tip.h"

#include <QLabel>
#include <QListWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace heedmap {

namespace {

constexpr std::size_t previewedPairs = 100;
constexpr int previewedLines = 7;

} // namespace

CorpusSection::CorpusSection(Lab* lab, QWidget* parent)
    : QWidget(parent)
    , lab_(lab)
    , head_(new SectionLabel(tr("sentence pairs"), this))
    , facts_(new QLabel(this))
    , preview_(new QListWidget(this)) {
    facts_->setWordWrap(true);
    facts_->setForegroundRole(QPalette::PlaceholderText);
    facts_->setObjectName(QStringLiteral("corpusFacts"));
    preview_->setFrameShape(QFrame::NoFrame);
    preview_->setAccessibleName(tr("Some of the pairs that are trained with"));
    preview_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    preview_->setTextElideMode(Qt::ElideRight);
    preview_->setUniformItemSizes(true);
    preview_->setFixedHeight(previewedLines * (fontMetrics().height() + 4));
    preview_->viewport()->setAutoFillBackground(false);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(head_);
    column->addWidget(facts_);
    column->addWidget(preview_);
    connect(lab_, &Lab::corpusChanged, this, &CorpusSection::refresh);
    refresh();
}

void CorpusSection::refresh() {
    preview_->clear();
    const auto& corpus = lab_->corpus();
    if (!corpus) {
        facts_->setText(tr("Choose sentence pairs above, or drop a file: source, tab, target on every line."));
        return;
    }
    facts_->setText(tr("%1 to train with, %2 held out to judge with")
                        .arg(groupedText(corpus->training.size()), groupedText(corpus->heldOut.size())));
    const std::size_t count = std::min(corpus->training.size(), previewedPairs);
    for (std::size_t i = 0; i < count; ++i) {
        const QString text = pairText(corpus->training[i]);
        auto* item = new QListWidgetItem(text, preview_);
        item->setToolTip(toolTipText(text));
        item->setSizeHint({0, fontMetrics().height() + 4});
    }
}

} // namespace heedmap
