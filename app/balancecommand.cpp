// SPDX-License-Identifier: GPL-3.0-or-later
// The command "balance": prints the balance and the traffic left.
#include "app/commandtable.h"
#include "models/sync/serviceoffer.h"
#include "models/text/format.h"
#include "models/text/ledgeramounttext.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonObject>

#include <utility>

namespace relaybook {
namespace {

class BalanceCommand : public Command
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::BalanceCommand)

public:
    using Command::Command;
    void start() override;

private:
    void load();
    void onChanged();
    [[nodiscard]] bool waitsForLedger();
    void print(const AccountSummary &summary);

    Instant m_began{};
    bool m_readsLedger = false;
};

QJsonValue balanceFromName(AccountSummary::BalanceFrom from)
{
    switch (from) {
    case AccountSummary::BalanceFrom::Service:
        return QStringLiteral("service");
    case AccountSummary::BalanceFrom::NewestTransaction:
        return QStringLiteral("newest-transaction");
    case AccountSummary::BalanceFrom::UnclearTransactions:
        return QStringLiteral("unclear");
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
        {QStringLiteral("balance"), summary.balance ? QJsonValue(summary.balance->text())
                                    : summary.balanceDigits.isEmpty()
                                        ? QJsonValue()
                                        : QJsonValue(summary.balanceDigits)},
        {QStringLiteral("currency"), summary.currency},
        {QStringLiteral("balance_from"), balanceFromName(summary.balanceFrom)},
        {QStringLiteral("balance_as_of"), jsonTime(summary.balanceAsOf)},
        {QStringLiteral("pools"), pools},
        {QStringLiteral("pools_as_of"), jsonTime(summary.poolsAsOf)},
    };
}

void BalanceCommand::start()
{
    if (line().offline) {
        print(snapshot().summary());
    } else {
        load();
    }
}

void BalanceCommand::load()
{
    m_began = SystemClock().now();
    connect(&session(), &AccountSession::areaChanged, this, [this](Area area) {
        if (area == Area::Account && session().status(area).state != AreaStatus::Loading) {
            onChanged();
        }
    });
    session().refresh(Area::Account);
}

/// Whether the newest transaction is being loaded, from which the balance is taken if no call
/// reports it.
bool BalanceCommand::waitsForLedger()
{
    const AccountSummary &summary = session().summary();
    const bool isReported = summary.balanceFrom == AccountSummary::BalanceFrom::Service &&
                            summary.balanceAsOf >= m_began;
    if (isReported || !summary.hasPersonal || session().offer().reportsBalance() ||
        session().offer().isMissing(ReadCall::Transactions)) {
        return false;
    }
    if (!std::exchange(m_readsLedger, true)) {
        connect(&session(), &AccountSession::summaryChanged, this, &BalanceCommand::onChanged);
        connect(&session().ledger(), &AccountLedger::changed, this, &BalanceCommand::onChanged,
                Qt::QueuedConnection);
        session().refresh(Area::Transactions);
    }
    const bool newestIsHere = session().status(Area::Transactions).asOf >= m_began;
    return isAtWork(session().ledger().progress().state) && !newestIsHere;
}

void BalanceCommand::onChanged()
{
    const AreaStatus status = session().status(Area::Account);
    if (status.state == AreaStatus::Failed && status.error) {
        fail(sentencesOf(*status.error));
        return;
    }
    if (isOver() || waitsForLedger()) {
        return;
    }
    const AreaStatus ledger = session().status(Area::Transactions);
    if (m_readsLedger && ledger.state == AreaStatus::Failed && ledger.error) {
        fail(sentencesOf(*ledger.error)); // the stored balance may be outdated
        return;
    }
    print(session().summary());
}

void BalanceCommand::print(const AccountSummary &summary)
{
    const QString balance = balanceText(summary.balance, summary.balanceDigits, summary.currency);
    const bool isUnclear = summary.balanceFrom == AccountSummary::BalanceFrom::UnclearTransactions;
    const QString unknown =
        isUnclear ? tr("The balance is not known: the service does not report it, and the newest "
                       "transactions end at different balances. See check-ledger.")
                  : tr("The balance is not known yet.");
    if (balance.isEmpty() && summary.pools.empty()) {
        fail(unknown);
        return;
    }
    if (isUnclear) {
        console().say(unknown);
    }
    if (line().json) {
        Console::print(balanceObject(summary));
        end(Done);
        return;
    }
    if (!balance.isEmpty()) {
        Console::print(tr("Balance: %1").arg(balance));
    }
    for (const TrafficPool &pool : summary.pools) {
        Console::print(tr("%1: %2", "traffic type: what is left")
                           .arg(format::proxyType(pool.type),
                                pool.left ? format::trafficExact(*pool.left) : tr("not reported")));
    }
    if (summary.balanceFrom == AccountSummary::BalanceFrom::NewestTransaction) {
        console().say(tr("The service does not report the balance. This is the balance after the "
                         "newest transaction, %1.")
                          .arg(format::dateTime(summary.balanceAsOf)));
    } else if (const auto asOf = !balance.isEmpty() ? summary.balanceAsOf : summary.poolsAsOf) {
        console().say(tr("As of %1.").arg(format::dateTime(*asOf)));
    }
    end(Done);
}

} // namespace

CommandInfo balanceCommand()
{
    return {
        .mode = CommandLine::Mode::Balance,
        .name = QStringLiteral("balance"),
        .usage = QStringLiteral("[--offline | [--wait SECONDS] [--proxy URL]\n"
                                "                 [--ca-file FILE]] [--json]"),
        .help = BalanceCommand::tr(
            "Load and show the balance and the traffic left. With --offline, show what is stored."),
        .more = BalanceCommand::tr("Waits for the data folder, unless --offline is given."),
        .options = {QStringLiteral("sandbox"), QStringLiteral("sandbox-rate-limit"),
                    QStringLiteral("offline"), QStringLiteral("data-dir"),
                    QStringLiteral("account"), QStringLiteral("service"), QStringLiteral("json"),
                    QStringLiteral("wait"), QStringLiteral("proxy"), QStringLiteral("ca-file")},
        .data =
            [](const CommandLine &line) {
                return line.offline ? CommandData::Stored : CommandData::Service;
            },
        .make = makeCommand<BalanceCommand>,
    };
}

} // namespace relaybook
