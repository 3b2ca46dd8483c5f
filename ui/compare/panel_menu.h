// What can be done with one panel: the menu behind its ⋯.
#pragma once

#include "ui/document/document.h"

#include <QMenu>

namespace heedmap {

class CompareGrid;

class PanelMenu : public QMenu {
    Q_OBJECT

public:
    PanelMenu(Document* document, CompareGrid* grid, int index, QWidget* parent = nullptr);

Q_SIGNALS:
    void copyPictureRequested(int index);
    void copyNumbersRequested(int index);
    void exportRequested();

private:
    void addPicture();
    void addArrangement(int panel);
    void move(int panel, int by);

    Document* document_;
    CompareGrid* grid_;
    int index_;
};

} // namespace heedmap
