#include "ui/inputs/matrix_section.h"

#include "ui/base/panel_text.h"
#include "ui/inputs/fill_menu.h"
#include "ui/inputs/matrix_edit.h"
#include "ui/inputs/matrix_model.h"
#include "ui/inputs/matrix_table.h"
#include "ui/inputs/matrix_tabs.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/quiet_button.h"

#include <QAccessible>
#include <QAccessibleEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QVBoxLayout>

namespace heedmap {

namespace {

template <class Label = QLabel>
QLabel* dimLabel(QWidget* parent) {
    auto* label = new Label(parent);
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setTextFormat(Qt::PlainText);
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    return label;
}

} // namespace

MatrixSection::MatrixSection(Document* document, QWidget* parent)
    : QWidget(parent)
    , document_(document)
    , model_(new MatrixModel(document, this))
    , tabs_(new MatrixTabs(this))
    , fill_(new FillMenu(document, this))
    , table_(new MatrixTable(document, model_, this))
    , shape_(dimLabel<ElidedLabel>(this))
    , absent_(dimLabel(this))
    , columns_(dimLabel(this))
    , message_(dimLabel(this))
    , pasting_(new QWidget(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(tabs_);
    column->addWidget(makeHead());
    column->addWidget(table_);
    column->addWidget(absent_);
    column->addWidget(columns_);
    column->addWidget(message_);
    column->addWidget(pasting_);
    absent_->setWordWrap(true);
    message_->setWordWrap(true);
    message_->hide();
    auto* progress = dimLabel(pasting_);
    auto* stop = new QuietButton(tr("Stop"), pasting_);
    stop->setObjectName(QStringLiteral("stopPasting"));
    auto* pasting = new QHBoxLayout(pasting_);
    pasting->setContentsMargins(0, 0, 0, 0);
    pasting->addWidget(progress, 1);
    pasting->addWidget(stop);
    pasting_->hide();
    connect(stop, &QAbstractButton::clicked, table_, &MatrixTable::stopPasting);
    connect(table_, &MatrixTable::pastingEnded, pasting_, &QWidget::hide);
    connect(table_, &MatrixTable::pasting, this, [this, progress](double fraction) {
        progress->setText(tr("Reading the pasted numbers… %1 %").arg(static_cast<int>(fraction * 100)));
        pasting_->show();
    });

    connect(document, &Document::changed, this, &MatrixSection::follow);
    connect(document, &Document::editedChanged, this, &MatrixSection::follow);
    connect(document, &Document::changed, message_, &QWidget::hide);
    connect(tabs_, &MatrixTabs::currentChanged, this, &MatrixSection::showMatrix);
    connect(table_, &MatrixTable::refused, this, [this](const QString& sentence) { say(sentence, true); });
    connect(table_, &MatrixTable::remarked, this, [this](const QString& sentence) { say(sentence, false); });
    connect(fill_, &FillMenu::refused, this, [this](const QString& sentence) { say(sentence, true); });
    connect(fill_, &FillMenu::remarked, this, [this](const QString& sentence) { say(sentence, false); });
    connect(table_, &MatrixTable::succeeded, message_, &QWidget::hide);
    connect(table_->horizontalScrollBar(), &QScrollBar::valueChanged, this, &MatrixSection::describe);
    connect(table_->horizontalScrollBar(), &QScrollBar::rangeChanged, this, &MatrixSection::describe);
    follow();
    showMatrix(tabs_->current());
}

QWidget* MatrixSection::makeHead() {
    auto* head = new QWidget(this);
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(2);
    auto* fill = new QuietButton(tr("fill"), head);
    fill->setMenu(fill_);
    fill->setToolTip(tr("Fill the matrix: zeros, identity, random, from a file"));
    auto* edit = new QuietButton(tr("edit"), head);
    edit->setMenu(table_->editMenu());
    edit->setToolTip(tr("Copy, paste, add and remove rows and columns"));
    row->addWidget(shape_, 1);
    row->addWidget(fill);
    row->addWidget(edit);
    return head;
}

void MatrixSection::showMatrix(MatrixId id) {
    tabs_->setCurrent(id);
    model_->setMatrixId(id);
    fill_->setMatrixId(id);
    table_->setAccessibleName(tr("matrix %1").arg(nameOf(id)));
    message_->hide();
    describe();
}

QString MatrixSection::message() const {
    return message_->isHidden() ? QString() : message_->text();
}

void MatrixSection::say(const QString& sentence, bool refusal) {
    message_->setForegroundRole(refusal ? QPalette::BrightText : QPalette::PlaceholderText);
    message_->setText(sentence);
    message_->show();
    QAccessibleEvent alert(message_, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

void MatrixSection::follow() {
    tabs_->setMatrices(dataMatrices(document_->session()),
                       parameterMatrices(document_->session(), document_->edited()));
    describe();
}

void MatrixSection::describe() {
    const MatrixD& values = model_->values();
    const bool given = values.size() > 0;
    QString shape = given ? tr("%1 × %2  float64").arg(values.rows()).arg(values.cols()) : tr("not given");
    if (!document_->session().own.empty() && document_->session().problem.kind == attention::ProblemKind::cross)
        shape += QStringLiteral(" · ") + owner();
    shape_->setText(shape);
    shape_->setToolTip(tr("rows × columns, and the type of the numbers"));
    table_->setVisible(given);
    absent_->setVisible(!given);
    const bool projection = model_->matrixId() == MatrixId::w_q || model_->matrixId() == MatrixId::w_k ||
                            model_->matrixId() == MatrixId::w_v || model_->matrixId() == MatrixId::w_o;
    absent_->setText(projection ? tr("The identity is used: nothing is changed by it. Fill it to change that.")
                                : tr("No numbers yet. Fill it, or paste a block with the edit menu."));
    const QString range = visibleColumnsText();
    columns_->setText(range);
    columns_->setVisible(given && !range.isEmpty());
}

// The panels whose operands are shown, where they are not those of all panels.
QString MatrixSection::owner() const {
    const files::Session& session = document_->session();
    QStringList titles;
    for (const files::Panel& panel : session.panels) {
        const bool own =
            panel.score && panel.kind == files::PanelKind::weights; // what is made of others is named by them
        if (own && &session.operands(panel.score) == &session.operands(document_->edited()))
            titles += panelTitle(session, panel);
    }
    titles.removeDuplicates();
    return titles.join(QStringLiteral(", "));
}

QString MatrixSection::visibleColumnsText() const {
    const QScrollBar* bar = table_->horizontalScrollBar();
    const int count = model_->columnCount();
    if (bar->maximum() == 0 || count == 0)
        return {};
    const int first = qMax(table_->columnAt(0), 0);
    int last = first; // the last one that is not cut
    while (last + 1 < count &&
           table_->columnViewportPosition(last + 1) + table_->columnWidth(last + 1) <= table_->viewport()->width())
        ++last;
    return tr("columns %1–%2 of %3").arg(first).arg(last).arg(count);
}

} // namespace heedmap
