// SPDX-License-Identifier: GPL-3.0-or-later
// Tests a program that is killed at each step of an order of each kind, with each way in which an
// answer can be lost: never sent twice, and never carried out without being known in the end. The
// program is a process of its own: this one with other arguments. It ends itself, or is killed by
// the test as soon as the service has its request. The system calls of a purchase are watched too:
// the journal is synced before the order is sent.

#include "api/http/serviceconnection.h"
#include "tests/models/orderedkinds.h"
#include "tests/models/purchasefaults.h"
#include "tests/support/ended.h"
#include "tests/support/suddenend.h"

#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>

namespace relaybook {
namespace {

using namespace testing;
using namespace std::chrono_literals;

constexpr auto personalName = "RELAYBOOK_PERSONAL_TOKEN";
constexpr auto resellerName = "RELAYBOOK_RESELLER_KEY";
const QString orderWord = QStringLiteral("--order");
const QString accountName = QStringLiteral("killed");
const QString inFlight = QStringLiteral("in-flight");

/// The steps at which the program is killed.
const QStringList &steps()
{
    static const QStringList all{QStringLiteral("confirmed"),
                                 QStringLiteral("asked"),
                                 QStringLiteral("queued"),
                                 QStringLiteral("sending"),
                                 inFlight,
                                 QStringLiteral("ended"),
                                 QStringLiteral("looked")};
    return all;
}

/// Orders, and ends the process at one step of it.
class Customer : public QObject
{
public:
    Customer(AccountSession &session, const OrderedKind &kind, SubUserId subUser, QString step)
        : m_session(session)
        , m_kind(kind)
        , m_subUser(subUser)
        , m_step(std::move(step))
    {
        connect(&engine(), &OrderEngine::stateChanged, this, &Customer::begin);
        connect(&engine(), &OrderEngine::ordersChanged, this, &Customer::follow);
        begin();
    }

private:
    [[nodiscard]] OrderEngine &engine() const { return m_kind.engine(m_session); }
    void at(const char *step) const
    {
        if (m_step == QLatin1String(step)) {
            endSuddenly();
        }
    }
    void begin()
    {
        if (std::exchange(m_began, !engine().problem())) {
            return;
        }
        if (m_began) {
            m_call = m_kind.order(m_session, m_subUser, this, [this](const char *step) {
                const bool isRefused = QLatin1String(step) == QLatin1String("refused");
                if (isRefused && newestOrder(engine()) == nullptr) {
                    m_began = false; // what is read before could not be loaded
                    QMetaObject::invokeMethod(this, &Customer::begin, Qt::QueuedConnection);
                } else {
                    at(isRefused ? "queued" : step);
                }
            });
        }
    }
    void follow(const QStringList &ids)
    {
        const Order &order = *engine().order(ids.front());
        const bool wasLooking = std::exchange(m_isLooking, engine().isLooking(order.id));
        if (order.state == OrderState::Sending) {
            at("sending");
        } else if (order.state != OrderState::Waiting) {
            at("ended");
            if (order.state != OrderState::Unknown || (wasLooking && !m_isLooking)) {
                at("looked");
            }
        }
    }

