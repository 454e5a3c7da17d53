// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command.h"

#include "models/sync/serviceoffer.h"
#include "models/text/format.h"

#include <QJsonArray>
#include <QJsonObject>

#include <csignal>

#ifdef Q_OS_UNIX
#include <unistd.h>
#endif

namespace relaybook {
namespace {

volatile std::sig_atomic_t interrupted = 0;

extern "C" void noteInterrupt(int)
{
#ifdef Q_OS_UNIX
    if (interrupted == 0) { // the first is not put off by others
        alarm(1);           // whatever keeps the command from ending
    }
#endif
    interrupted = 1;
}

#ifdef Q_OS_UNIX
/// As after a kill: what was committed is stored, and a command sends no orders.
extern "C" void endNow(int)
{
    _exit(Command::Interrupted);
}
#endif

QJsonValue balanceFromName(AccountSummary::BalanceFrom from)
{
    switch (from) {
    case AccountSummary::BalanceFrom::Service:
        return QStringLiteral("service");
    case AccountSummary::BalanceFrom::NewestTransaction:
        return QStringLiteral("newest-transaction");
    case AccountSummary::BalanceFrom::Nowhere:
        break;
    }
    return {};
}

std::optional<Instant> leftAt(const AccountSummary &summary, const QString &type)
{
    const auto reported = summary.leftAsOf.find(type);
    return reported == summary.leftAsOf.end() ? summary.poolsAsOf : reported->second;
}

QJsonObject balanceObject(const AccountSummary &summary)
{
    QJsonArray pools;
    for (const TrafficPool &pool : summary.pools) {
        pools.append(
            QJsonObject{{QStringLiteral("type"), pool.type},
                        {QStringLiteral("traffic_gb"),
                         pool.left ? QJsonValue(pool.left->gbText()) : QJsonValue()},
                        {QStringLiteral("as_of"),
                         jsonTime(pool.left ? leftAt(summary, pool.type) : std::nullopt)}});
    }
    return {
        {QStringLiteral("service"), summary.service},
        {QStringLiteral("account_id"), summary.accountId},
        {QStringLiteral("balance"),
         summary.balance ? QJsonValue(summary.balance->text()) : QJsonValue()},
        {QStringLiteral("currency"), summary.currency},
        {QStringLiteral("balance_from"), balanceFromName(summary.balanceFrom)},
        {QStringLiteral("balance_as_of"), jsonTime(summary.balanceAsOf)},
        {QStringLiteral("pools"), pools},
        {QStringLiteral("pools_as_of"), jsonTime(summary.poolsAsOf)},
    };
}

} // namespace

Command::Command(CommandLine line, DataFolder &folder)
    : m_line(std::move(line))
    , m_folder(folder)
    , m_account(m_line, folder.path())
{
    connect(&m_account, &CommandAccount::opened, this, &Command::begin);
    connect(&m_account, &CommandAccount::failed, this, &Command::fail);
    connect(&m_account, &CommandAccount::waiting, this, &Command::sayWaiting);
    connect(&m_account, &CommandAccount::notice, this,
            [this](const QString &sentence) { m_console.say(sentence); });
    interrupted = 0;
#ifdef Q_OS_UNIX
    std::signal(SIGALRM, endNow);
#endif
    std::signal(SIGINT, noteInterrupt);
    std::signal(SIGTERM, noteInterrupt);
    // A signal handler may do next to nothing, so a timer checks often whether there was an
    // interrupt.
    constexpr int often = 100;
    m_interrupt.setInterval(often);
    connect(&m_interrupt, &QTimer::timeout, this, &Command::lookForInterrupt);
    m_retryLock.setSingleShot(true);
    connect(&m_retryLock, &QTimer::timeout, this, &Command::lockFolder);
}

Command::~Command()
{
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
    ++m_runs;
    m_checks.waitForDone();
}

void Command::start()
{
    m_interrupt.start();
    if (m_line.readsStoredData()) {
        beginStored();
    } else {
        lockFolder();
    }
}

void Command::begin()
{
    for (const QString &notice : session().notices().all()) {
        m_console.say(notice);
    }
    connect(&session().notices(), &AccountNotices::added, this,
            [this](const QString &words) { m_console.say(words); });
    switch (m_line.mode) {
    case CommandLine::Mode::Sync:
        beginSync();
        break;
    case CommandLine::Mode::CheckLedger:
        beginCheck();
        break;
    case CommandLine::Mode::Balance:
    case CommandLine::Mode::Export:
    case CommandLine::Mode::Accounts:
    case CommandLine::Mode::Window:
    case CommandLine::Mode::Help:
    case CommandLine::Mode::Version:
        beginBalance();
        break;
    }
}

void Command::end(int exitCode)
{
    if (!m_over) {
        m_over = true;
        m_interrupt.stop();
        m_retryLock.stop();
        Q_EMIT finished(exitCode);
    }
}

void Command::fail(const QString &sentences)
{
    if (!m_over) {
        m_console.say(sentences);
    }
    end(NotDone);
}

void Command::lookForInterrupt()
{
    if (interrupted == 0 || m_over) {
        return;
    }
    // Packing or syncing a large file is not interrupted.
    constexpr int patience = 3;
    if (m_export && m_export->isRunning() && m_interruptsSeen++ < patience) {
        m_export->cancel(); // emits its end, and removes what it had begun to write
        return;
    }
    m_console.say(interruptedText());
    end(Interrupted);
}

QString Command::interruptedText() const
{
    if (m_line.readsStoredData() || m_waited.isValid()) {
        return tr("Interrupted. Nothing was changed.");
    }
    return m_checking ? tr("Interrupted. The data loaded so far is stored. The next check starts "
                           "from the beginning.")
                      : tr("Interrupted. The data loaded so far is stored. The next run continues "
                           "from there.");
}

void Command::sayWaiting(Instant until)
{
    const QString words = tr("The request limit of the service is reached. Continuing at %1.")
                              .arg(format::dateTime(until));
    if (words != m_waitingText) {
        m_waitingText = words;
        m_console.say(words);
    }
}

void Command::beginBalance()
{
    m_began = SystemClock().now();
    connect(&session(), &AccountSession::areaChanged, this, [this](Area area) {
        if (area == Area::Account && session().status(area).state != AreaStatus::Loading) {
            balanceChanged();
        }
    });
    session().refresh(Area::Account);
}

/// If no call reports the balance, it is taken from the newest transaction. True while that is
/// being loaded.
bool Command::waitsForLedger()
{
    const AccountSummary &summary = session().summary();
    const bool isReported = summary.balanceFrom == AccountSummary::BalanceFrom::Service &&
                            summary.balanceAsOf >= m_began;
    if (isReported || !summary.hasPersonal || session().offer().reportsBalance() ||
        session().offer().isMissing(ReadCall::Transactions)) {
        return false;
    }
    if (!std::exchange(m_readsLedger, true)) {
        connect(&session(), &AccountSession::summaryChanged, this, &Command::balanceChanged);
        connect(&session().ledger(), &AccountLedger::changed, this, &Command::balanceChanged,
                Qt::QueuedConnection);
        session().refresh(Area::Transactions);
    }
    const bool newestIsHere = session().status(Area::Transactions).asOf >= m_began;
    return isAtWork(session().ledger().progress().state) && !newestIsHere;
}

void Command::balanceChanged()
{
    const AreaStatus status = session().status(Area::Account);
    if (status.state == AreaStatus::Failed && status.error) {
        fail(sentencesOf(*status.error));
        return;
    }
    if (m_over || waitsForLedger()) {
        return;
    }
    const AreaStatus ledger = session().status(Area::Transactions);
    if (m_readsLedger && ledger.state == AreaStatus::Failed && ledger.error) {
        fail(sentencesOf(*ledger.error)); // the stored balance may be outdated
        return;
    }
    printBalance(session().summary());
}

void Command::printBalance(const AccountSummary &summary)
{
    if (!summary.balance && summary.pools.empty()) {
        fail(tr("The balance is not known yet."));
        return;
    }
    if (m_line.json) {
        Console::print(balanceObject(summary));
        end(Done);
        return;
    }
    if (summary.balance) {
        Console::print(tr("Balance: %1")
                           .arg(format::money(*summary.balance, format::Sign::WhereNegative,
                                              summary.currency)));
    }
    for (const TrafficPool &pool : summary.pools) {
        Console::print(tr("%1: %2", "traffic type: what is left")
                           .arg(format::proxyType(pool.type),
                                pool.left ? format::trafficExact(*pool.left) : tr("not reported")));
    }
    if (summary.balanceFrom == AccountSummary::BalanceFrom::NewestTransaction) {
        m_console.say(tr("The service does not report the balance. This is the balance after the "
                         "newest transaction, %1.")
                          .arg(format::dateTime(summary.balanceAsOf)));
    } else if (const auto asOf = summary.balance ? summary.balanceAsOf : summary.poolsAsOf) {
        m_console.say(tr("As of %1.").arg(format::dateTime(*asOf)));
    }
    end(Done);
}

} // namespace relaybook
