// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that one query gives the same transactions to the table, the footer's totals, the chart by
// type and an exported file: random queries are compared with each other and with a naive count.
#include "models/store/keyquery.h"
#include "models/store/ledgertotals.h"
#include "models/tables/ledgerquery.h"
#include "tests/models/storefixture.h"

#include <QRandomGenerator>

#include <functional>
#include <map>

namespace relaybook {

using testing::row;
using testing::StoreFixture;

namespace {

using Wanted = std::function<bool(const Transaction &)>;

struct QueryWord
{
    QString typed;
    Wanted wanted;
};

qint64 unitsMoved(const Transaction &each)
{
    return each.balanceAfter->units() - each.balanceBefore->units();
}

Wanted isOfType(const QStringList &types)
{
    return
        [types](const Transaction &each) { return types.contains(each.type, Qt::CaseInsensitive); };
}

Wanted isMovedAtLeast(qint64 wholeDollars, bool exclusive)
{
    return [wholeDollars, exclusive](const Transaction &each) {
        const qint64 size = std::abs(unitsMoved(each));
        const qint64 bound = Money::fromCents(wholeDollars * 100).units();
        return exclusive ? size > bound : size >= bound;
    };
}

Wanted isMovedAtMost(qint64 wholeDollars)
{
    return [wholeDollars](const Transaction &each) {
        return std::abs(unitsMoved(each)) <= Money::fromCents(wholeDollars * 100).units();
    };
}

Wanted hasWord(const QString &beginning)
{
    return [beginning](const Transaction &each) {
        const QStringList words = each.description.toLower().split(u' ');
        return std::any_of(words.begin(), words.end(),
                           [&](const QString &word) { return word.startsWith(beginning); });
    };
}

Wanted isWithin(const QDate &first, const QDate &end)
{
    return [first, end](const Transaction &each) {
        const QDate day =
            QDateTime::fromMSecsSinceEpoch(toMillis(each.createdAt), QTimeZone::utc()).date();
        return (!first.isValid() || day >= first) && (!end.isValid() || day < end);
    };
}

/// One of each group at most, so that a later word never replaces an earlier one.
const std::vector<std::vector<QueryWord>> &wordGroups()
{
    static const QDate march(2024, 3, 1);
    static const QDate ninth(2024, 3, 9);
    static const std::vector<std::vector<QueryWord>> groups{
        {{QStringLiteral("type:purchase"), isOfType({QStringLiteral("purchase")})},
         {QStringLiteral("type:Refund"), isOfType({QStringLiteral("refund")})},
         {QStringLiteral("type:deposit,fee"),
          isOfType({QStringLiteral("deposit"), QStringLiteral("fee")})}},
        {{QStringLiteral("amount:>100"), isMovedAtLeast(100, true)},
         {QStringLiteral("amount:>=20"), isMovedAtLeast(20, false)},
         {QStringLiteral("amount:<=60"), isMovedAtMost(60)}},
        {{QStringLiteral("in:"), [](const Transaction &each) { return unitsMoved(each) > 0; }},
         {QStringLiteral("out:"), [](const Transaction &each) { return unitsMoved(each) < 0; }}},
        {{QStringLiteral("product:12"),
          [](const Transaction &each) { return each.productId == QLatin1String("12"); }},
         {QStringLiteral("product:14"),
          [](const Transaction &each) { return each.productId == QLatin1String("14"); }}},
        {{QStringLiteral("after:2024-03-09"), isWithin(ninth, {})},
         {QStringLiteral("before:2024-03-09"), isWithin({}, ninth)},
         {QStringLiteral("on:2024-03-09"), isWithin(ninth, ninth.addDays(1))},
         {QStringLiteral("on:2024-03"), isWithin(march, march.addMonths(1))}},
        {{QStringLiteral("card"), hasWord(QStringLiteral("card"))},
         {QStringLiteral("traf"), hasWord(QStringLiteral("traf"))},
         {QStringLiteral("\"mobile traffic\""),
          [](const Transaction &each) {
              return each.description.toLower().contains(QLatin1String("mobile traffic"));
          }},
         {QStringLiteral("zebra"), hasWord(QStringLiteral("zebra"))}},
    };
    return groups;
}

std::vector<Transaction> randomRows(QRandomGenerator &random)
{
    const QStringList types{QStringLiteral("purchase"), QStringLiteral("deposit"),
                            QStringLiteral("refund"), QStringLiteral("fee"), QString()};
    const QStringList products{QString(), QStringLiteral("12"), QStringLiteral("14")};
    const QStringList texts{QStringLiteral("Card payment"), QStringLiteral("Mobile traffic 5 GB"),
                            QStringLiteral("Traffic refund"), QStringLiteral("Invoice")};
    const auto from = [&random](const QStringList &choices) {
        return choices.at(random.bounded(int(choices.size())));
    };
    constexpr qint64 march = 1'709'251'200; // 2024-03-01
    constexpr qint64 cents = Money::fromCents(1).units();
    std::vector<Transaction> rows;
    qint64 balance = 0;
    for (qint64 id = 1; id <= 400; ++id) {
        const qint64 before = balance;
        balance += random.bounded(-20'000, 20'000) * cents;
        Transaction made = row(id, march + id * 3000 + random.bounded(2000), before, balance);
        made.type = from(types);
        made.productId = from(products);
        made.description = from(texts);
        rows.push_back(made);
    }
    return rows;
}

/// "purchase 12: 3 rows, in 1, out 2".
using Sums = std::map<std::pair<QString, QString>, std::array<qint64, 3>>;

void addTo(Sums &sums, const Transaction &each)
{
    auto &[count, in, out] = sums[{each.type, each.productId}];
    const qint64 moved = unitsMoved(each);
    ++count;
    (moved > 0 ? in : out) += std::abs(moved);
}

/// Empty if the table lists these rows, and what it shows first is the beginning of them. `keys`
/// are in the order of their times.
QString tableDiffers(Connection &connection, const LedgerFilter &filter, Keys keys)
{
    KeyQuery query;
    query.orderBy = "created_ms";
    query.ledger = filter;
    for (const bool descending : {false, true}) {
        query.descending = descending;
        Keys first;
        const Keys all =
            readKeys(connection, query, [&](const Keys &reported) { first = reported; });
        if (all != keys) {
            return QStringLiteral("other rows");
        }
        if (first.size() > all.size() || !std::equal(first.begin(), first.end(), all.begin())) {
            return QStringLiteral("other first rows");
        }
        std::reverse(keys.begin(), keys.end());
    }
    return {};
}

} // namespace

class TestOneAnswer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyQueryHasOneAnswer();
};

