// SPDX-License-Identifier: GPL-3.0-or-later
// Tests many proxies at once through the sandbox's gateway: results, pause, cancel, the limit of
// traffic, rows without a password, view only, closing the account, and the copy of the last tests
// that tables show and filter by.

#include "models/proxytests/proxytestcost.h"
#include "models/proxytests/proxytestdesk.h"
#include "models/store/accountstore.h"
#include "models/tables/listfilters.h"
#include "tests/models/sessionfixture.h"
#include "tests/support/waituntil.h"

#include <QSet>
#include <QSignalSpy>

using namespace relaybook;
using namespace relaybook::testing;
using namespace std::chrono_literals;

namespace {

using Phase = ProxyTestBatch::Phase;
using State = ProxyTestBatch::State;

constexpr qint64 enough = 10 * 1024 * 1024;
constexpr int batchProxies = 40;

} // namespace

class TestProxyTestBatch : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup() { m_fixture.reset(); }

    void everyRowIsTestedAndStored();
    void aTenthIsRefused();
    void sixteenAtOnceAndPaused();
    void cancelledRowsAreNotFailed();
    void theLimitStopsTheRun();
    void withoutPasswordIsNotFailed();
    void subUsersUseTheirOwnCredentials();
    void manyUnknownRowsEnd();
    void thereIsOneAtATime();
    void viewOnlyRefusesTests();
    void viewOnlyStopsARun();
    void closingTheAccountKeepsWhatHasEnded();
    void lastTestsAreCopiedAgain();
    void anotherKeepFileHasNoTests();

private:
    [[nodiscard]] ProxyTestDesk &desk() const { return m_fixture->session->proxyTests(); }
    [[nodiscard]] ProxyTestBatch::Plan plan(qint64 limit = enough) const;
    ProxyTestBatch *start(qint64 limit = enough) const { return desk().startBatch(plan(limit)); }
    [[nodiscard]] qint64 storedTests() const;
    [[nodiscard]] int rowsWith(const char *query) const;

    std::unique_ptr<SessionFixture> m_fixture;
};

void TestProxyTestBatch::init()
{
    SandboxSettings settings;
    settings.transactions = 5;
    settings.proxies = batchProxies;
    settings.gateway = true;
    m_fixture = std::make_unique<SessionFixture>(settings);
    m_fixture->open();
    m_fixture->session->start();
    QTRY_VERIFY(m_fixture->allLoaded());
}

ProxyTestBatch::Plan TestProxyTestBatch::plan(qint64 limit) const
{
    ProxyTestBatch::Plan plan;
    for (const ProxyId &id : m_fixture->session->rows().proxyIds()) {
        plan.tested.emplace_back(id);
    }
    plan.page = desk().ownPage();
    plan.byteLimit = limit;
    return plan;
}

qint64 TestProxyTestBatch::storedTests() const
{
    m_fixture->session->kept().waitForWriter();
    qint64 tests = 0;
    for (const ProxyId &id : m_fixture->session->rows().proxyIds()) {
        tests += static_cast<qint64>(desk().testsOf(id).size());
    }
    return tests;
}

/// How many rows a table of proxies has with this search query.
int TestProxyTestBatch::rowsWith(const char *query) const
{
    const auto model = m_fixture->session->queries().makeProxyModel();
    model->setFilterText(QLatin1String(query));
    return waitUntil([&model] { return model->isSettled(); }) ? model->rowCount() : -1;
}

