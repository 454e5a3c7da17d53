// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/attention/attentiontext.h"

#include "models/accounts/anyorder.h"
#include "models/attention/attentiondesk.h"
#include "models/export/checkresulttext.h"
#include "models/tables/lasttest.h"
#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"
#include "ui/base/accesstext.h"
#include "ui/base/coveragetext.h"
#include "ui/base/errortext.h"
#include "ui/base/exacttime.h"
#include "ui/base/forecasttext.h"
#include "ui/base/viewonlytext.h"
#include "ui/orderview/ordertext.h"
#include "ui/orderview/subuserordertext.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <limits>

namespace relaybook {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::AttentionText)
};

constexpr qsizetype longestAttentionName = 40;

int pluralOf(qint64 number)
{
    return static_cast<int>(std::min<qint64>(number, std::numeric_limits<int>::max()));
}

QString nameText(const AttentionEntry &entry)
{
    const bool isPrivate =
        entry.kind == AttentionKind::SubUserRunsOut || entry.kind == AttentionKind::FailedProxyTest;
    if (isPrivacyOn() && isPrivate) {
        return entry.subUser ? Words::tr("Sub-user %1").arg(entry.subUser->text())
               : entry.proxy ? Words::tr("Proxy %1").arg(shownText(entry.proxy->value()))
                             : privateText(entry.name);
    }
    return isolated(format::shortened(entry.name, longestAttentionName));
}

QString moneyText(Money amount, const AccountSession &account)
{
    return format::money(amount, format::Sign::WhereNegative, account.summary().currency);
}

/// "40 GB would last for 30 days."
QString proposalText(const QString &amount, const AccountSession &account)
{
    const int days = account.attention().limits().proposedDays;
    return Words::tr("%2 more would last for %1 days.", nullptr, days)
        .arg(format::count(days))
        .arg(amount);
}

/// What was ordered and when.
QString orderLine(const AnyOrder &order)
{
    return Words::tr("%1, ordered %2", "what, when")
        .arg(orderedText(order), exactTime(commonOf(order).preparedAt));
}

// ---- purchases

QString purchaseName(const DebitRow &row, const AccountSession &account)
{
    if (!row.amount || row.proxyType.isEmpty()) {
        return moneyText(row.paid, account);
    }
    return Words::tr("%1 %2", "traffic, its type")
        .arg(format::trafficExact(*row.amount), isolated(format::proxyType(row.proxyType)));
}

QString debitLine(const DebitRow &row, const AccountSession &account)
{
    return Words::tr("Charged: %1 on %2, transaction %3")
        .arg(moneyText(row.paid, account), exactTime(row.at), row.id.text());
}

AttentionText chargeText(const AttentionEntry &entry, AccountSession &account)
{
    constexpr std::size_t mostRows = 5;
    const DoubleCharge charge = entry.charge.value_or(DoubleCharge{});
    AttentionText words;
    QStringList lines;
    for (std::size_t i = 0; i < std::min(charge.rows.size(), mostRows); ++i) {
        lines.append(debitLine(charge.rows.at(i), account));
    }
    if (charge.rows.size() > mostRows) {
        const auto more = static_cast<qint64>(charge.rows.size() - mostRows);
        lines.append(Words::tr("and %1 more transactions", nullptr, pluralOf(more))
                         .arg(format::count(more)));
    }
    if (charge.isOrderedHere()) {
        words.title =
            Words::tr("%1 may be charged twice").arg(purchaseName(charge.rows.front(), account));
        for (const QString &id : charge.orders) {
            if (const auto order = findOrder(account, id)) {
                lines.append(Words::tr("Ordered here: %1").arg(orderLine(*order)));
            }
        }
        lines.append(
            Words::tr("If you did not order the other one elsewhere, ask the service for a "
                      "refund."));
    } else if (!charge.rows.empty()) {
        const auto count = static_cast<qint64>(charge.rows.size());
        words.title = Words::tr("%1 equal purchases within minutes: %2", nullptr, pluralOf(count))
                          .arg(format::count(count), purchaseName(charge.rows.front(), account));
        lines.append(Words::tr("Nothing like them was ordered here. Check whether all were "
                               "ordered elsewhere."));
    }
    words.text = lines.join(u'\n');
    words.action = Words::tr("Show the transactions");
    return words;
}

