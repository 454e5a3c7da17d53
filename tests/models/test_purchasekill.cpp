// SPDX-License-Identifier: GPL-3.0-or-later
// Tests a buyer that is killed at each step, with each way in which an answer can be lost: never
// more than one order for one confirmation, and never a charge that is not in the journal in the
// end. The buyer is a process of its own: this program with other arguments, which ends
// itself. The system calls of the same buyer are watched too: the journal is synced before the
// order is sent.

#include "api/http/serviceconnection.h"
#include "models/buying/purchasedesk.h"
#include "tests/models/purchasefaults.h"
#include "tests/models/sessionfixture.h"
#include "tests/support/ended.h"
#include "tests/support/suddenend.h"
#include "tests/support/waituntil.h"

#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTest>

namespace relaybook {
namespace {

using testing::ended;
using testing::SessionFixture;
using testing::waitUntil;

constexpr auto personalName = "RELAYBOOK_PERSONAL_TOKEN";
constexpr auto resellerName = "RELAYBOOK_RESELLER_KEY";
const QString buyWord = QStringLiteral("--buy");
const QString accountName = QStringLiteral("killed");
const QString residential = QStringLiteral("residential");

/// The steps at which the buyer is killed.
const QStringList &steps()
{
    static const QStringList all{QStringLiteral("confirmed"), QStringLiteral("asked"),
                                 QStringLiteral("ordered"),   QStringLiteral("sent"),
                                 QStringLiteral("in-flight"), QStringLiteral("ended"),
                                 QStringLiteral("looked")};
    return all;
}

class Buyer : public QObject
{
public:
    Buyer(PurchaseDesk &desk, QString step)
        : m_desk(desk)
        , m_step(std::move(step))
    {
        connect(&m_desk, &OrderEngine::stateChanged, this, &Buyer::confirm);
        connect(&m_desk, &PurchaseDesk::orderChanged, this, &Buyer::follow);
        confirm();
    }

private:
    void at(const char *step) const
    {
        if (m_step == QLatin1String(step)) {
            testing::endSuddenly();
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
                                    if (!shown) {
                                        m_began = false;
                                        confirm();
                                        return;
                                    }
                                    at("confirmed");
                                    m_desk.buy(shown->number, false, this,
                                               [this](const BuyAnswer &) { at("ordered"); });
                                    at("asked");
                                });
    }
    void follow(const QString &id)
    {
        const TopUpOrder *order = m_desk.order(id);
        if (order->state == OrderState::Sending) {
            at("sent");
            if (m_step == QLatin1String("in-flight")) {
                constexpr int underWay = 70;
                QTimer::singleShot(underWay, this, [] { testing::endSuddenly(); });
            }
        } else if (order->state != OrderState::Waiting) {
            at("ended");
            if (!order->looks.empty() || order->state != OrderState::Unknown) {
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
    testing::setIdleTimeout(settings, std::chrono::seconds(2));
    ServiceConnection connection(settings, clock);
    connection.auth().setPersonalToken(Secret(qEnvironmentVariable(personalName)));
    connection.auth().setResellerKey(Secret(qEnvironmentVariable(resellerName)));
    AccountSession::Config config;
    config.dataDir = dataDir;
    config.service = url;
    config.account = accountName;
    config.buying.looks.pauses = {std::chrono::milliseconds(20)};
    auto session = AccountSession::open(config, &connection.client(), connection.auth(), clock);
    if (!session) {
        return 1;
    }
    const Buyer buyer((*session)->purchases(), step);
    return QCoreApplication::exec();
}

/// Reads what strace -f -y wrote, line by line: calls on the journal's files, of any thread, in the
/// order in which they began. A sync counts once it has come back with success:
///   123 fdatasync(7</home/…/orders.sqlite-wal>) = 0
/// or, where another thread's call came between, in two lines ("<unfinished ...>", "<...
/// resumed>").
class JournalTrace
{
public:
    void read(const QString &line)
    {
        static const QRegularExpression write(QStringLiteral(
            "^\\d+ +(?:pwrite64|write)\\(\\d+<[^>]*orders\\.(sqlite|sqlite-wal|record\\.new)>"));
        static const QRegularExpression sync(QStringLiteral(
            "^(\\d+) +f(?:data)?sync\\(\\d+<[^>]*orders\\.(sqlite|sqlite-wal|record\\.new)>"));
        static const QRegularExpression resumed(
            QStringLiteral("^(\\d+) +<\\.\\.\\. f(?:data)?sync resumed>"));
        if (const auto written = write.match(line); written.hasMatch()) {
            m_unsynced.insert(written.captured(1));
        } else if (const auto began = sync.match(line); began.hasMatch()) {
            m_underWay.insert(began.captured(1), began.captured(2));
            ended(line, began.captured(1));
        } else if (const auto going = resumed.match(line); going.hasMatch()) {
            ended(line, going.captured(1));
        }
    }
    /// Whether the line sends the order.
    static bool asks(const QString &line)
    {
        static const QRegularExpression post(
            QStringLiteral("^\\d+ +(?:write|writev|sendto|sendmsg)\\(.*"
                           "\"POST [^ ]*/reseller/topup-traffic "));
        return post.match(line).hasMatch();
    }
    /// Whether everything written so far is on the disk.
    [[nodiscard]] bool isOnDisk() const { return m_syncs > 0 && m_unsynced.isEmpty(); }

private:
    void ended(const QString &line, const QString &thread)
    {
        if (m_underWay.contains(thread) && line.endsWith(QLatin1String("= 0"))) {
            m_unsynced.remove(m_underWay.take(thread));
            ++m_syncs;
        }
    }

    QSet<QString> m_unsynced;           ///< the files' endings: "sqlite" …
    QHash<QString, QString> m_underWay; ///< thread -> the ending of what it is syncing
    int m_syncs = 0;
};

} // namespace

class TestPurchaseKill : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whateverHappensIsKnownInTheEnd_data();
    void whateverHappensIsKnownInTheEnd();
    void aChargeDatedBackIsNeverNotDone_data();
    void aChargeDatedBackIsNeverNotDone();
    void theJournalIsSyncedBeforeTheRequest();

private:
    /// Runs the buyer until it is killed at `step`; `under` is a program that runs it, with
    /// arguments.
    static void dieAt(const SessionFixture &fixture, const QString &step,
                      const QStringList &under = {});
};

void TestPurchaseKill::whateverHappensIsKnownInTheEnd_data()
{
    QTest::addColumn<QString>("step");
    QTest::addColumn<QByteArray>("fault");   // of the purchase
    QTest::addColumn<QByteArray>("reading"); // of what is read afterwards
    for (const QString &step : steps()) {
        QTest::addRow("%s no fault", qPrintable(step)) << step << QByteArray() << QByteArray();
        for (const char *fault : testing::purchaseFaults) {
            if (testing::strikesPurchase(fault) && !testing::strikesAnyConnection(fault)) {
                QTest::addRow("%s %s", qPrintable(step), fault)
                    << step << QByteArray(fault) << QByteArray();
            }
        }
    }
    const char *readings[] = {"latency=150",    "drop",         "half-answer", "error-502",
                              "truncated-json", "oldest-first", "empty-page=1"};
    for (const QString &step : {QStringLiteral("ended"), QStringLiteral("looked")}) {
        for (const char *fault : {"drop", "do-and-drop"}) {
            for (const char *reading : readings) {
                QTest::addRow("%s %s, looking: %s", qPrintable(step), fault, reading)
                    << step << QByteArray(fault) << QByteArray(reading);
            }
        }
    }
}

void TestPurchaseKill::dieAt(const SessionFixture &fixture, const QString &step,
                             const QStringList &under)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QString::fromLatin1(personalName),
                       QString::fromStdString(fixture.access.personalToken));
    environment.insert(QString::fromLatin1(resellerName),
                       QString::fromStdString(fixture.access.resellerKey));
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::ForwardedChannels);
    QStringList words = under;
    words += {QCoreApplication::applicationFilePath(), buyWord,
              QString::fromStdString(fixture.access.url), fixture.folder.path(), step};
    const QString program = words.takeFirst();
    process.start(program, words);
    QVERIFY2(ended(process), qPrintable(step));
    QCOMPARE(process.exitStatus(), QProcess::CrashExit); // killed, not ended
}

