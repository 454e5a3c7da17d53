// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/orders/journalfile.h"

#include "models/sqlite/connection.h"
#include "models/sqlite/damagedfile.h"
#include "models/sqlite/migration.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <utility>

namespace relaybook {
namespace {

constexpr int sqliteCorrupt = 11;    // SQLITE_CORRUPT
constexpr int sqliteConstraint = 19; // SQLITE_CONSTRAINT

tl::unexpected<StoreError> damagedJournal(const QString &detail)
{
    return tl::unexpected(StoreError{StoreError::Kind::Damaged, detail});
}

constexpr int ordersApplicationId = 0x52424b4f; // "RBKO"

/// Rows are ordered by number, the order in which they were first stored, because their times can
/// be wrong when the clock is set. `journal` distinguishes this journal from any other, and its
/// present state from an older copy: `sequence` grows with each write. An account has one ledger as
/// long as it has its folder.
constexpr auto version1 = R"sql(
CREATE TABLE orders(
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    batch TEXT NOT NULL,
    prepared_ms INTEGER NOT NULL,
    state INTEGER NOT NULL,
    document BLOB NOT NULL
);
CREATE INDEX orders_by_state ON orders(state);
CREATE INDEX orders_by_kind ON orders(kind);
CREATE TABLE evidence(
    kind INTEGER NOT NULL,
    id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    PRIMARY KEY (kind, id)
) WITHOUT ROWID;
CREATE TABLE journal(
    id TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    whole_since INTEGER NOT NULL
);
INSERT INTO journal VALUES (lower(hex(randomblob(16))), 0, 0);
)sql";

const FileFormat &ordersFormat()
{
    static const FileFormat format{ordersApplicationId, {version1}};
    return format;
}

/// States of orders that must not be lost. Waiting is not one, because such an order was not sent.
const std::string &openStates()
{
    static const std::string list = std::to_string(static_cast<int>(OrderState::Sending)) + ", " +
                                    std::to_string(static_cast<int>(OrderState::Unknown));
    return list;
}

/// SQLite treats an empty file as a new database, so the loss of all rows would not be noticed.
StoreResult<Stored> refuseEmpty(const QString &path, bool wasThere)
{
    const bool isEmpty = QFileInfo(path).size() == 0; // or the file is missing
    if (isEmpty && wasThere) {
        return damagedJournal(QStringLiteral("the journal is empty"));
    }
    return Stored{};
}

/// The record that fits the journal's present state. Throws.
JournalRecord recordOf(Connection &connection)
{
    Query identity(connection, "SELECT id, sequence FROM journal");
    if (!identity.next()) {
        throw SQLite::Exception("the journal has no id", sqliteCorrupt);
    }
    JournalRecord record{identity.text(0), identity.number(1), {}};
    Query open(connection,
               "SELECT id FROM orders WHERE state IN (" + openStates() + ") ORDER BY number");
    while (open.next()) {
        record.open.append(open.text(0));
    }
    return record;
}

/// The record is written after the journal, so a journal that is ahead of it has lost nothing.
/// Throws.
StoreResult<Stored> compare(Connection &connection, const JournalRecord &found,
                            const std::optional<JournalRecord> &record)
{
    if (!record) {
        // A new journal, to which nothing was written, has no record.
        return found.sequence == 0 ? StoreResult<Stored>(Stored{})
                                   : damagedJournal(QStringLiteral("its record file is missing"));
    }
    if (record->journal != found.journal) {
        return damagedJournal(QStringLiteral("its record file belongs to another journal"));
    }
    if (record->sequence > found.sequence) {
        return damagedJournal(
            QStringLiteral("its last write is number %1, but its record file says %2")
                .arg(found.sequence)
                .arg(record->sequence));
    }
    for (const QString &id : record->open) {
        Query row(connection, "SELECT 1 FROM orders WHERE id = ?");
        row.bind(1, id);
        if (!row.next()) {
            return damagedJournal(QString(u"the order " % id % u" is missing"));
        }
    }
    return Stored{};
}

QString journalPath(const QString &directory)
{
    return directory + QLatin1String("/orders.sqlite");
}

QString recordPath(const QString &directory)
{
    return directory + QLatin1String("/orders.record");
}

/// Throws.
std::map<OrderState, qint64> rowsByState(Connection &connection)
{
    std::map<OrderState, qint64> rows;
    Query query(connection, "SELECT state, count(*) FROM orders GROUP BY state");
    while (query.next()) {
        rows.emplace(static_cast<OrderState>(query.number(0)), query.number(1));
    }
    return rows;
}

/// Stores the evidence for the row's order. Throws, also if the evidence belongs to another order.
void claim(Connection &connection, const Evidence &evidence, const JournalRow &row)
{
    const auto bindKey = [&evidence](Query &query) {
        query.bind(1, static_cast<qint64>(evidence.kind)).bind(2, evidence.id);
    };
    if (row.isAnswered) {
        Query take(connection, "DELETE FROM evidence WHERE kind = ? AND id = ?");
        bindKey(take);
        take.run();
    }
    Query add(connection, "INSERT INTO evidence VALUES (?, ?, ?) ON CONFLICT DO NOTHING");
    bindKey(add);
    add.bind(3, row.id).run();
    Query owner(connection, "SELECT order_id FROM evidence WHERE kind = ? AND id = ?");
    bindKey(owner);
    if (!owner.next() || owner.text(0) != row.id) {
        throw SQLite::Exception("a row of the service would prove two orders", sqliteConstraint);
    }
}

} // namespace

