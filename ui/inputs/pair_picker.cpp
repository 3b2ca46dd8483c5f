#include "ui/inputs/pair_picker.h"

#include "core/session/pair_library.h"
#include "ui/base/corpus_title.h"
#include "ui/document/examples.h"
#include "ui/document/pair_loader.h"
#include "ui/settings/theme.h"
#include "ui/widgets/tool_tip.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace heedmap {

namespace {

constexpr int idRole = Qt::UserRole;
constexpr int lookForRole = Qt::UserRole + 1;
const QString openFileId = QStringLiteral("open file");

QListWidgetItem* groupHead(const QString& text) {
    auto* item = new QListWidgetItem(text);
    item->setFlags(Qt::NoItemFlags);
    QFont font;
    font.setWeight(QFont::DemiBold);
    item->setFont(font);
    item->setForeground(theme().dimText);
    return item;
}

// An example in two lines: its title and, dimmed, what to look for.
class ExampleDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const bool two = !index.data(lookForRole).toString().isEmpty();
        return {0, option.fontMetrics.height() * (two ? 2 : 1) + 8};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const QString lookFor = index.data(lookForRole).toString();
        const bool chosen = option.state.testFlag(QStyle::State_Selected);
        if (chosen)
            painter->fillRect(option.rect, theme().accentSoft);
        const QRect text = option.rect.adjusted(8, 4, -8, -4);
        const bool head = !index.flags().testFlag(Qt::ItemIsSelectable);
        QFont font = option.font;
        font.setWeight(head || chosen ? QFont::DemiBold : QFont::Normal);
        painter->setFont(font);
        painter->setPen(head ? theme().dimText : theme().text);
        painter->drawText(text, Qt::AlignLeft | Qt::AlignTop, index.data().toString());
        painter->setFont(option.font);
        painter->setPen(theme().dimText);
        if (!lookFor.isEmpty())
            painter->drawText(text, Qt::AlignLeft | Qt::AlignBottom,
                              option.fontMetrics.elidedText(lookFor, Qt::ElideRight, text.width()));
    }
};

} // namespace

PairList::PairList(QWidget* parent)
    : QFrame(parent, Qt::Popup)
    , search_(new QLineEdit(this))
    , list_(new QListWidget(this)) {
    setFrameShape(QFrame::StyledPanel);
    search_->setPlaceholderText(tr("Search, or type a sentence to translate"));
    search_->setAccessibleName(tr("Search, or type a sentence to translate"));
    search_->setClearButtonEnabled(true);
    search_->installEventFilter(this);
    list_->setFrameShape(QFrame::NoFrame);
    list_->setAccessibleName(tr("Examples"));
    list_->setItemDelegate(new ExampleDelegate(list_));
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->addWidget(search_);
    column->addWidget(list_);
    connect(search_, &QLineEdit::textChanged, this, &PairList::fill);
    connect(list_, &QListWidget::itemClicked, this, &PairList::choose);
    connect(list_, &QListWidget::itemActivated, this, &PairList::choose);
    connect(&PairLoader::instance(), &PairLoader::loaded, this, [this] {
        if (isVisible())
            fill(search_->text());
    });
}

void PairList::popUpBelow(QWidget* anchor) {
    search_->clear();
    fill({});
    PairLoader::instance().load();
    resize(scaledToFont(480), scaledToFont(560));
    move(anchor->mapToGlobal(QPoint(0, anchor->height() + 2)));
    show();
    search_->setFocus();
}

void PairList::fill(const QString& filter) {
    list_->clear();
    addSuggestions(filter);
    QString group;
    for (const Example& example : examples()) {
        const QString text = example.title + QLatin1Char(' ') + example.lookFor + QLatin1Char(' ') + example.id;
        if (!text.contains(filter, Qt::CaseInsensitive))
            continue;
        if (example.group != group) {
            group = example.group;
            list_->addItem(groupHead(group));
        }
        add(example.title, example.lookFor, example.id);
    }
    addPairs(filter);
    if (list_->count() == 0)
        list_->addItem(groupHead(tr("No example matches “%1”").arg(filter)));
    list_->addItem(groupHead({}));
    auto* open = new QListWidgetItem(tr("Open a file…"), list_);
    open->setData(idRole, openFileId);
    list_->setCurrentRow(rowToTake(filter));
}

// An example by its very title, or else what is first.
int PairList::rowToTake(const QString& filter) const {
    const auto isTitle = [&](const Example& example) {
        return example.title.compare(filter.simplified(), Qt::CaseInsensitive) == 0;
    };
    const auto named = std::find_if(examples().begin(), examples().end(), isTitle);
    const auto takes = [&](int row) {
        return named == examples().end() ? list_->item(row)->flags().testFlag(Qt::ItemIsSelectable)
                                         : list_->item(row)->data(idRole).toString() == named->id;
    };
    int row = 0;
    while (row < list_->count() && !takes(row))
        ++row;
    return row < list_->count() ? row : -1;
}