    AccountSession &m_session;
    const OrderedKind &m_kind;
    SubUserId m_subUser;
    QString m_step;
    Call m_call;
    bool m_began = false;
    bool m_isLooking = false;
};

int orderAndDie(const QStringList &words)
{
    const QString &url = words.at(2);
    const auto service = ServiceAddress::parse(url);
    if (!service) {
        return 2;
    }
    const SystemClock clock;
    ApiClient::Config settings{.service = *service, .tls = {}};
    setIdleTimeout(settings, words.at(4) == inFlight ? 2min : std::chrono::milliseconds(2s));
    ServiceConnection connection(settings, clock);
    connection.auth().setPersonalToken(Secret(qEnvironmentVariable(personalName)));
    connection.auth().setResellerKey(Secret(qEnvironmentVariable(resellerName)));
    AccountSession::Config config;
    config.dataDir = words.at(3);
    config.service = url;
    config.account = accountName;
    config.buying.looks.pauses = config.serving.looks.pauses =
        config.creating.looks.pauses = {20ms};
    auto session = AccountSession::open(config, &connection.client(), connection.auth(), clock);
    if (!session) {
        return 1;
    }
    const Customer customer(**session, orderedKinds().at(words.at(5).toULong()),
                            SubUserId(words.at(6).toLongLong()), words.at(4));
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

class TestOrderKill : public QObject, private testing::ServingFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init() { makeDesk({6, 4, 120, 100, false}); }
    void cleanup() { m.reset(); }
    void whateverHappensIsKnownInTheEnd_data();
    void whateverHappensIsKnownInTheEnd();
    void aChargeDatedBackIsNeverNotDone_data();
    void aChargeDatedBackIsNeverNotDone();
    void theJournalIsSyncedBeforeTheRequest();

private:
    /// Runs the program until it is killed at `step` of an order of the kind with this index;
    /// `under` is a program that runs it, with arguments.
    void dieAt(const QString &step, std::size_t kind = 0, const QStringList &under = {}) const;
    void restart() const;
    [[nodiscard]] sandbox::OperationCount calls(const OrderedKind &kind) const
    {
        return m->server.counters().of(kind.call);
    }
};

void TestOrderKill::whateverHappensIsKnownInTheEnd_data()
{
    QTest::addColumn<std::size_t>("index");
    QTest::addColumn<QString>("step");
    QTest::addColumn<QByteArray>("fault");   // of the order's call
    QTest::addColumn<QByteArray>("reading"); // of what is read afterwards
    std::vector<const char *> ofPurchase{""};
    std::copy_if(
        std::begin(purchaseFaults), std::end(purchaseFaults), std::back_inserter(ofPurchase),
        [](const char *fault) { return strikesPurchase(fault) && !strikesAnyConnection(fault); });
    const std::vector<const char *> ofSubUser{"", "drop", "do-and-drop", "error-500=done",
                                              "too-many-requests=1"};
    const std::vector<const char *> ofProxy{
        "", "drop", "do-and-drop", "error-500=done", "error-500=undone", "proxy-too-dear"};
    for (std::size_t index = 0; index < orderedKinds().size(); ++index) {
        const OrderedKind &kind = orderedKinds()[index];
        for (const QString &step : steps()) {
            if (kind.isProxy() && step == QLatin1String("confirmed")) {
                continue; // it is confirmed by the dialog alone
            }
            for (const char *fault : kind.isPurchase() ? ofPurchase
                                     : kind.isProxy()  ? ofProxy
                                                       : ofSubUser) {
                QTest::addRow("%s %s %s", kind.name, qPrintable(step), fault)
                    << index << step << QByteArray(fault) << QByteArray();
            }
        }
    }
    const char *readings[] = {"latency=150",    "drop",         "half-answer", "error-502",
                              "truncated-json", "oldest-first", "empty-page=1"};
    for (const QString &step : {QStringLiteral("ended"), QStringLiteral("looked")}) {
        for (const char *fault : {"drop", "do-and-drop"}) {
            for (const char *reading : readings) {
                QTest::addRow("purchase %s %s, looking: %s", qPrintable(step), fault, reading)
                    << std::size_t(0) << step << QByteArray(fault) << QByteArray(reading);
            }
        }
    }
}

void TestOrderKill::dieAt(const QString &step, std::size_t kind, const QStringList &under) const
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QString::fromLatin1(personalName),
                       QString::fromStdString(m->access.personalToken));
    environment.insert(QString::fromLatin1(resellerName),
                       QString::fromStdString(m->access.resellerKey));
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::ForwardedChannels);
    QStringList words = under;
    words += {QCoreApplication::applicationFilePath(),
              orderWord,
              m->url(),
              m->folder.path(),
              step,
              QString::number(kind),
              m_subUser.text()};
    const OrderedKind &ordered = orderedKinds()[kind];
    if (step == inFlight) {
        m->fault(QByteArray(QByteArray("latency=600000,on=") + ordered.call).constData());
    }
    const QString program = words.takeFirst();
    process.start(program, words);
    if (step == inFlight) {
        // "Sending" is on its disk, the request is at the service, and no answer left it.
        QVERIFY(waitUntil([&] { return calls(ordered).arrived == 1; }));
        process.kill();
    }
    QVERIFY2(ended(process), qPrintable(step));
    QCOMPARE(process.exitStatus(), QProcess::CrashExit); // killed, not ended
    m->server.faults().clear("latency");
    m->server.endLatency();
}

void TestOrderKill::restart() const
{
    AccountSession::Config config = m->config();
    config.account = accountName;
    config.buying.looks.pauses = config.serving.looks.pauses =
        config.creating.looks.pauses = {10ms};
    auto session = AccountSession::open(config, m->client.get(), m->auth, m->clock);
    QVERIFY(session.has_value());
    m->session = std::move(*session);
    QVERIFY(waitUntil([&] { return desk().isReady(); }));
    QVERIFY(!desk().problem());
}

