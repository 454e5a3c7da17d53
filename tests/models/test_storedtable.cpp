// SPDX-License-Identifier: GPL-3.0-or-later
// A table written as a list of fields: the statements name every column, each kind of value comes
// back as it was, and a field that came later is no change of the rows stored before it.

#include "models/store/cachetables.h"

#include <QTest>

namespace relaybook {
namespace {

enum class Colour { Red, Green };

struct Inner
{
    QString text;
    friend bool operator==(const Inner &, const Inner &) = default;
};

/// A member of every kind that a field can have.
struct Sample
{
    TransactionId id;
    ProxyId name;
    Money money;
    TrafficAmount traffic;
    Instant time{};
    bool flag = false;
    int small = 0;
    Colour colour = Colour::Red;
    Inner inner;
    QByteArray bytes;
    std::optional<QString> maybeText;
    std::optional<Money> maybeMoney;
    std::optional<TrafficAmount> maybeTraffic;
    std::optional<Instant> maybeTime;
    std::optional<bool> maybeFlag;
    std::optional<int> maybeSmall;
    std::optional<TransactionId> maybeId;
    QString later;
    friend bool operator==(const Sample &, const Sample &) = default;
};

StoredTable<Sample> sampleTable()
{
    return {"samples",
            {
                field<&Sample::id>("id", "INTEGER PRIMARY KEY"),
                field<&Sample::name>("name", "TEXT NOT NULL"),
                computed<Sample>("name_sort", "TEXT NOT NULL",
                                 [](const Sample &row) { return row.name.value().toLower(); }),
                field<&Sample::money>("money", "INTEGER NOT NULL"),
                field<&Sample::traffic>("traffic", "INTEGER NOT NULL"),
                field<&Sample::time>("time_ms", "INTEGER NOT NULL"),
                field<&Sample::flag>("flag", "INTEGER NOT NULL"),
                field<&Sample::small>("small", "INTEGER NOT NULL"),
                field<&Sample::colour>("colour", "INTEGER NOT NULL"),
                field<&Sample::inner, &Inner::text>("inner_text", "TEXT NOT NULL"),
                timeWritten<Sample>("seen_ms", "INTEGER NOT NULL"),
                field<&Sample::bytes>("bytes", "BLOB NOT NULL"),
                field<&Sample::maybeText>("maybe_text", "TEXT"),
                field<&Sample::maybeMoney>("maybe_money", "INTEGER"),
                field<&Sample::maybeTraffic>("maybe_traffic", "INTEGER"),
                field<&Sample::maybeTime>("maybe_ms", "INTEGER"),
                field<&Sample::maybeFlag>("maybe_flag", "INTEGER"),
                field<&Sample::maybeSmall>("maybe_small", "INTEGER"),
                field<&Sample::maybeId>("maybe_id", "INTEGER"),
                columnOnly<Sample>("mark", "TEXT NOT NULL DEFAULT 'none'"),
                addedIn(2, field<&Sample::later>("later", "TEXT NOT NULL DEFAULT 'before'")),
            }};
}

Sample fullSample()
{
    Sample row;
    row.id = TransactionId(7);
    row.name = ProxyId(QStringLiteral("Zürich — 日本"));
    row.money = Money::fromUnits(-9'223'372'036'854'775'807);
    row.traffic = TrafficAmount::fromUnits(9'223'372'036'854'775'807);
    row.time = fromMillis(1'795'176'000'123);
    row.flag = true;
    row.small = -5;
    row.colour = Colour::Green;
    row.inner.text = QString(5000, u'x');
    row.bytes = QByteArray("a\0b", 3);
    row.maybeText = QString();
    row.maybeMoney = Money::fromUnits(1);
    row.maybeTraffic = TrafficAmount::fromUnits(0);
    row.maybeTime = fromMillis(-1);
    row.maybeFlag = false;
    row.maybeSmall = 65'535;
    row.maybeId = TransactionId(0);
    row.later = QStringLiteral("now");
    return row;
}

struct Database
{
    Database()
        : connection(std::move(
              *Connection::open(QStringLiteral(":memory:"), Connection::Purpose::CacheWriter)))
    {
        const FileFormat format{1, withTables({}, {table.schema()})};
        QCOMPARE(format.steps.size(), size_t{2});
        QCOMPARE(migrate(*connection, format).value(), 0);
    }
    void run(const std::string &sql, const Sample &row)
    {
        Query query(*connection, sql);
        table.bind(binder, query, row);
        QCOMPARE(query.run(), 1);
    }
    Sample read(qint64 id)
    {
        Query query(*connection, table.select("WHERE id = ?"));
        return query.bind(1, id).next() ? table.read(query) : Sample();
    }

    StoredTable<Sample> table = sampleTable();
    std::unique_ptr<Connection> connection;
    RowBinder binder{fromMillis(99)};
};

/// Today's transactions as if `user_id` had come with a later version.
StoredTable<Transaction> laterTransactions()
{
    return {"transactions",
            {field<&Transaction::id>("id", "INTEGER PRIMARY KEY"),
             addedIn(2, field<&Transaction::userId>("user_id", "TEXT NOT NULL DEFAULT ''"))}};
}

} // namespace

class TestStoredTable : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void statementsNameEveryColumn();
    void everyKindOfValueComesBack();
    void aBinderServesManyRows();
    void aRowOfBeforeHasTheDefault();
    void aLaterFieldIsNoChangeAtTheService();
    void aLaterFieldBringsNoSecretBack();
};

