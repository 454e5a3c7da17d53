// SPDX-License-Identifier: GPL-3.0-or-later
// Tests a program that is killed at each step of creating a proxy, with each way in which an answer
// can be lost: after the next start its outcome is unknown, nothing is sent again, and the list of
// proxies settles it. The program is a process of its own: this one with other arguments. It ends
// itself, or is killed by the test as soon as the service has its request.

#include "api/http/serviceconnection.h"
#include "tests/models/sessionfixture.h"
#include "tests/support/ended.h"
#include "tests/support/suddenend.h"
#include "tests/support/waituntil.h"

#include <QProcess>
#include <QTest>

namespace relaybook {
namespace {

using namespace std::chrono_literals;
using testing::ended;
using testing::waitUntil;

constexpr auto personalName = "RELAYBOOK_PERSONAL_TOKEN";
const QString createWord = QStringLiteral("--create");
const QString creatingAccount = QStringLiteral("killed");
const QString inFlight = QStringLiteral("in-flight");

/// The steps at which the program is killed.
const QStringList &creatingSteps()
{
    static const QStringList all{QStringLiteral("asked"), QStringLiteral("sending"), inFlight,
                                 QStringLiteral("ended"), QStringLiteral("looked")};
    return all;
}

NewProxy wantedProxy()
{
    NewProxy wanted{QStringLiteral("mobile"), QStringLiteral("DE"), QStringLiteral("keep"), {}};
    wanted.options.name = QStringLiteral("a new proxy");
    return wanted;
}

class Creator : public QObject
{
public:
    Creator(ProxyDesk &desk, QString step)
        : m_desk(desk)
        , m_step(std::move(step))
    {
        connect(&m_desk, &ProxyDesk::changed, this, &Creator::follow);
        follow();
    }

private:
    void at(const char *step) const
    {
        if (m_step == QLatin1String(step)) {
            testing::endSuddenly();
        }
    }
    void follow()
    {
        if (!m_began && !m_desk.problem()) {
            m_began = true;
            m_desk.create(wantedProxy(), this, [this](const Result<ProxyOrder> &result) {
                at("ended");
                if (!result || result->state != OrderState::Unknown) {
                    at("looked");
                }
            });
            at("asked");
        }
        const ProxyOrder *open = m_desk.open();
        if (open != nullptr && open->state == OrderState::Sending) {
            at("sending");
        }
        const auto &all = m_desk.creations();
        if (all.empty()) {
            return;
        }
        const bool isLooking = m_desk.isLooking(all.back().id);
        if (all.back().endedAt || (std::exchange(m_wasLooking, isLooking) && !isLooking)) {
            at("looked");
        }
    }

    ProxyDesk &m_desk;
    QString m_step;
    bool m_began = false;
    bool m_wasLooking = false;
};

int createAndDie(const QString &url, const QString &dataDir, const QString &step)
{
    const auto service = ServiceAddress::parse(url);
    if (!service) {
        return 2;
    }
    const SystemClock clock;
    ApiClient::Config settings{.service = *service, .tls = {}};
    settings.idleTimeout = std::chrono::minutes(2);
    ServiceConnection connection(settings, clock);
    connection.auth().setPersonalToken(Secret(qEnvironmentVariable(personalName)));
    AccountSession::Config config;
    config.dataDir = dataDir;
    config.service = url;
    config.account = creatingAccount;
    config.creating.looks.pauses = {20ms};
    auto session = AccountSession::open(config, &connection.client(), connection.auth(), clock);
    if (!session) {
        return 1;
    }
    const Creator creator((*session)->creating(), step);
    return QCoreApplication::exec();
}

} // namespace

class TestProxyKill : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m = std::make_unique<testing::SessionFixture>(testing::SandboxSettings{6, 4, 5});
    }
    void cleanup() { m.reset(); }
    void whateverHappensIsKnownInTheEnd_data();
    void whateverHappensIsKnownInTheEnd();