StoreResult<std::map<OrderState, qint64>> countJournalRows(const QString &directory, bool wasThere)
{
    const auto record = readJournalRecord(recordPath(directory));
    if (!record) {
        return tl::unexpected(record.error());
    }
    const QString path = journalPath(directory);
    if (const auto full = refuseEmpty(path, wasThere || record->has_value()); !full) {
        return tl::unexpected(full.error());
    }
    if (QFileInfo(path).size() == 0) {
        return std::map<OrderState, qint64>();
    }
    auto connection = Connection::open(path, Connection::Purpose::Snapshot);
    if (!connection) {
        return tl::unexpected(connection.error());
    }
    const auto version = fileVersion(**connection, ordersFormat());
    if (!version) {
        return tl::unexpected(version.error());
    }
    StoreResult<Stored> same = Stored{};
    auto rows = guarded([&] {
        // Reads a single state of the file while others may write. Ends with the connection.
        (*connection)->database().exec("BEGIN");
        same = compare(**connection, recordOf(**connection), *record);
        return rowsByState(**connection);
    });
    if (!same) {
        return tl::unexpected(same.error());
    }
    return rows;
}

JournalFile::JournalFile(const QString &directory, QStringList longHistory, const Clock &clock)
    : m_longHistory(std::move(longHistory))
    , m_path(journalPath(directory))
    , m_recordPath(recordPath(directory))
    , m_clock(clock)
    , m_thread(QStringLiteral("orders"))
{
}

JournalFile::~JournalFile()
{
    m_thread.finish();
}

QString JournalFile::pathIn(const QString &directory)
{
    return journalPath(directory);
}

bool JournalFile::existsIn(const QString &directory)
{
    return QFile::exists(journalPath(directory)) || QFile::exists(recordPath(directory));
}

void JournalFile::open(bool wasThere, Trust trust, Reader reader, Opened opened)
{
    m_thread.post([this, wasThere, trust, reader = std::move(reader), opened = std::move(opened)] {
        const StoreResult<Numbers> result = openFile(wasThere, trust, reader);
        QMetaObject::invokeMethod(
            this, [result, opened] { opened(result); }, Qt::QueuedConnection);
    });
}

/// Throws.
StoreResult<Stored> JournalFile::readRows(Connection &connection, const Reader &reader) const
{
    // How many rows of a long history are read, besides those since the first one without an
    // outcome.
    constexpr auto newest = "10000";
    const auto numberOf = [&connection](const std::string &sql) { return connection.number(sql); };
    const qint64 recent =
        numberOf(std::string("SELECT ifnull(max(number), 0) - ") + newest + " FROM orders");
    const qint64 firstOpen =
        numberOf("SELECT ifnull(min(number), 9223372036854775807) FROM orders WHERE state IN (" +
                 std::to_string(static_cast<int>(OrderState::Waiting)) + ", " + openStates() + ")");
    // Orders that may still be carried out late are watched for a week.
    constexpr std::chrono::days stillWatched{8};
    const qint64 since = toMillis(m_clock.now() - stillWatched);
    Query query(
        connection,
        "SELECT id, kind, document, number, prepared_ms, state FROM orders ORDER BY number");
    QString unreadable;
    while (query.next()) {
        const QString kind = query.text(1);
        const qint64 number = query.number(3);
        const bool isNotDone = query.number(5) == static_cast<qint64>(OrderState::NotDone);
        const bool isWanted = isNotDone || number > recent || number >= firstOpen ||
                              query.number(4) >= since || !m_longHistory.contains(kind);
        if (isWanted && !reader(query.text(0), kind, query.bytes(2))) {
            unreadable = query.text(0);
        }
    }
    if (!unreadable.isEmpty()) {
        return damagedJournal(QString(u"the order " % unreadable % u" cannot be read"));
    }
    return Stored{};
}