void TestOrderKill::whateverHappensIsKnownInTheEnd()
{
    QFETCH(std::size_t, index);
    QFETCH(QString, step);
    QFETCH(QByteArray, fault);
    QFETCH(QByteArray, reading);
    const OrderedKind &kind = orderedKinds()[index];
    if (!reading.isEmpty()) {
        // The reads before the purchase come first.
        m->fault(QByteArray(reading + ",on=GET,after=3,next=4").constData());
    }
    if (!fault.isEmpty()) {
        m->fault(QByteArray(fault + ",next=1,on=" + kind.call).constData());
    }
    dieAt(step, index);
    const auto sent = calls(kind).arrived;
    QVERIFY(sent <= 1);
    restart();
    OrderEngine &engine = kind.engine(*m->session);
    int count = 0;
    engine.forEach([&count](const Order &) { ++count; });
    QVERIFY(count <= 1);
    const Order *order = newestOrder(engine);
    if (order == nullptr) {
        QCOMPARE(sent, quint64(0)); // what is not on the disk was not sent
        return;
    }
    if (step == inFlight || step == QLatin1String("sending")) {
        QVERIFY(order->state != OrderState::NotSent);
    }
    settle(*m, engine, order->id);
    const bool isDone = calls(kind).performed == 1;
    if (fault.startsWith("charge-more") && isDone && order->isOpen()) {
        // No row has the cost of the order: the user says which one it is.
        PurchaseDesk &desk = m->session->purchases();
        const Look look = desk.order(order->id)->looks.back();
        QCOMPARE(look.says, LookSays::Conflict);
        QCOMPARE(look.candidates.size(), 1u);
        QVERIFY(!look.hasPriced());
        desk.userDecides(order->id, PurchaseDesk::Verdict::Bought, look.candidates.front().id);
        QVERIFY(!desk.order(order->id)->findings.empty());
    }
    QVERIFY(!order->isOpen());
    QCOMPARE(order->state == OrderState::Completed, isDone);
    QCOMPARE(calls(kind).arrived, sent); // nothing was sent again
    if (isDone && kind.isPurchase()) {
        const auto row =
            Money::parse(QString::fromStdString(m->server.transactions().back().amount));
        QCOMPARE(m->session->purchases().orders().front().charged, std::optional(row->magnitude()));
    } else if (isDone && kind.isProxy()) {
        QCOMPARE(m->session->creating().creations().front().proxy.value().toStdString(),
                 m->server.proxyIds().back());
    }
}

void TestOrderKill::aChargeDatedBackIsNeverNotDone_data()
{
    QTest::addColumn<QString>("step");
    QTest::addColumn<bool>("isCharged");
    QTest::addColumn<int>("places"); // between the charge and the newest end
    for (const QString &step : {inFlight, QStringLiteral("ended"), QStringLiteral("looked")}) {
        for (const int places : {30, 110}) { // a mark has 100 rows
            QTest::addRow("%s charged %d", qPrintable(step), places) << step << true << places;
            QTest::addRow("%s lost %d", qPrintable(step), places) << step << false << places;
        }
    }
}

/// The service tells neither balance nor pool, and lists the charge among the rows that were known
/// before, or below them.
void TestOrderKill::aChargeDatedBackIsNeverNotDone()
{
    QFETCH(QString, step);
    QFETCH(bool, isCharged);
    QFETCH(int, places);
    sandbox::Offer offer;
    offer.onlyDocumented = true;
    QVERIFY(!m->server.setOffer(offer));
    m->fault(QByteArray("row-back=121:" + QByteArray::number(places)).constData());
    m->fault(isCharged ? "do-and-drop,on=topUpTraffic,next=1" : "drop,on=topUpTraffic,next=1");
    dieAt(step);
    QCOMPARE(m->server.counters().ordersPerformed(), isCharged ? 1u : 0u);

    restart();
    const PurchaseDesk &desk = m->session->purchases();
    QCOMPARE(desk.orders().size(), 1u);
    const TopUpOrder &order = desk.orders().front();
    const auto newestLook = [&] { return order.looks.empty() ? 0 : order.looks.back().number; };
    QVERIFY(waitUntil([&] { return !order.isOpen() || newestLook() >= 3; }));
    m->clock.advance(std::chrono::minutes(3));
    const qint64 looks = newestLook();
    QVERIFY(waitUntil([&] { return !order.isOpen() || newestLook() > looks + 4; }));
    if (!isCharged) {
        QCOMPARE(order.state, OrderState::NotDone);
    } else if (places < 100) {
        QCOMPARE(order.state, OrderState::Completed);
        QCOMPARE(order.proof, TransactionId(m->server.transactions().back().id));
    } else {
        QCOMPARE(order.state, OrderState::Unknown);
        QCOMPARE(order.looks.back().ledger, Look::Ledger::NotCounted);
    }
    QCOMPARE(m->server.counters().ordersArrived(), 1u);
}

void TestOrderKill::theJournalIsSyncedBeforeTheRequest()
{
    const QString strace = QStandardPaths::findExecutable(QStringLiteral("strace"));
    if (strace.isEmpty()) {
        QSKIP("strace is not installed");
    }
    if (QProcess::execute(strace, {QStringLiteral("-o"), QStringLiteral("/dev/null"),
                                   QStringLiteral("true")}) != 0) {
        QSKIP("This system lets no process be traced");
    }
    const QString trace = m->folder.filePath(QStringLiteral("trace"));
    dieAt(QStringLiteral("ended"), 0,
          {strace, QStringLiteral("-f"), QStringLiteral("-y"), QStringLiteral("-s"),
           QStringLiteral("200"), QStringLiteral("-o"), trace, QStringLiteral("-e"),
           QStringLiteral("trace=fsync,fdatasync,pwrite64,write,writev,sendto,sendmsg")});
    QCOMPARE(m->server.counters().ordersArrived(), 1u);

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
    if (words.size() == 7 && words.at(1) == relaybook::orderWord) {
        return relaybook::orderAndDie(words);
    }
    relaybook::TestOrderKill test;
    return relaybook::testing::endWith(QTest::qExec(&test, argc, argv));
}

#include "test_orderkill.moc"
