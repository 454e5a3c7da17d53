// SPDX-License-Identifier: GPL-3.0-or-later
// Tests notifications on a real session bus with a service of its own: what is sent, clicks, texts
// of others, and a bus on which nothing shows notifications.
#include "models/notify/busnotifications.h"
#include "tests/support/keyringsession.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QSignalSpy>
#include <QStringList>
#include <QTest>
#include <QVariantMap>

#include <memory>
#include <vector>

namespace relaybook {

using testing::KeyringSession;

/// What shows notifications on a desktop.
class NotificationService : public QObject
{
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")

public:
    struct Shown
    {
        QString program;
        QString title;
        QString text;
        QStringList actions;
        QVariantMap hints;
    };
    QStringList capabilities{QStringLiteral("body"), QStringLiteral("actions")};
    std::vector<Shown> shown;
    bool refuses = false;

public Q_SLOTS:
    Q_SCRIPTABLE QStringList GetCapabilities() const { return capabilities; }
    Q_SCRIPTABLE uint Notify(const QString &program, uint replaces, const QString &icon,
                             const QString &title, const QString &text, const QStringList &actions,
                             const QVariantMap &hints, int timeout)
    {
        Q_UNUSED(replaces)
        Q_UNUSED(icon)
        Q_UNUSED(timeout)
        shown.push_back({program, title, text, actions, hints});
        return 100 + static_cast<uint>(shown.size());
    }

Q_SIGNALS:
    Q_SCRIPTABLE void ActionInvoked(uint number, const QString &action);
    Q_SCRIPTABLE void NotificationClosed(uint number, uint reason);
};

class TestBusNotifications : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void showsAndReportsClicks();
    void textsAreNoMarkup();
    void nothingShowsThem();
    void theServiceStartsLater();
    void theServiceEnds();
    void withoutABus();

private:
    void startService();
    void stopService();

    std::unique_ptr<KeyringSession> m_session;
    std::unique_ptr<NotificationService> m_service;
    const QString m_ours = QStringLiteral("ours");
    const QString m_theirs = QStringLiteral("theirs");
};

void TestBusNotifications::initTestCase()
{
    if (!KeyringSession::isInstalled()) {
        QSKIP("Needs gnome-keyring, dbus-run-session and secret-tool.");
    }
    m_session = std::make_unique<KeyringSession>();
    QVERIFY(m_session->start(KeyringSession::State::NoKeyring));
}

void TestBusNotifications::init()
{
    const QString address =
        m_session->environment().value(QStringLiteral("DBUS_SESSION_BUS_ADDRESS"));
    QVERIFY(!address.isEmpty());
    for (const QString &name : {m_ours, m_theirs}) {
        QVERIFY(QDBusConnection::connectToBus(address, name).isConnected());
    }
}

void TestBusNotifications::cleanup()
{
    stopService();
    for (const QString &name : {m_ours, m_theirs}) {
        QDBusConnection::disconnectFromBus(name);
    }
}

void TestBusNotifications::startService()
{
    m_service = std::make_unique<NotificationService>();
    QDBusConnection bus(m_theirs);
    QVERIFY(bus.registerObject(QStringLiteral("/org/freedesktop/Notifications"), m_service.get(),
                               QDBusConnection::ExportScriptableContents));
    QVERIFY(bus.registerService(QStringLiteral("org.freedesktop.Notifications")));
}

void TestBusNotifications::stopService()
{
    if (m_service) {
        QDBusConnection bus(m_theirs);
        bus.unregisterService(QStringLiteral("org.freedesktop.Notifications"));
        bus.unregisterObject(QStringLiteral("/org/freedesktop/Notifications"));
        m_service.reset();
    }
}