void TestOneAnswer::everyQueryHasOneAnswer()
{
    constexpr quint32 seed = 20'261'122;
    qInfo("The seed of the random queries is %u.", seed);
    QRandomGenerator random(seed);
    const std::vector<Transaction> rows = randomRows(random);
    StoreFixture f;
    f.put(rows);
    int answered = 0;
    for (int round = 0; round < 300; ++round) {
        if (round == 100) { // before, no search index and no sums
            f.index();
        } else if (round == 200) { // from here on, half of the rows are not in them again
            std::vector<Transaction> changed(rows.begin(), rows.begin() + 200);
            for (Transaction &each : changed) {
                each.raw = "{\"again\":1}";
            }
            f.put(changed);
        }
        QStringList typed;
        std::vector<Wanted> conditions;
        for (const auto &group : wordGroups()) {
            if (random.bounded(5) < 2) {
                const QueryWord &word = group.at(random.bounded(quint32(group.size())));
                typed.append(word.typed);
                conditions.push_back(word.wanted);
            }
        }
        const QString query = typed.join(u' ');
        const LedgerQuery parsed = parseLedgerQuery(query, QTimeZone::utc());
        QVERIFY2(parsed.problems.isEmpty(), qPrintable(query));

        Sums naive;
        Keys naiveKeys;
        for (const Transaction &each : rows) {
            if (std::all_of(conditions.begin(), conditions.end(),
                            [&](const Wanted &wanted) { return wanted(each); })) {
                addTo(naive, each);
                naiveKeys.push_back(each.id.value());
            }
        }
        const auto naiveCount = static_cast<qint64>(naiveKeys.size());
        QVERIFY2(tableDiffers(f.reader(), parsed.filter, std::move(naiveKeys)).isEmpty(),
                 qPrintable(query));
        Sums exported;
        forEachTransaction(f.reader(), parsed.filter, true, [&](const Transaction &each) {
            addTo(exported, each);
            return true;
        });
        const LedgerTotals totals = totalsOf(f.reader(), parsed.filter, ByType::Yes);
        Sums chart;
        qint64 in = 0;
        qint64 out = 0;
        for (const TypeTotal &type : totals.types) {
            QVERIFY(type.fits);
            chart[{type.type, type.product}] = {type.count, type.in.units(), type.out.units()};
            in += type.in.units();
            out += type.out.units();
        }
        QVERIFY2(exported == naive, qPrintable(query));
        QVERIFY2(chart == naive, qPrintable(query));
        QVERIFY2(totals.count == naiveCount, qPrintable(query));
        QVERIFY2(totals.in == Money::fromUnits(in), qPrintable(query));
        QVERIFY2(totals.out == Money::fromUnits(out), qPrintable(query));
        QVERIFY2(countTransactions(f.reader(), parsed.filter) == naiveCount, qPrintable(query));
        LedgerTotals plain = totalsOf(f.reader(), parsed.filter);
        plain.types = totals.types;
        QVERIFY2(plain == totals, qPrintable(query));
        answered += naiveCount > 0 ? 1 : 0;
    }
    QVERIFY(answered > 100); // most of them found something to compare
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestOneAnswer)
#include "test_oneanswer.moc"