AttentionText orderAttentionText(const AttentionEntry &entry, AccountSession &account)
{
    AttentionText words;
    words.action = Words::tr("Show the order");
    const auto order = findOrder(account, entry.orderId);
    if (!order) {
        words.title = Words::tr("An order");
        return words;
    }
    QStringList lines{orderLine(*order)};
    if (entry.kind == AttentionKind::DifferingOrder) {
        words.title = Words::tr("An order differs from what was confirmed");
        for (const OrderFinding &finding : orderFindings(*order, account.summary().currency)) {
            if (finding.tone != Tone::Accent) {
                lines.append(finding.text);
            }
        }
        if (const auto *served = std::get_if<const SubUserOrder *>(&*order)) {
            lines.append(otherwiseText(**served));
        }
    } else {
        words.title = orderHeading(*order).title;
        if (words.title.endsWith(u'.')) {
            words.title.chop(1);
        }
        if (entry.kind == AttentionKind::DecidedOrder) {
            lines.append(Words::tr("Its result was unknown before."));
        }
    }
    words.text = lines.join(u'\n');
    return words;
}

// ---- what runs out

AttentionText poolAttentionText(const AttentionEntry &entry, const AccountSession &account)
{
    AttentionText words;
    const TrafficPool pool = entry.pool.value_or(TrafficPool{});
    const TrafficForecast forecast = entry.forecast.value_or(TrafficForecast{});
    if (entry.days) {
        words.title = runsOutLead(pool, forecast);
        words.text = runsOutText(pool, forecast);
    } else {
        words.title = Words::tr("%1 traffic: %2 left", "traffic type, traffic")
                          .arg(isolated(format::proxyType(pool.type)),
                               format::traffic(pool.left.value_or(TrafficAmount())));
        words.text = daysLeftText(forecast);
        const QString pace = paceText(forecast, entry.boughtFrom);
        if (entry.perDay && !pace.isEmpty()) {
            words.text =
                Words::tr("%1. %2.", "18 to 23 days left, 9.8 GB a day").arg(words.text, pace);
        }
    }
    if (entry.proposed) {
        words.text += u' ' + proposalText(format::traffic(*entry.proposed), account);
    }
    words.action = Words::tr("Top up %1").arg(isolated(format::proxyType(pool.type)).toLower());
    words.blocked = account.isViewOnly() ? viewOnlyReason() : QString();
    return words;
}

AttentionText balanceAttentionText(const AttentionEntry &entry, const AccountSession &account)
{
    AttentionText words;
    const qint64 days = entry.days.value_or(0);
    words.title = days < 1 ? Words::tr("The balance lasts less than a day")
                           : Words::tr("The balance lasts about %1 days", nullptr, pluralOf(days))
                                 .arg(format::count(days));
    words.text =
        Words::tr("%1 left, %2 a day spent in the last 30 days.")
            .arg(moneyText(entry.balance.value_or(Money()), account),
                 moneyText(format::nearestCents(entry.spentPerDay.value_or(Money())), account));
    if (entry.proposedMoney) {
        words.text +=
            u' ' +
            proposalText(moneyText(format::nearestCents(*entry.proposedMoney), account), account);
    }
    words.action = Words::tr("Show the transactions");
    return words;
}

