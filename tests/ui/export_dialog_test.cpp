#include "tests/support/core/temporary_folder.h"
#include "tests/support/ui/dialog_answers.h"
#include "ui/document/examples.h"
#include "ui/export/export_dialog.h"
#include "ui/export/figure_preview.h"
#include "ui/export/picture_export.h"
#include "ui/files/end_signals.h"
#include "ui/settings/settings.h"
#include "ui/widgets/choice_button.h"

#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTest>
#include <QTimer>

#include <gtest/gtest.h>

#include <csignal>

namespace heedmap::tests {
namespace {

template <class Widget>
Widget* named(QWidget& parent, const char* name) {
    for (Widget* const widget : parent.findChildren<Widget*>()) {
        // A choice is named "what: chosen".
        if (widget->accessibleName().section(QLatin1Char(':'), 0, 0) == QLatin1String(name))
            return widget;
    }
    ADD_FAILURE() << "there is no " << name;
    return nullptr;
}

class ExportDialogTest : public ::testing::Test {
protected:
    ExportDialogTest()
        : settings(QString::fromStdString(folder.path("taste.ini")), QString::fromStdString(folder.path("state.ini"))) {
        session = openExample(QStringLiteral("three-keys")).value();
        results = computePanels(session);
    }

    std::unique_ptr<ExportDialog> opened() {
        auto dialog = std::make_unique<ExportDialog>(
            resultsOf(std::make_shared<const files::Session>(session), results), 0, &settings);
        dialog->show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(dialog.get()));
        return dialog;
    }

    // As choosing an entry of the button's menu does.
    static void choose(ExportDialog& dialog, const char* name, int choice) {
        auto* const button = named<QWidget>(dialog, name);
        ASSERT_NE(button, nullptr);
        auto* const menu = qobject_cast<ChoiceButton*>(button)->menu();
        ASSERT_GT(menu->actions().size(), choice);
        menu->actions().at(choice)->trigger();
    }

    static void pressExport(ExportDialog& dialog) {
        for (QPushButton* const button : dialog.findChildren<QPushButton*>()) {
            if (button->isDefault())
                QTest::mouseClick(button, Qt::LeftButton);
        }
    }

