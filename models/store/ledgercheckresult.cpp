// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/ledgercheckresult.h"

#include "models/store/chain.h"
#include "models/store/ledgerscan.h"
#include "models/store/unreadablegaps.h"
#include "models/store/wide.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace relaybook {
namespace {

class ChainCheck
{
public:
    void take(const ChainRow &row)
    {
        if (!m_moment.empty() && m_moment.front().createdMs != row.createdMs) {
            finishMoment();
        }
        m_moment.push_back(row);
    }
    ChainScan finish()
    {
        finishMoment();
        if (m_last) {
            m_scan.lastId = TransactionId(m_last->id);
            m_scan.lastAfter = Money::fromUnits(m_last->after);
        }
        return std::move(m_scan);
    }

private:
    void finishMoment()
    {
        if (m_moment.size() > 1) {
            orderLikeChain(m_moment, m_last ? std::optional(m_last->after) : std::nullopt);
        }
        for (const ChainRow &row : m_moment) {
            check(row);
        }
        m_moment.clear();
    }
    void check(const ChainRow &row)
    {
        LedgerCheckResult &verdict = m_scan.verdict;
        if (++verdict.count == 1) {
            verdict.oldest = fromMillis(row.createdMs);
        }
        verdict.newest = fromMillis(row.createdMs);
        verdict.tooLarge += row.isTooLarge || row.hasTooLargeAmount ? 1 : 0;
        if (row.isTooLarge) {
            m_last.reset(); // the next row cannot be compared with it
            return;
        }
        if (m_last && m_last->after != row.before) {
            add(LedgerBreak::Pair, *m_last, row, m_last->after, row.before);
        }
        const Wide change = Wide(row.after) - row.before;
        const Wide size = change < 0 ? -change : change;
        const Wide amount = row.amount < 0 ? -Wide(row.amount) : Wide(row.amount);
        if (size != amount && !row.hasTooLargeAmount) {
            // Larger values do not fit into Money and cannot be shown.
            const bool shown = size <= Wide(INT64_MAX) && amount <= Wide(INT64_MAX);
            add(LedgerBreak::Row, row, row, shown ? static_cast<qint64>(size) : 0,
                shown ? static_cast<qint64>(amount) : row.amount);
        }
        m_last = row;
    }
    void add(LedgerBreak::Kind kind, const ChainRow &earlier, const ChainRow &later,
             qint64 expected, qint64 found)
    {
        LedgerCheckResult &verdict = m_scan.verdict;
        ++verdict.breakCount;
        if (verdict.breaks.size() >= LedgerCheckResult::mostBreaks) {
            return;
        }
        const Money wanted = Money::fromUnits(expected);
        const Money there = Money::fromUnits(found);
        verdict.breaks.push_back({kind, TransactionId(earlier.id), TransactionId(later.id),
                                  fromMillis(earlier.createdMs), fromMillis(later.createdMs),
                                  wanted, there, there.minus(wanted)});
    }

    ChainScan m_scan;
    std::vector<ChainRow> m_moment;
    std::optional<ChainRow> m_last;
};

} // namespace

QByteArray checkResultBytes(const LedgerCheckResult &verdict)
{
    QJsonArray breaks;
    for (const LedgerBreak &each : verdict.breaks) {
        breaks.append(QJsonArray{
            static_cast<int>(each.kind), each.earlier.value(), each.later.value(),
            qint64{toMillis(each.earlierAt)}, qint64{toMillis(each.laterAt)},
            qint64{each.expected.units()}, qint64{each.found.units()}, each.readAgain ? 1 : 0,
            each.unreadable.count, each.unreadable.id ? each.unreadable.id->value() : 0});
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
        state == LedgerCheckResult::Broken) {
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
             {part(8), part(9) > 0 ? std::optional(TransactionId(part(9))) : std::nullopt}});
    }
    verdict.breakCount = number(QStringLiteral("breakCount"));
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

ChainScan scanChain(Connection &connection)
{
    LedgerScan rows(connection, {}, "id, created_ms, amount, balance_before, balance_after",
                    "created_ms, id");
    ChainCheck check;
    while (rows.next()) {
        check.take(chainRowOf(rows));
    }
    ChainScan scan = check.finish();
    findUnreadableInGaps(connection, scan);
    return scan;
}

} // namespace relaybook
