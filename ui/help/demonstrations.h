// What "show me" of the glossary does, the five misunderstandings with the experiment that refutes each, the guided
// tour, and which word explains which part of the window: tables, without a window.
#pragma once

#include "core/index.h"

#include <QString>

#include <optional>
#include <vector>

class QWidget;

namespace heedmap {

// Something that is set up in the window. What is empty stays as it is.
struct Demonstration {
    QString id;       // "step-weight"
    QString example;  // of examples.h
    QString action;   // of the table of actions, by its name: "saturation"
    QString part;     // what is pointed at: a class or object name of the window, "heedmap::MaskSection"
    QString sentence; // what to see there, translated
    std::optional<Cell> cell{};
    int panel = 0;          // the active one
    int inspectorPage = -1; // InspectorPanel::Page
    int step = -1;          // StepsSection::Step
    QString matrix{};       // its tab: "Q"
    QString choice{};       // a row of joined buttons, by its object name: "plots"
    int chosen = -1;        // its button
};
std::optional<Demonstration> demonstrationNamed(const QString& id);
std::vector<Demonstration> demonstrations();

struct Misunderstanding {
    QString claim;         // "Attention is like human attention"
    QString truth;         // one or two sentences
    QString experiment;    // what its button says: "Move the weights yourself"
    QString demonstration; // id
};
std::vector<Misunderstanding> misunderstandings();

// One stop of the tour.
struct TourStop {
    QString title;
    QString text;
    QString part; // as above
    int inspectorPage = -1;
    QString action{}; // of the workspace that has the part; empty: Explore
};
std::vector<TourStop> tourStops();

// The word that explains a widget, by what it is or what it lies in: "mask". Empty: nothing particular.
QString termFor(const QWidget* widget);

} // namespace heedmap