private:
    [[nodiscard]] std::uint64_t arrived() const
    {
        return m->server.counters().of("createProxy").arrived;
    }
    [[nodiscard]] ProxyDesk &desk() const { return m->session->creating(); }
    void runAndKill(const QString &step) const;
    void restart() const;

    std::unique_ptr<testing::SessionFixture> m;
};

void TestProxyKill::whateverHappensIsKnownInTheEnd_data()
{
    QTest::addColumn<QString>("step");
    QTest::addColumn<QByteArray>("fault");
    for (const QString &step : creatingSteps()) {
        for (const char *fault :
             {"", "drop", "do-and-drop", "error-500=done", "error-500=undone", "proxy-too-dear"}) {
            QTest::addRow("%s %s", qPrintable(step), fault) << step << QByteArray(fault);
        }
    }
}

void TestProxyKill::runAndKill(const QString &step) const
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QString::fromLatin1(personalName),
                       QString::fromStdString(m->access.personalToken));
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::ForwardedChannels);
    process.start(QCoreApplication::applicationFilePath(),
                  {createWord, QString::fromStdString(m->access.url), m->folder.path(), step});
    if (step == inFlight) {
        // "Sending" is on its disk, the request is at the service, and no answer left it.
        QVERIFY(waitUntil([&] { return arrived() == 1; }));
        process.kill();
    }
    QVERIFY(ended(process));
    QCOMPARE(process.exitStatus(), QProcess::CrashExit); // killed, not ended
}

void TestProxyKill::restart() const
{
    AccountSession::Config config = m->config();
    config.account = creatingAccount;
    config.creating.looks.pauses = {1h}; // it looks when this test wants it
    config.creating.looks.quietFor = 0ms;
    auto session = AccountSession::open(config, m->client.get(), m->auth, m->clock);
    QVERIFY(session.has_value());
    m->session = std::move(*session);
    QVERIFY(waitUntil([&] { return !desk().problem(); }));
}

void TestProxyKill::whateverHappensIsKnownInTheEnd()
{
    QFETCH(QString, step);
    QFETCH(QByteArray, fault);
    if (step == inFlight) {
        m->fault("latency=600000,on=createProxy");
    }
    if (!fault.isEmpty()) {
        m->fault(QByteArray(fault + ",next=1,on=createProxy").constData());
    }
    runAndKill(step);
    m->server.faults().clearAll();
    m->server.endLatency();
    const auto sent = arrived();
    QVERIFY(sent <= 1);
    const std::size_t made = m->server.proxyIds().size() - 6;
    QVERIFY(made <= sent);

    restart();
    QVERIFY(desk().creations().size() <= 1);
    if (desk().creations().empty()) {
        QCOMPARE(sent, 0u); // what is not on the disk was not sent
        return;
    }
    const QString id = desk().creations().front().id;
    if (step == inFlight || step == QStringLiteral("sending")) {
        QCOMPARE(int(desk().order(id)->state), int(OrderState::Unknown));
    }
    for (int looks = 0; desk().open() != nullptr && looks < 5; ++looks) {
        QCOMPARE(int(desk().open()->state), int(OrderState::Unknown));
        const auto asOf = m->session->status(Area::Proxies).asOf;
        m->clock.advance(1s);
        desk().look(id);
        QVERIFY(waitUntil([&] {
            const AreaStatus list = m->session->status(Area::Proxies);
            return list.state == AreaStatus::Loaded && list.asOf != asOf;
        }));
    }
    QVERIFY(desk().open() == nullptr);
    const ProxyOrder &creation = *desk().order(id);
    QCOMPARE(creation.state == OrderState::Completed, made == 1);
    if (made == 1) {
        QCOMPARE(creation.proxy.value().toStdString(), m->server.proxyIds().back());
    }
    QCOMPARE(arrived(), sent); // nothing was sent again
}

} // namespace relaybook

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const QStringList words = QCoreApplication::arguments();
    if (words.size() == 5 && words.at(1) == relaybook::createWord) {
        return relaybook::createAndDie(words.at(2), words.at(3), words.at(4));
    }
    relaybook::TestProxyKill test;
    return relaybook::testing::endWith(QTest::qExec(&test, argc, argv));
}

#include "test_proxykill.moc"
