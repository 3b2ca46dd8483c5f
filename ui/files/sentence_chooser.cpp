#include "ui/files/sentence_chooser.h"

#include "ui/base/error_text.h"
#include "ui/base/numbers.h"
#include "ui/widgets/tool_tip.h"

#include <QDialogButtonBox>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace heedmap {

namespace {

QString sentenceText(const std::vector<std::string>& tokens) {
    QStringList words;
    for (const std::string& token : tokens)
        words.append(shownToken(QString::fromStdString(token)));
    return words.join(QLatin1Char(' '));
}

bool saysSomething(const std::vector<std::string>& tokens) {
    return std::ranges::any_of(tokens, [](const std::string& token) { return !token.empty() && token != "</s>"; });
}

} // namespace

SentenceChooser::SentenceChooser(const files::TensorFile& file, QWidget* parent)
    : QDialog(parent)
    , search_(new QLineEdit)
    , list_(new QListWidget)
    , buttons_(new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel)) {
    setWindowTitle(tr("Open %1").arg(QFileInfo(QString::fromStdString(file.path())).fileName()));
    auto* what = new QLabel(tr("The file holds the alignments of %1 sentences. Each that is chosen gets a panel.")
                                .arg(file.tensors().size()));
    what->setWordWrap(true);
    search_->setPlaceholderText(tr("Search sentences"));
    search_->setAccessibleName(search_->placeholderText());
    search_->setClearButtonEnabled(true);
    list_->setAccessibleName(tr("Sentences of the file"));
    list_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    list_->setUniformItemSizes(true);
    list_->setTextElideMode(Qt::ElideRight);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    for (std::size_t i = 0; i < file.tensors().size(); ++i)
        addSentence(file, i);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(8);
    layout->addWidget(what);
    layout->addWidget(search_);
    layout->addWidget(list_);
    layout->addWidget(buttons_);
    resize(680, 420);
    connect(search_, &QLineEdit::textChanged, this, &SentenceChooser::filter);
    connect(list_, &QListWidget::itemSelectionChanged, this, &SentenceChooser::update);
    connect(list_, &QListWidget::itemDoubleClicked, this, &QDialog::accept);
    connect(buttons_, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
    for (int row = 0; row < list_->count() && list_->selectedItems().isEmpty(); ++row)
        if (list_->item(row)->flags().testFlag(Qt::ItemIsSelectable))
            list_->setCurrentRow(row);
    update();
}

void SentenceChooser::addSentence(const files::TensorFile& file, std::size_t tensor) {
    const files::TensorInfo& info = file.tensors()[tensor];
    const Labels labels = file.labelsOf(tensor);
    QString text = QString::fromStdString(info.name) + QStringLiteral("   ");
    if (saysSomething(labels.rows))
        text += sentenceText(labels.rows);
    if (saysSomething(labels.columns))
        text += QStringLiteral(" ← ") + sentenceText(labels.columns);
    text += tr("   %1 × %2", "rows, columns").arg(info.shape[0]).arg(info.shape[1]);
    auto* item = new QListWidgetItem(text, list_);
    item->setData(Qt::UserRole, static_cast<qulonglong>(tensor));
    if (info.refusal) {
        item->setFlags(Qt::NoItemFlags);
        item->setToolTip(toolTipText(errorText(*info.refusal)));
    }
}

std::vector<std::size_t> SentenceChooser::sentences() const {
    std::vector<std::size_t> chosen;
    for (const QListWidgetItem* item : list_->selectedItems())
        chosen.push_back(static_cast<std::size_t>(item->data(Qt::UserRole).toULongLong()));
    std::ranges::sort(chosen);
    return chosen;
}

void SentenceChooser::filter(const QString& text) {
    for (int row = 0; row < list_->count(); ++row)
        list_->item(row)->setHidden(!list_->item(row)->text().contains(text, Qt::CaseInsensitive));
}

void SentenceChooser::update() {
    buttons_->button(QDialogButtonBox::Open)->setEnabled(!list_->selectedItems().isEmpty());
}

} // namespace heedmap
