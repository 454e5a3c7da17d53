// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/journal/journalfile.h"

#include "models/sqlite/damagedfile.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <utility>

namespace relaybook {
namespace {

constexpr int sqliteCorrupt = 11; // SQLITE_CORRUPT

tl::unexpected<StoreError> damagedJournal(const QString &detail)
{
    return tl::unexpected(StoreError{StoreError::Kind::Damaged, detail});
}

std::string listOf(const std::vector<int> &numbers)
{
    std::string list;
    for (const int number : numbers) {
        list += (list.empty() ? "" : ", ") + std::to_string(number);
    }
    return list;
}

/// A database without a byte is a new one, for SQLite.
StoreResult<Stored> refuseEmpty(const QString &path, bool wasThere)
{
    const bool isEmpty = QFileInfo(path).size() == 0; // or not there
    if (isEmpty && wasThere) {
        return damagedJournal(QStringLiteral("the journal is empty"));
    }
    return Stored{};
}

/// What the record has to say of the journal as it is. Throws.
JournalRecord recordOf(Connection &connection, const JournalKind &kind)
{
    Query identity(connection, "SELECT id, sequence FROM journal");
    if (!identity.next()) {
        throw SQLite::Exception("the journal has no id", sqliteCorrupt);
    }
    JournalRecord record{identity.text(0), identity.number(1), {}};
    Query open(connection, "SELECT id FROM " + kind.table + " WHERE state IN (" +
                               listOf(kind.openStates) + ") ORDER BY rowid");
    while (open.next()) {
        record.open.append(open.text(0));
    }
    return record;
}

/// Throws. The record is written after the journal: a journal that is ahead of it lost nothing.
StoreResult<Stored> compare(Connection &connection, const JournalKind &kind,
                            const JournalRecord &found, const std::optional<JournalRecord> &record)
{
    if (!record) {
        // New, or of a version that had no record: such a journal was never written to since.
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
        Query row(connection, "SELECT 1 FROM " + kind.table + " WHERE id = ?");
        row.bind(1, id);
        if (!row.next()) {
            return damagedJournal(QString(u"the " % kind.entryName % u' ' % id % u" is missing"));
        }
    }
    return Stored{};
}

QString journalPath(const QString &directory, const JournalKind &kind)
{
    return directory + u'/' + kind.name + QLatin1String(".sqlite");
}

QString recordPath(const QString &directory, const JournalKind &kind)
{
    return directory + u'/' + kind.name + QLatin1String(".record");
}

/// Throws.
std::map<int, qint64> rowsByState(Connection &connection, const JournalKind &kind)
{
    std::map<int, qint64> rows;
    Query query(connection, "SELECT state, count(*) FROM " + kind.table + " GROUP BY state");
    while (query.next()) {
        rows.emplace(static_cast<int>(query.number(0)), query.number(1));
    }
    return rows;
}

} // namespace

StoreResult<std::map<int, qint64>> countJournalRows(const QString &directory,
                                                    const JournalKind &kind, bool wasThere)
{
    const auto record = readJournalRecord(recordPath(directory, kind));
    if (!record) {
        return tl::unexpected(record.error());
    }
    const QString path = journalPath(directory, kind);
    if (const auto full = refuseEmpty(path, wasThere || record->has_value()); !full) {
        return tl::unexpected(full.error());
    }
    if (QFileInfo(path).size() == 0) {
        return std::map<int, qint64>();
    }
    auto connection = Connection::open(path, Connection::Purpose::Snapshot);
    if (!connection) {
        return tl::unexpected(connection.error());
    }
    const auto version = fileVersion(**connection, kind.format);
    if (!version) {
        return tl::unexpected(version.error());
    }
    StoreResult<Stored> same = Stored{};
    auto rows = guarded([&] {
        // One state of the file, though somebody else may write. It ends with the connection.
        (*connection)->database().exec("BEGIN");
        if (record->has_value() || *version == static_cast<int>(kind.format.steps.size())) {
            same = compare(**connection, kind, recordOf(**connection, kind), *record);
        }
        return rowsByState(**connection, kind);
    });
    if (!same) {
        return tl::unexpected(same.error());
    }
    return rows;
}

MigrationStep journalIdentity()
{
    return R"sql(
CREATE TABLE journal(
    id TEXT NOT NULL,
    sequence INTEGER NOT NULL
);
INSERT INTO journal VALUES (lower(hex(randomblob(16))), 0);
)sql";
}

JournalFile::JournalFile(const QString &directory, JournalKind kind, const Clock &clock)
    : m_kind(std::move(kind))
    , m_path(journalPath(directory, m_kind))
    , m_recordPath(recordPath(directory, m_kind))
    , m_clock(clock)
    , m_thread(m_kind.name)
{
    QDir().mkpath(directory);
}

JournalFile::~JournalFile()
{
    m_thread.finish();
}

