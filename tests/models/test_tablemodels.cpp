// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the rows of the three table models with QAbstractItemModelTester while the store changes.

#include "models/tables/proxytablemodel.h"
#include "models/tables/subusertablemodel.h"
#include "models/tables/transactiontablemodel.h"
#include "tests/models/tablemodelfixture.h"

#include <QAbstractItemModelTester>
#include <QLocale>
#include <QPersistentModelIndex>
#include <QSignalSpy>
#include <QTest>

namespace relaybook {
namespace {

using testing::ledgerPage;
using testing::ledgerRow;
using testing::ModelFixture;
using testing::someProxy;
using testing::someSubUser;
using Failure = QAbstractItemModelTester::FailureReportingMode;

QList<qint64> keysOf(const KeyedTableModel &model)
{
    QList<qint64> keys;
    for (int row = 0; row < model.rowCount(); ++row) {
        keys.append(model.keyAt(row));
    }
    return keys;
}

} // namespace

class TestTableModels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void firstRowsAreThereAtOnce();
    void newRowsAreInserted();
    void whatFollowsTheStoreIsNamed();
    void aChangedRowIsThatRow();
    void removedRowsGo();
    void sortsByEveryColumn_data();
    void sortsByEveryColumn();
    void filters_data();
    void filters();
    void whatStoodThereStaysWhileSearching();
    void theNextKeyCancels();
    void aLimitShowsTheFirst();
    void aSuspendedModelWaits();
    void manyRowsWhileTheyArrive();
    void aReplacedFileEmptiesTheModel();
    void aModelOutlivesItsStore();
    void rowsAndKeys();
};

