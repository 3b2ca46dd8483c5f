#include "ui/help/guide.h"

#include "ui/actions/actions.h"
#include "ui/document/document.h"
#include "ui/document/examples.h"
#include "ui/document/view_state.h"
#include "ui/help/callout.h"
#include "ui/inputs/inputs_panel.h"
#include "ui/inputs/matrix_section.h"
#include "ui/inputs/matrix_tabs.h"
#include "ui/inspector/inspector_panel.h"
#include "ui/inspector/steps_section.h"
#include "ui/widgets/segmented_control.h"

#include <QAbstractButton>
#include <QApplication>
#include <QCursor>
#include <QDockWidget>
#include <QKeyEvent>
#include <QScrollArea>
#include <QTimer>

#include <algorithm>

namespace heedmap {

namespace {

bool isCalled(const QWidget* widget, const QString& part) {
    return widget->objectName() == part || QLatin1String(widget->metaObject()->className()) == part;
}

// The first of that class or name, one in sight before one that is not.
QWidget* partOf(const QWidget* window, const QString& part) {
    QWidget* hidden = nullptr;
    for (QWidget* widget : window->findChildren<QWidget*>()) {
        if (!isCalled(widget, part))
            continue;
        if (widget->isVisible())
            return widget;
        if (!hidden)
            hidden = widget;
    }
    return hidden;
}

std::optional<MatrixId> matrixNamed(const QString& name) {
    for (const MatrixId id : {MatrixId::q, MatrixId::k, MatrixId::v, MatrixId::x}) {
        if (nameOf(id) == name)
            return id;
    }
    return std::nullopt;
}

} // namespace

Guide::Guide(GuideParts parts, QObject* parent)
    : QObject(parent)
    , parts_(std::move(parts))
    , callout_(new Callout(parts_.window)) {
    connect(callout_, &Callout::nextRequested, this, &Guide::next);
    connect(callout_, &Callout::backRequested, this, &Guide::previous);
    connect(callout_, &Callout::closed, this, [this] { stop_ = -1; });
    QCoreApplication::instance()->installEventFilter(this);
}

QString Guide::askedTerm() const {
    const QWidget* active = QApplication::activeWindow(); // the window or a dialog
    const QWidget* asked = active ? active : parts_.window;
    const QWidget* under = QApplication::widgetAt(QCursor::pos());
    if (pointerMovedLast_ && under && under->window() == asked)
        return termFor(under);
    return termFor(asked->focusWidget() ? asked->focusWidget() : asked);
}

bool Guide::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
    case QEvent::MouseMove:
    case QEvent::Enter:
        pointerMovedLast_ = true;
        break;
    case QEvent::KeyPress:
        if (const int key = static_cast<QKeyEvent*>(event)->key(); key != Qt::Key_F1 && key < Qt::Key_Shift)
            pointerMovedLast_ = false;
        break;
    case QEvent::FocusIn:
        pointerMovedLast_ = pointerMovedLast_ && static_cast<QFocusEvent*>(event)->reason() == Qt::MouseFocusReason;
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

// In sight: its dock shown, scrolled to.
QWidget* Guide::revealed(const QString& part) const {
    QWidget* widget = partOf(parts_.window, part);
    for (QWidget* outer = widget; outer; outer = outer->parentWidget()) {
        if (auto* dock = qobject_cast<QDockWidget*>(outer)) {
            dock->show();
            dock->raise();
        }
        if (auto* area = qobject_cast<QScrollArea*>(outer)) {
            area->ensureWidgetVisible(widget, 0, 1 << 20); // its end
            area->ensureWidgetVisible(widget, 0, 16);      // and then as much of it as there is room for
        }
    }
    return widget && widget->isVisible() ? widget : nullptr;
}

// A workspace or a dialog by the action that shows it; without one Explore.
void Guide::enter(const QString& actionName) {
    if (actionName.isEmpty())
        parts_.explore();
    else if (QAction* action = parts_.actions->findChild<QAction*>(actionName))
        action->trigger();
}

void Guide::show(const QString& id) {
    const auto wanted = demonstrationNamed(id);
    if (!wanted)
        return;
    callout_->end();
    enter(wanted->action);
    if (!wanted->example.isEmpty())
        parts_.openExample(wanted->example);
    if (wanted->cell) {
        const int panels = static_cast<int>(parts_.document->session().panels.size());
        parts_.state->setActivePanel(std::clamp(wanted->panel, 0, std::max(panels - 1, 0)));
        parts_.state->setCursor(*wanted->cell);
    }
    if (wanted->inspectorPage >= 0)
        parts_.inspector->setPage(static_cast<InspectorPanel::Page>(wanted->inspectorPage));
    if (wanted->step >= 0)
        parts_.inspector->steps()->setStep(static_cast<StepsSection::Step>(wanted->step));
    if (const auto matrix = matrixNamed(wanted->matrix))
        parts_.inputs->matrices()->showMatrix(*matrix);
    if (const auto* choice = parts_.window->findChild<SegmentedControl*>(wanted->choice); choice && wanted->chosen >= 0)
        choice->button(wanted->chosen)->click();
    if (wanted->sentence.isEmpty())
        return;
    // After what was set up is laid out.
    QTimer::singleShot(0, this, [this, part = wanted->part, sentence = wanted->sentence] {
        callout_->tell(part.isEmpty() ? nullptr : revealed(part), {}, sentence, 0, 0);
    });
}

void Guide::startTour() {
    stops_ = tourStops();
    goTo(0);
}

void Guide::next() {
    if (stop_ + 1 < static_cast<int>(stops_.size()))
        goTo(stop_ + 1);
    else
        callout_->end();
}

void Guide::previous() {
    goTo(std::max(stop_ - 1, 0));
}

void Guide::goTo(int stop) {
    stop_ = stop;
    const TourStop& here = stops_[static_cast<std::size_t>(stop)];
    enter(here.action);
    if (here.inspectorPage >= 0)
        parts_.inspector->setPage(static_cast<InspectorPanel::Page>(here.inspectorPage));
    QTimer::singleShot(0, this, [this, stop, here] {
        if (stop == stop_)
            callout_->tell(revealed(here.part), here.title, here.text, stop, static_cast<int>(stops_.size()));
    });
}

} // namespace heedmap
