// SPDX-License-Identifier: GPL-3.0-or-later
// Values of the account: profile, balances, tokens, purchase receipt, analytics (contract sections
// 3 and 4).

#pragma once

#include "api/types/ids.h"
#include "api/types/instant.h"
#include "api/types/money.h"
#include "api/types/pricelist.h"
#include "api/types/secret.h"
#include "api/types/trafficamount.h"

#include <QByteArray>

#include <optional>
#include <vector>

namespace relaybook {

struct Account
{
    QString id;
    QString name;
    QString email;
    std::optional<Money> balance;
    /// The balance as sent, shortened, if it is not an amount or too large for Money.
    QString oddBalance;
    QString currency;
    std::optional<bool> resellerEnabled;
    std::optional<Instant> createdAt;
    QByteArray raw;
    friend bool operator==(const Account &, const Account &) = default;
};

struct Balance
{
    std::optional<Money> amount;
    QString currency;
    /// As sent, shortened, if there is no `amount` because it is too large for Money.
    QString digits = {};
    friend bool operator==(const Balance &, const Balance &) = default;
};

/// One traffic type of GET /reseller/balance. Its name is the part of a member name before
/// _pricing_tiers or _price_per_gb, or between reseller_ and _gb.
struct TrafficPool
{
    QString type; ///< "residential_premium": sent back unchanged when traffic is bought
    std::optional<TrafficAmount> left;
    PriceList prices;
    friend bool operator==(const TrafficPool &, const TrafficPool &) = default;
};

struct ResellerBalance
{
    /// traffic_balance_gb, which is not the sum of the pools.
    std::optional<TrafficAmount> trafficBalance;
    std::vector<TrafficPool> pools; ///< in the order of the response
    QByteArray raw;
    friend bool operator==(const ResellerBalance &, const ResellerBalance &) = default;
};

struct PersonalToken
{
    Secret token;
    std::optional<TokenId> id; ///< needed to revoke it; only if the service returns it
    std::optional<Account> account;
    friend bool operator==(const PersonalToken &, const PersonalToken &) = default;
};

struct ResellerToken
{
    Secret token;
    std::optional<Instant> expiresAt;
    friend bool operator==(const ResellerToken &, const ResellerToken &) = default;
};

/// The response to POST /reseller/topup-traffic. Every figure is required; otherwise the outcome is
/// unknown.
struct TopUpReceipt
{
    QString proxyType;
    TrafficAmount trafficBalance;
    TrafficAmount amountAdded;
    Money cost;
    QByteArray raw;
    friend bool operator==(const TopUpReceipt &, const TopUpReceipt &) = default;
};

/// A row of GET /v1/account/categories.
struct Category
{
    QString slug;
    QString name;
    PriceList prices;
    friend bool operator==(const Category &, const Category &) = default;
};

/// GET /reseller/analytics: totals, the daily chart and the sub-users; the rest stays in raw.
struct Analytics
{
    struct Day
    {
        QString date; ///< yyyy-MM-dd, as received
        TrafficAmount total;
        friend bool operator==(const Day &, const Day &) = default;
    };
    std::optional<TrafficAmount> totalToppedUp;
    std::optional<TrafficAmount> totalUsed;
    std::optional<TrafficAmount> totalBalance;
    std::optional<qint64> subUsers;
    /// A row of `sub_users`. Its `login` is the user name of the sub-user.
    struct Figures
    {
        SubUserId id;
        QString username;
        std::optional<TrafficAmount> left;
        std::optional<TrafficAmount> used;
        std::optional<TrafficAmount> given; ///< all that was ever added
        friend bool operator==(const Figures &, const Figures &) = default;
    };
    std::vector<Figures> figures; ///< without rows that have no id
    std::vector<Day> days;        ///< without days that have no date or no figure
    QByteArray raw;
    friend bool operator==(const Analytics &, const Analytics &) = default;
};

} // namespace relaybook