void TestBusNotifications::showsAndReportsClicks()
{
    startService();
    BusNotifications notifications(m_ours);
    QCOMPARE(notifications.state(), DesktopNotifications::State::Unknown);
    notifications.ask();
    QTRY_COMPARE(notifications.state(), DesktopNotifications::State::Available);
    QSignalSpy clicked(&notifications, &DesktopNotifications::clicked);
    QSignalSpy told(&notifications, &DesktopNotifications::shown);
    notifications.show(QStringLiteral("first"), QStringLiteral("A title"), QStringLiteral("A <b>"));
    notifications.show(QStringLiteral("second"), QStringLiteral("Another"), QString());
    QTRY_COMPARE(m_service->shown.size(), std::size_t(2));
    const NotificationService::Shown &first = m_service->shown.front();
    QCOMPARE(first.program, QStringLiteral("Relaybook"));
    QCOMPARE(first.title, QStringLiteral("A title"));
    QCOMPARE(first.text, QStringLiteral("A <b>")); // this service shows no markup
    QCOMPARE(first.actions.value(0), QStringLiteral("default"));
    QCOMPARE(first.hints.value(QStringLiteral("desktop-entry")).toString(),
             QStringLiteral("org.relaybook.Relaybook"));
    Q_EMIT m_service->ActionInvoked(999, QStringLiteral("default")); // of another program
    QTRY_COMPARE(told.size(), 2);
    QCOMPARE(told.front().front().toString(), QStringLiteral("first"));
    QCOMPARE(told.back().front().toString(), QStringLiteral("second"));
    Q_EMIT m_service->ActionInvoked(102, QStringLiteral("default"));
    QTRY_VERIFY(!clicked.isEmpty());
    QCOMPARE(clicked.front().front().toString(), QStringLiteral("second"));
    clicked.clear();
    Q_EMIT m_service->NotificationClosed(102, 2);
    Q_EMIT m_service->ActionInvoked(102, QStringLiteral("default"));
    Q_EMIT m_service->ActionInvoked(101, QStringLiteral("default"));
    QTRY_VERIFY(!clicked.isEmpty() && clicked.back().front().toString() == QStringLiteral("first"));
}

void TestBusNotifications::textsAreNoMarkup()
{
    startService();
    m_service->capabilities.append(QStringLiteral("body-markup"));
    BusNotifications notifications(m_ours);
    notifications.ask();
    QTRY_COMPARE(notifications.state(), DesktopNotifications::State::Available);
    notifications.show(QStringLiteral("1"), QStringLiteral("T"),
                       QStringLiteral("<a href=\"x\">y</a> & z"));
    QTRY_COMPARE(m_service->shown.size(), std::size_t(1));
    QCOMPARE(m_service->shown.front().text,
             QStringLiteral("&lt;a href=&quot;x&quot;&gt;y&lt;/a&gt; &amp; z"));
}

void TestBusNotifications::nothingShowsThem()
{
    BusNotifications notifications(m_ours);
    notifications.ask();
    QTRY_COMPARE(notifications.state(), DesktopNotifications::State::Unavailable);
}

void TestBusNotifications::theServiceStartsLater()
{
    BusNotifications notifications(m_ours);
    notifications.ask();
    QTRY_COMPARE(notifications.state(), DesktopNotifications::State::Unavailable);
    startService();
    notifications.ask();
    QTRY_COMPARE(notifications.state(), DesktopNotifications::State::Available);
}

void TestBusNotifications::theServiceEnds()
{
    startService();
    BusNotifications notifications(m_ours);
    notifications.ask();
    QTRY_COMPARE(notifications.state(), DesktopNotifications::State::Available);
    stopService();
    QSignalSpy told(&notifications, &DesktopNotifications::shown);
    QSignalSpy failed(&notifications, &DesktopNotifications::failed);
    notifications.show(QStringLiteral("1"), QStringLiteral("T"), QString());
    QTRY_COMPARE(failed.size(), 1);
    QCOMPARE(failed.front().front().toString(), QStringLiteral("1"));
    QCOMPARE(told.size(), 0);
    QCOMPARE(notifications.state(), DesktopNotifications::State::Unavailable);
}

void TestBusNotifications::withoutABus()
{
    BusNotifications notifications(QStringLiteral("no such connection"));
    notifications.ask();
    QCOMPARE(notifications.state(), DesktopNotifications::State::Unavailable);
    QSignalSpy failed(&notifications, &DesktopNotifications::failed);
    notifications.show(QStringLiteral("1"), QStringLiteral("T"), QString());
    QCOMPARE(failed.size(), 1);
}

} // namespace relaybook

QTEST_GUILESS_MAIN(relaybook::TestBusNotifications)
#include "test_busnotifications.moc"
