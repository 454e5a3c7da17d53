// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/attention/attention.h"

#include "models/account/ledgerfindings.h"

#include <QDateTime>

#include <algorithm>
#include <limits>
#include <tuple>

namespace relaybook {
namespace {

using Facts = AttentionFacts;
using Kind = AttentionKind;
using Level = AttentionLevel;

AttentionEntry entryOf(Kind kind, Level level, const QString &key)
{
    AttentionEntry entry;
    entry.kind = kind;
    entry.level = level;
    entry.key = key;
    return entry;
}

/// Whether less than the span has passed. A time ahead of the clock, which was set back, counts.
bool isWithin(const std::optional<Instant> &at, std::chrono::days span, Instant now)
{
    return at && *at > now - span;
}

class AttentionBuilder
{
public:
    explicit AttentionBuilder(const Facts &facts)
        : m_facts(facts)
    {
    }

    std::vector<AttentionEntry> build()
    {
        addCharges();
        addOrders();
        addLedger();
        addAccess();
        addPools();
        addBalance();
        addSubUsers();
        addTests();
        std::stable_sort(m_entries.begin(), m_entries.end(), isBefore);
        return std::move(m_entries);
    }

private:
    /// What ends first is first; the newest of the rest.
    static bool isBefore(const AttentionEntry &a, const AttentionEntry &b)
    {
        const auto rank = [](const AttentionEntry &each) {
            const qint64 days = each.days.value_or(std::numeric_limits<qint64>::max());
            const qint64 age = each.at ? -toMillis(*each.at) : 0;
            return std::tuple(each.level, each.kind, days, age);
        };
        return rank(a) < rank(b);
    }

    void add(AttentionEntry entry) { m_entries.push_back(std::move(entry)); }

    void addCharges()
    {
        for (const DoubleCharge &charge : m_facts.charges) {
            const bool isSure = charge.isOrderedHere();
            AttentionEntry entry = entryOf(isSure ? Kind::DoubleCharge : Kind::EqualPurchases,
                                           isSure ? Level::Act : Level::Soon, keyOf(charge));
            entry.at = charge.rows.back().at;
            entry.charge = charge;
            add(std::move(entry));
        }
    }

    void addOrders()
    {
        for (const Facts::OrderFact &order : m_facts.orders) {
            const QString key = QStringLiteral("order/%1/%2").arg(order.id);
            const auto put = [&](Kind kind, Level level, const char *name) {
                AttentionEntry entry = entryOf(kind, level, key.arg(QLatin1String(name)));
                entry.orderId = order.id;
                entry.at = order.endedAt;
                add(std::move(entry));
            };
            if (order.state == OrderState::Unknown) {
                put(Kind::UnknownOrder, Level::Act, "unknown");
            } else if (order.differences > 0 && order.state == OrderState::Completed &&
                       isWithin(order.endedAt, differingOrderSpan, m_facts.now)) {
                put(Kind::DifferingOrder, Level::Act, "differs");
            } else if (order.decidedBy == DecidedBy::Evidence &&
                       isWithin(order.endedAt, decidedOrderSpan, m_facts.now)) {
                put(Kind::DecidedOrder, Level::Note, "decided");
            }
        }
    }

    void addLedger()
    {
        for (const LedgerBreak &gap : m_facts.gaps) {
            AttentionEntry entry = entryOf(Kind::BalanceGap, Level::Act, findingKey(gap));
            entry.transaction = gap.later;
            entry.at = gap.laterAt;
            entry.gap = gap;
            add(std::move(entry));
        }
        for (const VanishedRow &row : m_facts.removed) {
            AttentionEntry entry = entryOf(Kind::RemovedTransaction, Level::Act,
                                           removedKey(row.row.id, row.noticedAt));
            entry.transaction = row.row.id;
            entry.at = row.noticedAt;
            add(std::move(entry));
        }
        for (const ChangedRow &row : m_facts.changed) {
            AttentionEntry entry =
                entryOf(Kind::ChangedTransaction, Level::Soon, changedKey(row.id, row.earlier));
            entry.transaction = row.id;
            if (!row.earlier.empty()) {
                entry.at = row.earlier.back().replacedAt;
            }
            add(std::move(entry));
        }
    }

    void addAccess()
    {
        for (const TokenKind token : m_facts.unusableTokens) {
            AttentionEntry entry =
                entryOf(Kind::SignIn, Level::Act,
                        QStringLiteral("sign-in/%1").arg(static_cast<int>(token)));
            entry.token = token;
            add(std::move(entry));
        }
        for (const Facts::ListFact &list : m_facts.lists) {
            const QString area = QString::number(static_cast<int>(list.area));
            if (list.hasFailed) {
                AttentionEntry entry =
                    entryOf(Kind::UnreadableList, Level::Soon, QStringLiteral("list/") + area);
                entry.area = list.area;
                add(std::move(entry));
            }
            if (list.unreadable > 0) {
                AttentionEntry entry =
                    entryOf(Kind::UnreadableRows, Level::Soon,
                            QStringLiteral("rows/%1/%2").arg(area).arg(list.unreadable));
                entry.area = list.area;
                entry.count = list.unreadable;
                add(std::move(entry));
            }
        }
    }

    void addPools()
    {
        const auto count = std::min(m_facts.pools.size(), m_facts.forecasts.size());
        for (std::size_t i = 0; i < count; ++i) {
            const TrafficPool &pool = m_facts.pools.at(i);
            const auto &forecast = m_facts.forecasts.at(i);
            if (forecast && pool.left) {
                addPool(pool, *forecast);
            }
        }
    }

