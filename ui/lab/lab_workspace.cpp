#include "ui/lab/lab_workspace.h"

#include "ui/actions/actions.h"
#include "ui/base/corpus_title.h"
#include "ui/base/numbers.h"
#include "ui/document/view_state.h"
#include "ui/export/copy.h"
#include "ui/export/export_dialog.h"
#include "ui/export/written_notice.h"
#include "ui/heatmap/color_bar.h"
#include "ui/heatmap/heatmap_view.h"
#include "ui/lab/corpus_loader.h"
#include "ui/lab/lab_bar.h"
#include "ui/lab/lab_picture.h"
#include "ui/lab/lab_plots.h"
#include "ui/lab/variant_card.h"
#include "ui/settings/icon.h"
#include "ui/settings/settings.h"
#include "ui/settings/theme.h"
#include "ui/widgets/dialogs.h"
#include "ui/widgets/progress_line.h"

#include <QComboBox>
#include <QEvent>
#include <QFileInfo>
#include <QGridLayout>
#include <QMenu>
#include <QSignalBlocker>

#include <algorithm>

namespace heedmap {

namespace {

constexpr int narrowestCard = 230;
constexpr int margin = 16;
constexpr int lowestCard = 230;
constexpr int sideBySideWidth = 760;

} // namespace

LabWorkspace::LabWorkspace(const ActionTable& actions, Settings* settings, Lab* lab, QWidget* parent)
    : Workspace(parent)
    , actions_(actions)
    , settings_(settings)
    , lab_(lab)
    , state_(new ViewState(this))
    , loader_(new CorpusLoader(this))
    , bar_(new LabBar(lab_, actions, this))
    , pairs_(new QComboBox(this))
    , progress_(new ProgressLine(this))
    , colorBar_(new ColorBar(this))
    , plots_(new LabPlots(lab_, settings, this)) {
    layOut();
    connectActions();
    connectLab();
    makeCards();
    showColors();
    if (lab_->corpus())
        listPairs();
    else
        loader_->loadShipped(settings_->value(Setting::labCorpus).toString());
    showState();
}

LabWorkspace::~LabWorkspace() = default;

Workspace* LabWorkspace::make(const WorkspaceContext& context, QWidget* parent) {
    return new LabWorkspace(context.actions, context.settings, context.lab, parent);
}

void LabWorkspace::connectActions() {
    connect(actions_[ActionId::trainModels], &QAction::triggered, this, &LabWorkspace::trainOrPause);
    connect(actions_[ActionId::stepModels], &QAction::triggered, lab_, &Lab::stepOnce);
    connect(actions_[ActionId::resetModels], &QAction::triggered, lab_, &Lab::reset);
    connect(bar_, &LabBar::corpusChosen, loader_, &CorpusLoader::loadShipped);
    connect(bar_, &LabBar::fileRequested, this, &LabWorkspace::openFile);
    connect(loader_, &CorpusLoader::started, this, &LabWorkspace::showState);
    connect(loader_, &CorpusLoader::loaded, this, [this](const std::shared_ptr<const seq2seq::Corpus>& corpus) {
        lab_->setCorpus(corpus);
        if (!QFileInfo(QString::fromStdString(corpus->name)).isAbsolute())
            settings_->setValue(Setting::labCorpus, QString::fromStdString(corpus->name));
    });
    connect(loader_, &CorpusLoader::failed, this, [this](const QString& sentence) {
        showState();
        dialogs::message(this, tr("The sentence pairs cannot be used"), sentence);
    });
}

void LabWorkspace::connectLab() {
    connect(lab_, &Lab::corpusChanged, this, &LabWorkspace::listPairs);
    connect(lab_, &Lab::corpusChanged, this, &LabWorkspace::showState);
    connect(lab_, &Lab::settingsChanged, this, [this] {
        if (static_cast<std::size_t>(cards_.size()) != lab_->settings().variants.size())
            makeCards();
        showState();
    });
    connect(lab_, &Lab::variantsChanged, this, &LabWorkspace::makeCards);
    connect(lab_, &Lab::stateChanged, this, &LabWorkspace::showState);
    connect(lab_, &Lab::progressed, this, &LabWorkspace::showProgress);
    connect(lab_, &Lab::watchedChanged, this, [this] {
        state_->setCursor(std::nullopt);
        const QSignalBlocker blocker(pairs_);
        pairs_->setCurrentIndex(static_cast<int>(lab_->watched()));
        showProgress();
    });
    connect(pairs_, &QComboBox::activated, this,
            [this](int index) { lab_->watch(static_cast<std::size_t>(std::max(0, index))); });
}

void LabWorkspace::trainOrPause() {
    if (lab_->state() == LabState::running)
        lab_->pause();
    else
        lab_->train();
}

void LabWorkspace::openFile() {
    const QStringList paths =
        dialogs::openFiles(this, tr("Open sentence pairs"), settings_->directory(Setting::openDirectory),
                           tr("Text with a pair a line (*.txt *.tsv *.tab *.csv);;All files (*)"));
    if (paths.isEmpty())
        return;
    settings_->setValue(Setting::openDirectory, QFileInfo(paths.front()).absolutePath());
    loader_->loadFile(paths.front());
}

bool LabWorkspace::takeFiles(const QStringList& paths) {
    static const QStringList endings{QStringLiteral("txt"), QStringLiteral("tsv"), QStringLiteral("tab")};
    if (paths.size() != 1 || !endings.contains(QFileInfo(paths.front()).suffix().toLower()))
        return false;
    loader_->loadFile(paths.front());
    return true;
}

void LabWorkspace::makeCards() {
    qDeleteAll(cards_);
    cards_.clear();
    const std::size_t count = lab_->variants().empty() ? lab_->settings().variants.size() : lab_->variants().size();
    for (std::size_t i = 0; i < count; ++i) {
        auto* card = new VariantCard(lab_, state_, static_cast<int>(i), cardArea_);
        connect(card, &VariantCard::exploreRequested, this, &LabWorkspace::explore);
        connect(card, &VariantCard::menuRequested, this, &LabWorkspace::openCardMenu);
        cards_.append(card);
    }
    columns_ = 0;
    arrange();
}

void LabWorkspace::listPairs() {
    const QSignalBlocker blocker(pairs_);
    pairs_->clear();
    for (const seq2seq::SentencePair& pair : lab_->corpus()->heldOut)
        pairs_->addItem(pairText(pair));
    pairs_->setCurrentIndex(pairs_->count() > 0 ? static_cast<int>(lab_->watched()) : -1);
}

void LabWorkspace::showState() {
    const LabState state = lab_->state();
    QAction* train = actions_[ActionId::trainModels];
    const QString words = state == LabState::running    ? tr("Pause")
                          : state == LabState::paused   ? tr("Go on")
                          : state == LabState::finished ? tr("Train again")
                                                        : tr("Train");
    train->setText(words);
    train->setIconText(words);
    train->setIcon(icon(state == LabState::running ? QStringLiteral("pause") : QStringLiteral("train")));
    train->setToolTip(QStringLiteral("%1 (%2)").arg(words, train->shortcut().toString(QKeySequence::NativeText)));
    const bool ready = lab_->corpus() && !loader_->isLoading();
    train->setEnabled(ready);
    actions_[ActionId::stepModels]->setEnabled(ready && state != LabState::running && state != LabState::finished);
    actions_[ActionId::resetModels]->setEnabled(state != LabState::idle);
    showProgress();
}

void LabWorkspace::showProgress() {
    progress_->setMaximum(static_cast<int>(lab_->settings().steps));
    progress_->setValue(static_cast<int>(lab_->stepsTaken()));
    if (isVisible()) {
        for (VariantCard* card : std::as_const(cards_))
            card->refresh();
    }
    Q_EMIT statusChanged();
}

QWidget* LabWorkspace::topBar() {
    return bar_;
}

QString LabWorkspace::facts() const {
    if (!lab_->corpus())
        return {};
    const LabSettings& settings = lab_->settings();
    const Index step = std::max<Index>(0, lab_->stepsTaken() - 1);
    const double rate = seq2seq::scheduledRate(settings.optimizer, step, settings.steps);
    return QStringList{
        corpusTitle(lab_->corpus()->title), tr("%1 pairs").arg(groupedText(lab_->corpus()->training.size())),
        tr("batch %1").arg(settings.batch), tr("seed %1").arg(settings.seed), tr("rate %1").arg(numberText(rate, 2))}
        .join(QStringLiteral(" · "));
}

QString LabWorkspace::activity() const {
    if (loader_->isLoading())
        return tr("reading the sentence pairs…");
    if (lab_->variants().empty())
        return tr("ready");
    const QString step = tr("step %1 of %2").arg(lab_->stepsTaken()).arg(lab_->settings().steps);
    const double milliseconds = lab_->secondsPerStep() * 1000;
    return milliseconds == 0 ? step : step + tr(" · %1 ms a step").arg(milliseconds, 0, 'f', 1);
}

bool LabWorkspace::isBusy() const {
    return lab_->state() == LabState::running;
}

void LabWorkspace::stop() {
    lab_->pause();
}

void LabWorkspace::explore(int index) {
    const auto i = static_cast<std::size_t>(index);
    const seq2seq::SentencePair* pair = lab_->watchedPair();
    if (i >= lab_->variants().size() || !pair || !lab_->variants()[i].translation || !lab_->variants()[i].score)
        return;
    Q_EMIT sessionOffered(exploreSession(*lab_, i));
}

void LabWorkspace::openCardMenu(int index, const QPoint& globalPosition) {
    const PanelPicture& picture = cards_[index]->view()->picture();
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Open in Explore"), this, [this, index] { explore(index); });
    menu->addAction(icon(QStringLiteral("export")), tr("Export…"), this, [this, index] { exportCard(index); });
    menu->addAction(icon(QStringLiteral("copy")), tr("Copy numbers"), this, [source = picture.source] {
        copyNumbers(*source, {0, source->rows()}, {0, source->columns()});
    });
    for (QAction* action : menu->actions())
        action->setEnabled(picture.source != nullptr);
    menu->popup(globalPosition);
}

void LabWorkspace::exportCard(int index) {
    files::Session session = exploreSession(*lab_, static_cast<std::size_t>(index));
    session.panels.resize(1); // its own
    ExportDialog dialog(computeResults(std::move(session)), 0, settings_, this);
    dialogs::run(dialog);
    if (!dialog.writtenPath().isEmpty())
        tellWritten(this, dialog.writtenPath());
}

// What has the focus: α of a model, else the plot that is shown.
void LabWorkspace::exportPicture() {
    for (int i = 0; i < cards_.size(); ++i) {
        if (cards_[i]->view()->hasFocus() && cards_[i]->view()->picture().source)
            return exportCard(i);
    }
    plots_->current()->exportPicture();
}

void LabWorkspace::changeEvent(QEvent* event) {
    Workspace::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        showColors();
        showProgress();
    }
}

