// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/ledgercheckresult.h"

#include "models/store/chaingaps.h"
#include "models/store/ledgerscan.h"
#include "models/store/unreadablegaps.h"
#include "models/store/wide.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace relaybook {
namespace {

constexpr const char *checkedColumns = "id, created_ms, amount, balance_before, balance_after";

LedgerBreak breakOf(LedgerBreak::Kind kind, const ChainRow &earlier, const ChainRow &later,
                    qint64 expected, qint64 found)
{
    const Money wanted = Money::fromUnits(expected);
    const Money there = Money::fromUnits(found);
    return {kind,
            TransactionId(earlier.id),
            TransactionId(later.id),
            fromMillis(earlier.createdMs),
            fromMillis(later.createdMs),
            wanted,
            there,
            there.minus(wanted)};
}

/// Checks each row alone.
class RowCheck
{
public:
    explicit RowCheck(LedgerCheckResult &verdict)
        : m_verdict(verdict)
    {
    }
    void check(const ChainRow &row)
    {
        if (++m_verdict.count == 1) {
            m_verdict.oldest = fromMillis(row.createdMs);
        }
        m_newestMs = row.createdMs;
        m_verdict.tooLarge += row.isTooLarge || row.hasTooLargeAmount ? 1 : 0;
        if (row.isTooLarge) {
            return;
        }
        const Wide change = Wide(row.after) - row.before;
        const Wide size = change < 0 ? -change : change;
        const Wide amount = row.amount < 0 ? -Wide(row.amount) : Wide(row.amount);
        if (size == amount || row.hasTooLargeAmount) {
            return;
        }
        ++m_verdict.breakCount;
        if (m_verdict.breaks.size() < LedgerCheckResult::mostBreaks) {
            // Larger values do not fit into Money and cannot be shown.
            const bool shown = size <= Wide(INT64_MAX) && amount <= Wide(INT64_MAX);
            m_verdict.breaks.push_back(breakOf(LedgerBreak::Row, row, row,
                                               shown ? static_cast<qint64>(size) : 0,
                                               shown ? static_cast<qint64>(amount) : row.amount));
        }
    }
    [[nodiscard]] qint64 newestMs() const { return m_newestMs; }

private:
    LedgerCheckResult &m_verdict;
    qint64 m_newestMs = 0;
};

/// All rows in the order of their ids.
struct ChainById
{
    ChainRow last;
    qint64 turns = 0; ///< places where a row follows one with a later time
};

/// Nothing unless they form one chain.
std::optional<ChainById> chainById(Connection &connection)
{
    LedgerScan rows(connection, {}, checkedColumns, "id");
    std::optional<ChainRow> last;
    qint64 turns = 0;
    while (rows.next()) {
        const ChainRow row = chainRowOf(rows);
        const bool isKnown = last && !last->isTooLarge && !row.isTooLarge;
        if (isKnown && last->after != row.before) {
            return std::nullopt;
        }
        turns += last && row.createdMs < last->createdMs ? 1 : 0;
        last = row;
    }
    return last ? std::optional(ChainById{*last, turns}) : std::nullopt;
}

/// Adds what is wrong between rows, so that the breaks are in the order of time.
void addGaps(LedgerCheckResult &verdict, const ChainGaps &chain, qint64 newestMs, Instant now)
{
    const auto isRecent = [newestMs, now](const ChainRow &row) {
        return isNear(row.createdMs, newestMs) && fromMillis(row.createdMs) + chainSpan > now;
    };
    auto &breaks = verdict.breaks;
    for (const ChainGap &gap : chain.gaps()) {
        breaks.push_back(breakOf(LedgerBreak::Pair, gap.earlier, gap.later, gap.earlier.after,
                                 gap.later.before));
        breaks.back().isRecent = isRecent(gap.earlier) || isRecent(gap.later);
        verdict.unclearCount += breaks.back().isRecent ? 1 : 0;
    }
    for (const ChainRing &ring : chain.rings()) {
        breaks.push_back(
            breakOf(LedgerBreak::Ring, ring.first, ring.last, ring.around, ring.first.before));
        ++verdict.unclearCount;
    }
    verdict.breakCount += static_cast<qint64>(chain.gaps().size() + chain.rings().size());
    const auto isEarlier = [](const LedgerBreak &one, const LedgerBreak &other) {
        return one.laterAt < other.laterAt;
    };
    std::stable_sort(breaks.begin(), breaks.end(), isEarlier);
    if (breaks.size() > LedgerCheckResult::mostBreaks) {
        std::stable_partition(breaks.begin(), breaks.end(),
                              [](const LedgerBreak &each) { return each.isProven(); });
        breaks.erase(breaks.begin() + LedgerCheckResult::mostBreaks, breaks.end());
        std::stable_sort(breaks.begin(), breaks.end(), isEarlier);
    }
}

} // namespace

