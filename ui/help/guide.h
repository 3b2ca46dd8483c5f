// Sets things up in the window and points at them: "show me" of the glossary, the experiments, the guided tour.
#pragma once

#include "ui/help/demonstrations.h"

#include <QObject>

#include <functional>

class QWidget;

namespace heedmap {

class ActionTable;
class Callout;
class Document;
class InputsPanel;
class InspectorPanel;
class ViewState;

struct GuideParts {
    QWidget* window;
    Document* document;
    ViewState* state;
    ActionTable* actions;
    InputsPanel* inputs;
    InspectorPanel* inspector;
    std::function<void(const QString& id)> openExample;
    std::function<void()> explore; // shows the workspace that has all this
};

class Guide : public QObject {
    Q_OBJECT

public:
    Guide(GuideParts parts, QObject* parent);

    // A demonstration by its id; unknown ones do nothing.
    void show(const QString& demonstration);

    void startTour();
    bool touring() const { return stop_ >= 0; }
    int stop() const { return stop_; }
    void next();
    void previous();

    Callout* callout() const { return callout_; }

    // The word for what the user asks about in the window or a dialog of it: what is under the pointer where that moved
    // last, else what has the focus.
    QString askedTerm() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void enter(const QString& actionName);
    void goTo(int stop);
    QWidget* revealed(const QString& part) const;

    GuideParts parts_;
    Callout* callout_;
    std::vector<TourStop> stops_;
    int stop_ = -1;
    bool pointerMovedLast_ = false; // and not the focus, by a key
};

} // namespace heedmap