    void addPool(const TrafficPool &pool, const TrafficForecast &forecast)
    {
        const bool isUsed =
            forecast.state != TrafficForecast::Unused && forecast.state != TrafficForecast::Empty;
        const bool isLittle = isUsed && m_facts.limits.left && *pool.left <= *m_facts.limits.left;
        if (!forecast.runsOutWithin(m_facts.limits.days) && !isLittle) {
            return;
        }
        const bool isEmpty = forecast.state == TrafficForecast::UsedUp;
        AttentionEntry entry = entryOf(Kind::PoolRunsOut, isEmpty ? Level::Act : Level::Soon,
                                       QStringLiteral("pool/") + pool.type +
                                           (isEmpty ? QStringLiteral("/empty") : QString()));
        entry.name = pool.type;
        entry.pool = pool;
        entry.forecast = forecast;
        entry.left = pool.left;
        // With AtLeast, the use is that of all types.
        if (isEmpty || forecast.state == TrafficForecast::Lasts) {
            entry.perDay = forecast.perDay;
            entry.days = isEmpty ? 0 : forecast.likelyDays;
            entry.proposed =
                amountForDays(*pool.left, forecast.perDay, m_facts.limits.proposedDays);
        }
        add(std::move(entry));
    }

    void addBalance()
    {
        const auto &perDay = m_facts.spentPerDay;
        if (!m_facts.balance || !perDay || perDay->units() <= 0) {
            return;
        }
        const qint64 days = std::max<qint64>(0, m_facts.balance->units() / perDay->units());
        if (days >= m_facts.limits.days) {
            return;
        }
        AttentionEntry entry =
            entryOf(Kind::BalanceRunsOut, Level::Soon, QStringLiteral("balance"));
        entry.balance = m_facts.balance;
        entry.spentPerDay = perDay;
        entry.days = days;
        const double wanted =
            static_cast<double>(perDay->units()) * static_cast<double>(m_facts.limits.proposedDays);
        if (wanted < static_cast<double>(std::numeric_limits<qint64>::max()) / 2) {
            const Money whole =
                Money::fromUnits(perDay->units() * qint64{m_facts.limits.proposedDays});
            entry.proposedMoney = whole.minus(*m_facts.balance);
        }
        add(std::move(entry));
    }

    void addSubUsers()
    {
        for (const SubUserPace::Low &low : m_facts.lowSubUsers) {
            const bool isEmpty = low.left.units() <= 0;
            AttentionEntry entry = entryOf(Kind::SubUserRunsOut, Level::Soon,
                                           QStringLiteral("sub-user/") + low.id.text() +
                                               (isEmpty ? QStringLiteral("/empty") : QString()));
            entry.subUser = low.id;
            entry.name = low.name;
            entry.left = low.left;
            entry.perDay = low.perDay;
            entry.days = low.days;
            entry.proposed = amountForDays(low.left, low.perDay, m_facts.limits.proposedDays);
            add(std::move(entry));
        }
    }

    void addTests()
    {
        for (const Facts::TestFact &test : m_facts.failedTests) {
            AttentionEntry entry = entryOf(
                Kind::FailedProxyTest, Level::Note,
                QStringLiteral("test/%1/%2").arg(keyOf(test.tested)).arg(toMillis(test.at)));
            entry.name = test.name;
            entry.at = test.at;
            if (const auto *proxy = std::get_if<ProxyId>(&test.tested)) {
                entry.proxy = *proxy;
            } else {
                entry.subUser = std::get<SubUserId>(test.tested);
            }
            add(std::move(entry));
        }
    }

    const Facts &m_facts;
    std::vector<AttentionEntry> m_entries;
};

} // namespace

std::vector<AttentionEntry> attentionOf(const AttentionFacts &facts)
{
    return AttentionBuilder(facts).build();
}

bool isHidden(const AttentionEntry &entry, const QHash<QString, HiddenEntry> &hidden, Instant now)
{
    const auto found = hidden.constFind(entry.key);
    return found != hidden.cend() && found->isHiddenAt(now);
}

Instant tomorrow(Instant now)
{
    using namespace std::chrono_literals;
    const QDate today = QDateTime::fromMSecsSinceEpoch(toMillis(now)).date();
    const QDateTime next = today.addDays(1).startOfDay();
    const Instant earliest = now + 4h;
    return next.isValid() ? std::max(earliest, fromMillis(next.toMSecsSinceEpoch())) : now + 24h;
}

std::optional<TrafficAmount> amountForDays(TrafficAmount left,
                                           const std::optional<TrafficAmount> &perDay, int days)
{
    if (!perDay || perDay->units() <= 0 || days <= 0) {
        return std::nullopt;
    }
    constexpr qint64 gigabyte = TrafficAmount::unitsPerGb;
    constexpr qint64 most = std::numeric_limits<qint64>::max() / 4;
    if (perDay->units() > most / days || left.units() < -most) {
        return std::nullopt;
    }
    const qint64 missing = perDay->units() * days - left.units();
    if (missing <= 0) {
        return std::nullopt;
    }
    return TrafficAmount::fromUnits((missing + gigabyte - 1) / gigabyte * gigabyte);
}

std::vector<AttentionGroup> groupedAttention(const std::vector<AttentionEntry> &entries,
                                             std::size_t most)
{
    std::vector<AttentionGroup> groups;
    std::optional<AttentionKind> kind;
    for (const AttentionEntry &entry : entries) {
        if (entry.kind != kind) {
            kind = entry.kind;
            groups.emplace_back();
        }
        AttentionGroup &group = groups.back();
        if (group.shown.size() < most) {
            group.shown.push_back(entry);
        } else {
            ++group.more;
        }
    }
    return groups;
}

} // namespace relaybook