void TestStoredTable::statementsNameEveryColumn()
{
    const StoredTable<Inner> table{
        "inner_rows",
        {columnOnly<Inner>("key", "INTEGER PRIMARY KEY"), field<&Inner::text>("id", "TEXT"),
         computed<Inner>("fold", "TEXT", [](const Inner &row) { return row.text; }),
         timeWritten<Inner>("seen_ms", "INTEGER")}};
    QCOMPARE(table.select("WHERE id = ?").c_str(), "SELECT id FROM inner_rows WHERE id = ?");
    QCOMPARE(table.insert("INSERT OR IGNORE").c_str(),
             "INSERT OR IGNORE INTO inner_rows(id, fold, seen_ms) VALUES (?1, ?2, ?3)");
    QCOMPARE(table.update("id").c_str(),
             "UPDATE inner_rows SET fold = ?2, seen_ms = ?3 WHERE id = ?1");
    QCOMPARE(withTables({}, {table.schema()}).front().c_str(),
             "CREATE TABLE inner_rows(\n    key INTEGER PRIMARY KEY,\n    id TEXT,\n"
             "    fold TEXT,\n    seen_ms INTEGER\n);\n");
}

void TestStoredTable::everyKindOfValueComesBack()
{
    Database f;
    const Sample full = fullSample();
    f.run(f.table.insert(), full);
    QVERIFY(f.read(7) == full);
    QVERIFY(f.read(7).maybeText.has_value()); // an empty text is not no text
    QCOMPARE(f.connection->number("SELECT seen_ms FROM samples"), 99);
    QCOMPARE(f.connection->number("SELECT money FROM samples"), -9'223'372'036'854'775'807);
    QCOMPARE(f.connection->number("SELECT count(*) FROM samples WHERE mark = 'none' AND"
                                  " name_sort = 'zürich — 日本' AND typeof(bytes) = 'blob'"),
             1);
    Sample empty;
    empty.id = TransactionId(7);
    f.run(f.table.update("id"), empty);
    QVERIFY(f.read(7) == empty);
    QCOMPARE(f.connection->number("SELECT count(*) FROM samples WHERE maybe_text IS NULL AND"
                                  " maybe_id IS NULL AND name = '' AND bytes = x''"),
             1);
}

void TestStoredTable::aBinderServesManyRows()
{
    Database f;
    const std::string insert = f.table.insert();
    for (qint64 id = 1; id <= 50; ++id) {
        Sample row = fullSample();
        row.id = TransactionId(id);
        row.inner.text = QString(static_cast<qsizetype>((51 - id) * 40), u'ü');
        row.later = QString::number(id);
        f.run(insert, row);
    }
    for (qint64 id = 1; id <= 50; ++id) {
        QCOMPARE(f.read(id).inner.text, QString(static_cast<qsizetype>((51 - id) * 40), u'ü'));
        QCOMPARE(f.read(id).later, QString::number(id));
    }
}

void TestStoredTable::aRowOfBeforeHasTheDefault()
{
    const StoredTable<Sample> table = sampleTable();
    TableSchema before = table.schema();
    before.columns.pop_back();
    auto connection =
        std::move(*Connection::open(QStringLiteral(":memory:"), Connection::Purpose::CacheWriter));
    QCOMPARE(migrate(*connection, {1, withTables({}, {before})}).value(), 0);
    connection->database().exec("INSERT INTO samples VALUES (7, 'n', 'n', 1, 2, 3, 1, 5, 1, 't',"
                                " 9, x'00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'mine')");
    QCOMPARE(migrate(*connection, {1, withTables({}, {table.schema()})}).value(), 1);
    Query query(*connection, table.select("WHERE id = 7"));
    QVERIFY(query.next());
    const Sample row = table.read(query);
    QCOMPARE(row.later, QStringLiteral("before"));
    QCOMPARE(row.traffic.units(), 2);
    QCOMPARE(row.inner.text, QStringLiteral("t"));
    QCOMPARE(connection->number("SELECT count(*) FROM samples WHERE mark = 'mine'"), 1);
}

void TestStoredTable::aLaterFieldIsNoChangeAtTheService()
{
    const StoredTable<Transaction> later = laterTransactions();
    Transaction come;
    come.id = TransactionId(1);
    come.userId = QStringLiteral("17");
    come.raw = R"({"id":1,"user_id":17})";
    Transaction stored = come; // as it was written before there was the field
    stored.userId.clear();
    const auto merged = mergedIfUnchanged(stored, come, later);
    QVERIFY(merged.has_value());
    QVERIFY(*merged == come);
    QVERIFY(mergedIfUnchanged(come, come, later) == come);
    // A change at the service stays one.
    Transaction changed = come;
    changed.raw = R"({"id":1,"user_id":17,"more":1})";
    QVERIFY(!mergedIfUnchanged(stored, changed, later));
    changed = come;
    changed.amount = Money::fromUnits(1);
    QVERIFY(!mergedIfUnchanged(stored, changed, later));
    // So does one of a field that was always stored.
    QVERIFY(!mergedIfUnchanged(stored, come, transactionTable()));
}

/// A row that comes with a secret whose place is masked here is not stored, nor are its new fields.
void TestStoredTable::aLaterFieldBringsNoSecretBack()
{
    const StoredTable<Transaction> later = laterTransactions();
    Transaction masked;
    masked.id = TransactionId(1);
    masked.raw = QByteArray(R"({"id":1,"pass":"•••"})");
    Transaction open = masked;
    open.raw = R"({"id":1,"pass":"hunter2"})";
    open.userId = QStringLiteral("hunter2");
    QVERIFY(mergedIfUnchanged(masked, open, later) == masked);
    // The other way round all of the new row is taken.
    Transaction come = masked;
    come.userId = QStringLiteral("•••");
    Transaction stored = open;
    stored.userId.clear();
    QVERIFY(mergedIfUnchanged(stored, come, later) == come);
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestStoredTable)
#include "test_storedtable.moc"