StoreResult<JournalFile::Numbers> JournalFile::openFile(bool wasThere, Trust trust,
                                                        const Reader &reader)
{
    auto record = readJournalRecord(m_recordPath);
    if (!record && trust == Trust::AsFound) {
        return tl::unexpected(record.error());
    }
    const bool hasRecord = !record || record->has_value();
    if (const auto full = refuseEmpty(m_path, wasThere || hasRecord); !full) {
        return tl::unexpected(full.error());
    }
    QDir().mkpath(QFileInfo(m_path).path());
    auto connection = Connection::open(m_path, Connection::Purpose::KeepWriter);
    if (!connection) {
        return tl::unexpected(connection.error());
    }
    const auto version = guarded([&] { return (*connection)->number("PRAGMA user_version"); });
    if (version && *version == 0 && (wasThere || hasRecord)) {
        return damagedJournal(QStringLiteral("the journal has no table of orders"));
    }
    if (const auto migrated = migrate(**connection, ordersFormat()); !migrated) {
        return tl::unexpected(migrated.error());
    }
    JournalRecord now;
    qint64 wholeSince = 0;
    StoreResult<Stored> understood = Stored{};
    StoreResult<Stored> same = Stored{};
    auto read = guarded([&] {
        if ((*connection)->database().execAndGet("PRAGMA quick_check(1)").getString() != "ok") {
            throw SQLite::Exception("the journal failed the integrity check", sqliteCorrupt);
        }
        understood = readRows(**connection, reader);
        if (understood && trust == Trust::AtUsersWord) {
            Query(**connection, "UPDATE journal SET whole_since = sequence + 1").run();
        }
        now = recordOf(**connection);
        wholeSince = (*connection)->number("SELECT whole_since FROM journal");
        if (understood && trust == Trust::AsFound) {
            same = compare(**connection, now, *record);
        }
        return Stored{};
    });
    for (const StoreResult<Stored> &each : {read, understood, same}) {
        if (!each) {
            return tl::unexpected(each.error());
        }
    }
    if (auto recorded = writeJournalRecord(m_recordPath, now); !recorded) {
        return tl::unexpected(recorded.error());
    }
    m_connection = std::move(*connection);
    return Numbers{now.sequence, wholeSince};
}

void JournalFile::put(std::function<std::vector<JournalRow>()> rows, qint64 number, Done written)
{
    m_thread.post([this, rows = std::move(rows), number, written = std::move(written)] {
        const StoreResult<Stored> result = write(rows(), number);
        QMetaObject::invokeMethod(
            this,
            [result, written] {
                if (written) {
                    written(result);
                }
            },
            Qt::QueuedConnection);
    });
}

StoreResult<Stored> JournalFile::write(const std::vector<JournalRow> &rows, qint64 number)
{
    if (!m_connection) {
        return tl::unexpected(
            StoreError{StoreError::Kind::Failed, QStringLiteral("the journal is not open")});
    }
    JournalRecord record;
    auto written = guarded([&] {
        WriteTransaction transaction(*m_connection);
        for (const JournalRow &row : rows) {
            Query query(*m_connection,
                        "INSERT INTO orders(id, kind, batch, prepared_ms, state, document)"
                        " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT(id) DO UPDATE"
                        " SET state = excluded.state, document = excluded.document");
            query.bind(1, row.id).bind(2, row.kind).bind(3, row.batch);
            query.bind(4, toMillis(row.preparedAt)).bind(5, static_cast<qint64>(row.state));
            query.bindBytes(6, row.document).run();
            for (const Evidence &each : row.evidence) {
                claim(*m_connection, each, row);
            }
        }
        Query count(*m_connection, "UPDATE journal SET sequence = max(sequence + 1, ?)");
        count.bind(1, number).run();
        record = recordOf(*m_connection);
        transaction.commit();
        return Stored{};
    });
    if (!written) {
        return written;
    }
    return writeJournalRecord(m_recordPath, record);
}

StoreResult<QString> JournalFile::setAside()
{
    m_thread.runAndWait([this] { m_connection.reset(); });
    StoreResult<QString> aside = QString();
    if (QFile::exists(m_path)) {
        aside = moveDamagedAside(m_path, m_clock.now());
    }
    // The record is renamed last: as long as it exists, no new journal is started.
    if (aside && QFile::exists(m_recordPath)) {
        const QString name =
            aside->isEmpty()
                ? QString(m_recordPath % u".damaged-" % QString::number(toMillis(m_clock.now())))
                : QString(*aside % u".record");
        if (!QFile::rename(m_recordPath, name)) {
            return tl::unexpected(
                StoreError{StoreError::Kind::Failed, QString(u"cannot rename " % m_recordPath)});
        }
    }
    return aside;
}

void JournalFile::flush()
{
    m_thread.runAndWait([] {});
}

} // namespace relaybook
