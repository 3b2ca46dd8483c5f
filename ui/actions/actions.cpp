#include "ui/actions/actions.h"

#include "core/result.h"
#include "ui/widgets/icon.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QUndoStack>

#include <algorithm>

namespace heedmap {

namespace {

#define TEXT(text) QT_TRANSLATE_NOOP("Actions", text)

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

std::vector<ActionInfo> makeTable() {
    using enum ActionId;
    using M = ActionMenu;
    return {
        {open, "open", M::file, TEXT("&Open…"), "Ctrl+O", "open", TEXT("Open a tensor file, a session or a picture")},
        {save, "save", M::file, TEXT("&Save Session"), "Ctrl+S", "save", TEXT("Save everything in a .heedmap file")},
        {saveAs, "save_as", M::file, TEXT("Save Session &As…"), "Shift+Ctrl+S", "", TEXT("Save under another name")},
        {exportPicture, "export", M::file, TEXT("&Export…"), "Ctrl+E", "export",
         TEXT("Export the picture or its numbers: PNG, SVG, PDF, CSV, TSV, NPY, NPZ, JSON")},
        {quit, "quit", M::file, TEXT("&Quit"), "Ctrl+Q", "", TEXT("Close the program")},
        {undo, "undo", M::edit, TEXT("&Undo"), "Ctrl+Z", "undo", TEXT("Take the last change back")},
        {redo, "redo", M::edit, TEXT("&Redo"), "Shift+Ctrl+Z; Ctrl+Y", "redo", TEXT("Make the change again")},
        {copyNumbers, "copy_numbers", M::edit, TEXT("&Copy Numbers"), "Ctrl+C", "copy",
         TEXT("Copy the selected numbers, separated by tabs, for a spreadsheet")},
        {copyPicture, "copy_picture", M::edit, TEXT("Copy &Picture"), "Shift+Ctrl+C", "picture",
         TEXT("Copy the picture as it is shown")},
        {paste, "paste", M::edit, TEXT("P&aste Numbers"), "Ctrl+V", "paste",
         TEXT("Paste a block from a spreadsheet or a Python literal")},
        {crossAttention, "cross", M::attention, TEXT("&Cross-attention"), "Alt+1", "cross",
         TEXT("Queries come from the target, keys and values from the source"), true},
        {selfAttention, "self", M::attention, TEXT("&Self-attention"), "Alt+2", "self",
         TEXT("Queries, keys and values come from one sequence"), true},
        {scoreAdditive, "score_additive", M::attention, TEXT("&Additive"), "Ctrl+1", "",
         TEXT("Show the additive score, v·tanh(W_s q + W_h k)"), true},
        {scoreDot, "score_dot", M::attention, TEXT("&Dot"), "Ctrl+2", "", TEXT("Show the dot product, q·k"), true},
        {scoreGeneral, "score_general", M::attention, TEXT("&General"), "Ctrl+3", "",
         TEXT("Show the general score, q·W·k"), true},
        {scoreScaled, "score_scaled", M::attention, TEXT("Sca&led Dot"), "Ctrl+4", "",
         TEXT("Show the scaled dot product, q·k / √d_k"), true},
        {scoreCosine, "score_cosine", M::attention, TEXT("C&osine"), "Ctrl+5", "",
         TEXT("Show the cosine of query and key times β"), true},
        {editMask, "mask", M::attention, TEXT("&Mask…"), "Ctrl+M", "mask", TEXT("Choose which keys a query may see")},
        {zoomIn, "zoom_in", M::view, TEXT("Zoom &In"), "Ctrl++; Ctrl+=", "zoom-in", TEXT("Show fewer cells, larger")},
        {zoomOut, "zoom_out", M::view, TEXT("Zoom &Out"), "Ctrl+-", "zoom-out", TEXT("Show more cells, smaller")},
        {fit, "fit", M::view, TEXT("&Fit"), "Ctrl+0", "fit", TEXT("Show the whole matrix")},
        {lockCrosshair, "lock_crosshair", M::view, TEXT("&Lock Crosshair"), "Ctrl+L", "lock",
         TEXT("Keep the crosshair where it is"), true},
        {themeSystem, "theme_system", M::theme, TEXT("As the &System"), "", "", TEXT("Light or dark as the desktop"),
         true},
        {themeLight, "theme_light", M::theme, TEXT("&Light"), "", "", TEXT("Dark text on light ground"), true},
        {themeDark, "theme_dark", M::theme, TEXT("&Dark"), "", "", TEXT("Light text on dark ground"), true},
        {languageSystem, "language_system", M::language, TEXT("As the S&ystem"), "", "",
         TEXT("The language of the desktop"), true},
        {languageEnglish, "language_en", M::language, "English", "", "", "English", true},
        {languageChinese, "language_zh", M::language, "简体中文", "", "", "简体中文", true},
        {findAction, "find_action", M::help, TEXT("&Find Action…"), "Shift+Ctrl+P", "search",
         TEXT("Find any action or example by its name")},
        {glossary, "glossary", M::help, TEXT("&Glossary"), "F1", "glossary",
         TEXT("What the words mean, in English and Chinese")},
        {about, "about", M::help, TEXT("&About Heedmap"), "", "about", TEXT("Version, authors and licence")},
    };
}

#undef TEXT

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
    case ActionMenu::view:
        return translated(QT_TRANSLATE_NOOP("Actions", "&View"));
    case ActionMenu::theme:
        return translated(QT_TRANSLATE_NOOP("Actions", "&Theme"));
    case ActionMenu::language:
        return translated(QT_TRANSLATE_NOOP("Actions", "&Language"));
    case ActionMenu::help:
        return translated(QT_TRANSLATE_NOOP("Actions", "&Help"));
    }
    return {};
}

QString plainText(QString text) {
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
    const auto words = [](QString text) {
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
