// A window of the program as a test uses it: fresh settings, the three-key example of the article, real events.
#pragma once

#include "tests/support/ui/dialog_answers.h"
#include "ui/document/document.h"
#include "ui/lab/lab.h"
#include "ui/main_window.h"
#include "ui/settings/settings.h"

#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <functional>
#include <memory>

namespace heedmap::tests {

class WindowTest : public ::testing::Test {
protected:
    void SetUp() override;
    void TearDown() override;

    void openExample(const QString& id);
    // Runs the event loop until `condition` holds; a failure names `what`.
    void waitUntil(const std::function<bool()>& condition, const char* what);
    // Until every panel shows what the document holds now.
    void waitForPictures();

    template <class T>
    T* child(const QString& name) {
        T* found = window->findChild<T*>(name);
        EXPECT_NE(found, nullptr) << "no widget named " << name.toStdString();
        return found;
    }
    QString labelText(const QString& name); // without tags
    QString path(const QString& name) const { return directory.filePath(name); }

    PanelComputation computation = computePanel; // of the document
    QTemporaryDir directory;
    std::unique_ptr<Settings> settings;
    std::unique_ptr<Document> document;
    std::unique_ptr<Lab> models;
    DialogAnswers answers;
    std::unique_ptr<MainWindow> window;
};

} // namespace heedmap::tests
