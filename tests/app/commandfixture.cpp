// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/commandfixture.h"
#include "tests/support/ended.h"
#include "tests/support/paths.h"

#include <QTest>

#include <algorithm>
#include <csignal>

namespace relaybook::testing {

void CommandFixture::initTestCase()
{
    if (const QString what = missing(); !what.isEmpty()) {
        QSKIP(qPrintable(what));
    }
    QVERIFY(QFile::exists(relaybookProgram()));
}

void CommandFixture::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_program = relaybookProgram();
    m_personal = true;
    m_reseller = true;
    m_token.clear();
    m_service.clear();
    m_base = QProcessEnvironment::systemEnvironment();
}

void CommandFixture::cleanup()
{
    m_server.reset();
    m_folder.reset();
}

std::unique_ptr<sandbox::Server> CommandFixture::newServer(int transactions, sandbox::Offer offer)
{
    sandbox::Options options;
    options.rateLimit = false;
    options.proxies = 12;
    options.subUsers = 7;
    options.transactions = transactions;
    options.offer = std::move(offer);
    options.createdAt = 1'795'176'000; // 2026-11-20 12:00 UTC: the dates in tests are of that time
    options.hosts = {"other.example", "0.0.0.0"}; // behind a relay
    auto server = std::make_unique<sandbox::Server>(std::move(options));
    return server->start() ? nullptr : std::move(server);
}

void CommandFixture::startServer(int transactions, sandbox::Offer offer)
{
    m_server = newServer(transactions, std::move(offer));
    QVERIFY(m_server != nullptr);
}

QProcessEnvironment CommandFixture::environment() const
{
    QProcessEnvironment all = m_base;
    // No display of any kind: a command that opened a window would fail here.
    all.remove(QStringLiteral("DISPLAY"));
    all.remove(QStringLiteral("WAYLAND_DISPLAY"));
    all.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("no-such-platform"));
    all.insert(QStringLiteral("TZ"), m_timeZone);
    if (m_server) {
        const sandbox::Access access = m_server->access();
        const QString personal = m_token.isEmpty() ? QString::fromStdString(access.personalToken)
                                                   : QString::fromLatin1(m_token);
        if (m_personal) {
            all.insert(QStringLiteral("RELAYBOOK_PERSONAL_TOKEN"), personal);
        }
        if (m_reseller) {
            all.insert(QStringLiteral("RELAYBOOK_RESELLER_KEY"),
                       QString::fromStdString(access.resellerKey));
        }
    }
    return all;
}

void CommandFixture::begin(QProcess &process, const QStringList &words,
                           const QString &dataDir) const
{
    QStringList all = words;
    all << QStringLiteral("--data-dir") << (dataDir.isEmpty() ? file("data") : dataDir);
    const QStringList own{QStringLiteral("--sandbox"), QStringLiteral("--account"),
                          QStringLiteral("accounts"), QStringLiteral("--remove-secrets")};
    const bool namesAccount = std::any_of(
        own.begin(), own.end(), [&words](const QString &word) { return words.contains(word); });
    if (m_server && !namesAccount) {
        all << QStringLiteral("--service")
            << (m_service.isEmpty() ? QString::fromStdString(m_server->access().url) : m_service);
    }
    process.setProcessEnvironment(environment());
    process.setWorkingDirectory(m_folder->path());
    process.start(m_program, all);
}

Outcome CommandFixture::run(const QStringList &words, const QString &dataDir) const
{
    QProcess process;
    begin(process, words, dataDir);
    Outcome outcome;
    constexpr std::chrono::seconds patience(120);
    if (ended(process, patience) && process.exitStatus() == QProcess::NormalExit) {
        outcome.code = process.exitCode();
    }
    // Windows ends its lines in another way.
    const auto textOf = [](const QByteArray &said) {
        return QString::fromUtf8(said).replace(QLatin1String("\r\n"), QLatin1String("\n"));
    };
    outcome.out = textOf(process.readAllStandardOutput());
    outcome.err = textOf(process.readAllStandardError());
    return outcome;
}

QString CommandFixture::whyNoInterrupt()
{
#ifdef Q_OS_LINUX
    return {};
#else
    return QStringLiteral("Needs signals and /proc.");
#endif
}

#ifdef Q_OS_LINUX
namespace {

/// Before it does, the signal ends it as it ends any program. Before it runs its own program, it
/// seems to catch what this one catches.
bool catchesInterrupts(const QProcess &process)
{
    const QString folder = QStringLiteral("/proc/%1/").arg(process.processId());
    QFile status(folder + QStringLiteral("status"));
    if (QFile::symLinkTarget(folder + QStringLiteral("exe")) ==
            QFile::symLinkTarget(QStringLiteral("/proc/self/exe")) ||
        !status.open(QIODevice::ReadOnly)) {
        return false;
    }
    for (const QByteArray &line : status.readAll().split('\n')) {
        if (line.startsWith("SigCgt:")) {
            constexpr int hexadecimal = 16;
            const quint64 caught =
                line.mid(line.indexOf(':') + 1).trimmed().toULongLong(nullptr, hexadecimal);
            return (caught >> (SIGINT - 1U) & 1U) != 0;
        }
    }
    return false;
}

} // namespace

void CommandFixture::interrupt(QProcess &process, const char *says)
{
    QVERIFY(waitUntil([&process] { return catchesInterrupts(process); }));
    QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
    QVERIFY(ended(process));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    const QByteArray said = process.readAllStandardError();
    QVERIFY2(said.contains(says), said.constData());
    QCOMPARE(process.exitCode(), 130);
}
#else
void CommandFixture::interrupt(QProcess &, const char *) {}
#endif

} // namespace relaybook::testing