bool JournalFile::exists() const
{
    return QFile::exists(m_path) || QFile::exists(m_recordPath);
}

void JournalFile::open(bool wasThere, Trust trust, Reader reader, Done opened)
{
    m_thread.post([this, wasThere, trust, reader = std::move(reader), opened = std::move(opened)] {
        const StoreResult<Stored> result = openFile(wasThere, trust, reader);
        QMetaObject::invokeMethod(this, [result, opened] { opened(result); });
    });
}

/// Throws.
StoreResult<Stored> JournalFile::readRows(Connection &connection, const Reader &reader) const
{
    std::string sql = "SELECT id, document FROM " + m_kind.table;
    if (m_kind.newest > 0) {
        sql += " WHERE rowid > (SELECT ifnull(max(rowid), 0) FROM " + m_kind.table + ") - " +
               std::to_string(m_kind.newest) + " OR rowid >= (SELECT min(rowid) FROM " +
               m_kind.table + " WHERE state IN (" + listOf(m_kind.openStates) + "))";
    }
    sql +=
        m_kind.inWrittenOrder ? " ORDER BY rowid DESC" : " ORDER BY prepared_ms DESC, rowid DESC";
    Query query(connection, sql);
    QString unreadable;
    while (query.next()) {
        if (!reader(query.text(0), query.bytes(1))) {
            unreadable = query.text(0);
        }
    }
    if (!unreadable.isEmpty()) {
        return damagedJournal(
            QString(u"the " % m_kind.entryName % u' ' % unreadable % u" cannot be read"));
    }
    return Stored{};
}

StoreResult<Stored> JournalFile::openFile(bool wasThere, Trust trust, const Reader &reader)
{
    auto record = readJournalRecord(m_recordPath);
    if (!record && trust == Trust::AsFound) {
        return tl::unexpected(record.error());
    }
    const bool hasRecord = !record || record->has_value();
    if (const auto full = refuseEmpty(m_path, wasThere || hasRecord); !full) {
        return tl::unexpected(full.error());
    }
    auto connection = Connection::open(m_path, Connection::Purpose::KeepWriter);
    if (!connection) {
        return tl::unexpected(connection.error());
    }
    const auto version = guarded([&] { return (*connection)->number("PRAGMA user_version"); });
    if (version && *version == 0 && (wasThere || hasRecord)) {
        return damagedJournal(QString(u"the journal has no " % m_kind.entryName % u"s table"));
    }
    if (const auto migrated = migrate(**connection, m_kind.format); !migrated) {
        return tl::unexpected(migrated.error());
    }
    JournalRecord now;
    StoreResult<Stored> understood = Stored{};
    StoreResult<Stored> same = Stored{};
    auto read = guarded([&] {
        if ((*connection)->database().execAndGet("PRAGMA quick_check(1)").getString() != "ok") {
            throw SQLite::Exception("the journal failed the integrity check", sqliteCorrupt);
        }
        understood = readRows(**connection, reader);
        now = recordOf(**connection, m_kind);
        if (understood && trust == Trust::AsFound) {
            same = compare(**connection, m_kind, now, *record);
        }
        return Stored{};
    });
    if (!read) {
        return read;
    }
    if (!understood) {
        return understood;
    }
    if (!same) {
        return same;
    }
    if (auto recorded = writeJournalRecord(m_recordPath, now); !recorded) {
        return recorded;
    }
    m_connection = std::move(*connection);
    return Stored{};
}

void JournalFile::put(std::vector<JournalRow> rows, Done written)
{
    put([rows = std::move(rows)] { return rows; }, std::move(written));
}

void JournalFile::put(std::function<std::vector<JournalRow>()> rows, Done written)
{
    m_thread.post([this, rows = std::move(rows), written = std::move(written)] {
        const StoreResult<Stored> result = write(rows());
        QMetaObject::invokeMethod(this, [result, written] {
            if (written) {
                written(result);
            }
        });
    });
}

StoreResult<Stored> JournalFile::write(const std::vector<JournalRow> &rows)
{
    if (!m_connection) {
        return tl::unexpected(
            StoreError{StoreError::Kind::Failed, QStringLiteral("the journal is not open")});
    }
    JournalRecord record;
    auto written = guarded([&] {
        WriteTransaction transaction(*m_connection);
        for (const JournalRow &row : rows) {
            Query query(*m_connection, "INSERT INTO " + m_kind.table +
                                           " VALUES (?, ?, ?, ?, ?) ON CONFLICT(id) DO UPDATE"
                                           " SET state = excluded.state,"
                                           " document = excluded.document");
            query.bind(1, row.id).bind(2, toMillis(row.preparedAt)).bind(3, row.type);
            query.bind(4, qint64{row.state}).bindBytes(5, row.document).run();
        }
        Query(*m_connection, "UPDATE journal SET sequence = sequence + 1").run();
        record = recordOf(*m_connection, m_kind);
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
    // The record last: as long as it is there, no journal is begun anew.
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
