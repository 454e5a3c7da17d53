// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command.h"

#include "models/text/format.h"

#include <QJsonArray>
#include <QJsonObject>

namespace relaybook {
namespace {

constexpr Area lists[] = {Area::Account, Area::Proxies, Area::SubUsers};

QString stateName(LedgerProgress::State state)
{
    switch (state) {
    case LedgerProgress::Complete:
        return QStringLiteral("complete");
    case LedgerProgress::Incomplete:
        return QStringLiteral("incomplete");
    case LedgerProgress::Failed:
        return QStringLiteral("failed");
    case LedgerProgress::Idle:
    case LedgerProgress::Running:
    case LedgerProgress::Paused:
    case LedgerProgress::Waiting:
        break;
    }
    return QStringLiteral("none");
}

QJsonObject syncObject(const AccountSummary &summary, LedgerProgress::State state,
                       const QStringList &problems)
{
    return {
        {QStringLiteral("service"), summary.service},
        {QStringLiteral("account_id"), summary.accountId},
        {QStringLiteral("proxies"), summary.proxies},
        {QStringLiteral("sub_users"), summary.subUsers},
        {QStringLiteral("proxies_unreadable"), summary.unreadableProxies},
        {QStringLiteral("sub_users_unreadable"), summary.unreadableSubUsers},
        {QStringLiteral("transactions"), summary.transactions},
        {QStringLiteral("transactions_unreadable"), summary.unreadableTransactions},
        {QStringLiteral("transactions_at_service"),
         summary.transactionsTotal ? QJsonValue(*summary.transactionsTotal) : QJsonValue()},
        {QStringLiteral("ledger"), summary.hasPersonal ? stateName(state) : QStringLiteral("none")},
        {QStringLiteral("errors"), QJsonArray::fromStringList(problems)},
    };
}

} // namespace

void Command::beginSync()
{
    connect(&session(), &AccountSession::areaChanged, this, &Command::showSync);
    connect(&session().ledger(), &AccountLedger::changed, this, &Command::showSync);
    session().start();
    showSync();
}

bool Command::syncIsOver()
{
    const AccountSession &account = session();
    for (const Area area : lists) {
        const auto state = account.status(area).state;
        if (state == AreaStatus::NeverLoaded || state == AreaStatus::Loading) {
            return false;
        }
    }
    const AreaStatus transactions = account.status(Area::Transactions);
    const bool isUnread =
        transactions.error && transactions.error->kind == ErrorKind::TokenUnavailable;
    if (!account.summary().hasPersonal || isUnread ||
        transactions.state == AreaStatus::NotOffered) {
        return true;
    }
    const auto state = account.ledger().progress().state;
    return state == LedgerProgress::Complete || state == LedgerProgress::Incomplete ||
           state == LedgerProgress::Failed;
}

void Command::showSync()
{
    if (m_over) {
        return;
    }
    if (syncIsOver()) {
        // Not directly in the signal handler: the sender has not finished yet.
        QMetaObject::invokeMethod(this, &Command::concludeSync, Qt::QueuedConnection);
        return;
    }
    const LedgerProgress &ledger = session().ledger().progress();
    if (ledger.total <= 0) {
        return;
    }
    QString words =
        tr("Transactions: %1 of %2").arg(format::count(ledger.held), format::count(ledger.total));
    if (ledger.remaining) {
        words = tr("%1, %2 left", "progress, time").arg(words, format::duration(*ledger.remaining));
    }
    m_console.progress(words);
}

QStringList Command::syncProblems()
{
    QStringList problems;
    for (const Area area : {Area::Account, Area::Proxies, Area::SubUsers, Area::Transactions}) {
        const AreaStatus status = session().status(area);
        if (status.state == AreaStatus::Failed && status.error) {
            problems.append(sentencesOf(*status.error));
        }
    }
    problems.removeDuplicates();
    const LedgerProgress &ledger = session().ledger().progress();
    // More rows than the service lists are complete: some were removed there.
    if (session().summary().hasPersonal && ledger.state == LedgerProgress::Incomplete &&
        !session().summary().ledger.complete) {
        problems.append(tr("The ledger is not complete: %1 of %2 transactions are stored.")
                            .arg(format::count(ledger.held), format::count(ledger.total)));
    }
    return problems;
}

void Command::concludeSync()
{
    if (m_over || !syncIsOver()) {
        return;
    }
    session().flush();
    const AccountSummary &summary = session().summary();
    const QStringList problems = syncProblems();
    if (m_line.json) {
        Console::print(syncObject(summary, session().ledger().progress().state, problems));
    } else {
        Console::print(tr("Stored: %1 transactions, %2 proxies, %3 sub-users.")
                           .arg(format::count(summary.transactions), format::count(summary.proxies),
                                format::count(summary.subUsers)));
    }
    if (const qint64 rows = summary.unreadableProxies + summary.unreadableSubUsers; rows > 0) {
        m_console.say(tr("%1 proxies or sub-users could not be read. They are stored as the "
                         "service sent them.",
                         nullptr, int(rows))
                          .arg(format::count(rows)));
    }
    if (summary.unreadableTransactions > 0) {
        m_console.say(tr("%1 transaction(s) could not be read. They are stored as the service sent "
                         "them and are not part of any total.",
                         nullptr, int(summary.unreadableTransactions))
                          .arg(format::count(summary.unreadableTransactions)));
    }
    for (const QString &problem : problems) {
        m_console.say(problem);
    }
    end(problems.isEmpty() ? Done : NotDone);
}

} // namespace relaybook
