// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that no area goes on saying that the service cannot be reached after it was reached again.

#include "tests/models/loadedaccount.h"
#include "tests/support/soon.h"

#include <QSignalSpy>

namespace relaybook {

using testing::Loaded;
using testing::soon;

class TestOutageRecovery : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anotherCallThatIsAnswered();
    void aFailureThatIsHeardOfAfterTheRecovery();
    void nothingIsTriedWhileNothingAnswers();
};

void TestOutageRecovery::anotherCallThatIsAnswered()
{
    Loaded f;
    f.server.stop();
    f.session->refreshAll();
    for (const Area area : {Area::Account, Area::Proxies, Area::SubUsers}) {
        QTRY_VERIFY(f.areaIs(area, AreaStatus::Failed));
        QCOMPARE(f.session->status(area).error->kind, ErrorKind::Offline);
    }
    QVERIFY(!f.server.start());
    f.session->refresh(Area::Proxies);
    QTRY_VERIFY(f.allLoaded());
    for (const Area area : {Area::Account, Area::SubUsers, Area::Transactions}) {
        QVERIFY(!f.session->status(area).error);
    }
}

/// The failing call is repeated for a while: another one is answered before it gives up.
void TestOutageRecovery::aFailureThatIsHeardOfAfterTheRecovery()
{
    Loaded f;
    f.server.stop();
    bool isUp = false;
    QObject here;
    QObject::connect(f.client.get(), &ApiClient::reachabilityChanged, &here,
                     [&](bool reachable) { isUp = reachable; });
    f.session->refresh(Area::Account);
    QTRY_VERIFY(f.client->isReachable() == false);
    f.session->refresh(Area::SubUsers);
    QTRY_VERIFY(f.areaIs(Area::SubUsers, AreaStatus::Failed));
    QVERIFY(!f.server.start());
    f.session->refresh(Area::Proxies);
    QTRY_VERIFY(isUp);
    QTRY_VERIFY(f.allLoaded());
}

void TestOutageRecovery::nothingIsTriedWhileNothingAnswers()
{
    Loaded f;
    f.server.stop();
    f.session->refresh(Area::SubUsers);
    QTRY_VERIFY(f.areaIs(Area::SubUsers, AreaStatus::Failed));
    QSignalSpy changed(f.session.get(), &AccountSession::areaChanged);
    f.session->refresh(Area::Proxies);
    QTRY_VERIFY(f.areaIs(Area::Proxies, AreaStatus::Failed));
    for (const auto &each : std::as_const(changed)) {
        QVERIFY(each.front().value<Area>() != Area::SubUsers);
    }
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestOutageRecovery)
#include "test_outagerecovery.moc"