void TestTableModels::firstRowsAreThereAtOnce()
{
    ModelFixture f;
    f.putRows(1, 3000);
    TransactionTableModel model(*f.store, f.pool);
    // Before one iteration of the event loop: enough rows for the screen, newest first.
    QVERIFY(model.rowCount() >= 100);
    QVERIFY(model.rowCount() < 3000);
    QCOMPARE(model.keyAt(0), 603'000);
    QVERIFY(!model.isSettled());
    QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    QSignalSpy settled(&model, &KeyedTableModel::settled);
    QTRY_COMPARE(settled.size(), 1);
    QCOMPARE(model.rowCount(), 3000);
    QCOMPARE(resets.size(), 0);
    QCOMPARE(model.storedCount(), 3000);
}

void TestTableModels::newRowsAreInserted()
{
    ModelFixture f;
    f.putRows(100, 200);
    TransactionTableModel model(*f.store, f.pool);
    const QAbstractItemModelTester tester(&model, Failure::Fatal);
    QTRY_VERIFY(model.isSettled());
    const QPersistentModelIndex kept(model.index(5, 0));
    const qint64 key = model.keyAt(5);
    QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    QSignalSpy inserts(&model, &QAbstractItemModel::rowsInserted);
    f.putRows(201, 203); // newer
    f.putRows(90, 99);   // older
    QTRY_COMPARE(model.rowCount(), 114);
    QTRY_VERIFY(model.isSettled());
    QCOMPARE(resets.size(), 0);
    QVERIFY(inserts.size() <= 3);
    QCOMPARE(kept.row(), 8);
    QCOMPARE(model.keyAt(kept.row()), key);
    QCOMPARE(model.keyAt(0), 600'203);
    QCOMPARE(model.keyAt(113), 600'090);
}

/// A few rows that are new or have changed; not those that a download or another filter brings.
void TestTableModels::whatFollowsTheStoreIsNamed()
{
    ModelFixture f;
    f.putRows(100, 600);
    TransactionTableModel model(*f.store, f.pool);
    QSignalSpy followed(&model, &KeyedTableModel::rowsFollowed);
    QTRY_VERIFY(model.isSettled());
    model.setFilterText(QStringLiteral("no such row"));
    QTRY_VERIFY(model.isSettled() && model.rowCount() == 0);
    model.setFilterText({});
    QTRY_VERIFY(model.isSettled() && model.rowCount() == 501);
    QCOMPARE(followed.size(), 0);
    f.putRows(601, 603);
    QTRY_COMPARE(followed.size(), 1);
    QCOMPARE(followed.at(0).at(0).value<QList<qint64>>(),
             QList<qint64>({600'603, 600'602, 600'601}));
    f.putRows(604, 900);
    QTRY_VERIFY(model.isSettled() && model.rowCount() == 801);
    QCOMPARE(followed.size(), 1);
}

void TestTableModels::aChangedRowIsThatRow()
{
    ModelFixture f;
    f.write([](CacheWriter &writer) {
        writer.subUsers().replace({someSubUser(1), someSubUser(2), someSubUser(3)}, {});
    });
    SubUserTableModel model(*f.store, f.pool);
    const QAbstractItemModelTester tester(&model, Failure::Fatal);
    QTRY_VERIFY(model.isSettled());
    QCOMPARE(model.index(1, SubUserTableModel::column("note")).data().toString(),
             QStringLiteral("—"));
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
    SubUser second = someSubUser(2);
    second.note = QStringLiteral("VIP");
    f.begin([second](CacheWriter &writer) { writer.subUsers().put(second); });
    QTRY_COMPARE(changed.size(), 1);
    QCOMPARE(changed.at(0).at(0).toModelIndex().row(), 1);
    QCOMPARE(changed.at(0).at(1).toModelIndex().row(), 1);
    QCOMPARE(changed.at(0).at(1).toModelIndex().column(), model.columnCount() - 1);
    QCOMPARE(model.index(1, SubUserTableModel::column("note")).data().toString(),
             QStringLiteral("VIP"));
    // A new name moves the row, and only the row.
    second.username = QStringLiteral("client_9");
    f.begin([second](CacheWriter &writer) { writer.subUsers().put(second); });
    QTRY_COMPARE(removed.size(), 1);
    QTRY_VERIFY(model.isSettled());
    QCOMPARE(keysOf(model), (QList<qint64>{1, 3, 2}));
    QCOMPARE(resets.size(), 0);
}

void TestTableModels::removedRowsGo()
{
    ModelFixture f;
    f.write([](CacheWriter &writer) {
        writer.subUsers().replace({someSubUser(1), someSubUser(2), someSubUser(3), someSubUser(4)},
                                  {});
    });
    SubUserTableModel model(*f.store, f.pool);
    const QAbstractItemModelTester tester(&model, Failure::Fatal);
    QTRY_VERIFY(model.isSettled());
    const QPersistentModelIndex gone(model.index(1, 0));
    const QPersistentModelIndex stays(model.index(3, 0));
    QSignalSpy counts(&model, &KeyedTableModel::countChanged);
    f.begin([](CacheWriter &writer) {
        writer.subUsers().replace({someSubUser(1), someSubUser(4)}, {});
    });
    QTRY_COMPARE(model.rowCount(), 2);
    QVERIFY(!gone.isValid());
    QCOMPARE(stays.row(), 1);
    QTRY_VERIFY(!counts.isEmpty());
    QCOMPARE(counts.last().at(0).toLongLong(), 2);
    QCOMPARE(counts.last().at(1).toLongLong(), 2);
}

void TestTableModels::sortsByEveryColumn_data()
{
    QTest::addColumn<int>("table");
    QTest::addColumn<int>("column");
    for (int column = 0; column < int(TransactionTableModel::columnTable().size()); ++column) {
        QTest::addRow("transactions by %d", column) << 0 << column;
    }
    for (int column = 0; column < int(ProxyTableModel::columnTable().size()); ++column) {
        QTest::addRow("proxies by %d", column) << 1 << column;
    }
    for (int column = 0; column < int(SubUserTableModel::columnTable().size()); ++column) {
        QTest::addRow("sub-users by %d", column) << 2 << column;
    }
}

void TestTableModels::sortsByEveryColumn()
{
    QFETCH(int, table);
    QFETCH(int, column);
    ModelFixture f;
    f.putRows(1, 40);
    f.write([](CacheWriter &writer) {
        std::vector<Proxy> proxies;
        std::vector<SubUser> subUsers;
        for (int i = 1; i <= 40; ++i) {
            proxies.push_back(someProxy(i));
            subUsers.push_back(someSubUser(i));
        }
        writer.proxies().replace(proxies, {});
        writer.subUsers().replace(subUsers, {});
    });
    std::unique_ptr<KeyedTableModel> model;
    if (table == 0) {
        model = std::make_unique<TransactionTableModel>(*f.store, f.pool);
    } else if (table == 1) {
        model = std::make_unique<ProxyTableModel>(*f.store, f.pool);
    } else {
        model = std::make_unique<SubUserTableModel>(*f.store, f.pool);
    }
    const QAbstractItemModelTester tester(model.get(), Failure::Fatal);
    QSignalSpy layout(model.get(), &QAbstractItemModel::layoutChanged);
    QList<qint64> upwards;
    for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
        model->sort(column, order);
        QTRY_VERIFY(model->isSettled());
        QCOMPARE(model->rowCount(), 40);
        QCOMPARE(model->sortColumn(), column);
        const bool up = order == Qt::AscendingOrder;
        for (int row = 1; row < model->rowCount(); ++row) {
            const QVariant before = model->index(row - 1, column).data(ValueRole);
            const QVariant after = model->index(row, column).data(ValueRole);
            if (before.typeId() == QMetaType::LongLong) {
                QVERIFY(up ? before.toLongLong() <= after.toLongLong()
                           : before.toLongLong() >= after.toLongLong());
            }
        }
        if (up) {
            upwards = keysOf(*model);
        }
    }
    // Equal rows are sorted by key, so descending order is exactly the reverse of ascending order.
    QList<qint64> downwards = keysOf(*model);
    std::reverse(downwards.begin(), downwards.end());
    QCOMPARE(downwards, upwards);
    QCOMPARE(layout.size(), 0);
}

void TestTableModels::filters_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<int>("proxies");
    QTest::newRow("nothing typed") << "" << 12;
    QTest::newRow("spaces") << "  " << 12;
    QTest::newRow("a name") << "checkout-us-12" << 1;
    QTest::newRow("part of names") << "us-1" << 4;
    QTest::newRow("case and accents") << "SAO paulo" << 4;
    QTest::newRow("every word") << "frankfurt mobile" << 1;
    QTest::newRow("a type as it is shown") << "residential premium" << 3;
    QTest::newRow("a number") << "20007" << 1;
    QTest::newRow("no match") << "tokyo" << 0;
}

void TestTableModels::filters()
{
    QFETCH(QString, typed);
    ModelFixture f;
    f.write([](CacheWriter &writer) {
        std::vector<Proxy> proxies;
        for (int i = 1; i <= 12; ++i) {
            proxies.push_back(someProxy(i));
        }
        writer.proxies().replace(proxies, {});
    });
    ProxyTableModel model(*f.store, f.pool);
    const QAbstractItemModelTester tester(&model, Failure::Fatal);
    QTRY_VERIFY(model.isSettled());
    model.setFilterText(typed);
    QTRY_VERIFY(model.isSettled());
    QTEST(model.rowCount(), "proxies");
    QCOMPARE(model.storedCount(), 12);
    model.setFilterText({});
    QTRY_VERIFY(model.isSettled());
    QCOMPARE(model.rowCount(), 12);
}

void TestTableModels::whatStoodThereStaysWhileSearching()
{
    ModelFixture f;
    f.putRows(1, 500);
    TransactionTableModel model(*f.store, f.pool);
    QTRY_VERIFY(model.isSettled());
    model.setFilterText(QStringLiteral("deposit"));
    QVERIFY(!model.isSettled());
    QCOMPARE(model.rowCount(), 500);
    QTRY_VERIFY(model.isSettled());
    QCOMPARE(model.rowCount(), 41);
    model.setFilterText(QStringLiteral("deposit 4242"));
    QCOMPARE(model.rowCount(), 41);
    QTRY_VERIFY(model.isSettled());
    QCOMPARE(model.rowCount(), 41);
}

void TestTableModels::theNextKeyCancels()
{
    ModelFixture f;
    f.putRows(1, 20'000);
    TransactionTableModel model(*f.store, f.pool);
    QTRY_VERIFY(model.isSettled());
    QSignalSpy settled(&model, &KeyedTableModel::settled);
    const QString word = QStringLiteral("deposit");
    for (int letters = 1; letters <= word.size(); ++letters) {
        model.setFilterText(word.left(letters));
    }
    QTRY_VERIFY(model.isSettled());
    QCOMPARE(model.rowCount(), 20'000 / 12);
    QCOMPARE(settled.size(), 1);
}

void TestTableModels::aLimitShowsTheFirst()
{
    ModelFixture f;
    f.putRows(1, 50);
    TransactionTableModel model(*f.store, f.pool);
    const QAbstractItemModelTester tester(&model, Failure::Fatal);
    model.setLimit(5);
    QTRY_VERIFY(model.isSettled());
    QCOMPARE(model.rowCount(), 5);
    f.putRows(51, 52);
    QTRY_COMPARE(model.keyAt(0), 600'052);
    QTRY_VERIFY(model.isSettled());
    QCOMPARE(model.rowCount(), 5);
}

void TestTableModels::aSuspendedModelWaits()
{
    ModelFixture f;
    f.putRows(1, 5);
    TransactionTableModel model(*f.store, f.pool);
    QTRY_VERIFY(model.isSettled());
    model.setSuspended(true);
    f.putRows(6, 9);
    QCoreApplication::processEvents();
    QVERIFY(!model.isSettled());
    QCOMPARE(model.rowCount(), 5);
    model.setSuspended(false);
    QTRY_COMPARE(model.rowCount(), 9);
}

void TestTableModels::manyRowsWhileTheyArrive()
{
    ModelFixture f;
    TransactionTableModel byDate(*f.store, f.pool);
    TransactionTableModel byAmount(*f.store, f.pool);
    byAmount.sort(TransactionTableModel::column("amount"), Qt::AscendingOrder);
    TransactionTableModel filtered(*f.store, f.pool);
    filtered.setFilterText(QStringLiteral("card"));
    const QAbstractItemModelTester first(&byDate, Failure::Fatal);
    const QAbstractItemModelTester second(&byAmount, Failure::Fatal);
    const QAbstractItemModelTester third(&filtered, Failure::Fatal);
    QSignalSpy resets(&byDate, &QAbstractItemModel::modelReset);
    for (qint64 last = 6000; last > 0; last -= 300) {
        f.begin([last](CacheWriter &writer) {
            writer.ledger().putPages({ledgerPage(last - 299, last)}, {});
        });
        QCoreApplication::processEvents();
    }
    QTRY_COMPARE(byDate.rowCount(), 6000);
    QTRY_COMPARE(byAmount.rowCount(), 6000);
    QTRY_COMPARE(filtered.rowCount(), 500);
    QTRY_VERIFY(byDate.isSettled() && byAmount.isSettled() && filtered.isSettled());
    QCOMPARE(resets.size(), 0);
    QCOMPARE(byDate.keyAt(0), 606'000);
    QCOMPARE(byDate.keyAt(5999), 600'001);
}

void TestTableModels::aReplacedFileEmptiesTheModel()
{
    ModelFixture f;
    f.putRows(1, 50);
    TransactionTableModel model(*f.store, f.pool);
    const QAbstractItemModelTester tester(&model, Failure::Fatal);
    QTRY_VERIFY(model.isSettled());
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("The store failed")));
    f.store->noteError({StoreError::Kind::Damaged, QStringLiteral("as if")});
    QTRY_COMPARE(model.rowCount(), 0);
    f.putRows(1, 7);
    QTRY_COMPARE(model.rowCount(), 7);
    QTRY_VERIFY(model.isSettled());
    QCOMPARE(model.index(0, TransactionTableModel::column("id")).data().toString(),
             QStringLiteral("600007"));
}

void TestTableModels::aModelOutlivesItsStore()
{
    ModelFixture f;
    f.putRows(1, 2000);
    TransactionTableModel model(*f.store, f.pool);
    QTRY_VERIFY(model.isSettled());
    f.store.reset();
    QCOMPARE(model.rowCount(), 2000);
    QVERIFY(!model.index(1500, 0).data().isValid());
    model.setFilterText(QStringLiteral("card"));
    QCOMPARE(model.rowCount(), 2000);
}

void TestTableModels::rowsAndKeys()
{
    ModelFixture f;
    f.putRows(1, 20);
    TransactionTableModel model(*f.store, f.pool);
    QTRY_VERIFY(model.isSettled());
    QCOMPARE(model.rowOf(600'020), 0);
    QCOMPARE(model.rowOf(600'001), 19);
    QCOMPARE(model.rowOf(1), -1);
    QCOMPARE(model.keyAt(20), -1);
    QCOMPARE(model.keyAt(-1), -1);
    QVERIFY(*model.at(0) == ledgerRow(20));
    QVERIFY(!model.at(20).has_value());
    QVERIFY(!model.index(0, 99).isValid());
    model.sort(99, Qt::AscendingOrder);
    QCOMPARE(model.sortColumn(), TransactionTableModel::column("date"));
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestTableModels)
#include "test_tablemodels.moc"