QByteArray checkResultBytes(const LedgerCheckResult &verdict)
{
    QJsonArray breaks;
    for (const LedgerBreak &each : verdict.breaks) {
        breaks.append(QJsonArray{
            static_cast<int>(each.kind), each.earlier.value(), each.later.value(),
            qint64{toMillis(each.earlierAt)}, qint64{toMillis(each.laterAt)},
            qint64{each.expected.units()}, qint64{each.found.units()}, each.readAgain ? 1 : 0,
            each.unreadable.count, each.unreadable.id ? each.unreadable.id->value() : 0,
            each.isRecent ? 1 : 0});
    }
    const auto time = [](const std::optional<Instant> &at) {
        return at ? QJsonValue(qint64{toMillis(*at)}) : QJsonValue();
    };
    const QJsonObject object{{QStringLiteral("state"), static_cast<int>(verdict.state)},
                             {QStringLiteral("count"), verdict.count},
                             {QStringLiteral("oldest"), time(verdict.oldest)},
                             {QStringLiteral("newest"), time(verdict.newest)},
                             {QStringLiteral("breaks"), breaks},
                             {QStringLiteral("breakCount"), verdict.breakCount},
                             {QStringLiteral("unclearCount"), verdict.unclearCount},
                             {QStringLiteral("outOfOrder"), verdict.outOfOrder},
                             {QStringLiteral("rewritten"), verdict.rewritten},
                             {QStringLiteral("vanished"), verdict.vanished},
                             {QStringLiteral("unreadable"), verdict.unreadable},
                             {QStringLiteral("spoiled"), verdict.spoiled},
                             {QStringLiteral("missing"), verdict.missing},
                             {QStringLiteral("tooLarge"), verdict.tooLarge},
                             {QStringLiteral("balanceCompared"), verdict.balanceCompared},
                             {QStringLiteral("balanceOpen"), verdict.balanceOpen},
                             {QStringLiteral("balanceNotTold"), verdict.balanceNotReported},
                             {QStringLiteral("checkedAt"), qint64{toMillis(verdict.checkedAt)}}};
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

LedgerCheckResult checkResultFrom(const QByteArray &bytes)
{
    const QJsonObject object = QJsonDocument::fromJson(bytes).object();
    const auto number = [&object](const QString &name) { return object.value(name).toInteger(); };
    const auto time = [&object](const QString &name) {
        const QJsonValue value = object.value(name);
        return value.isDouble() ? std::optional(fromMillis(value.toInteger())) : std::nullopt;
    };
    LedgerCheckResult verdict;
    const qint64 state = number(QStringLiteral("state"));
    if (state == LedgerCheckResult::Incomplete || state == LedgerCheckResult::Consistent ||
        state == LedgerCheckResult::Broken || state == LedgerCheckResult::Unclear) {
        verdict.state = static_cast<LedgerCheckResult::State>(state);
    }
    verdict.count = number(QStringLiteral("count"));
    verdict.oldest = time(QStringLiteral("oldest"));
    verdict.newest = time(QStringLiteral("newest"));
    for (const QJsonValue &each : object.value(QStringLiteral("breaks")).toArray()) {
        const QJsonArray parts = each.toArray();
        const auto part = [&parts](int index) { return parts.at(index).toInteger(); };
        const Money expected = Money::fromUnits(part(5));
        const Money found = Money::fromUnits(part(6));
        verdict.breaks.push_back(
            {static_cast<LedgerBreak::Kind>(part(0)),
             TransactionId(part(1)),
             TransactionId(part(2)),
             fromMillis(part(3)),
             fromMillis(part(4)),
             expected,
             found,
             found.minus(expected),
             part(7) != 0,
             part(10) != 0,
             {part(8), part(9) > 0 ? std::optional(TransactionId(part(9))) : std::nullopt}});
    }
    verdict.breakCount = number(QStringLiteral("breakCount"));
    verdict.unclearCount = number(QStringLiteral("unclearCount"));
    verdict.outOfOrder = number(QStringLiteral("outOfOrder"));
    verdict.rewritten = number(QStringLiteral("rewritten"));
    verdict.vanished = number(QStringLiteral("vanished"));
    verdict.unreadable = number(QStringLiteral("unreadable"));
    verdict.spoiled = number(QStringLiteral("spoiled"));
    verdict.missing = number(QStringLiteral("missing"));
    verdict.tooLarge = number(QStringLiteral("tooLarge"));
    verdict.balanceCompared = object.value(QStringLiteral("balanceCompared")).toBool();
    verdict.balanceOpen = object.value(QStringLiteral("balanceOpen")).toBool();
    verdict.balanceNotReported = object.value(QStringLiteral("balanceNotTold")).toBool();
    verdict.checkedAt = fromMillis(number(QStringLiteral("checkedAt")));
    return verdict;
}

ChainScan scanChain(Connection &connection, Instant now)
{
    ChainScan scan;
    RowCheck rows(scan.verdict);
    const ChainGaps chain(
        [&connection](BalanceChain &all) {
            LedgerScan stored(connection, {}, checkedColumns, "created_ms, id");
            while (stored.next()) {
                all.add(chainRowOf(stored));
            }
        },
        [&rows](const ChainRow &row, size_t) { rows.check(row); });
    if (scan.verdict.count > 0) {
        scan.verdict.newest = fromMillis(rows.newestMs());
    }
    std::optional<ChainRow> end = chain.end().isClear ? chain.end().row : std::nullopt;
    scan.verdict.outOfOrder = chain.turns();
    if (!chain.gaps().empty() || !chain.rings().empty() || !chain.end().isClear) {
        if (const auto byId = chainById(connection)) {
            end = byId->last.isTooLarge ? std::nullopt : std::optional(byId->last);
            scan.verdict.outOfOrder = byId->turns;
        } else {
            addGaps(scan.verdict, chain, rows.newestMs(), now);
        }
    }
    if (end) {
        scan.lastId = TransactionId(end->id);
        scan.lastAt = fromMillis(end->createdMs);
        scan.lastAfter = Money::fromUnits(end->after);
    }
    findUnreadableInGaps(connection, scan);
    return scan;
}

} // namespace relaybook
