// Everything the user can do, in one table: menus, toolbar, shortcuts and the finder are made from it.
#pragma once

#include <QAction>
#include <QObject>

#include <map>
#include <vector>

class QUndoStack;

namespace heedmap {

enum class ActionId {
    open,
    openModel,
    save,
    saveAs,
    exportPicture,
    quit,
    undo,
    redo,
    copyNumbers,
    copyPicture,
    paste,
    crossAttention,
    selfAttention,
    scoreAdditive,
    scoreDot,
    scoreGeneral,
    scoreScaled,
    scoreCosine,
    editMask,
    saturation,
    exploreWorkspace,
    alignWorkspace,
    costWorkspace,
    trainModels,
    stepModels,
    resetModels,
    differencePanel,
    gradientPanel,
    rolloutPanel,
    flowPanel,
    zoomIn,
    zoomOut,
    fit,
    lockCrosshair,
    showFigures,
    drawLines,
    themeSystem,
    themeLight,
    themeDark,
    languageSystem,
    languageEnglish,
    languageChinese,
    findAction,
    glossary,
    tour,
    about,
};

enum class ActionMenu { file, edit, attention, align, workspace, view, theme, language, help };

struct ActionInfo {
    ActionId id;
    const char* name; // stable, for tests and settings: "open"
    ActionMenu menu;
    const char* text;     // English, with mnemonic
    const char* shortcut; // "Ctrl+O", several separated by "; "; "" where there is none
    const char* icon;     // of resources/icons; "" where there is none
    const char* tip;      // one sentence without a full stop, English
    bool checkable = false;
};
const std::vector<ActionInfo>& allActions();
QString menuTitle(ActionMenu menu); // translated, with mnemonic

// An action's text without mnemonic and dots: "Copy Picture".
QString plainText(QString actionText);

class ActionTable : public QObject {
    Q_OBJECT

public:
    explicit ActionTable(QObject* parent = nullptr);

    QAction* operator[](ActionId id) const { return actions_.at(id); }
    std::vector<QAction*> ofMenu(ActionMenu menu) const; // in the order of the table
    std::vector<QAction*> all() const;

    // Texts, tips and tooltips again, after the language changed.
    void retranslate();
    // Undo and redo follow the stack: enabled where there is something, with its words ("Undo edit of K[2,0]").
    void follow(QUndoStack* stack);

private:
    void setTexts(const ActionInfo& info, const QString& text);
    void updateUndoTexts();

    std::map<ActionId, QAction*> actions_;
    QUndoStack* stack_ = nullptr;
};

} // namespace heedmap