QListWidgetItem* PairList::add(const QString& title, const QString& detail, const QString& id) {
    auto* item = new QListWidgetItem(title, list_);
    item->setData(idRole, id);
    item->setData(lookForRole, detail);
    item->setToolTip(toolTipText(detail));
    return item;
}

// What is typed, as the corpora that know its words would have it.
void PairList::addSuggestions(const QString& filter) {
    if (filter.simplified().isEmpty() || !PairLoader::instance().isLoaded())
        return;
    for (const Suggestion& suggestion : suggestionsFor(filter.toStdString())) {
        if (list_->count() == 0)
            list_->addItem(groupHead(tr("Translate and align")));
        QString detail = corpusTitle(titleOfCorpus(suggestion.corpus));
        if (!suggestion.unknown.empty()) {
            QStringList words;
            for (const seq2seq::UnknownToken& token : suggestion.unknown)
                words += QString::fromStdString(token.token);
            detail += tr(" · not known: %1").arg(words.join(QStringLiteral(", ")));
        }
        add(tr("%1 → %2", "sentence, translation")
                .arg(filter.simplified(), QString::fromStdString(suggestion.translation)),
            detail, QString::fromStdString(suggestion.corpus) + QLatin1Char('/') + filter.simplified());
    }
}

void PairList::addPairs(const QString& filter) {
    if (!PairLoader::instance().isLoaded()) {
        list_->addItem(groupHead(tr("Reading the corpora…")));
        return;
    }
    for (const PairGroup* group : pairGroups()) {
        const QString corpus = corpusTitle(titleOfCorpus(group->corpus));
        bool headed = corpus.contains(filter, Qt::CaseInsensitive);
        const bool all = headed;
        if (all)
            list_->addItem(groupHead(tr("%1, held out").arg(corpus)));
        for (const seq2seq::SentencePair& pair : group->pairs) {
            const QString source = QString::fromStdString(textOf(pair.source, group->tokens));
            const QString title = tr("%1 → %2", "sentence, translation")
                                      .arg(source, QString::fromStdString(textOf(pair.target, group->tokens)));
            if (!all && !title.contains(filter, Qt::CaseInsensitive))
                continue;
            if (!std::exchange(headed, true))
                list_->addItem(groupHead(tr("%1, held out").arg(corpus)));
            add(title, {}, QString::fromStdString(group->corpus) + QLatin1Char('/') + source);
        }
    }
}

void PairList::choose(QListWidgetItem* item) {
    const QString id = item->data(idRole).toString();
    if (id.isEmpty())
        return;
    hide();
    if (id == openFileId)
        Q_EMIT fileRequested();
    else
        Q_EMIT exampleChosen(id);
}

// Arrow keys in the search field move in the list; Enter takes what is chosen there.
bool PairList::eventFilter(QObject* watched, QEvent* event) {
    if (watched == search_ && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            if (list_->currentItem())
                choose(list_->currentItem());
            return true;
        }
        if (key->key() == Qt::Key_Up || key->key() == Qt::Key_Down) {
            const int step = key->key() == Qt::Key_Down ? 1 : -1;
            for (int row = list_->currentRow() + step; row >= 0 && row < list_->count(); row += step) {
                if (list_->item(row)->flags().testFlag(Qt::ItemIsSelectable)) {
                    list_->setCurrentRow(row);
                    break;
                }
            }
            return true;
        }
    }
    return QFrame::eventFilter(watched, event);
}

PairPicker::PairPicker(QWidget* parent)
    : QToolButton(parent)
    , list_(new PairList(this)) {
    setToolTip(tr("Choose an example or a sentence pair, type a sentence, or open a file"));
    setAccessibleName(tr("Source"));
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    connect(this, &QToolButton::clicked, list_, [this] { list_->popUpBelow(this); });
    connect(list_, &PairList::exampleChosen, this, &PairPicker::exampleChosen);
    connect(list_, &PairList::fileRequested, this, &PairPicker::fileRequested);
}

void PairPicker::setSourceName(const QString& name) {
    setText(name);
    setAccessibleDescription(name);
}

// One width for every name: the bar does not move when another source is chosen.
QSize PairPicker::sizeHint() const {
    return {scaledToFont(220), fontMetrics().height() + 11};
}

QSize PairPicker::minimumSizeHint() const {
    return {120, sizeHint().height()};
}

void PairPicker::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(hasFocus() ? theme().accent : theme().hairline, hasFocus() ? 1.5 : 1));
    painter.setBrush(underMouse() ? theme().hover : theme().field);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
    painter.setPen(theme().text);
    const QRect textArea = rect().adjusted(10, 0, -26, 0);
    painter.drawText(textArea, Qt::AlignVCenter | Qt::AlignLeft,
                     fontMetrics().elidedText(text(), Qt::ElideMiddle, textArea.width()));
    painter.setPen(QPen(theme().dimText, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const QPointF tip(width() - 14.0, height() / 2.0 + 2);
    painter.drawPolyline(QPolygonF{tip + QPointF(-4, -4), tip, tip + QPointF(4, -4)});
}

} // namespace heedmap
