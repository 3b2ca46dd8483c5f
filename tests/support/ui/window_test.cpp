#include "tests/support/ui/window_test.h"

#include "ui/compare/compare_grid.h"
#include "ui/document/examples.h"
#include "ui/heatmap/heatmap_view.h"
#include "ui/settings/resources.h"
#include "ui/settings/theme.h"

#include <QLabel>
#include <QTest>
#include <QTextDocument>

namespace heedmap::tests {

void WindowTest::SetUp() {
    heedmapLoadResources();
    settings = std::make_unique<Settings>(path(QStringLiteral("taste.ini")), path(QStringLiteral("state.ini")));
    document = std::make_unique<Document>(nullptr, computation);
    models = std::make_unique<Lab>();
    openExample(QStringLiteral("three-keys"));
    window = std::make_unique<MainWindow>(document.get(), models.get(), settings.get());
    window->resize(scaledToFont(1280), scaledToFont(820));
    window->show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(window.get()));
    window->activateWindow();
    waitForPictures();
}

void WindowTest::TearDown() {
    window.reset();
    models.reset();
    document.reset();
}

void WindowTest::openExample(const QString& id) {
    auto example = heedmap::openExample(id);
    ASSERT_TRUE(example) << sentence(example.error());
    document->open(std::move(example).value());
}

void WindowTest::waitUntil(const std::function<bool()>& condition, const char* what) {
    EXPECT_TRUE(QTest::qWaitFor(condition, 10000)) << "waited in vain for: " << what;
}

void WindowTest::waitForPictures() {
    QCoreApplication::processEvents(); // what was put off to the end of this turn
    waitUntil(
        [this] {
            const auto& views = window->panels().views();
            const auto& results = document->results();
            if (document->computing() || static_cast<std::size_t>(views.size()) != results.size())
                return false;
            for (qsizetype i = 0; i < views.size(); ++i) {
                if (views[i]->picture().source != results[static_cast<std::size_t>(i)].source)
                    return false;
            }
            return true;
        },
        "the pictures of the document");
}

QString WindowTest::labelText(const QString& name) {
    const auto* label = child<QLabel>(name);
    if (!label)
        return {};
    if (label->textFormat() != Qt::RichText)
        return label->text();
    QTextDocument text;
    text.setHtml(label->text());
    return text.toPlainText();
}

} // namespace heedmap::tests
