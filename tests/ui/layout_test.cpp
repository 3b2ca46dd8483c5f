// The window at its first size: nothing is cut off, nothing lies over anything else, no bar wraps and no column
// scrolls, in every language. CMake runs these tests with each of the fonts that people have.
#include "tests/support/ui/window_test.h"
#include "ui/actions/actions.h"
#include "ui/compare/figures_panel.h"
#include "ui/compare/figures_table.h"
#include "ui/export/export_dialog.h"
#include "ui/inputs/pair_picker.h"
#include "ui/inputs/problem_bar.h"
#include "ui/settings/theme.h"
#include "ui/settings/translation.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/segmented_control.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QDockWidget>
#include <QFontMetrics>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QMenuBar>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>

#include <vector>

namespace heedmap::tests {

namespace {

std::string nameOf(const QWidget& widget) {
    QString name = QString::fromLatin1(widget.metaObject()->className());
    for (const QString& part : {widget.objectName(), widget.accessibleName()}) {
        if (!part.isEmpty())
            name += QLatin1Char(' ') + part;
    }
    if (const auto* label = qobject_cast<const QLabel*>(&widget))
        name += QStringLiteral(" “%1”").arg(label->text());
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget))
        name += QStringLiteral(" “%1”").arg(button->text());
    return name.toStdString();
}

void addIf(bool fault, const QWidget& widget, const char* what, QStringList& faults) {
    if (fault)
        faults << QString::fromStdString(nameOf(widget)) + QLatin1Char(' ') + QLatin1String(what);
}

bool isCut(const QLabel& label) {
    if (label.wordWrap())
        return label.height() < label.heightForWidth(label.width());
    // What some cannot show, they say in their tip.
    const bool mayBeCut = label.sizePolicy().horizontalPolicy() == QSizePolicy::Ignored;
    return !mayBeCut && !qobject_cast<const ElidedLabel*>(&label) && label.width() < label.minimumSizeHint().width();
}

bool isCut(const QAbstractButton& button) {
    const auto* tool = qobject_cast<const QToolButton*>(&button);
    const bool showsIcon = tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly && !tool->icon().isNull();
    if (showsIcon || button.text().isEmpty() || qobject_cast<const PairPicker*>(&button))
        return false;
    const QString text = button.text().remove(QLatin1Char('&'));
    return button.width() < button.fontMetrics().horizontalAdvance(text) ||
           button.height() < button.fontMetrics().height();
}

bool isCut(const QWidget& widget) {
    if (const auto* label = qobject_cast<const QLabel*>(&widget))
        return isCut(*label);
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget))
        return isCut(*button);
    if (const auto* box = qobject_cast<const QAbstractSpinBox*>(&widget))
        return box->width() < box->fontMetrics().horizontalAdvance(box->text()) + 10;
    return false;
}

bool scrollsSideways(const QWidget& widget) {
    const auto* area = qobject_cast<const QScrollArea*>(&widget);
    return area && area->widget() && area->widget()->minimumSizeHint().width() > area->viewport()->width();
}

bool wraps(const QWidget& widget) {
    const bool isBar = widget.inherits("heedmap::ProblemBar") || widget.inherits("heedmap::LabBar") ||
                       widget.objectName() == QStringLiteral("costBar");
    return isBar && widget.heightForWidth(widget.width()) != widget.heightForWidth(100'000);
}

// Items of one layout lie apart, inside the widget that they are laid out in.
void addOverlaps(const QLayout& layout, const QWidget& owner, QStringList& faults) {
    std::vector<QRect> places;
    for (int i = 0; i < layout.count(); ++i) {
        QLayoutItem* item = layout.itemAt(i);
        const QWidget* widget = item->widget();
        if (item->layout())
            addOverlaps(*item->layout(), owner, faults);
        const QRect place = item->geometry();
        if (item->isEmpty() || !widget || !widget->isVisible() || place.isEmpty())
            continue;
        addIf(!owner.rect().contains(place), *widget, "sticks out", faults);
        for (const QRect& other : places)
            addIf(other.intersects(place), *widget, "lies over another", faults);
        if (!layout.inherits("QStackedLayout"))
            places.push_back(place);
    }
}

QStringList faultsIn(const QWidget& top) {
    QStringList faults;
    for (const QWidget* widget : top.findChildren<QWidget*>()) {
        if (!widget->isVisible() || widget->window() != top.window())
            continue;
        addIf(isCut(*widget), *widget, "is cut", faults);
        addIf(scrollsSideways(*widget), *widget, "scrolls sideways", faults);
        addIf(wraps(*widget), *widget, "wraps", faults);
        if (widget->layout())
            addOverlaps(*widget->layout(), *widget, faults);
    }
    return faults;
}

class Layout : public WindowTest, public ::testing::WithParamInterface<const char*> {
protected:
    void SetUp() override {
        translation.use(QString::fromLatin1(GetParam()));
        WindowTest::SetUp();
        window.reset();
        window = std::make_unique<MainWindow>(document.get(), models.get(), settings.get());
        window->show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(window.get()));
        waitForPictures();
    }
    // What explains a cell comes when the pictures are painted, so that the layout may take some turns.
    void expectNothingCut() {
        EXPECT_TRUE(QTest::qWaitFor([&] { return faultsIn(*window).isEmpty(); }))
            << faultsIn(*window).join(QLatin1Char('\n')).toStdString();
    }

    Translation translation;
};

