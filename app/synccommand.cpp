// SPDX-License-Identifier: GPL-3.0-or-later
// The command "sync": loads and stores all data of the account.
#include "app/commandtable.h"
#include "models/text/format.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonObject>

namespace relaybook {
namespace {

class SyncCommand : public Command
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::SyncCommand)

public:
    using Command::Command;
    void start() override;

private:
    void showProgress();
    [[nodiscard]] bool isSynced() const;
    [[nodiscard]] QStringList problems() const;
    void conclude();
};

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

void SyncCommand::start()
{
    connect(&session(), &AccountSession::areaChanged, this, &SyncCommand::showProgress);
    connect(&session().ledger(), &AccountLedger::changed, this, &SyncCommand::showProgress);
    session().start();
    showProgress();
}

bool SyncCommand::isSynced() const
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

void SyncCommand::showProgress()
{
    if (isOver()) {
        return;
    }
    if (isSynced()) {
        // Runs later, because the sender of this signal has not finished yet.
        QMetaObject::invokeMethod(this, &SyncCommand::conclude, Qt::QueuedConnection);
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
    console().progress(words);
}

QStringList SyncCommand::problems() const
{
    QStringList problems;
    for (const Area area : {Area::Account, Area::Proxies, Area::SubUsers, Area::Transactions}) {
        const AreaStatus status = session().status(area);
        if (status.state == AreaStatus::Failed && status.error) {
            problems.append(sentencesOf(*status.error));
        }
    }
    problems.removeDuplicates();
    const auto unreadable = session().ledger().history().unreadableRows(1);
    if (session().summary().transactions == 0 && !unreadable.empty()) {
        problems.append(tr("No transaction could be read, so nothing is known about the ledger: %1")
                            .arg(unreadable.front().problem));
    }
    const LedgerProgress &ledger = session().ledger().progress();
    // The ledger can be complete with more rows than the service lists: some were removed there.
    if (session().summary().hasPersonal && ledger.state == LedgerProgress::Incomplete &&
        !session().summary().ledger.complete) {
        problems.append(
            ledger.held == ledger.total
                ? tr("Nothing proves that the ledger is complete: the service may have more "
                     "transactions than it lists.")
                : tr("The ledger is not complete: %1 of %2 transactions are stored.")
                      .arg(format::count(ledger.held), format::count(ledger.total)));
    }
    return problems;
}

void SyncCommand::conclude()
{
    if (isOver() || !isSynced()) {
        return;
    }
    session().flush();
    const AccountSummary &summary = session().summary();
    const QStringList failures = problems();
    if (line().json) {
        Console::print(syncObject(summary, session().ledger().progress().state, failures));
    } else {
        Console::print(tr("Stored: %1 transactions, %2 proxies, %3 sub-users.")
                           .arg(format::count(summary.transactions), format::count(summary.proxies),
                                format::count(summary.subUsers)));
    }
    if (const qint64 rows = summary.unreadableProxies + summary.unreadableSubUsers; rows > 0) {
        console().say(tr("%1 proxies or sub-users could not be read. They are stored as the "
                         "service sent them.",
                         nullptr, int(rows))
                          .arg(format::count(rows)));
    }
    if (summary.unreadableTransactions > 0) {
        console().say(tr("%1 transaction(s) could not be read. They are stored as the service sent "
                         "them and are not part of any total.",
                         nullptr, int(summary.unreadableTransactions))
                          .arg(format::count(summary.unreadableTransactions)));
    }
    for (const QString &failure : failures) {
        console().say(failure);
    }
    end(failures.isEmpty() ? Done : NotDone);
}

} // namespace

CommandInfo syncCommand()
{
    return {
        .mode = CommandLine::Mode::Sync,
        .name = QStringLiteral("sync"),
        .usage = QStringLiteral("[--wait SECONDS] [--proxy URL] [--ca-file FILE] [--json]"),
        .help = SyncCommand::tr("Load new data from the service and store it on this computer."),
        .more = SyncCommand::tr(
            "A sync that was interrupted continues where it stopped. Waits for the data folder."),
        .options = {QStringLiteral("sandbox"), QStringLiteral("sandbox-rate-limit"),
                    QStringLiteral("data-dir"), QStringLiteral("account"),
                    QStringLiteral("service"), QStringLiteral("json"), QStringLiteral("wait"),
                    QStringLiteral("proxy"), QStringLiteral("ca-file")},
        .data = [](const CommandLine &) { return CommandData::Service; },
        .make = makeCommand<SyncCommand>,
    };
}

} // namespace relaybook