void TestPurchaseKill::whateverHappensIsKnownInTheEnd()
{
    QFETCH(QString, step);
    QFETCH(QByteArray, fault);
    QFETCH(QByteArray, reading);
    SessionFixture f({4, 3, 120, 100, false});
    if (!reading.isEmpty()) {
        // The reads before the purchase come first.
        f.fault(QByteArray(reading + ",on=GET,after=3,next=4").constData());
    }
    if (!fault.isEmpty()) {
        f.fault(QByteArray(fault + ",on=topUpTraffic,next=1").constData());
    }
    dieAt(f, step);

    AccountSession::Config config = f.config();
    config.account = accountName;
    config.buying.looks.pauses = {std::chrono::milliseconds(10)};
    const Instant opened = f.clock.now();
    auto session = AccountSession::open(config, f.client.get(), f.auth, f.clock);
    QVERIFY(session.has_value());
    const PurchaseDesk &desk = (*session)->purchases();
    QVERIFY(waitUntil([&] { return desk.isReady(); }));
    QVERIFY(!desk.problem());
    if (!desk.orders().empty()) {
        const QString id = desk.orders().front().id;
        QCOMPARE(desk.orders().size(), 1u);
        QVERIFY(!desk.order(id)->isUnderWay());
        // The one that was killed may have looked three times too, but only what this one has seen
        // counts from when it looked first.
        QVERIFY(waitUntil([&] {
            const auto &looks = desk.order(id)->looks;
            return !desk.order(id)->isOpen() ||
                   (looks.size() >= 3 && looks.back().reading.at >= opened);
        }));
        f.clock.advance(std::chrono::minutes(3));
        const bool performed = f.server.counters().ordersPerformed() == 1;
        if (fault.startsWith("charge-more") && performed && desk.order(id)->isOpen()) {
            // No row has the cost of the order: the user says which one it is.
            const Look &look = desk.order(id)->looks.back();
            QCOMPARE(look.says, LookSays::Conflict);
            QCOMPARE(look.candidates.size(), 1u);
            QVERIFY(!look.hasPriced());
            (*session)->purchases().userDecides(id, PurchaseDesk::Verdict::Bought,
                                                look.candidates.front().id);
            QVERIFY(!desk.order(id)->findings.empty());
        }
        QVERIFY(waitUntil([&] { return !desk.order(id)->isOpen(); }));
    }
    const auto counters = f.server.counters();
    QVERIFY(counters.ordersArrived() <= 1);
    const bool known =
        !desk.orders().empty() && desk.orders().front().state == OrderState::Completed;
    QCOMPARE(known, counters.ordersPerformed() == 1);
    if (known) {
        const auto rows = f.server.transactions();
        const auto row = Money::parse(QString::fromStdString(rows.back().amount));
        QCOMPARE(desk.orders().front().charged, std::optional(row->magnitude()));
    }
}

