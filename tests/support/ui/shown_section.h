// One section of the inputs, shown on a document of its own, and the hands that use it.
#pragma once

#include "tests/support/ui/inputs_sessions.h"
#include "ui/document/document.h"
#include "ui/widgets/choice_button.h"

#include <QMenu>
#include <QTest>

#include <memory>

namespace heedmap::tests {

template <class Section>
struct ShownSection {
    explicit ShownSection(files::Session session = crossSession()) {
        document.open(std::move(session));
        section = std::make_unique<Section>(&document);
        section->resize(260, 700);
        section->show();
    }
    const files::Session& session() const { return document.session(); }
    const attention::Problem& problem() const { return document.session().problem; }
    const attention::MaskSpec& mask() const { return problem().mask; }
    std::string undoWords() { return document.undoStack().undoText().toStdString(); }

    Document document;
    std::unique_ptr<Section> section;
};

inline void click(QWidget* widget) {
    QTest::mouseClick(widget, Qt::LeftButton);
}

inline void choose(ChoiceButton* button, int choice) {
    click(button);
    for (int i = 0; i <= choice; ++i)
        QTest::keyClick(button->menu(), Qt::Key_Down);
    QTest::keyClick(button->menu(), Qt::Key_Return);
}

// Types over what a field shows.
template <class Field>
void type(Field* field, const char* text) {
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, QString::fromUtf8(text));
    QTest::keyClick(field, Qt::Key_Return);
}

} // namespace heedmap::tests