// Every α is drawn from 0 to 1, whatever its values: what is pale is not learnt yet.
void LabWorkspace::showColors() {
    ColorBarPicture picture;
    picture.range = {0, 1};
    picture.label = QStringLiteral("α");
    picture.dark = theme().dark;
    colorBar_->setPicture(picture);
}

void LabWorkspace::showEvent(QShowEvent* event) {
    Workspace::showEvent(event);
    showProgress();
}

bool LabWorkspace::eventFilter(QObject* watched, QEvent* event) {
    if (watched == page_->parentWidget() && event->type() == QEvent::Resize)
        arrange();
    return Workspace::eventFilter(watched, event);
}

void LabWorkspace::arrange() {
    const int width = page_->parentWidget()->width();
    lower_->setDirection(width >= scaledToFont(sideBySideWidth) ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    const int count = static_cast<int>(cards_.size());
    const int room = width - 2 * margin - colorBar_->sizeHint().width();
    const int columns = std::clamp(room / scaledToFont(narrowestCard), 1, std::max(1, count));
    if (columns == columns_)
        return;
    columns_ = columns;
    for (int i = 0; i < count; ++i)
        grid_->addWidget(cards_[i], i / columns, i % columns);
    for (int column = 0; column < grid_->columnCount(); ++column)
        grid_->setColumnStretch(column, column < columns ? 1 : 0);
    const int rows = count == 0 ? 0 : (count - 1) / columns + 1;
    cardArea_->setMinimumHeight(rows * scaledToFont(lowestCard) + std::max(0, rows - 1) * grid_->verticalSpacing());
}

} // namespace heedmap