void TestPurchaseKill::aChargeDatedBackIsNeverNotDone_data()
{
    QTest::addColumn<QString>("step");
    QTest::addColumn<bool>("isCharged");
    QTest::addColumn<int>("places"); // between the charge and the newest end
    for (const QString &step :
         {QStringLiteral("in-flight"), QStringLiteral("ended"), QStringLiteral("looked")}) {
        for (const int places : {30, 110}) { // a mark has 100 rows
            QTest::addRow("%s charged %d", qPrintable(step), places) << step << true << places;
            QTest::addRow("%s lost %d", qPrintable(step), places) << step << false << places;
        }
    }
}

/// The service tells neither balance nor pool, and lists the charge among the rows that were known
/// before, or below them.
void TestPurchaseKill::aChargeDatedBackIsNeverNotDone()
{
    QFETCH(QString, step);
    QFETCH(bool, isCharged);
    QFETCH(int, places);
    SessionFixture f({4, 3, 120, 100, false});
    sandbox::Offer offer;
    offer.onlyDocumented = true;
    QVERIFY(!f.server.setOffer(offer));
    f.fault(QByteArray("row-back=121:" + QByteArray::number(places)).constData());
    f.fault(isCharged ? "do-and-drop,on=topUpTraffic,next=1" : "drop,on=topUpTraffic,next=1");
    dieAt(f, step);
    QCOMPARE(f.server.counters().ordersPerformed(), isCharged ? 1u : 0u);

    AccountSession::Config config = f.config();
    config.account = accountName;
    config.buying.looks.pauses = {std::chrono::milliseconds(10)};
    auto session = AccountSession::open(config, f.client.get(), f.auth, f.clock);
    QVERIFY(session.has_value());
    const PurchaseDesk &desk = (*session)->purchases();
    QVERIFY(waitUntil([&] { return desk.isReady(); }));
    QCOMPARE(desk.orders().size(), 1u);
    const TopUpOrder &order = desk.orders().front();
    const auto newestLook = [&] { return order.looks.empty() ? 0 : order.looks.back().number; };
    QVERIFY(waitUntil([&] { return !order.isOpen() || newestLook() >= 3; }));
    f.clock.advance(std::chrono::minutes(3));
    const qint64 looks = newestLook();
    QVERIFY(waitUntil([&] { return !order.isOpen() || newestLook() > looks + 4; }));
    if (!isCharged) {
        QCOMPARE(order.state, OrderState::NotDone);
    } else if (places < 100) {
        QCOMPARE(order.state, OrderState::Completed);
        QCOMPARE(order.proof, TransactionId(f.server.transactions().back().id));
    } else {
        QCOMPARE(order.state, OrderState::Unknown);
        QCOMPARE(order.looks.back().ledger, Look::Ledger::NotCounted);
    }
    QCOMPARE(f.server.counters().ordersArrived(), 1u);
}

