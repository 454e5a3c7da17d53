// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the texts of the cells and columns of the three table models: as lines, in words, and for
// screen readers.

#include "models/tables/ordertablemodel.h"
#include "models/tables/proxytablemodel.h"
#include "models/tables/subusertablemodel.h"
#include "models/tables/transactiontablemodel.h"
#include "tests/models/tablemodelfixture.h"

#include <QLocale>
#include <QTest>

namespace relaybook {
namespace {

using testing::ledgerRow;
using testing::linesOf;
using testing::ModelFixture;
using testing::someProxy;
using testing::someSubUser;

} // namespace

class TestTableCells : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void transactionsAsLines();
    void aNoteOfSeveralLinesShowsThatThereIsMore();
    void proxiesAsLines();
    void subUsersAsLines();
    void cellsSayWhatTheyAre();
    void everyVanishedRowIsMarked();
    void rowsSpeakForScreenReaders();
    void aContradictionIsShown();
    void columnsAsLines();
    void invisibleCharactersAreShownAndCopiedExactly();
};

void TestTableCells::transactionsAsLines()
{
    ModelFixture f;
    f.putRows(10, 13);
    TransactionTableModel model(*f.store, f.pool);
    QTRY_VERIFY(model.isSettled());
    QCOMPARE(linesOf(model, model.columnCount()),
             (QStringList{
                 QStringLiteral("Jan 1, 2024 13:00 | Purchase | Residential · 14 GB | −$1.50 | "
                                "$1,151.00 | $1,149.50 | 600013 | Product 412 | Jan 1, 2024 13:00"),
                 QStringLiteral("Jan 1, 2024 12:00 | Deposit | Card ending 4242 | +$250.00 | "
                                "$901.00 | $1,151.00 | 600012 | — | Jan 1, 2024 12:00"),
                 QStringLiteral("Jan 1, 2024 11:00 | Purchase | Residential · 12 GB | −$16.50 | "
                                "$917.50 | $901.00 | 600011 | Product 412 | Jan 1, 2024 11:00"),
                 QStringLiteral("Jan 1, 2024 10:00 | Purchase | Residential · 11 GB | −$15.00 | "
                                "$932.50 | $917.50 | 600010 | Product 412 | Jan 1, 2024 10:00"),
             }));
    QStringList headers;
    for (int column = 0; column < model.columnCount(); ++column) {
        headers.append(model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
    }
    QCOMPARE(headers.join(u','),
             QStringLiteral("Date,Type,Description,Amount,Before,After,Id,Product,Updated"));
}

void TestTableCells::invisibleCharactersAreShownAndCopiedExactly()
{
    const QString name = QStringLiteral("client_\u202e90");
    const QString note = QStringLiteral("דנה");
    ModelFixture f;
    f.write([&](CacheWriter &writer) {
        SubUser row = someSubUser(9);
        row.username = name;
        row.note = note;
        writer.subUsers().replace({row}, {});
    });
    SubUserTableModel model(*f.store, f.pool);
    QTRY_VERIFY(model.isSettled());
    const QModelIndex cell = model.index(0, SubUserTableModel::column("username"));
    QCOMPARE(cell.data().toString(), QStringLiteral("client_⟨U+202E⟩90"));
    QCOMPARE(cell.data(CopyTextRole).toString(), name);
    QCOMPARE(cell.data(ValueRole).toString(), name);
    const QString spoken = model.index(0, 0).data(Qt::AccessibleTextRole).toString();
    QVERIFY2(spoken.contains(QStringLiteral("client_⟨U+202E⟩90")), qPrintable(spoken));
    QVERIFY2(spoken.contains(QStringLiteral("note: \u2068דנה\u2069")), qPrintable(spoken));
    QCOMPARE(model.index(0, SubUserTableModel::column("note")).data().toString(), note);
}

void TestTableCells::aNoteOfSeveralLinesShowsThatThereIsMore()
{
    const QString note = QStringLiteral("paid\nuntil May");
    ModelFixture f;
    f.write([&](CacheWriter &writer) {
        SubUser row = someSubUser(9);
        row.note = note;
        writer.subUsers().replace({row}, {});
    });
    SubUserTableModel model(*f.store, f.pool);
    QTRY_VERIFY(model.isSettled());
    const QModelIndex cell = model.index(0, SubUserTableModel::column("note"));
    QCOMPARE(cell.data().toString(), QStringLiteral("paid …"));
    QCOMPARE(cell.data(CopyTextRole).toString(), note);
    QCOMPARE(cell.data(Qt::ToolTipRole).toString(), note);
}

void TestTableCells::proxiesAsLines()
{
    ModelFixture f;
    f.write([](CacheWriter &writer) {
        Proxy bare;
        bare.id = ProxyId(QStringLiteral("bare"));
        bare.type = QStringLiteral("quantum_v2");
        bare.raw = "{}";
        writer.proxies().replace({someProxy(10), someProxy(9), someProxy(1), bare}, {});
    });
    ProxyTableModel model(*f.store, f.pool);
    QTRY_VERIFY(model.isSettled());
    QCOMPARE(linesOf(model, ProxyTableModel::column("region")),
             (QStringList{
                 QStringLiteral("— | quantum_v2 | — | — | — | —"),
                 QStringLiteral("checkout-us-1 | Mobile | DE · Frankfurt | Every request | "
                                "0.7 / 10 GB | 7 %"),
                 QStringLiteral("checkout-us-9 | Mobile | US · San Jose | Every request | "
                                "6.3 / 10 GB | 63 %"),
                 QStringLiteral("checkout-us-10 | Datacenter | DE · Frankfurt | Every 10 min | "
                                "7.0 / 10 GB | 70 %"),
             }));
    QVERIFY(!model.columnInfo(ProxyTableModel::column("traffic")).hidden);
    QVERIFY(model.columnInfo(ProxyTableModel::column("host")).hidden);
    QCOMPARE(model.index(1, ProxyTableModel::column("port-http")).data().toString(),
             QStringLiteral("5000"));
    QCOMPARE(model.index(1, ProxyTableModel::column("behavior")).data().toString(),
             QStringLiteral("Rotates"));
}

void TestTableCells::subUsersAsLines()
{
    ModelFixture f;
    f.write([](CacheWriter &writer) {
        writer.subUsers().replace({someSubUser(138), someSubUser(139), someSubUser(9)}, {});
    });
    SubUserTableModel model(*f.store, f.pool);
    QTRY_VERIFY(model.isSettled());
    QCOMPARE(linesOf(model, SubUserTableModel::column("created")),
             (QStringList{
                 QStringLiteral("client_9 | Mobile | Paid until Dec 1, invoice 9 … | 2.3 GB left | "
                                "3.0 GB | 57 % | 9"),
                 QStringLiteral("client_138 | Mobile | — | 34.5 GB left | 3.0 GB | 8 % | 138"),
                 QStringLiteral("client_139 | Residential | Paid until Dec 1, invoice 139 … | "
                                "34.8 GB left | 3.0 GB | 7 % | 139"),
             }));
}

void TestTableCells::cellsSayWhatTheyAre()
{
    ModelFixture f;
    f.putRows(11, 12);
    f.write([](CacheWriter &writer) {
        Proxy full = someProxy(1);
        full.trafficUsed = TrafficAmount::parseGb(u"9.6");
        Proxy high = someProxy(2);
        high.trafficUsed = TrafficAmount::parseGb(u"8.8");
        Proxy over = someProxy(3);
        over.trafficUsed = TrafficAmount::parseGb(u"12");
        writer.proxies().replace({full, high, over, someProxy(4)}, {});
    });
    const auto tone = [](const QModelIndex &index) {
        return static_cast<Tone>(index.data(ToneRole).toInt());
    };
    ProxyTableModel proxies(*f.store, f.pool);
    QTRY_VERIFY(proxies.isSettled());
    const auto bar = [&](int row) {
        return proxies.index(row, ProxyTableModel::column("traffic"));
    };
    QVERIFY(tone(bar(0)) == Tone::Bad);
    QVERIFY(tone(bar(1)) == Tone::Warning);
    QVERIFY(tone(bar(2)) == Tone::Bad);
    QVERIFY(tone(bar(3)) == Tone::Accent);
    QCOMPARE(bar(0).data(BarRole).toDouble(), 0.96);
    QCOMPARE(bar(2).data(BarRole).toDouble(), 1.0);
    QCOMPARE(bar(0).data(ValueRole).toLongLong(), 9'600'000'000);
    QCOMPARE(bar(0).data(CellKindRole).toInt(), static_cast<int>(CellKind::UsageBar));
    QCOMPARE(bar(0).data(Qt::ToolTipRole).toString(), QStringLiteral("9.6 GB used of 10 GB"));
    QVERIFY(!proxies.index(0, ProxyTableModel::column("name")).data(BarRole).isValid());

    TransactionTableModel ledger(*f.store, f.pool);
    QTRY_VERIFY(ledger.isSettled());
    const auto amount = [&](int row) {
        return ledger.index(row, TransactionTableModel::column("amount"));
    };
    QVERIFY(tone(amount(0)) == Tone::Good);
    QVERIFY(tone(amount(1)) == Tone::Neutral);
    QCOMPARE(amount(1).data(ValueRole).toLongLong(), Money::fromCents(-1650).units());
    QCOMPARE(amount(0).data(KeyRole).toLongLong(), 600'012);
    QVERIFY(amount(0).data(Qt::TextAlignmentRole).value<Qt::Alignment>().testFlag(Qt::AlignRight));
    QVERIFY(tone(ledger.index(0, TransactionTableModel::column("type"))) == Tone::Good);
    QVERIFY(tone(ledger.index(1, TransactionTableModel::column("type"))) == Tone::Accent);
}

/// However many there are, and without anybody telling the model which.
void TestTableCells::everyVanishedRowIsMarked()
{
    constexpr qint64 many = 10'050;
    ModelFixture f;
    f.putRows(1, many);
    TransactionTableModel model(*f.store, f.pool);
    QTRY_COMPARE(model.rowCount(), static_cast<int>(many));
    const auto isMarked = [&model](int row) {
        const QModelIndex id = model.index(row, TransactionTableModel::column("id"));
        const QModelIndex date = model.index(row, TransactionTableModel::column("date"));
        const bool said = date.data(Qt::AccessibleTextRole)
                              .toString()
                              .contains(QStringLiteral("no longer lists this transaction"));
        const bool marked = id.data(CellKindRole).toInt() == static_cast<int>(CellKind::Marked);
        return marked && said && id.data(ToneRole).toInt() == static_cast<int>(Tone::Bad);
    };
    QVERIFY(!isMarked(0));
    QVERIFY(!isMarked(many - 1));
    f.write([](CacheWriter &writer) {
        std::vector<qint64> ids;
        for (qint64 number = 1; number <= many; ++number) {
            ids.push_back(600'000 + number);
        }
        writer.removed().mark(ids, fromMillis(1));
    });
    QTRY_VERIFY(isMarked(0));
    QTRY_VERIFY(isMarked(many - 1));
    f.putRows(many, many); // it is listed again
    QTRY_VERIFY(!isMarked(0));
    QVERIFY(isMarked(1));
}

void TestTableCells::rowsSpeakForScreenReaders()
{
    ModelFixture f;
    f.putRows(12, 12);
    f.write([](CacheWriter &writer) {
        writer.proxies().replace({someProxy(1)}, {});
        writer.subUsers().replace({someSubUser(2), someSubUser(3)}, {});
    });
    TransactionTableModel ledger(*f.store, f.pool);
    ProxyTableModel proxies(*f.store, f.pool);
    SubUserTableModel subUsers(*f.store, f.pool);
    const auto sentence = [](const QAbstractItemModel &model, int row) {
        return model.index(row, 0).data(Qt::AccessibleTextRole).toString();
    };
    QCOMPARE(sentence(ledger, 0),
             QStringLiteral("Transaction 600012, Deposit, Jan 1, 2024 12:00, Card ending 4242, "
                            "+$250.00, balance after it $1,151.00."));
    QCOMPARE(sentence(proxies, 0),
             QStringLiteral("Proxy checkout-us-1, Mobile, DE · Frankfurt, Every request, traffic "
                            "0.7 / 10 GB."));
    QCOMPARE(sentence(subUsers, 0), QStringLiteral("Sub-user client_2, Residential, 0.5 GB left, "
                                                   "3.0 GB used, no note."));
    QCOMPARE(sentence(subUsers, 1),
             QStringLiteral("Sub-user client_3, Mobile, 0.8 GB left, 3.0 GB used, note: Paid until "
                            "Dec 1, invoice 3 …."));
}

void TestTableCells::aContradictionIsShown()
{
    ModelFixture f;
    Transaction row = ledgerRow(1);
    row.amount = Money::fromCents(999);
    Transaction unsignedAmount = ledgerRow(2);
    unsignedAmount.amount = unsignedAmount.amount->magnitude();
    TransactionPage page;
    page.items = {row, unsignedAmount};
    f.write([&](CacheWriter &writer) { writer.ledger().putPages({page}, {}); });
    TransactionTableModel model(*f.store, f.pool);
    const QModelIndex good = model.index(0, TransactionTableModel::column("amount"));
    const QModelIndex odd = model.index(1, TransactionTableModel::column("amount"));
    // The direction is taken from the balances; an amount without a sign is not a contradiction.
    QCOMPARE(good.data().toString(), QStringLiteral("−$3.00"));
    QCOMPARE(good.data(ToneRole).toInt(), static_cast<int>(Tone::Neutral));
    QCOMPARE(odd.data().toString(), QStringLiteral("−$1.50"));
    QCOMPARE(odd.data(ToneRole).toInt(), static_cast<int>(Tone::Warning));
    QCOMPARE(odd.data(Qt::ToolTipRole).toString(),
             QStringLiteral("The service lists an amount of $9.99, but the balance changed by "
                            "−$1.50."));
}

/// A name stands in saved settings: it never changes.
void TestTableCells::columnsAsLines()
{
    const auto linesOfColumns = [](const auto &columns) {
        QStringList lines;
        for (const ColumnInfo &info : infosOf(columns)) {
            lines.append(QStringLiteral("%1 | %2 | %3%4%5")
                             .arg(QLatin1String(info.name), QLatin1String(info.title),
                                  QString::number(info.width),
                                  QLatin1String(info.stretches ? " and the rest" : ""),
                                  QLatin1String(info.hidden ? ", hidden" : "")));
        }
        return lines;
    };
    QCOMPARE(linesOfColumns(TransactionTableModel::columnTable()),
             (QStringList{
                 QStringLiteral("date | Date | 140"),
                 QStringLiteral("type | Type | 94"),
                 QStringLiteral("description | Description | 106 and the rest"),
                 QStringLiteral("amount | Amount | 100"),
                 QStringLiteral("before | Before | 100"),
                 QStringLiteral("after | After | 100"),
                 QStringLiteral("id | Id | 72"),
                 QStringLiteral("product | Product | 100, hidden"),
                 QStringLiteral("updated | Updated | 150, hidden"),
             }));
    QCOMPARE(linesOfColumns(ProxyTableModel::columnTable()),
             (QStringList{
                 QStringLiteral("name | Name | 135 and the rest"),
                 QStringLiteral("type | Type | 124"),
                 QStringLiteral("location | Location | 137"),
                 QStringLiteral("rotation | Rotation | 126"),
                 QStringLiteral("traffic | Traffic | 192"),
                 QStringLiteral("used-percent | Used % | 76, hidden"),
                 QStringLiteral("region | Region | 120, hidden"),
                 QStringLiteral("behavior | Behavior | 120, hidden"),
                 QStringLiteral("host | Host | 180, hidden"),
                 QStringLiteral("port-http | HTTP port | 100, hidden"),
                 QStringLiteral("port-socks5 | SOCKS5 port | 110, hidden"),
                 QStringLiteral("numeric-id | Numeric id | 100, hidden"),
                 QStringLiteral("id | Id | 290, hidden"),
                 QStringLiteral("created | Created | 150, hidden"),
                 QStringLiteral("updated | Updated | 150, hidden"),
                 QStringLiteral("last-test | Last test | 150"),
             }));
    QCOMPARE(linesOfColumns(SubUserTableModel::columnTable()),
             (QStringList{
                 QStringLiteral("username | User name | 130"),
                 QStringLiteral("service | Service | 150"),
                 QStringLiteral("note | Note | 140 and the rest"),
                 QStringLiteral("traffic-left | Traffic | 180"),
                 QStringLiteral("used | Used | 84"),
                 QStringLiteral("used-percent | Used % | 76, hidden"),
                 QStringLiteral("id | Id | 90, hidden"),
                 QStringLiteral("created | Created | 150, hidden"),
                 QStringLiteral("updated | Updated | 150, hidden"),
                 QStringLiteral("last-test | Last test | 150, hidden"),
             }));
    QCOMPARE(linesOfColumns(OrderTableModel::columnTable()),
             (QStringList{
                 QStringLiteral("time | Date | 124"),
                 QStringLiteral("kind | Order | 104"),
                 QStringLiteral("what | For | 110 and the rest"),
                 QStringLiteral("type | Type | 96"),
                 QStringLiteral("amount | Amount | 68"),
                 QStringLiteral("expected | Expected | 78, hidden"),
                 QStringLiteral("charged | Charged | 74"),
                 QStringLiteral("state | State | 92"),
                 QStringLiteral("decided-by | Decided by | 84"),
                 QStringLiteral("found | Issues | 74"),
             }));
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestTableCells)
#include "test_tablecells.moc"
