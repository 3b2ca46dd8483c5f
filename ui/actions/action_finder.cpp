#include "ui/actions/action_finder.h"

#include "ui/actions/actions.h"
#include "ui/document/examples.h"
#include "ui/settings/theme.h"
#include "ui/widgets/tool_tip.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace heedmap {

namespace {

constexpr int entryRole = Qt::UserRole;

bool holdsAll(const FinderEntry& entry, const QStringList& words) {
    const QString all = entry.text + QLatin1Char(' ') + entry.detail + QLatin1Char(' ') + entry.more;
    return std::all_of(words.begin(), words.end(),
                       [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
}

} // namespace

std::vector<FinderEntry> entriesOf(const ActionTable& actions) {
    std::vector<FinderEntry> entries;
    for (QAction* action : actions.all()) {
        if (!action->isVisible())
            continue;
        entries.push_back({plainText(action->text()), action->shortcut().toString(QKeySequence::NativeText),
                           action->statusTip(), action->isEnabled(), [action] {
                               action->trigger();
                           }});
    }
    return entries;
}

std::vector<FinderEntry> exampleEntries(std::function<void(const QString& id)> open) {
    std::vector<FinderEntry> entries;
    for (const Example& example : examples())
        entries.push_back({example.title, ActionFinder::tr("example"), example.lookFor, true, [open, id = example.id] {
                               open(id);
                           }});
    return entries;
}

std::vector<std::size_t> matching(const std::vector<FinderEntry>& entries, const QString& typed) {
    const QStringList words = typed.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (holdsAll(entries[i], words))
            found.push_back(i);
    }
    const auto rank = [&](std::size_t i) {
        const QString& text = entries[i].text;
        return text.startsWith(typed, Qt::CaseInsensitive) ? 0 : text.contains(typed, Qt::CaseInsensitive) ? 1 : 2;
    };
    std::stable_sort(found.begin(), found.end(), [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
    return found;
}

ActionFinder::ActionFinder(std::vector<FinderEntry> entries, QWidget* parent)
    : QDialog(parent)
    , entries_(std::move(entries))
    , field_(new QLineEdit)
    , list_(new QTreeWidget)
    , nothing_(new QLabel(tr("Nothing has this in its name."))) {
    setWindowTitle(tr("Find Action"));
    field_->setPlaceholderText(tr("Name of an action or an example"));
    field_->setAccessibleName(tr("Search"));
    field_->setClearButtonEnabled(true);
    field_->installEventFilter(this);
    list_->setAccessibleName(tr("Found actions and examples"));
    list_->setUniformRowHeights(true);
    list_->setRootIsDecorated(false);
    list_->setHeaderHidden(true);
    list_->setColumnCount(2);
    list_->header()->setStretchLastSection(false);
    list_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    list_->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(8);
    layout->addWidget(field_);
    layout->addWidget(list_);
    layout->addWidget(nothing_, 1);
    nothing_->setAlignment(Qt::AlignCenter);
    nothing_->setForegroundRole(QPalette::PlaceholderText);
    resize(480, 400);
    connect(field_, &QLineEdit::textChanged, this, &ActionFinder::showMatching);
    connect(field_, &QLineEdit::returnPressed, this, &ActionFinder::runChosen);
    connect(list_, &QTreeWidget::itemActivated, this, &ActionFinder::runChosen);
    showMatching({});
}

void ActionFinder::showMatching(const QString& typed) {
    list_->clear();
    for (const std::size_t i : matching(entries_, typed)) {
        const FinderEntry& entry = entries_[i];
        auto* item = new QTreeWidgetItem(list_, {entry.text, entry.detail});
        item->setData(0, entryRole, QVariant::fromValue(i));
        item->setToolTip(0, toolTipText(entry.more));
        item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
        item->setForeground(1, theme().dimText);
        if (!entry.enabled)
            item->setFlags(Qt::NoItemFlags);
        else if (!list_->currentItem())
            list_->setCurrentItem(item);
    }
    nothing_->setVisible(list_->topLevelItemCount() == 0);
    list_->setVisible(list_->topLevelItemCount() > 0);
}

void ActionFinder::runChosen() {
    const QTreeWidgetItem* item = list_->currentItem();
    if (!item || item->isDisabled())
        return;
    const auto run = entries_[item->data(0, entryRole).value<std::size_t>()].run;
    accept();
    run();
}

bool ActionFinder::eventFilter(QObject* watched, QEvent* event) {
    // Up and down move in the list while the letters go to the field.
    if (watched == field_ && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp || key == Qt::Key_PageDown) {
            QCoreApplication::sendEvent(list_, event);
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace heedmap
