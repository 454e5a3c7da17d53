// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/attention/attention.h"

#include "api/types/wholedays.h"
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

/// The beginning of the keys of many entries that are one; a time follows it. Empty for others.
QString manyKeyOf(const AttentionEntry &entry)
{
    if (entry.kind == Kind::FailedProxyTest && entry.area && entry.outcome) {
        return QStringLiteral("tests/%1/%2/")
            .arg(static_cast<int>(*entry.area))
            .arg(static_cast<int>(*entry.outcome));
    }
    return {};
}

/// What runs out, or is a warning outside of the window, is only hidden by itself.
bool mayBeHiddenByKind(const AttentionEntry &entry)
{
    const bool isOver = (entry.left && entry.left->units() <= 0) || (entry.days && *entry.days < 1);
    return entry.level != Level::Act && !isOver;
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
        addChanged();
    }

    /// Many that changed at one time are one matter.
    void addChanged()
    {
        const auto timeOf = [](const ChangedRow &row) {
            return row.earlier.empty() ? Instant{} : row.earlier.back().replacedAt;
        };
        // Pages of the ledger are stored one after the other.
        constexpr std::chrono::minutes together{10};
        std::vector<const ChangedRow *> rows;
        for (const ChangedRow &row : m_facts.changed) {
            rows.push_back(&row);
        }
        std::stable_sort(rows.begin(), rows.end(),
                         [&](const auto *a, const auto *b) { return timeOf(*a) < timeOf(*b); });
        for (auto begin = rows.begin(); begin != rows.end();) {
            const auto end =
                std::adjacent_find(begin, rows.end(), [&](const auto *a, const auto *b) {
                    return timeOf(*b) - timeOf(*a) > together;
                });
            const auto next = end == rows.end() ? end : end + 1;
            addChangedTogether({begin, next}, timeOf(**begin));
            begin = next;
        }
    }

    void addChangedTogether(const std::vector<const ChangedRow *> &rows, Instant first)
    {
        const auto count = static_cast<qint64>(rows.size());
        if (count > mostSingle) {
            AttentionEntry entry = entryOf(Kind::ChangedTransaction, Level::Soon,
                                           QStringLiteral("changed-many/%1").arg(toMillis(first)));
            entry.at = first;
            entry.count = count;
            entry.isAtLeast = !m_facts.areAllChanged;
            add(std::move(entry));
            return;
        }
        for (const ChangedRow *each : rows) {
            const ChangedRow &row = *each;
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
        const bool isLikely = forecast.runsOutWithin(m_facts.limits.days);
        if (!isLikely && !forecast.mayRunOutWithin(m_facts.limits.days) && !isLittle) {
            return;
        }
        const bool isEmpty = forecast.state == TrafficForecast::UsedUp;
        AttentionEntry entry = entryOf(Kind::PoolRunsOut, isEmpty ? Level::Act : Level::Soon,
                                       QStringLiteral("pool/") + pool.type +
                                           (isEmpty ? QStringLiteral("/empty") : QString()));
        entry.name = pool.type;
        entry.pool = pool;
        entry.forecast = forecast;
        entry.boughtFrom = m_facts.boughtFrom;
        entry.left = pool.left;
        // With AtLeast, the use is that of all types.
        if (isEmpty || forecast.state == TrafficForecast::Lasts) {
            entry.perDay = forecast.perDay;
            if (isLikely || isLittle) { // else the range only begins within these days
                entry.days = isEmpty ? 0 : forecast.likelyDays;
            }
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
        if (daysLasting(*m_facts.balance, *perDay) > m_facts.limits.days) {
            return;
        }
        AttentionEntry entry =
            entryOf(Kind::BalanceRunsOut, Level::Soon, QStringLiteral("balance"));
        entry.balance = m_facts.balance;
        entry.spentPerDay = perDay;
        entry.days = daysLasting(*m_facts.balance, *perDay);
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

    /// Many that failed for one reason are one matter.
    void addTests()
    {
        for (const Facts::TestFact &tests : m_facts.failedTests) {
            if (tests.count > mostSingle) {
                AttentionEntry entry = testEntry(tests, tests.newest.front());
                entry.key = manyKeyOf(entry) + QString::number(toMillis(*entry.at));
                entry.count = tests.count;
                add(std::move(entry));
                continue;
            }
            for (const Facts::TestFact::One &test : tests.newest) {
                AttentionEntry entry = testEntry(tests, test);
                entry.name = test.name;
                if (const auto *proxy = std::get_if<ProxyId>(&test.tested)) {
                    entry.proxy = *proxy;
                } else {
                    entry.subUser = std::get<SubUserId>(test.tested);
                }
                add(std::move(entry));
            }
        }
    }

    static AttentionEntry testEntry(const Facts::TestFact &tests, const Facts::TestFact::One &test)
    {
        AttentionEntry entry =
            entryOf(Kind::FailedProxyTest, Level::Note,
                    QStringLiteral("test/%1/%2").arg(keyOf(test.tested)).arg(toMillis(test.at)));
        entry.at = test.at;
        entry.area = tests.area;
        entry.outcome = tests.outcome;
        return entry;
    }

    /// More of a kind that happened together are one entry.
    static constexpr qint64 mostSingle = 3;

    const Facts &m_facts;
    std::vector<AttentionEntry> m_entries;
};

} // namespace

std::vector<AttentionEntry> attentionOf(const AttentionFacts &facts)
{
    return AttentionBuilder(facts).build();
}

QString hidingKeyOf(AttentionKind kind)
{
    switch (kind) {
    case Kind::EqualPurchases:
        return QStringLiteral("kind/equal-purchases");
    case Kind::PoolRunsOut:
        return QStringLiteral("kind/pools");
    case Kind::BalanceRunsOut:
        return QStringLiteral("kind/balance");
    case Kind::SubUserRunsOut:
        return QStringLiteral("kind/sub-users");
    case Kind::UnreadableList:
        return QStringLiteral("kind/lists");
    case Kind::UnreadableRows:
        return QStringLiteral("kind/rows");
    case Kind::ChangedTransaction:
        return QStringLiteral("kind/changed");
    case Kind::FailedProxyTest:
        return QStringLiteral("kind/tests");
    case Kind::DecidedOrder:
        return QStringLiteral("kind/decided");
    case Kind::DoubleCharge:
    case Kind::UnknownOrder:
    case Kind::DifferingOrder:
    case Kind::BalanceGap:
    case Kind::RemovedTransaction:
    case Kind::SignIn:
        break;
    }
    return {};
}

bool isHidden(const AttentionEntry &entry, const QHash<QString, HiddenEntry> &hidden, Instant now)
{
    const auto hides = [&](const QString &key) {
        const auto found = hidden.constFind(key);
        return found != hidden.cend() && found->isHiddenAt(now);
    };
    if (hides(entry.key) || (mayBeHiddenByKind(entry) && hides(hidingKeyOf(entry.kind)))) {
        return true;
    }
    // Fewer tests of those that were hidden together are nothing new.
    const QString many = manyKeyOf(entry);
    if (many.isEmpty() || !entry.at) {
        return false;
    }
    return std::any_of(hidden.keyBegin(), hidden.keyEnd(), [&](const QString &key) {
        return key.startsWith(many) && key.mid(many.size()).toLongLong() >= toMillis(*entry.at) &&
               hides(key);
    });
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
