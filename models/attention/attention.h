// SPDX-License-Identifier: GPL-3.0-or-later
// The list "Needs attention" of an account: what the user should look at, the most important first.
// Pure functions from facts to entries; the texts for users are in ui/attention/attentiontext.h.

#pragma once

#include "api/http/request.h"
#include "models/account/forecast.h"
#include "models/accountvalues.h"
#include "models/attention/doublecharge.h"
#include "models/orders/order.h"
#include "models/proxytests/proxytestrecord.h"
#include "models/store/keepfile.h"
#include "models/store/ledgercheckresult.h"
#include "models/store/subuserpace.h"

#include <QHash>
#include <QMetaType>
#include <QSet>
#include <QString>

#include <optional>
#include <vector>

namespace relaybook {

/// The user's settings for the list.
struct AttentionLimits
{
    int days = TrafficForecast::soon;  ///< what lasts so long or less, rounded, is an entry
    std::optional<TrafficAmount> left; ///< so is traffic of this amount or less, if it is used
    int proposedDays = 30;             ///< for so many days a proposed amount lasts
    friend bool operator==(const AttentionLimits &, const AttentionLimits &) = default;
};

/// What an entry is about. Entries of one level are in this order.
enum class AttentionKind {
    DoubleCharge,       ///< more debits than orders here
    UnknownOrder,       ///< an order whose result is unknown
    DifferingOrder,     ///< what was charged or delivered differs from what was shown
    BalanceGap,         ///< two transactions whose balances don't connect
    RemovedTransaction, ///< at the service
    SignIn,             ///< a token cannot be used
    PoolRunsOut,        ///< traffic of the reseller
    BalanceRunsOut,
    EqualPurchases, ///< equal debits, and nothing like them was ordered here
    SubUserRunsOut,
    UnreadableList,     ///< a list could not be loaded
    UnreadableRows,     ///< rows of a list that could not be read
    ChangedTransaction, ///< one, or many that changed at one time, at the service
    FailedProxyTest,    ///< of one row, or of many for one reason
    DecidedOrder,       ///< the result of an order was unknown, and evidence decided it
};

enum class AttentionLevel {
    Act,  ///< money or access may be lost
    Soon, ///< becomes a problem if nothing is done
    Note, ///< worth knowing
};

struct AttentionEntry
{
    AttentionKind kind = AttentionKind::PoolRunsOut;
    AttentionLevel level = AttentionLevel::Soon;
    /// Identifies the entry for hiding it. The same matter has the same key; a new one, such as
    /// another failed test, has a new key.
    QString key;
    QString name;    ///< the traffic type, the sub-user, or what was tested
    QString orderId; ///< of one order
    TokenKind token = TokenKind::None;
    std::optional<Area> area;
    std::optional<SubUserId> subUser;
    std::optional<ProxyId> proxy;
    std::optional<TransactionId> transaction;
    std::optional<TrafficPool> pool;
    std::optional<TrafficForecast> forecast;
    LedgerExtent boughtFrom; ///< the transactions whose purchases are in `forecast`
    std::optional<TrafficAmount> left;
    std::optional<TrafficAmount> perDay;
    std::optional<TrafficAmount> proposed; ///< lasts AttentionLimits::proposedDays
    std::optional<qint64> days;            ///< whole days that it lasts
    std::optional<Money> balance;
    std::optional<Money> spentPerDay;
    std::optional<Money> proposedMoney;
    std::optional<LedgerBreak> gap;
    std::optional<DoubleCharge> charge;
    std::optional<Instant> at;
    std::optional<ProxyTestOutcome> outcome; ///< of a test
    qint64 count = 0;                        ///< unreadable rows, changed transactions or tests
    bool isAtLeast = false;                  ///< there may be more than `count`
    friend bool operator==(const AttentionEntry &, const AttentionEntry &) = default;
};

/// What is known about an account. What is not loaded is left out.
struct AttentionFacts
{
    Instant now{};
    AttentionLimits limits;
    std::vector<TrafficPool> pools;
    std::vector<std::optional<TrafficForecast>> forecasts; ///< as `pools`
    LedgerExtent boughtFrom; ///< the transactions whose purchases are in `forecasts`
    std::optional<Money> balance;
    std::optional<Money> spentPerDay; ///< the average of the last days
    std::vector<SubUserPace::Low> lowSubUsers;
    /// An order that may be an entry.
    struct OrderFact
    {
        QString id;
        OrderState state = OrderState::Completed;
        DecidedBy decidedBy = DecidedBy::Nobody;
        std::optional<Instant> endedAt;
        int differences = 0;
        friend bool operator==(const OrderFact &, const OrderFact &) = default;
    };
    std::vector<OrderFact> orders;
    std::vector<DoubleCharge> charges;
    std::vector<LedgerBreak> gaps;
    std::vector<VanishedRow> removed;
    std::vector<ChangedRow> changed;
    bool areAllChanged = true; ///< whether `changed` has all of them
    std::vector<TokenKind> unusableTokens;
    struct ListFact
    {
        Area area = Area::Account;
        bool hasFailed = false;
        qint64 unreadable = 0;
        friend bool operator==(const ListFact &, const ListFact &) = default;
    };
    std::vector<ListFact> lists;
    /// Tests that failed for one reason.
    struct TestFact
    {
        ProxyTestOutcome outcome = ProxyTestOutcome::Refused;
        Area area = Area::Proxies; ///< of the rows that were tested
        qint64 count = 0;
        struct One
        {
            TestedProxy tested;
            QString name; ///< as people see it
            Instant at{};
        };
        std::vector<One> newest; ///< newest first; all of them if there are few
    };
    std::vector<TestFact> failedTests;
};

/// Differing and decided orders are entries for so long after their end.
inline constexpr std::chrono::days differingOrderSpan{30};
inline constexpr std::chrono::days decidedOrderSpan{3};
/// Failed tests are entries for so long.
inline constexpr std::chrono::days failedTestSpan{7};

/// All entries, the most important first.
[[nodiscard]] std::vector<AttentionEntry> attentionOf(const AttentionFacts &facts);

/// Identifies a kind for hiding all of its entries; empty for those about money that may be lost,
/// and about access, which are hidden one by one.
[[nodiscard]] QString hidingKeyOf(AttentionKind kind);

/// Whether the user hid the entry, or its kind, and it is not time to show it again. A hidden kind
/// does not hide what has run out.
[[nodiscard]] bool isHidden(const AttentionEntry &entry, const QHash<QString, HiddenEntry> &hidden,
                            Instant now);

/// Until when "Remind me tomorrow" hides an entry: the beginning of the next day of the local
/// calendar, but at least four hours.
[[nodiscard]] Instant tomorrow(Instant now);

/// The whole gigabytes, at least one, that have to be added to `left` to last for `days`; nothing
/// if nothing is used, or it is enough already.
[[nodiscard]] std::optional<TrafficAmount>
amountForDays(TrafficAmount left, const std::optional<TrafficAmount> &perDay, int days);

/// Entries of one kind that follow each other: the first ones, and how many more there are.
struct AttentionGroup
{
    std::vector<AttentionEntry> shown;
    qint64 more = 0;
    friend bool operator==(const AttentionGroup &, const AttentionGroup &) = default;
};
/// `most`: of each kind.
[[nodiscard]] std::vector<AttentionGroup>
groupedAttention(const std::vector<AttentionEntry> &entries, std::size_t most = 20);

} // namespace relaybook