AttentionText subUserAttentionText(const AttentionEntry &entry, const AccountSession &account)
{
    AttentionText words;
    const TrafficAmount left = entry.left.value_or(TrafficAmount());
    if (left.units() <= 0) {
        words.title = Words::tr("%1 has no traffic left", "sub-user").arg(nameText(entry));
    } else if (entry.days) {
        words.title = Words::tr("%1 has traffic for %2", "sub-user, about 3 days")
                          .arg(nameText(entry), coveredDays(*entry.days));
    } else {
        words.title = Words::tr("%1 has %2 left", "sub-user, traffic")
                          .arg(nameText(entry), format::traffic(left));
    }
    words.text = entry.perDay ? Words::tr("%1 left, %2 a day.")
                                    .arg(format::traffic(left), format::trafficPace(*entry.perDay))
                              : Words::tr("Its use per day is not known.");
    if (entry.proposed) {
        words.text += u' ' + proposalText(format::traffic(*entry.proposed), account);
    }
    words.action = Words::tr("Give traffic…");
    words.blocked = account.isViewOnly() ? viewOnlyReason() : QString();
    return words;
}

// ---- the ledger, access and lists

AttentionText ledgerAttentionText(const AttentionEntry &entry, const AccountSession &account)
{
    AttentionText words;
    const QString id = entry.transaction.value_or(TransactionId()).text();
    const QString noticed = entry.at ? exactTime(*entry.at) : QString();
    words.action = Words::tr("Show the transaction");
    if (entry.count > 0) {
        const QString number = format::count(entry.count);
        words.title =
            (entry.isAtLeast ? Words::tr("At least %1 transactions were changed at the service",
                                         nullptr, pluralOf(entry.count))
                             : Words::tr("%1 transactions were changed at the service", nullptr,
                                         pluralOf(entry.count)))
                .arg(number);
        words.text = Words::tr("Noticed on %1. The earlier versions stay stored.").arg(noticed);
        words.action = Words::tr("Show all findings");
    } else if (entry.kind == AttentionKind::BalanceGap) {
        words.title = Words::tr("Gap in balance");
        words.text = breakText(entry.gap.value_or(LedgerBreak{}), account.summary().currency);
    } else if (entry.kind == AttentionKind::RemovedTransaction) {
        words.title = Words::tr("Transaction %1 was removed at the service").arg(id);
        words.text = Words::tr("Noticed on %1. It stays stored on this computer.").arg(noticed);
    } else {
        words.title = Words::tr("Transaction %1 was changed at the service").arg(id);
        words.text =
            noticed.isEmpty()
                ? Words::tr("The earlier version stays stored.")
                : Words::tr("Noticed on %1. The earlier version stays stored.").arg(noticed);
    }
    return words;
}

QString listName(Area area)
{
    switch (area) {
    case Area::Proxies:
        return Words::tr("The proxies could not be loaded");
    case Area::SubUsers:
        return Words::tr("The sub-users could not be loaded");
    case Area::Transactions:
        return Words::tr("The transactions could not be loaded");
    case Area::Account:
        break;
    }
    return Words::tr("Balance and traffic could not be loaded");
}

QString unreadableTitle(Area area, qint64 count)
{
    const QString number = format::count(count);
    switch (area) {
    case Area::Proxies:
        return Words::tr("%1 proxies could not be read", nullptr, pluralOf(count)).arg(number);
    case Area::SubUsers:
        return Words::tr("%1 sub-users could not be read", nullptr, pluralOf(count)).arg(number);
    default:
        return Words::tr("%1 transactions could not be read", nullptr, pluralOf(count)).arg(number);
    }
}

AttentionText listAttentionText(const AttentionEntry &entry, const AccountSession &account)
{
    AttentionText words;
    const Area area = entry.area.value_or(Area::Account);
    if (entry.kind == AttentionKind::UnreadableRows) {
        words.title = unreadableTitle(area, entry.count);
        words.text = Words::tr("The service sent rows in a form that Relaybook does not know.");
        words.action = Words::tr("Show the list");
        return words;
    }
    words.title = listName(area);
    const auto error = account.status(area).error;
    words.text = error ? errorSentences(*error) : QString();
    words.action = Words::tr("Try again");
    return words;
}

AttentionText accessAttentionText(const AttentionEntry &entry, const AccountSession &account)
{
    const AccessText access = accessText(account.tokenState(entry.token), entry.token);
    return {access.title, access.text, access.action, {}, access.tone};
}

