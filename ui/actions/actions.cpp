#include "ui/actions/actions.h"

#include "core/result.h"
#include "ui/settings/icon.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QRegularExpression>
#include <QUndoStack>

#include <algorithm>

namespace heedmap {

namespace {

QString translated(const char* text) {
    return QCoreApplication::translate("Actions", text);
}

QList<QKeySequence> shortcutsOf(const ActionInfo& info) {
    QList<QKeySequence> keys;
    for (const QString& key : QString::fromLatin1(info.shortcut).split(QStringLiteral("; "), Qt::SkipEmptyParts))
        keys.append(QKeySequence::fromString(key, QKeySequence::PortableText));
    return keys;
}

const ActionInfo& infoOf(ActionId id) {
    const auto& all = allActions();
    const auto info = std::find_if(all.begin(), all.end(), [&](const ActionInfo& i) { return i.id == id; });
    HEEDMAP_EXPECTS(info != all.end());
    return *info;
}

// Written out for lupdate, which does not look into macros.
std::vector<ActionInfo> makeTable() {
    using enum ActionId;
    using M = ActionMenu;
    return {
        {open, "open", M::file, QT_TRANSLATE_NOOP("Actions", "&Open…"), "Ctrl+O", "open",
         QT_TRANSLATE_NOOP("Actions", "Open a tensor file, a session or a picture")},
        {openModel, "open_model", M::file, QT_TRANSLATE_NOOP("Actions", "Open a Mo&del Folder…"), "Shift+Ctrl+O", "",
         QT_TRANSLATE_NOOP("Actions", "Open a published model and see what its heads do in a text")},
        {save, "save", M::file, QT_TRANSLATE_NOOP("Actions", "&Save Session"), "Ctrl+S", "save",
         QT_TRANSLATE_NOOP("Actions", "Save everything in a .heedmap file")},
        {saveAs, "save_as", M::file, QT_TRANSLATE_NOOP("Actions", "Save Session &As…"), "Shift+Ctrl+S", "",
         QT_TRANSLATE_NOOP("Actions", "Save under another name")},
        {exportPicture, "export", M::file, QT_TRANSLATE_NOOP("Actions", "&Export…"), "Ctrl+E", "export",
         QT_TRANSLATE_NOOP("Actions", "Export the picture or its numbers: PNG, SVG, PDF, CSV, TSV, NPY, NPZ, JSON")},
        {quit, "quit", M::file, QT_TRANSLATE_NOOP("Actions", "&Quit"), "Ctrl+Q", "",
         QT_TRANSLATE_NOOP("Actions", "Close the program")},
        {undo, "undo", M::edit, QT_TRANSLATE_NOOP("Actions", "&Undo"), "Ctrl+Z", "undo",
         QT_TRANSLATE_NOOP("Actions", "Take the last change back")},
        {redo, "redo", M::edit, QT_TRANSLATE_NOOP("Actions", "&Redo"), "Shift+Ctrl+Z; Ctrl+Y", "redo",
         QT_TRANSLATE_NOOP("Actions", "Make the change again")},
        {copyNumbers, "copy_numbers", M::edit, QT_TRANSLATE_NOOP("Actions", "&Copy Numbers"), "Ctrl+C", "copy",
         QT_TRANSLATE_NOOP("Actions", "Copy the selected numbers, separated by tabs, for a spreadsheet")},
        {copyPicture, "copy_picture", M::edit, QT_TRANSLATE_NOOP("Actions", "Copy &Picture"), "Shift+Ctrl+C", "picture",
         QT_TRANSLATE_NOOP("Actions", "Copy the picture as it is shown")},
        {paste, "paste", M::edit, QT_TRANSLATE_NOOP("Actions", "P&aste Numbers"), "Ctrl+V", "paste",
         QT_TRANSLATE_NOOP("Actions", "Paste a block from a spreadsheet or a Python literal")},
        {crossAttention, "cross", M::attention, QT_TRANSLATE_NOOP("Actions", "&Cross-attention"), "Alt+1", "cross",
         QT_TRANSLATE_NOOP("Actions", "Queries come from the target, keys and values from the source"), true},
        {selfAttention, "self", M::attention, QT_TRANSLATE_NOOP("Actions", "&Self-attention"), "Alt+2", "self",
         QT_TRANSLATE_NOOP("Actions", "Queries, keys and values come from one sequence"), true},
        {scoreAdditive, "score_additive", M::attention, QT_TRANSLATE_NOOP("Actions", "&Additive"), "Ctrl+1", "",
         QT_TRANSLATE_NOOP("Actions", "Show the additive score, v·tanh(W_s q + W_h k)"), true},
        {scoreDot, "score_dot", M::attention, QT_TRANSLATE_NOOP("Actions", "&Dot"), "Ctrl+2", "",
         QT_TRANSLATE_NOOP("Actions", "Show the dot product, q·k"), true},
        {scoreGeneral, "score_general", M::attention, QT_TRANSLATE_NOOP("Actions", "&General"), "Ctrl+3", "",
         QT_TRANSLATE_NOOP("Actions", "Show the general score, q·W·k"), true},
        {scoreScaled, "score_scaled", M::attention, QT_TRANSLATE_NOOP("Actions", "Sca&led Dot"), "Ctrl+4", "",
         QT_TRANSLATE_NOOP("Actions", "Show the scaled dot product, q·k / √d_k"), true},
        {scoreCosine, "score_cosine", M::attention, QT_TRANSLATE_NOOP("Actions", "C&osine"), "Ctrl+5", "",
         QT_TRANSLATE_NOOP("Actions", "Show the cosine of query and key times β"), true},
        {editMask, "mask", M::attention, QT_TRANSLATE_NOOP("Actions", "&Mask…"), "Ctrl+M", "mask",
         QT_TRANSLATE_NOOP("Actions", "Choose which keys a query may see")},
        {saturation, "saturation", M::attention, QT_TRANSLATE_NOOP("Actions", "&Why √d_k…"), "", "",
         QT_TRANSLATE_NOOP("Actions", "Variance, entropy and gradient over the same data, with and without the root")},
        {exploreWorkspace, "explore", M::workspace, QT_TRANSLATE_NOOP("Actions", "&Explore"), "F6", "",
         QT_TRANSLATE_NOOP("Actions", "Look at attention: edit it, compare it, explain it"), true},
        {alignWorkspace, "align", M::workspace, QT_TRANSLATE_NOOP("Actions", "&Align"), "F7", "",
         QT_TRANSLATE_NOOP("Actions", "Train small translation models and watch α become a diagonal"), true},
        {costWorkspace, "cost", M::workspace, QT_TRANSLATE_NOOP("Actions", "&Cost"), "F8", "",
         QT_TRANSLATE_NOOP("Actions", "What attention costs in operations and memory as sequences grow"), true},
        {trainModels, "train", M::align, QT_TRANSLATE_NOOP("Actions", "&Train"), "F5", "train",
         QT_TRANSLATE_NOOP("Actions", "Train the chosen models side by side, pause, and go on")},
        {stepModels, "step", M::align, QT_TRANSLATE_NOOP("Actions", "&Step"), "F9", "step",
         QT_TRANSLATE_NOOP("Actions", "One training step of every model")},
        {resetModels, "reset", M::align, QT_TRANSLATE_NOOP("Actions", "&Reset"), "Shift+F5", "reset",
         QT_TRANSLATE_NOOP("Actions", "Throw the training away and begin anew")},
        {differencePanel, "difference", M::attention, QT_TRANSLATE_NOOP("Actions", "D&ifference Panel"), "Ctrl+D", "",
         QT_TRANSLATE_NOOP("Actions", "Show the active panel minus the first other one")},
        {gradientPanel, "gradient", M::attention, QT_TRANSLATE_NOOP("Actions", "Gradient × Atte&ntion Panel"), "Ctrl+G",
         "", QT_TRANSLATE_NOOP("Actions", "Show how much of the context's length each key contributes")},
        {rolloutPanel, "rollout", M::attention, QT_TRANSLATE_NOOP("Actions", "&Rollout Panel"), "Ctrl+R", "",
         QT_TRANSLATE_NOOP("Actions", "Show how the outputs of the stack of layers are made of its inputs")},
        {flowPanel, "flow", M::attention, QT_TRANSLATE_NOOP("Actions", "Attention &Flow Panel"), "", "",
         QT_TRANSLATE_NOOP("Actions", "Show the largest flow from each output of the stack of layers to each input")},
        {zoomIn, "zoom_in", M::view, QT_TRANSLATE_NOOP("Actions", "Zoom &In"), "Ctrl++; Ctrl+=", "zoom-in",
         QT_TRANSLATE_NOOP("Actions", "Show fewer cells, larger")},
        {zoomOut, "zoom_out", M::view, QT_TRANSLATE_NOOP("Actions", "Zoom &Out"), "Ctrl+-", "zoom-out",
         QT_TRANSLATE_NOOP("Actions", "Show more cells, smaller")},
        {fit, "fit", M::view, QT_TRANSLATE_NOOP("Actions", "&Fit"), "Ctrl+0", "fit",
         QT_TRANSLATE_NOOP("Actions", "Show the whole matrix")},
        {lockCrosshair, "lock_crosshair", M::view, QT_TRANSLATE_NOOP("Actions", "&Lock Crosshair"), "Ctrl+L", "lock",
         QT_TRANSLATE_NOOP("Actions", "Keep the crosshair where it is"), true},
        {showFigures, "figures", M::view, QT_TRANSLATE_NOOP("Actions", "Fig&ures of Panels"), "Ctrl+T", "figures",
         QT_TRANSLATE_NOOP("Actions", "Show figures of the panels and between them, and one row of all"), true},
        {drawLines, "lines", M::view, QT_TRANSLATE_NOOP("Actions", "Draw as Li&nes"), "Shift+Ctrl+L", "lines",
         QT_TRANSLATE_NOOP("Actions", "Draw a line for each weight from keys to queries, all panels in one"), true},
        {themeSystem, "theme_system", M::theme, QT_TRANSLATE_NOOP("Actions", "As the &System"), "", "",
         QT_TRANSLATE_NOOP("Actions", "Light or dark as the desktop"), true},
        {themeLight, "theme_light", M::theme, QT_TRANSLATE_NOOP("Actions", "&Light"), "", "",
         QT_TRANSLATE_NOOP("Actions", "Dark text on light ground"), true},
        {themeDark, "theme_dark", M::theme, QT_TRANSLATE_NOOP("Actions", "&Dark"), "", "",
         QT_TRANSLATE_NOOP("Actions", "Light text on dark ground"), true},
        {languageSystem, "language_system", M::language, QT_TRANSLATE_NOOP("Actions", "As the S&ystem"), "", "",
         QT_TRANSLATE_NOOP("Actions", "The language of the desktop"), true},
        {languageEnglish, "language_en", M::language, "English", "", "", "English", true},
        {languageChinese, "language_zh", M::language, "简体中文", "", "", "简体中文", true},
        {findAction, "find_action", M::help, QT_TRANSLATE_NOOP("Actions", "&Find Action…"), "Shift+Ctrl+P", "search",
         QT_TRANSLATE_NOOP("Actions", "Find any action or example by its name")},
        {glossary, "glossary", M::help, QT_TRANSLATE_NOOP("Actions", "&Glossary"), "F1", "glossary",
         QT_TRANSLATE_NOOP("Actions", "What the words mean, in English and Chinese")},
        {tour, "tour", M::help, QT_TRANSLATE_NOOP("Actions", "Guided &Tour"), "", "",
         QT_TRANSLATE_NOOP("Actions", "The window in nine short stops")},
        {about, "about", M::help, QT_TRANSLATE_NOOP("Actions", "&About Heedmap"), "", "about",
         QT_TRANSLATE_NOOP("Actions", "Version, authors and licence")},
    };
}

} // namespace

const std::vector<ActionInfo>& allActions() {
    static const std::vector<ActionInfo> table = makeTable();
    return table;
}

QString menuTitle(ActionMenu menu) {
    switch (menu) {
    case ActionMenu::file:
        return translated(QT_TRANSLATE_NOOP("Actions", "&File"));
    case ActionMenu::edit:
        return translated(QT_TRANSLATE_NOOP("Actions", "&Edit"));
    case ActionMenu::attention:
        return translated(QT_TRANSLATE_NOOP("Actions", "&Attention"));
    case ActionMenu::align:
        return translated(QT_TRANSLATE_NOOP("Actions", "A&lign"));
    case ActionMenu::workspace:
        return translated(QT_TRANSLATE_NOOP("Actions", "&Workspace"));
    case ActionMenu::view:
        return translated(QT_TRANSLATE_NOOP("Actions", "&View"));
    case ActionMenu::theme:
        return translated(QT_TRANSLATE_NOOP("Actions", "&Theme"));
    case ActionMenu::language:
        return translated(QT_TRANSLATE_NOOP("Actions", "Lan&guage"));
    case ActionMenu::help:
        return translated(QT_TRANSLATE_NOOP("Actions", "&Help"));
    }
    return {};
}

QString plainText(QString text) {
    static const QRegularExpression mnemonicInBrackets(QStringLiteral("\\(&\\w\\)")); // as Chinese menus have it
    text.remove(mnemonicInBrackets);
    text.replace(QLatin1String("&&"), QLatin1String("\n")).remove(QLatin1Char('&'));
    return text.replace(QLatin1Char('\n'), QLatin1Char('&')).remove(QStringLiteral("…"));
}

ActionTable::ActionTable(QObject* parent)
    : QObject(parent) {
    for (const ActionInfo& info : allActions()) {
        auto* action = new QAction(this);
        action->setObjectName(QString::fromLatin1(info.name));
        action->setShortcuts(shortcutsOf(info));
        action->setCheckable(info.checkable);
        if (*info.icon)
            action->setIcon(icon(QString::fromLatin1(info.icon)));
        if (info.id == ActionId::quit)
            action->setMenuRole(QAction::QuitRole);
        if (info.id == ActionId::about)
            action->setMenuRole(QAction::AboutRole);
        actions_[info.id] = action;
    }
    using enum ActionId;
    for (const auto& ids : {std::vector{crossAttention, selfAttention}, std::vector{themeSystem, themeLight, themeDark},
                            std::vector{languageSystem, languageEnglish, languageChinese}}) {
        auto* group = new QActionGroup(this);
        for (const ActionId id : ids)
            group->addAction(actions_[id]);
    }
    retranslate();
}

void ActionTable::retranslate() {
    for (const ActionInfo& info : allActions())
        setTexts(info, translated(info.text));
    updateUndoTexts();
}

void ActionTable::setTexts(const ActionInfo& info, const QString& text) {
    QAction* action = actions_.at(info.id);
    const QString tip = translated(info.tip);
    action->setText(text);
    action->setStatusTip(tip);
    const QString key = action->shortcut().toString(QKeySequence::NativeText);
    const QString words = plainText(text);
    action->setToolTip(key.isEmpty() ? words : QStringLiteral("%1 (%2)").arg(words, key));
}

std::vector<QAction*> ActionTable::ofMenu(ActionMenu menu) const {
    std::vector<QAction*> found;
    for (const ActionInfo& info : allActions()) {
        if (info.menu == menu)
            found.push_back(actions_.at(info.id));
    }
    return found;
}

std::vector<QAction*> ActionTable::all() const {
    std::vector<QAction*> found;
    for (const ActionInfo& info : allActions())
        found.push_back(actions_.at(info.id));
    return found;
}

void ActionTable::follow(QUndoStack* stack) {
    stack_ = stack;
    connect(actions_[ActionId::undo], &QAction::triggered, stack, &QUndoStack::undo);
    connect(actions_[ActionId::redo], &QAction::triggered, stack, &QUndoStack::redo);
    connect(stack, &QUndoStack::indexChanged, this, &ActionTable::updateUndoTexts);
    updateUndoTexts();
}

void ActionTable::updateUndoTexts() {
    QAction* undo = actions_[ActionId::undo];
    QAction* redo = actions_[ActionId::redo];
    undo->setEnabled(stack_ && stack_->canUndo());
    redo->setEnabled(stack_ && stack_->canRedo());
    // The words of a command are a title of their own; after "Undo" they go on in small letters, but for a name.
    const auto words = [](QString text) {
        if (text.size() > 1 && text[1].isLower())
            text[0] = text[0].toLower();
        return text.replace(QLatin1Char('&'), QLatin1String("&&"));
    };
    if (undo->isEnabled())
        setTexts(infoOf(ActionId::undo),
                 translated(QT_TRANSLATE_NOOP("Actions", "&Undo %1")).arg(words(stack_->undoText())));
    else
        setTexts(infoOf(ActionId::undo), translated(infoOf(ActionId::undo).text));
    if (redo->isEnabled())
        setTexts(infoOf(ActionId::redo),
                 translated(QT_TRANSLATE_NOOP("Actions", "&Redo %1")).arg(words(stack_->redoText())));
    else
        setTexts(infoOf(ActionId::redo), translated(infoOf(ActionId::redo).text));
}

} // namespace heedmap