void TestProxyTestBatch::everyRowIsTestedAndStored()
{
    QCOMPARE(rowsWith("test:none"), batchProxies);
    ProxyTestBatch *batch = start();
    QVERIFY(batch != nullptr && batch->isOpen() && !batch->isOfSubUsers());
    QTRY_COMPARE(batch->phase(), Phase::Finished);
    QCOMPARE(batch->tested(), qint64{batchProxies});
    QCOMPARE(batch->count(State::Waiting) + batch->count(State::Running), qint64{0});
    QCOMPARE(static_cast<qint64>(batch->failed().size()), batch->count(State::Failed));
    QCOMPARE(storedTests(), qint64{batchProxies});
    // The sandbox's proxies at their limit fail, and all others work.
    for (const ProxyTestBatch::Row &row : batch->rows()) {
        const Proxy proxy = *m_fixture->session->rows().proxy(std::get<ProxyId>(row.tested));
        const bool hasTraffic = !proxy.trafficLimit || *proxy.trafficUsed < *proxy.trafficLimit;
        QCOMPARE(row.state, hasTraffic ? State::Works : State::Failed);
    }
    QVERIFY(batch->bytes() > batchProxies * 100);
    QTRY_COMPARE(rowsWith("test:none"), 0);
    QCOMPARE(rowsWith("test:worked"), static_cast<int>(batch->count(State::Works)));
}

void TestProxyTestBatch::aTenthIsRefused()
{
    const auto model = m_fixture->session->queries().makeProxyModel();
    QTRY_COMPARE(model->rowCount(), batchProxies);
    const int column = ProxyTableModel::column("last-test");
    QCOMPARE(model->index(0, column).data().toString(), QStringLiteral("—"));
    m_fixture->fault("gateway-407,next=4");
    ProxyTestBatch *batch = start();
    QTRY_COMPARE(batch->phase(), Phase::Finished);
    int refused = 0;
    for (const std::size_t index : batch->failed()) {
        const ProxyTestBatch::Row &row = batch->rows().at(index);
        QCOMPARE(row.state, State::Failed);
        if (row.outcome == ProxyTestOutcome::SignInRefused) {
            QCOMPARE(row.proxyStatus, 407);
            ++refused;
        }
    }
    QCOMPARE(refused, batchProxies / 10);
    const auto failed = static_cast<int>(batch->failed().size());
    QTRY_COMPARE(rowsWith("test:failed"), failed);
    QCOMPARE(rowsWith("\"wrong password\""), refused);
    // The open table has the results too, with marks at those that failed.
    int marked = 0;
    const auto countMarked = [&] {
        marked = 0;
        for (int row = 0; row < model->rowCount(); ++row) {
            const QModelIndex cell = model->index(row, column);
            const bool isMarked =
                cell.data(CellKindRole).toInt() == static_cast<int>(CellKind::Marked);
            marked += isMarked ? 1 : 0;
            if (!isMarked && !cell.data().toString().startsWith(QStringLiteral("Works · "))) {
                return -1;
            }
        }
        return marked;
    };
    QTRY_COMPARE(countMarked(), failed);
    // The filter chip counts the same.
    std::vector<qint64> counted;
    m_fixture->session->queries().listFilters(
        StoreTable::Proxies, {{QStringLiteral("test"), {QStringLiteral("failed")}}}, {}, this,
        [&counted](const AccountQueries::ListFilterCounts *counts) {
            counted.push_back(counts->front().front().rows);
        });
    QTRY_COMPARE(counted, std::vector<qint64>{failed});
    // Sorted by time: rows without a test come first.
    model->setSort(column, Qt::AscendingOrder);
    QTRY_VERIFY(model->isSettled());
    QCOMPARE(model->rowCount(), batchProxies);
}

void TestProxyTestBatch::sixteenAtOnceAndPaused()
{
    m_fixture->fault("gateway-slow=300");
    ProxyTestBatch *batch = start();
    QTRY_COMPARE(batch->count(State::Running), qint64{ProxyTestBatch::atOnce});
    batch->pause();
    QCOMPARE(batch->phase(), Phase::Paused);
    QTRY_COMPARE(batch->count(State::Running), qint64{0});
    QCOMPARE(batch->tested(), qint64{ProxyTestBatch::atOnce});
    QVERIFY(batch->isOpen());
    QCOMPARE(storedTests() <= qint64{ProxyTestBatch::atOnce}, true);
    batch->resume();
    QTRY_COMPARE(batch->phase(), Phase::Finished);
    QCOMPARE(batch->tested(), qint64{batchProxies});
    QCOMPARE(storedTests(), qint64{batchProxies});
}