AttentionText testAttentionText(const AttentionEntry &entry)
{
    AttentionText words;
    const QString when = entry.at ? exactTime(*entry.at) : QString();
    const QString why = testResultText(entry.outcome.value_or(ProxyTestOutcome::ClosedEarly));
    const bool ofProxies = entry.area == Area::Proxies;
    if (entry.count > 0) {
        const QString number = format::count(entry.count);
        words.title =
            (ofProxies
                 ? Words::tr("%1 proxies failed their last test", nullptr, pluralOf(entry.count))
                 : Words::tr("%1 sub-users failed their last test", nullptr, pluralOf(entry.count)))
                .arg(number);
        words.text = Words::tr("%1, the last one on %2.", "why, when").arg(why, when);
        words.action = ofProxies ? Words::tr("Show the proxies") : Words::tr("Show the sub-users");
        return words;
    }
    words.title = Words::tr("The last test of %1 failed").arg(nameText(entry));
    words.text = Words::tr("%1, on %2.", "why, when").arg(why, when);
    words.action = entry.proxy ? Words::tr("Show the proxy") : Words::tr("Show the sub-user");
    return words;
}

AttentionText wordsOf(const AttentionEntry &entry, AccountSession &account)
{
    switch (entry.kind) {
    case AttentionKind::DoubleCharge:
    case AttentionKind::EqualPurchases:
        return chargeText(entry, account);
    case AttentionKind::UnknownOrder:
    case AttentionKind::DifferingOrder:
    case AttentionKind::DecidedOrder:
        return orderAttentionText(entry, account);
    case AttentionKind::BalanceGap:
    case AttentionKind::RemovedTransaction:
    case AttentionKind::ChangedTransaction:
        return ledgerAttentionText(entry, account);
    case AttentionKind::SignIn:
        return accessAttentionText(entry, account);
    case AttentionKind::PoolRunsOut:
        return poolAttentionText(entry, account);
    case AttentionKind::BalanceRunsOut:
        return balanceAttentionText(entry, account);
    case AttentionKind::SubUserRunsOut:
        return subUserAttentionText(entry, account);
    case AttentionKind::UnreadableList:
    case AttentionKind::UnreadableRows:
        return listAttentionText(entry, account);
    case AttentionKind::FailedProxyTest:
        break;
    }
    return testAttentionText(entry);
}

} // namespace

AttentionText attentionText(const AttentionEntry &entry, AccountSession &account)
{
    AttentionText words = wordsOf(entry, account);
    words.tone = attentionTone(entry.level);
    return words;
}

Tone attentionTone(AttentionLevel level)
{
    switch (level) {
    case AttentionLevel::Act:
        return Tone::Bad;
    case AttentionLevel::Soon:
        return Tone::Warning;
    case AttentionLevel::Note:
        break;
    }
    return Tone::Accent;
}

QString moreAttentionText(AttentionKind kind, qint64 more)
{
    const QString number = format::count(more);
    return kind == AttentionKind::SubUserRunsOut
               ? Words::tr("and %1 more sub-users", nullptr, pluralOf(more)).arg(number)
               : Words::tr("and %1 more like this", nullptr, pluralOf(more)).arg(number);
}

QString attentionStateText(const AccountSession &account)
{
    const AttentionDesk &desk = account.attention();
    const bool isEmpty = desk.entries().empty();
    switch (desk.state()) {
    case AttentionDesk::State::Loading:
        return isEmpty ? Words::tr("Checking the account…")
                       : Words::tr("The account is still being checked.");
    case AttentionDesk::State::Incomplete:
        return isEmpty ? Words::tr("Nothing needs attention in the data that is loaded. Some data "
                                   "is missing.")
                       : Words::tr("Some data is not loaded, so there may be more.");
    case AttentionDesk::State::Complete:
        break;
    }
    return isEmpty ? Words::tr("Nothing needs attention") : QString();
}

QString attentionCountText(qint64 count)
{
    return Words::tr("%1 things need attention", nullptr, pluralOf(count))
        .arg(format::count(count));
}

} // namespace relaybook