    test::TemporaryFolder folder;
    Settings settings;
    files::Session session;
    std::vector<PanelResult> results;
    DialogAnswers answers;
};

TEST_F(ExportDialogTest, WritesWhatThePreviewShows) {
    const auto dialog = opened();
    QTest::keyClicks(named<QLineEdit>(*dialog, "title"), QStringLiteral("Three keys"));
    choose(*dialog, "theme", 1);
    choose(*dialog, "scale factor", 0);
    auto* const preview = dialog->findChild<FigurePreview*>();
    EXPECT_EQ(preview->figure().title, QStringLiteral("Three keys"));
    EXPECT_TRUE(preview->figure().dark);
    answers.fileToSave = QString::fromStdString(folder.path("out.png"));
    pressExport(*dialog);
    EXPECT_EQ(dialog->result(), QDialog::Accepted);
    EXPECT_EQ(dialog->writtenPath(), answers.fileToSave);
    EXPECT_TRUE(answers.offeredPath.endsWith(QStringLiteral(".png"))) << answers.offeredPath.toStdString();
    ExportOptions options;
    options.dark = true;
    const QImage written = QImage(dialog->writtenPath()).convertToFormat(QImage::Format_RGB32);
    const QImage previewed = imageOf(preview->figure(), options).convertToFormat(QImage::Format_RGB32);
    ASSERT_EQ(written.size(), previewed.size());
    for (int y = 0; y < written.height(); ++y) {
        for (int x = 0; x < written.width(); ++x)
            ASSERT_EQ(written.pixel(x, y), previewed.pixel(x, y)) << "pixel " << x << ", " << y;
    }
}

TEST_F(ExportDialogTest, TheChoicesAreRemembered) {
    {
        const auto dialog = opened();
        choose(*dialog, "format", static_cast<int>(ExportFormat::csv));
        answers.fileToSave = QString::fromStdString(folder.path("numbers")); // the ending is added
        pressExport(*dialog);
        EXPECT_EQ(dialog->writtenPath(), answers.fileToSave + QStringLiteral(".csv"));
    }
    const std::string text = test::contentsOf(folder.path("numbers.csv"));
    EXPECT_NE(text.find(",0.40111209"), std::string::npos) << text;
    EXPECT_EQ(text.find("context"), std::string::npos) << text; // one table, unless more is asked for
    EXPECT_EQ(text.find(",6.0166813"), std::string::npos) << text;
    const auto dialog = opened();
    EXPECT_EQ(named<ChoiceButton>(*dialog, "format")->current(), static_cast<int>(ExportFormat::csv));
    EXPECT_FALSE(named<QLineEdit>(*dialog, "title")->isVisible());
    EXPECT_EQ(settings.directory(Setting::exportDirectory).toStdString() + "/", folder.path(""));
}

TEST_F(ExportDialogTest, AFormatIsRememberedThoughNothingWasWritten) {
    choose(*opened(), "format", static_cast<int>(ExportFormat::svg));
    EXPECT_EQ(named<ChoiceButton>(*opened(), "format")->current(), static_cast<int>(ExportFormat::svg));
}

TEST_F(ExportDialogTest, TheOfferedNameIsPlain) {
    session.name = "I love you → 我 爱 你";
    const auto dialog = opened();
    pressExport(*dialog);
    EXPECT_TRUE(answers.offeredPath.endsWith(QStringLiteral("/I love you - 我 爱 你.png")))
        << answers.offeredPath.toStdString();
}

TEST_F(ExportDialogTest, TheTypedEndingChoosesTheFormat) {
    struct Row {
        const char* typed;
        const char* written;
        ExportFormat format;
    };
    const Row rows[] = {{"exp.csv", "exp.csv", ExportFormat::csv},
                        {"exp.JSON", "exp.JSON", ExportFormat::json},
                        {"exp.svg", "exp.svg", ExportFormat::svg},
                        {"exp.jpg", "exp.jpg.png", ExportFormat::png},
                        {"v1.2", "v1.2.png", ExportFormat::png}};
    for (const Row& row : rows) {
        const auto dialog = opened();
        choose(*dialog, "format", static_cast<int>(ExportFormat::png));
        answers.fileToSave = QString::fromStdString(folder.path(row.typed));
        pressExport(*dialog);
        EXPECT_EQ(dialog->writtenPath().toStdString(), folder.path(row.written));
        EXPECT_EQ(named<ChoiceButton>(*dialog, "format")->current(), static_cast<int>(row.format)) << row.typed;
    }
    EXPECT_EQ(test::contentsOf(folder.path("exp.csv")).find("PNG"), std::string::npos);
    EXPECT_EQ(test::contentsOf(folder.path("exp.jpg.png")).substr(1, 3), "PNG");
}

TEST_F(ExportDialogTest, AnAddedEndingNeverOverwritesUnasked) {
    folder.file("mine.png", "mine");
    const auto dialog = opened();
    answers.fileToSave = QString::fromStdString(folder.path("mine"));
    answers.answer = dialogs::Answer::no;
    pressExport(*dialog);
    EXPECT_EQ(answers.questions.size(), 1);
    EXPECT_EQ(test::contentsOf(folder.path("mine.png")), "mine");
}

TEST_F(ExportDialogTest, ReturnExportsFromEveryField) {
    for (const char* field : {"format", "theme", "title", "resolution"}) {
        const auto dialog = opened();
        auto* const widget = named<QWidget>(*dialog, field);
        ASSERT_NE(widget, nullptr);
        widget->setFocus();
        answers.fileToSave = QString::fromStdString(folder.path(std::string(field) + ".png"));
        QTest::keyClick(widget, Qt::Key_Return);
        EXPECT_EQ(dialog->writtenPath(), answers.fileToSave) << field;
        EXPECT_EQ(QApplication::activePopupWidget(), nullptr) << field;
    }
}

TEST_F(ExportDialogTest, TheSizeIsStatedInPixelsAndBytes) {
    const auto dialog = opened();
    const auto* const facts = named<QLabel>(*dialog, "size of the file");
    ASSERT_NE(facts, nullptr);
    const Figure figure = makeFigure(resultsOf(std::make_shared<const files::Session>(session), results), false);
    ExportOptions options;
    options.scaleFactor = 2;
    const QSize pixels = pixelSize(figure, options);
    EXPECT_TRUE(facts->text().startsWith(QStringLiteral("%1 × %2 pixels").arg(pixels.width()).arg(pixels.height())))
        << facts->text().toStdString();
    EXPECT_TRUE(QTest::qWaitFor([&] { return facts->text().contains(QStringLiteral("kB")); }));
}

TEST_F(ExportDialogTest, AnotherSizeCanBeTyped) {
    const auto dialog = opened();
    auto* const width = named<QSpinBox>(*dialog, "width");
    EXPECT_FALSE(width->isEnabled());
    for (QAbstractButton* const button : dialog->findChildren<QAbstractButton*>()) {
        if (button->text() == QStringLiteral("fits the cells"))
            QTest::mouseClick(button, Qt::LeftButton);
    }
    EXPECT_TRUE(width->isEnabled());
    QTest::mouseClick(width, Qt::LeftButton);
    width->selectAll();
    QTest::keyClicks(width, QStringLiteral("900"));
    QTest::keyClick(width, Qt::Key_Tab);
    EXPECT_EQ(dialog->findChild<FigurePreview*>()->figureSize().width(), 900);
}

TEST_F(ExportDialogTest, OnePanelCanBeExportedAlone) {
    const auto dialog = opened();
    choose(*dialog, "panels", 1);
    EXPECT_EQ(dialog->findChild<FigurePreview*>()->figure().panels.size(), 1U);
    answers.fileToSave = QString::fromStdString(folder.path("one.svg"));
    choose(*dialog, "format", static_cast<int>(ExportFormat::svg));
    pressExport(*dialog);
    EXPECT_EQ(files::readSession(folder.path("one.svg")).value().panels.size(), 1U);
}

TEST_F(ExportDialogTest, AFailureIsToldAndTheDialogStays) {
    const auto dialog = opened();
    answers.fileToSave = QString::fromStdString(folder.path("absent/out.png"));
    pressExport(*dialog);
    EXPECT_TRUE(dialog->isVisible());
    const auto* const error = named<QLabel>(*dialog, "error");
    EXPECT_TRUE(error->isVisible());
    EXPECT_TRUE(error->text().contains(QStringLiteral("No such file or directory"))) << error->text().toStdString();
    EXPECT_EQ(dialog->writtenPath(), QString());
}

TEST_F(ExportDialogTest, NothingHappensWithoutAFileName) {
    const auto dialog = opened();
    answers.fileToSave.clear();
    pressExport(*dialog);
    EXPECT_TRUE(dialog->isVisible());
    QTest::keyClick(dialog.get(), Qt::Key_Escape);
    EXPECT_FALSE(dialog->isVisible());
}

TEST_F(ExportDialogTest, EveryFieldHasANameAndIsReachedByTab) {
    const auto dialog = opened();
    std::set<QWidget*> reached;
    for (int i = 0; i < 40; ++i) {
        QTest::keyClick(dialog->focusWidget() ? dialog->focusWidget() : dialog.get(), Qt::Key_Tab);
        if (dialog->focusWidget() != nullptr)
            reached.insert(dialog->focusWidget());
    }
    for (QWidget* const field : dialog->findChildren<QWidget*>()) {
        if (!field->isVisible() || !field->isEnabled() || (field->focusPolicy() & Qt::TabFocus) == 0 ||
            field->focusProxy() != nullptr)
            continue;
        EXPECT_TRUE(reached.contains(field))
            << field->metaObject()->className() << " " << field->accessibleName().toStdString();
        const auto* const button = qobject_cast<QAbstractButton*>(field);
        EXPECT_FALSE(field->accessibleName().isEmpty() && (button == nullptr || button->text().isEmpty()))
            << field->metaObject()->className();
    }
    EXPECT_GE(reached.size(), 8U);
}

// So many numbers that writing them all takes long.
class LongSource : public attention::AlphaSource {
public:
    Index rows() const override { return 8192; }
    Index columns() const override { return 8192; }
    void tile(Rows, Columns, std::span<float> values, std::span<attention::Mark> marks) const override {
        std::fill(values.begin(), values.end(), 0.5F);
        std::fill(marks.begin(), marks.end(), attention::Mark::number);
    }
    double value(Cell) const override { return 0.5; }
    attention::Mark mark(Cell) const override { return attention::Mark::number; }
    attention::Storage storage() const override { return attention::Storage::computed; }
};

class LongExportTest : public ExportDialogTest {
protected:
    void useLongSource() {
        results.resize(1);
        results[0].source = results[0].drawn = std::make_shared<LongSource>();
        results[0].pyramid = std::make_shared<heatmap::Pyramid>(
            *heatmap::Pyramid::build(*results[0].source, {}, {}, {heatmap::Pooling::max, 3}));
        results[0].attention = nullptr;
        session.panels = {results[0].panel};
        session.crossLabels = {};
    }
};

TEST_F(LongExportTest, ASignalThatEndsTheProgramLeavesNothingHalfWritten) {
    useLongSource();
    const EndSignals endSignals;
    QObject::connect(&endSignals, &EndSignals::received, qApp, [] { QCoreApplication::exit(0); });
    auto dialog = opened();
    choose(*dialog, "format", static_cast<int>(ExportFormat::csv));
    answers.fileToSave = QString::fromStdString(folder.path("long.csv"));
    const auto written = [&] {
        return QDir(QString::fromStdString(folder.path(""))).entryList({QStringLiteral("long.csv*")}).size();
    };
    QTimer poll;
    QObject::connect(&poll, &QTimer::timeout, dialog.get(), [&] {
        if (written() == 0)
            return; // it has not begun
        poll.stop();
        std::raise(SIGTERM);
    });
    QTimer::singleShot(0, dialog.get(), [&] {
        poll.start(0);
        pressExport(*dialog);
    });
    EXPECT_EQ(QCoreApplication::exec(), 0);
    EXPECT_TRUE(endSignals.arrived());
    dialog.reset(); // as the window does when its loop has ended
    EXPECT_EQ(written(), 0);
}

TEST_F(LongExportTest, CancelEndsWhatIsBeingWrittenAndTheDialogIsThereAgain) {
    useLongSource();
    auto dialog = opened();
    choose(*dialog, "format", static_cast<int>(ExportFormat::csv));
    answers.fileToSave = QString::fromStdString(folder.path("long.csv"));
    QTimer::singleShot(0, dialog.get(), [&] { dialog->reject(); });
    pressExport(*dialog);
    EXPECT_TRUE(dialog->isVisible());
    EXPECT_TRUE(dialog->writtenPath().isEmpty());
    EXPECT_TRUE(named<QWidget>(*dialog, "format")->isEnabled());
    dialog->reject();
    EXPECT_FALSE(dialog->isVisible());
    dialog.reset(); // nothing of it goes on
    EXPECT_TRUE(QDir(QString::fromStdString(folder.path(""))).entryList({QStringLiteral("long.csv*")}).isEmpty());
}

} // namespace
} // namespace heedmap::tests
