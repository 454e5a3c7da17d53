// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the generated account: deterministic, exact, and like that of a real reseller.
#include "sandbox/decimal.h"
#include "sandbox/generate.h"
#include "sandbox/places.h"
#include "tests/sandbox/sandboxclient.h"

#include <QCryptographicHash>
#include <QTest>

#include <set>

using namespace sandbox;

namespace {

Recipe usual(std::uint64_t seed = 1)
{
    Recipe recipe;
    recipe.seed = seed;
    recipe.createdAt = TestClock().now;
    return recipe;
}

} // namespace

class TestSandboxLedger : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void chainIsExact_data()
    {
        QTest::addColumn<int>("seed");
        QTest::addColumn<int>("rows");
        QTest::newRow("usual") << 1 << 48'902;
        QTest::newRow("another seed") << 77 << 48'902;
        QTest::newRow("none") << 1 << 0;
        QTest::newRow("one") << 1 << 1;
        QTest::newRow("few") << 3 << 30;
        QTest::newRow("at the arranged end") << 3 << 200;
        QTest::newRow("a million") << 1 << 1'000'000;
    }

    void chainIsExact()
    {
        QFETCH(int, seed);
        QFETCH(int, rows);
        Recipe recipe = usual(static_cast<std::uint64_t>(seed));
        recipe.transactions = rows;
        const Ledger ledger = makeLedger(recipe, defaultPrices());
        QCOMPARE(ledger.size(), static_cast<std::size_t>(rows));
        Money balance;
        Row last;
        for (const Row &row : ledger.rows()) {
            if (row.before() != balance || row.after < Money{} || row.amount == Money{}) {
                QFAIL(qPrintable(QString::number(row.id)));
            }
            if (row.id <= last.id || row.at < last.at) {
                QFAIL(qPrintable(QString::number(row.id)));
            }
            balance = row.after;
            last = row;
        }
        if (rows > 0) {
            QVERIFY(last.at < recipe.createdAt);
            QVERIFY(ledger.rows().front().at >= recipe.createdAt - historySpan - secondsPerDay);
        }
        if (rows >= 200) {
            QCOMPARE(moneyText(balance), std::string("3184.20"));
        }
    }

    void newestIsJustBeforeTheFirstMoment()
    {
        const Ledger ledger = makeLedger(usual(), defaultPrices());
        const Seconds age = usual().createdAt - ledger.rows().back().at;
        QVERIFY(age > 0 && age < 3'600);
    }

    void looksLikeAReseller()
    {
        const Ledger ledger = makeLedger(usual(), defaultPrices());
        std::map<std::string, int> types;
        std::set<int> products;
        int fine = 0;
        Money smallestDeposit = Money::cents(99'999'999);
        Money largestDeposit;
        for (const Row &row : ledger.rows()) {
            const std::string type = ledger.typeName(row);
            ++types[type];
            if (row.kind == Kind::Purchase) {
                products.insert(row.product);
            }
            if (row.amount.units % Money::unitsPerCent != 0) {
                ++fine;
            }
            if (type == "deposit") {
                smallestDeposit = std::min(smallestDeposit, row.amount);
                largestDeposit = std::max(largestDeposit, row.amount);
            }
            QCOMPARE(row.amount > Money{}, type != "purchase");
        }
        QCOMPARE(types.size(), std::size_t{3});
        QVERIFY(types["purchase"] > 40'000);
        QVERIFY(types["deposit"] > 100);
        QVERIFY(types["refund"] > 300);
        QCOMPARE(products.size(), std::size_t{3});
        QVERIFY(fine > 50 && fine < 1'000);
        QVERIFY(smallestDeposit >= Money::cents(20'000));
        QVERIFY(largestDeposit <= Money::cents(500'000));
    }

    void purchasesCostWhatTheTiersSay()
    {
        const PriceList prices = defaultPrices();
        const Ledger ledger = makeLedger(usual(), prices);
        for (const Row &row : ledger.rows()) {
            if (row.kind != Kind::Purchase) {
                continue;
            }
            const std::int64_t bytes = std::int64_t{row.detail} * bytesPerCentiGb;
            const TypePrice &type = prices.at(row.product);
            QCOMPARE((-row.amount).units,
                     costOf(bytes, rateFor(type, bytes), Rounding::HalfUp).units);
        }
    }

    void sameSeedSameAccount()
    {
        QVERIFY(makeProxies(usual()) == makeProxies(usual()));
        QVERIFY(makeSubUsers(usual()) == makeSubUsers(usual()));
        QVERIFY(makeProxies(usual(1)) != makeProxies(usual(2)));
        QVERIFY(makeSubUsers(usual(1)) != makeSubUsers(usual(2)));
        const auto text = [](const Ledger &ledger) {
            std::string out;
            for (const Row &row : ledger.rows()) {
                ledger.appendJson(out, row);
            }
            return out;
        };
        const std::string first = text(makeLedger(usual(), defaultPrices()));
        QVERIFY(first == text(makeLedger(usual(), defaultPrices())));
        QVERIFY(first != text(makeLedger(usual(2), defaultPrices())));
    }

    // On every computer, whatever compiled it: the values are those of this recipe, not others of
    // equal worth.
    void sameAccountOnEveryComputer()
    {
        std::string rows;
        const Ledger ledger = makeLedger(usual(), defaultPrices());
        for (const Row &row : ledger.rows()) {
            ledger.appendJson(rows, row);
        }
        const QByteArray hash =
            QCryptographicHash::hash(QByteArrayView(rows), QCryptographicHash::Sha256).toHex();
        QCOMPARE(hash.left(16), QByteArray("14a1bc0b5273c148"));
        std::int64_t used = 0;
        for (const Proxy &proxy : makeProxies(usual())) {
            used += proxy.usedBytes;
        }
        QCOMPARE(used, std::int64_t{47'834'860'000'000});
        used = 0;
        for (const SubUser &sub : makeSubUsers(usual())) {
            used += sub.usedBytes;
        }
        QCOMPARE(used, std::int64_t{14'639'630'000'000});
    }

    void placesAreConsistent()
    {
        std::set<std::string> ids;
        std::set<std::string> countriesSeen;
        for (const Proxy &proxy : makeProxies(usual())) {
            QVERIFY(ids.insert(proxy.id).second);
            QVERIFY(findCountry(proxy.country) != nullptr);
            countriesSeen.insert(proxy.country);
            if (proxy.region) {
                QVERIFY(hasRegion(proxy.country, *proxy.region));
            }
            if (proxy.city) {
                QVERIFY(hasCity(proxy.country, proxy.region.value_or(""), *proxy.city));
            }
            QVERIFY(proxy.createdAt <= proxy.updatedAt);
            QVERIFY(proxy.updatedAt < usual().createdAt);
            QCOMPARE(proxy.rotateInterval.has_value(), proxy.rotateType == "interval");
        }
        QCOMPARE(ids.size(), std::size_t{1284});
        QVERIFY(countriesSeen.size() > 15);
    }

    void subUsersAddUp()
    {
        std::set<std::string> names;
        int multiLine = 0;
        int without = 0;
        for (const SubUser &sub : makeSubUsers(usual())) {
            QVERIFY2(names.insert(sub.username).second, sub.username.c_str());
            QVERIFY(characters(sub.username) <= 255);
            std::int64_t given = 0;
            for (const Allocation &allocation : sub.history) {
                QCOMPARE(allocation.previousBytes, given);
                given += allocation.addedBytes;
            }
            QCOMPARE(given, sub.balanceBytes + sub.usedBytes);
            QVERIFY(sub.balanceBytes >= 0);
            if (!sub.note) {
                ++without;
            } else if (sub.note->find('\n') != std::string::npos) {
                ++multiLine;
            }
        }
        QVERIFY(names.count("client_139") == 1);
        QVERIFY(without > 50);
        QVERIFY(multiLine >= 1);
    }

    void everyRowIsJsonAndExact()
    {
        Recipe recipe = usual();
        recipe.transactions = 5'000;
        const Ledger ledger = makeLedger(recipe, defaultPrices());
        for (const Row &row : ledger.rows()) {
            std::string text;
            ledger.appendJson(text, row);
            const auto json = nlohmann::json::parse(text, nullptr, false);
            QVERIFY2(json.is_object(), text.c_str());
            QCOMPARE(json.at("id").get<std::int64_t>(), row.id);
            QVERIFY(json.at("metadata").is_object());
            QVERIFY(text.find("\"amount\":" + moneyText(row.amount) + ",") != std::string::npos);
            QVERIFY(text.find("\"balance_after\":" + moneyText(row.after) + ",") !=
                    std::string::npos);
        }
    }
};

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestSandboxLedger)
#include "test_sandbox_ledger.moc"