void TestPurchaseKill::theJournalIsSyncedBeforeTheRequest()
{
    const QString strace = QStandardPaths::findExecutable(QStringLiteral("strace"));
    if (strace.isEmpty()) {
        QSKIP("strace is not installed");
    }
    if (QProcess::execute(strace, {QStringLiteral("-o"), QStringLiteral("/dev/null"),
                                   QStringLiteral("true")}) != 0) {
        QSKIP("This system lets no process be traced");
    }
    SessionFixture f({4, 3, 120, 100, false});
    const QString trace = f.folder.filePath(QStringLiteral("trace"));
    dieAt(f, QStringLiteral("ended"),
          {strace, QStringLiteral("-f"), QStringLiteral("-y"), QStringLiteral("-s"),
           QStringLiteral("200"), QStringLiteral("-o"), trace, QStringLiteral("-e"),
           QStringLiteral("trace=fsync,fdatasync,pwrite64,write,writev,sendto,sendmsg")});
    QCOMPARE(f.server.counters().ordersArrived(), 1u);

    QFile file(trace);
    QVERIFY(file.open(QIODevice::ReadOnly));
    JournalTrace journal;
    int requests = 0;
    while (!file.atEnd()) {
        const QString line = QString::fromUtf8(file.readLine()).trimmed();
        journal.read(line);
        if (JournalTrace::asks(line)) {
            ++requests;
            QVERIFY2(journal.isOnDisk(), qPrintable(line));
        }
    }
    QCOMPARE(requests, 1);
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
    return relaybook::testing::endWith(QTest::qExec(&test, argc, argv));
}

#include "test_purchasekill.moc"