void TestProxyTestBatch::cancelledRowsAreNotFailed()
{
    m_fixture->fault("gateway-silent");
    ProxyTestBatch *batch = start();
    QTRY_COMPARE(m_fixture->server.faults().hits("gateway-silent"),
                 static_cast<long>(ProxyTestBatch::atOnce));
    batch->cancel();
    QCOMPARE(batch->phase(), Phase::Cancelled);
    QCOMPARE(batch->count(State::Waiting), qint64{batchProxies});
    QVERIFY(batch->failed().empty());
    QCOMPARE(storedTests(), qint64{0});
    batch->resume();
    QCOMPARE(batch->phase(), Phase::Cancelled);
}

void TestProxyTestBatch::theLimitStopsTheRun()
{
    constexpr qint64 limit = 8 * 1024;
    ProxyTestBatch *batch = start(limit);
    QTRY_COMPARE(batch->phase(), Phase::LimitReached);
    const qint64 tested = batch->tested();
    QVERIFY(tested > 0 && tested < batchProxies);
    QCOMPARE(batch->count(State::Waiting), batchProxies - tested);
    QVERIFY2(batch->bytes() <= limit, qPrintable(QString::number(batch->bytes())));
    QVERIFY(batch->bytes() + usualTestBytes(batch->page()) > limit);
    QCOMPARE(storedTests(), tested);
    batch->raiseLimit();
    QCOMPARE(batch->byteLimit(), 2 * limit);
    QTRY_VERIFY(!batch->isOpen());
    QVERIFY(batch->tested() > tested);
    QVERIFY(batch->bytes() <= 2 * limit);
}

void TestProxyTestBatch::withoutPasswordIsNotFailed()
{
    m_fixture->session->forgetCredentials();
    ProxyTestBatch *batch = start();
    QTRY_COMPARE(batch->phase(), Phase::Finished);
    QCOMPARE(batch->count(State::PasswordUnknown), qint64{batchProxies});
    QCOMPARE(batch->tested(), qint64{0});
    QVERIFY(batch->failed().empty());
    QCOMPARE(batch->bytes(), qint64{0});
    QCOMPARE(storedTests(), qint64{0});
    QCOMPARE(rowsWith("test:none"), batchProxies);
}

void TestProxyTestBatch::subUsersUseTheirOwnCredentials()
{
    ProxyTestBatch::Plan plan;
    for (const SubUserId &id : m_fixture->session->rows().subUserIds()) {
        plan.tested.emplace_back(id);
    }
    plan.page = desk().ownPage();
    plan.byteLimit = enough;
    plan.protocol = ProxyProtocol::Socks5;
    const auto rows = static_cast<qint64>(plan.tested.size());
    ProxyTestBatch *batch = desk().startBatch(std::move(plan));
    QVERIFY(batch->isOfSubUsers());
    QTRY_COMPARE(batch->phase(), Phase::Finished);
    QCOMPARE(batch->tested(), rows);
    QVERIFY(batch->count(State::Works) > 0);
    const auto model = m_fixture->session->queries().makeSubUserModel();
    model->setFilterText(QStringLiteral("test:failed"));
    QTRY_COMPARE(model->rowCount(), static_cast<int>(batch->count(State::Failed)));
}

void TestProxyTestBatch::manyUnknownRowsEnd()
{
    constexpr int rows = 20'000;
    ProxyTestBatch::Plan plan = this->plan();
    plan.tested.clear();
    for (int i = 0; i < rows; ++i) {
        plan.tested.emplace_back(ProxyId(QStringLiteral("unknown-%1").arg(i)));
    }
    ProxyTestBatch *batch = desk().startBatch(std::move(plan));
    QTRY_COMPARE(batch->phase(), Phase::Finished);
    QCOMPARE(batch->count(State::Gone), qint64{rows});
    QVERIFY(batch->failed().empty());
}

