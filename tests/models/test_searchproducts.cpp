// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that products are shown and found by the name that any answer of the service gives them.
#include "models/store/ledgertotals.h"
#include "models/store/products.h"
#include "models/tables/ledgerquery.h"
#include "models/tables/transactiontablemodel.h"
#include "tests/models/tablemodelfixture.h"

#include <QTest>

namespace relaybook {

using testing::ModelFixture;
using testing::someProxy;

class TestSearchProducts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void productsAreFoundByTheirName_data();
    void productsAreFoundByTheirName();
    void aNumberIsTheIdOfAProduct();
    void aProductIsNamedByWhateverAnswerReportsIt();
};

void TestSearchProducts::productsAreFoundByTheirName_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<Keys>("found");
    const auto add = [](const char *typed, const Keys &found) {
        QTest::newRow(typed) << QString::fromLatin1(typed) << found;
    };
    // 1 and 2: mobile; 3: mobile premium; 4: without a name; 5: without a product
    add("product:mobile", {1, 2});
    add("product:Mobil", {1, 2, 3});
    add("product:premium", {3});
    add("product:\"Mobile premium\"", {3});
    add("product:mobile_premium", {3});
    add("product:12", {1, 2});
    add("product:11", {4});
    add("product:zebra", {});
    add("product:-", {});
    add("mobile", {1, 2, 3});
    add("\"mobile premium\"", {3});
    add("Product 11", {4});
}

void TestSearchProducts::productsAreFoundByTheirName()
{
    QFETCH(QString, typed);
    QFETCH(Keys, found);
    const char *const products[] = {"12", "12", "14", "11", ""};
    std::vector<Transaction> rows;
    for (const char *product : products) {
        const auto id = static_cast<qint64>(rows.size()) + 1;
        rows.push_back(testing::row(id, 1'700'000'000 + id, 1000, 0));
        rows.back().productId = QLatin1String(product);
    }
    rows.at(1).raw = R"({"metadata":{"proxy_type":"mobile"}})";
    testing::StoreFixture f;
    f.put(rows);
    Proxy proxy = someProxy(1);
    proxy.raw = R"({"product":{"id":14,"name":"Mobile premium"}})";
    f.write([proxy](CacheWriter &writer) { writer.proxies().replace({proxy}, {}); });
    const LedgerFilter filter = parseLedgerQuery(typed, QTimeZone::utc()).filter;
    QCOMPARE(f.found(filter), found);
    QCOMPARE(totalsOf(f.reader(), filter).count, qint64(found.size()));
    f.index(); // from here on, from stored sums
    QCOMPARE(f.found(filter), found);
    QCOMPARE(totalsOf(f.reader(), filter).count, qint64(found.size()));
}

void TestSearchProducts::aNumberIsTheIdOfAProduct()
{
    Transaction eleven = testing::row(1, 1'700'000'001, 1000, 0);
    eleven.productId = QStringLiteral("11");
    Transaction pack = testing::row(2, 1'700'000'002, 2000, 1000);
    pack.productId = QStringLiteral("14");
    pack.raw = R"({"metadata":{"product_name":"11 GB pack"}})";
    testing::StoreFixture f;
    f.put({eleven, pack});
    const auto found = [&f](const char *typed) {
        return f.found(parseLedgerQuery(QString::fromLatin1(typed), QTimeZone::utc()).filter);
    };
    QCOMPARE(found("product:11"), Keys{1});
    QCOMPARE(found("product:pack"), Keys{2});
}

void TestSearchProducts::aProductIsNamedByWhateverAnswerReportsIt()
{
    const auto nameIn = [](const QByteArray &raw) {
        return productNameIn({raw.constData(), static_cast<size_t>(raw.size())});
    };
    QCOMPARE(nameIn(R"({"metadata":{"proxy_type":"mobile","product_name":"LTE"}})"),
             QStringLiteral("LTE"));
    QCOMPARE(nameIn(R"({"product":{"id":3,"name":"LTE"}})"), QStringLiteral("LTE"));
    QCOMPARE(nameIn(R"({"metadata":{"product":"LTE"}})"), QStringLiteral("LTE"));
    QCOMPARE(nameIn(R"({"metadata":{"product":12,"proxy_type":null}})"), QString());
    QCOMPARE(nameIn(R"({"metadata":[]})"), QString());
    QCOMPARE(nameIn("{}"), QString());

    // The table follows a name that comes later.
    ModelFixture f;
    Transaction bought = testing::row(1, 1'700'000'000, 1000, 0);
    bought.productId = QStringLiteral("14");
    f.put({bought});
    TransactionTableModel model(*f.store, f.pool);
    QTRY_COMPARE(model.rowCount(), 1);
    const auto shown = [&] {
        return model.index(0, TransactionTableModel::column("product")).data().toString();
    };
    QCOMPARE(shown(), QStringLiteral("Product 14"));
    Transaction later = testing::row(2, 1'600'000'000, 2000, 1000);
    later.productId = QStringLiteral("14");
    later.raw = R"({"metadata":{"proxy_type":"mobile_premium"}})";
    f.put({later});
    QTRY_COMPARE(model.rowCount(), 2);
    QTRY_COMPARE(shown(), QStringLiteral("Mobile premium"));
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestSearchProducts)
#include "test_searchproducts.moc"
