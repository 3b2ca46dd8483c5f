#include "ui/application.h"

#include <QSignalSpy>
#include <QTest>

#include <gtest/gtest.h>

#include <cerrno>
#include <new>
#include <system_error>

namespace heedmap::tests {

namespace {

class Hungry : public QObject {
public:
    bool event(QEvent* event) override {
        if (event->type() == QEvent::User)
            throw std::bad_alloc();
        if (event->type() == QEvent::MaxUser)
            throw std::system_error(EAGAIN, std::generic_category()); // as std::jthread does
        return QObject::event(event);
    }
};

} // namespace

TEST(Application, GoesOnWhereAnEventRunsOutOfMemory) {
    auto* const application = qobject_cast<Application*>(QCoreApplication::instance());
    ASSERT_NE(application, nullptr);
    QSignalSpy said(application, &Application::ranOutOfMemory);
    Hungry hungry;
    QCoreApplication::postEvent(&hungry, new QEvent(QEvent::User));
    QCoreApplication::processEvents();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !said.isEmpty(); }, 10'000));
    EXPECT_EQ(said.count(), 1);
}

TEST(Application, GoesOnWhereNoMoreThreadsMayStart) {
    auto* const application = qobject_cast<Application*>(QCoreApplication::instance());
    ASSERT_NE(application, nullptr);
    QSignalSpy said(application, &Application::ranOutOfThreads);
    Hungry hungry;
    QCoreApplication::postEvent(&hungry, new QEvent(QEvent::MaxUser));
    QCoreApplication::processEvents();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !said.isEmpty(); }, 10'000));
    EXPECT_EQ(said.count(), 1);
}

} // namespace heedmap::tests
