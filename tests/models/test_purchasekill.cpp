// SPDX-License-Identifier: GPL-3.0-or-later
// A buyer that is killed at each step, under each way in which an answer can be lost: never more
// than one order for one confirmation, and never a charge that the journal does not end up knowing.
// The buyer is a process of its own: this program with other arguments, which sends itself SIGKILL.

#include "api/http/serviceconnection.h"
#include "models/buying/purchasedesk.h"
#include "tests/models/sessionfixture.h"

#include <QProcess>
#include <QTest>

#include <csignal>

namespace relaybook {
namespace {

using testing::SessionFixture;

constexpr auto personalName = "RELAYBOOK_PERSONAL_TOKEN";
constexpr auto resellerName = "RELAYBOOK_RESELLER_KEY";
const QString buyWord = QStringLiteral("--buy");
const QString accountName = QStringLiteral("killed");
const QString residential = QStringLiteral("residential");

/// The steps at which the buyer dies.
const QStringList &steps()
{
    static const QStringList all{QStringLiteral("confirmed"), QStringLiteral("asked"),
                                 QStringLiteral("ordered"),   QStringLiteral("sent"),
                                 QStringLiteral("in-flight"), QStringLiteral("ended"),
                                 QStringLiteral("looked")};
    return all;
}

void die()
{
    // As nothing else does: no destructor runs and nothing is flushed.
    [[maybe_unused]] const int sent = std::raise(SIGKILL);
}

class Buyer : public QObject
{
public:
    Buyer(PurchaseDesk &desk, QString step)
        : m_desk(desk)
        , m_step(std::move(step))
    {
        connect(&m_desk, &PurchaseDesk::stateChanged, this, &Buyer::confirm);
        connect(&m_desk, &PurchaseDesk::orderChanged, this, &Buyer::follow);
        confirm();
    }

private:
    void at(const char *step) const
    {
        if (m_step == QLatin1String(step)) {
            die();
        }
    }
    void confirm()
    {
        if (m_began || m_desk.problem()) {
            return;
        }
        m_began = true;
        m_call = m_desk.prepare(residential, *TrafficAmount::parseGb(u"60.33"), this,
                                [this](const Result<Confirmation> &shown) {
                                    at("confirmed");
                                    m_desk.buy(shown->number, false, this,
                                               [this](const BuyAnswer &) { at("ordered"); });
                                    at("asked");
                                });
    }
    void follow(const QString &id)
    {
        const Order *order = m_desk.order(id);
        if (order->state == Order::State::Sent) {
            at("sent");
            if (m_step == QLatin1String("in-flight")) {
                constexpr int underWay = 70;
                QTimer::singleShot(underWay, this, [] { die(); });
            }
        } else if (order->state != Order::State::Prepared) {
            at("ended");
            if (!order->looks.empty() || order->state != Order::State::Unknown) {
                at("looked");
            }
        }
    }

    PurchaseDesk &m_desk;
    QString m_step;
    Call m_call;
    bool m_began = false;
};

int buyAndDie(const QString &url, const QString &dataDir, const QString &step)
{
    const auto service = ServiceAddress::parse(url);
    if (!service) {
        return 2;
    }
    const SystemClock clock;
    ApiClient::Config settings{.service = *service, .tls = {}};
    settings.idleTimeout = std::chrono::milliseconds(700);
    ServiceConnection connection(settings, clock);
    connection.auth().setPersonalToken(Secret(qEnvironmentVariable(personalName)));
    connection.auth().setResellerKey(Secret(qEnvironmentVariable(resellerName)));
    AccountSession::Config config;
    config.dataDir = dataDir;
    config.service = url;
    config.account = accountName;
    config.buying.lookPauses = {std::chrono::milliseconds(20)};
    auto session = AccountSession::open(config, &connection.client(), connection.auth(), clock);
    if (!session) {
        return 1;
    }
    const Buyer buyer((*session)->purchases(), step);
    return QCoreApplication::exec();
}

} // namespace

class TestPurchaseKill : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whateverHappensIsKnownInTheEnd_data();
    void whateverHappensIsKnownInTheEnd();

private:
    static void dieAt(const SessionFixture &fixture, const QString &step);
};

void TestPurchaseKill::whateverHappensIsKnownInTheEnd_data()
{
    QTest::addColumn<QString>("step");
    QTest::addColumn<QByteArray>("fault");
    for (const QString &step : steps()) {
        for (const char *fault : {"", "latency=150", "drop", "do-and-drop", "half-then-hang",
                                  "error-500=done", "truncated-json"}) {
            QTest::addRow("%s %s", qPrintable(step), *fault == '\0' ? "no fault" : fault)
                << step << QByteArray(fault);
        }
    }
}

void TestPurchaseKill::dieAt(const SessionFixture &fixture, const QString &step)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QString::fromLatin1(personalName),
                       QString::fromStdString(fixture.access.personalToken));
    environment.insert(QString::fromLatin1(resellerName),
                       QString::fromStdString(fixture.access.resellerKey));
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::ForwardedChannels);
    process.start(
        QCoreApplication::applicationFilePath(),
        {buyWord, QString::fromStdString(fixture.access.url), fixture.folder.path(), step});
    QVERIFY2(process.waitForFinished(30'000), qPrintable(step));
    QCOMPARE(process.exitStatus(), QProcess::CrashExit); // killed, not ended
}

void TestPurchaseKill::whateverHappensIsKnownInTheEnd()
{
    QFETCH(QString, step);
    QFETCH(QByteArray, fault);
    SessionFixture f({4, 3, 120, 100, false});
    if (!fault.isEmpty()) {
        f.fault(QByteArray(fault + ",on=topUpTraffic,next=1").constData());
    }
    dieAt(f, step);

    AccountSession::Config config = f.config();
    config.account = accountName;
    config.buying.lookPauses = {std::chrono::milliseconds(10)};
    auto session = AccountSession::open(config, f.client.get(), f.auth, f.clock);
    QVERIFY(session.has_value());
    const PurchaseDesk &desk = (*session)->purchases();
    QTRY_VERIFY(desk.isReady());
    QVERIFY(!desk.problem());
    if (!desk.orders().empty()) {
        const QString id = desk.orders().front().id;
        QCOMPARE(desk.orders().size(), 1u);
        QVERIFY(!desk.order(id)->isUnderWay());
        QTRY_VERIFY(!desk.order(id)->isOpen() || desk.order(id)->looks.size() >= 3);
        f.clock.advance(std::chrono::minutes(3));
        QTRY_VERIFY_WITH_TIMEOUT(!desk.order(id)->isOpen(), 15'000);
    }
    const auto counters = f.server.counters();
    QVERIFY(counters.ordersArrived() <= 1);
    const bool known =
        !desk.orders().empty() && desk.orders().front().state == Order::State::Settled;
    QCOMPARE(known, counters.ordersPerformed() == 1);
    if (known) {
        const auto rows = f.server.transactions();
        const auto row = Money::parse(QString::fromStdString(rows.back().amount));
        QCOMPARE(desk.orders().front().charged, std::optional(row->magnitude()));
    }
}

} // namespace relaybook

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const QStringList words = QCoreApplication::arguments();
    if (words.size() == 5 && words.at(1) == relaybook::buyWord) {
        return relaybook::buyAndDie(words.at(2), words.at(3), words.at(4));
    }
    relaybook::TestPurchaseKill test;
    return QTest::qExec(&test, argc, argv);
}

#include "test_purchasekill.moc"
