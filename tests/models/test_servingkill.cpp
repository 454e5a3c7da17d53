// SPDX-License-Identifier: GPL-3.0-or-later
// Tests a program that is killed at each step of an operation on a sub-user, with each way in which
// an answer can be lost: never sent twice, and never carried out without being known in the end.
// The program is a process of its own: this one with other arguments, which ends itself.

#include "api/http/serviceconnection.h"
#include "tests/models/servingfixture.h"
#include "tests/support/ended.h"
#include "tests/support/suddenend.h"
#include "tests/support/timeouts.h"

#include <QProcess>

namespace relaybook {
namespace {

using namespace testing;

constexpr auto resellerName = "RELAYBOOK_RESELLER_KEY";
const QString serveWord = QStringLiteral("--serve");
const QString servedAccount = QStringLiteral("killed");

/// The steps at which the program is killed.
const QStringList &servingSteps()
{
    static const QStringList all{QStringLiteral("confirmed"), QStringLiteral("asked"),
                                 QStringLiteral("queued"),    QStringLiteral("sending"),
                                 QStringLiteral("in-flight"), QStringLiteral("ended"),
                                 QStringLiteral("looked")};
    return all;
}

class Operator : public QObject
{
public:
    Operator(SubUserDesk &desk, SubUserRequest request, QString step)
        : m_desk(desk)
        , m_request(std::move(request))
        , m_step(std::move(step))
    {
        connect(&m_desk, &OrderEngine::stateChanged, this, &Operator::confirm);
        connect(&m_desk, &OrderEngine::ordersChanged, this, &Operator::follow);
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
        m_call = m_desk.prepare({m_request}, this, [this](const auto &shown) {
            if (!shown) {
                QCoreApplication::exit(1);
                return;
            }
            at("confirmed");
            m_desk.run(shown->number, false, this, [this](const RunAnswer &) { at("queued"); });
            at("asked");
        });
    }
    void follow(const QStringList &ids)
    {
        const SubUserOrder *operation = m_desk.operation(ids.front());
        if (operation->state == OrderState::Sending) {
            at("sending");
            if (m_step == QLatin1String("in-flight")) {
                constexpr int underWay = 70;
                QTimer::singleShot(underWay, this, [] { testing::endSuddenly(); });
            }
        } else if (operation->state != OrderState::Waiting) {
            at("ended");
            if (!operation->looks.empty() || operation->state != OrderState::Unknown) {
                at("looked");
            }
        }
    }

    SubUserDesk &m_desk;
    SubUserRequest m_request;
    QString m_step;
    Call m_call;
    bool m_began = false;
};

int serveAndDie(const QString &url, const QString &dataDir, const QString &step, OperationKind kind,
                qint64 subUser)
{
    const auto service = ServiceAddress::parse(url);
    if (!service) {
        return 2;
    }
    const SystemClock clock;
    ApiClient::Config settings{.service = *service, .tls = {}};
    testing::setIdleTimeout(settings, std::chrono::seconds(2));
    ServiceConnection connection(settings, clock);
    connection.auth().setResellerKey(Secret(qEnvironmentVariable(resellerName)));
    AccountSession::Config config;
    config.dataDir = dataDir;
    config.service = url;
    config.account = servedAccount;
    config.serving.looks.pauses = {std::chrono::milliseconds(20)};
    auto session = AccountSession::open(config, &connection.client(), connection.auth(), clock);
    if (!session) {
        return 1;
    }
    SubUserRequest request;
    request.kind = kind;
    request.username = QStringLiteral("a new customer");
    request.amount = gb("3");
    if (kind != OperationKind::Create) {
        request.subUser = SubUserId(subUser);
    }
    const Operator operating((*session)->serving(), request, step);
    return QCoreApplication::exec();
}

} // namespace

class TestServingKill : public QObject, private testing::ServingFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init() { makeDesk(); }
    void cleanup() { m.reset(); }
    void whateverHappensIsKnownInTheEnd_data();
    void whateverHappensIsKnownInTheEnd();
};

void TestServingKill::whateverHappensIsKnownInTheEnd_data()
{
    QTest::addColumn<OperationKind>("kind");
    QTest::addColumn<QString>("step");
    QTest::addColumn<QByteArray>("fault");
    for (const OperationKind kind : operationKinds) {
        for (const QString &step : servingSteps()) {
            for (const char *fault :
                 {"", "drop", "do-and-drop", "error-500=done", "too-many-requests=1"}) {
                QTest::addRow("%s %s %s", nameOfKind(kind), qPrintable(step), fault)
                    << kind << step << QByteArray(fault);
            }
        }
    }
}

void TestServingKill::whateverHappensIsKnownInTheEnd()
{
    QFETCH(OperationKind, kind);
    QFETCH(QString, step);
    QFETCH(QByteArray, fault);
    if (!fault.isEmpty()) {
        m->fault(QByteArray(fault + ",next=1,on=" + callOfKind(kind)).constData());
    }
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QString::fromLatin1(resellerName),
                       QString::fromStdString(m->access.resellerKey));
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::ForwardedChannels);
    process.start(QCoreApplication::applicationFilePath(),
                  {serveWord, QString::fromStdString(m->access.url), m->folder.path(), step,
                   QString::number(int(kind)), m_subUser.text()});
    QVERIFY(ended(process));
    QCOMPARE(process.exitStatus(), QProcess::CrashExit); // killed, not ended

    AccountSession::Config config = m->config();
    config.account = servedAccount;
    auto session = AccountSession::open(config, m->client.get(), m->auth, m->clock);
    QVERIFY(session.has_value());
    m->session = std::move(*session);
    QVERIFY(waitUntil([&] { return desk().isReady(); }));
    QVERIFY(!desk().problem());
    QVERIFY(desk().operations().size() <= 1);
    if (!desk().operations().empty()) {
        const QString id = desk().operations().front().id;
        QVERIFY(!of(id).isUnderWay());
        if (of(id).isOpen()) {
            waitForLooks(id);
        }
        QVERIFY(!of(id).isOpen());
    }
    QVERIFY(arrived(kind) <= 1);
    const bool known =
        !desk().operations().empty() && desk().operations().front().state == OrderState::Completed;
    QCOMPARE(known, performed(kind) == 1);
}

} // namespace relaybook

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const QStringList words = QCoreApplication::arguments();
    if (words.size() == 7 && words.at(1) == relaybook::serveWord) {
        return relaybook::serveAndDie(
            words.at(2), words.at(3), words.at(4),
            static_cast<relaybook::testing::OperationKind>(words.at(5).toInt()),
            words.at(6).toLongLong());
    }
    relaybook::TestServingKill test;
    return relaybook::testing::endWith(QTest::qExec(&test, argc, argv));
}

#include "test_servingkill.moc"