INSTANTIATE_TEST_SUITE_P(InEveryLanguage, Layout, ::testing::Values("en", "zh"),
                         [](const auto& language) { return std::string(language.param); });

} // namespace

TEST_P(Layout, ExploreHasRoom) {
    EXPECT_EQ(window->size(), QSize(scaledToFont(1280), scaledToFont(820)));
    for (const QString& id : {QStringLiteral("three-keys"), QStringLiteral("I love you")}) {
        openExample(id);
        waitForPictures();
        expectNothingCut();
    }
}

TEST_P(Layout, TheInspectorHasRoom) {
    openExample(QStringLiteral("I love you"));
    waitForPictures();
    auto* pages = child<SegmentedControl>(QStringLiteral("inspectorPages"));
    for (int page = 0; page < 3; ++page) {
        QTest::mouseClick(pages->button(page), Qt::LeftButton);
        expectNothingCut();
    }
}

TEST_P(Layout, TheFiguresHaveRoom) {
    openExample(QStringLiteral("I love you"));
    waitForPictures();
    QTest::keyClick(window.get(), Qt::Key_T, Qt::ControlModifier);
    FiguresTable* table = window->figures().table();
    waitUntil([&] { return table->isVisible() && table->model()->rowCount() == 4; }, "the table of figures");
    expectNothingCut();
    waitUntil([&] { return !table->horizontalScrollBar()->isVisible(); }, "all columns in sight at once");
}

TEST_P(Layout, TheOtherWorkspacesHaveRoom) {
    for (const ActionId id : {ActionId::alignWorkspace, ActionId::costWorkspace}) {
        window->actions()[id]->trigger();
        expectNothingCut();
    }
}

TEST_P(Layout, TheExportDialogHasRoom) {
    ExportDialog dialog(document->results(), 0, settings.get(), window.get());
    dialog.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&dialog));
    EXPECT_TRUE(QTest::qWaitFor([&] { return faultsIn(dialog).isEmpty(); }))
        << faultsIn(dialog).join(QLatin1Char('\n')).toStdString();
}

// The bar gives way before it wraps, and nothing in it is cut where it is as narrow as it can be on one line.
TEST_P(Layout, TheProblemBarIsNarrowerBeforeItWraps) {
    ProblemBar bar(document.get());
    const int wide = bar.sizeHint().width();
    const int oneLine = bar.heightForWidth(wide);
    int narrow = wide;
    while (narrow > 0 && bar.heightForWidth(narrow - 1) == oneLine)
        --narrow;
    EXPECT_LE(narrow, wide - scaledToFont(100));
    bar.resize(narrow, oneLine);
    bar.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&bar));
    EXPECT_TRUE(QTest::qWaitFor([&] { return faultsIn(bar).isEmpty(); }))
        << faultsIn(bar).join(QLatin1Char('\n')).toStdString();
}

TEST(FirstSize, IsNotMoreThanTheScreenHas) {
    const QSize room = QGuiApplication::primaryScreen()->availableSize();
    EXPECT_LE(MainWindow::firstSize(QSize(960, 540)).width(), 960);
    EXPECT_LE(MainWindow::firstSize(QSize(960, 540)).height(), 540);
    EXPECT_EQ(MainWindow::firstSize(QSize(4000, 3000)), QSize(scaledToFont(1280), scaledToFont(820)));
    EXPECT_EQ(MainWindow::firstSize(room), QSize(scaledToFont(1280), scaledToFont(820)));
    EXPECT_LE(MainWindow::leastSize(QSize(960, 480)).height(), 480);
    EXPECT_LE(MainWindow::leastSize(QSize(800, 400)).width(), 800);
}

} // namespace heedmap::tests