void TestProxyTestBatch::thereIsOneAtATime()
{
    m_fixture->fault("gateway-silent");
    const QSignalSpy replaced(&desk(), &ProxyTestDesk::batchReplaced);
    ProxyTestBatch *batch = start();
    QVERIFY(batch != nullptr);
    QVERIFY(start() == nullptr);
    desk().forgetBatch();
    QCOMPARE(desk().batch(), batch);
    batch->cancel();
    desk().forgetBatch();
    QVERIFY(desk().batch() == nullptr);
    QCOMPARE(replaced.count(), 2);
}

void TestProxyTestBatch::viewOnlyRefusesTests()
{
    m_fixture->client->setViewOnly(true);
    QVERIFY(desk().isViewOnly());
    const TestedProxy proxy = plan().tested.front();
    QVERIFY(desk().accessOf(proxy, ProxyProtocol::Http));
    QVERIFY(desk().makeRun(proxy, ProxyProtocol::Http, desk().ownPage()) == nullptr);
    QVERIFY(start() == nullptr);
    m_fixture->client->setViewOnly(false);
    QVERIFY(desk().makeRun(proxy, ProxyProtocol::Http, desk().ownPage()) != nullptr);
}

void TestProxyTestBatch::viewOnlyStopsARun()
{
    m_fixture->fault("gateway-silent");
    ProxyTestBatch *batch = start();
    QTRY_COMPARE(batch->count(State::Running), qint64{ProxyTestBatch::atOnce});
    m_fixture->client->setViewOnly(true);
    QCOMPARE(batch->phase(), Phase::ViewOnly);
    QCOMPARE(batch->count(State::Waiting), qint64{batchProxies});
}

void TestProxyTestBatch::closingTheAccountKeepsWhatHasEnded()
{
    constexpr int answered = 5;
    m_fixture->fault("gateway-silent,after=5");
    ProxyTestBatch *batch = start();
    QTRY_COMPARE(batch->tested(), qint64{answered});
    QTRY_COMPARE(batch->count(State::Running), qint64{ProxyTestBatch::atOnce});
    m_fixture->session.reset();
    m_fixture->open();
    QVERIFY(desk().batch() == nullptr);
    QCOMPARE(storedTests(), qint64{answered});
    QTRY_COMPARE(rowsWith("test:none"), batchProxies - answered);
}

void TestProxyTestBatch::lastTestsAreCopiedAgain()
{
    m_fixture->fault("gateway-407,next=4");
    ProxyTestBatch *batch = start();
    QTRY_COMPARE(batch->phase(), Phase::Finished);
    const auto failed = static_cast<int>(batch->failed().size());
    QTRY_COMPARE(rowsWith("test:failed"), failed);
    // An empty cache: the list is loaded again, and the tests come from keep.sqlite.
    m_fixture->session->loadEverythingAgain();
    QTRY_COMPARE(rowsWith("test:none"), 0);
    QTRY_COMPARE(rowsWith("test:failed"), failed);
    QTRY_VERIFY(m_fixture->allLoaded());
}

void TestProxyTestBatch::anotherKeepFileHasNoTests()
{
    ProxyTestBatch *batch = start();
    QTRY_COMPARE(batch->phase(), Phase::Finished);
    QTRY_COMPARE(rowsWith("test:none"), 0);
    QVERIFY(m_fixture->session->kept().setAside());
    // The next test notices it.
    const TestedProxy proxy = plan().tested.front();
    const auto run = desk().makeRun(proxy, ProxyProtocol::Http, desk().ownPage());
    run->start();
    QTRY_COMPARE(storedTests(), qint64{1});
    QTRY_COMPARE(rowsWith("test:none"), batchProxies - 1);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestProxyTestBatch)
#include "test_proxytestbatch.moc"
