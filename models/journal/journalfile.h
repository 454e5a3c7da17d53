// SPDX-License-Identifier: GPL-3.0-or-later
// A journal of calls that move money or traffic: a database with one row per call, and its record
// file next to it. A row is on disk before its call is sent. A damaged journal is never repaired,
// rebuilt or emptied automatically, because that could lose rows.

#pragma once

#include "api/types/clock.h"
#include "models/journal/journalrecord.h"
#include "models/sqlite/migration.h"
#include "models/sqlite/serialthread.h"

#include <QByteArray>
#include <QObject>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace relaybook {

/// The name, the format and the rules of one kind of journal.
struct JournalKind
{
    QString name;      ///< its files are NAME.sqlite and NAME.record
    QString entryName; ///< what a row is called in the details of an error: "order"
    /// The table of its rows, with the columns id, prepared_ms, type, state and document. The
    /// format has the table `journal` besides, see journalIdentity().
    std::string table;
    FileFormat format;
    std::vector<int> openStates; ///< the states of rows that must not be lost
    /// How many of the newest rows are read, besides every row since the first open one; 0: all.
    qint64 newest = 0;
    /// Whether rows are read in the order in which they were first written, because that of their
    /// times changes when the clock is set; false: by the time they were prepared.
    bool inWrittenOrder = false;
};

/// The step of a format that makes the table `journal`: it tells this journal from any other, and
/// its present state from an older copy.
[[nodiscard]] MigrationStep journalIdentity();

/// A row of a journal. `type` and `state` are there for people who look into the file by hand.
struct JournalRow
{
    QString id;
    Instant preparedAt{};
    QString type;
    int state = 0;
    QByteArray document;
};

/// Remembers outside of a journal that it exists. If it should exist and there is no file, its desk
/// is closed, and no new journal is begun.
struct JournalMemory
{
    std::function<bool()> existed;
    std::function<void()> remember;
    std::function<void()> forget;
};

/// How many rows of each state a journal has. Reads its files as they are: nothing is migrated,
/// repaired or written, and another process may have them open. An error where JournalFile::open()
/// would find damage, except inside of a row. To be called on any thread.
[[nodiscard]] StoreResult<std::map<int, qint64>>
countJournalRows(const QString &directory, const JournalKind &kind, bool wasThere);

/// Lives on the GUI thread; reads and writes on its own thread. Uses synchronous=FULL, and
/// fullfsync if the system supports it.
class JournalFile : public QObject
{
    Q_OBJECT

public:
    using Done = std::function<void(const StoreResult<Stored> &)>;
    /// Takes one row that was read; false if it cannot be understood. Called on the journal's
    /// thread.
    using Reader = std::function<bool(const QString &id, const QByteArray &document)>;

    JournalFile(const QString &directory, JournalKind kind, const Clock &clock);
    ~JournalFile() override;

    [[nodiscard]] const QString &path() const { return m_path; }
    /// Whether the journal or its record exists.
    [[nodiscard]] bool exists() const;
    enum class Trust {
        AsFound,     ///< a journal that contains less than its record is Damaged
        AtUsersWord, ///< the journal is used as it is, and a new record is written
    };
    /// Opens the journal and reads its rows, newest first. If a row cannot be understood, the whole
    /// journal is Damaged, and nothing is written to it. The same is true for an empty file if
    /// there was a journal before (`wasThere`, or its record). `opened` is called later, on the GUI
    /// thread.
    void open(bool wasThere, Trust trust, Reader reader, Done opened);
    /// Stores rows: all of them or none. `written` is called on the GUI thread when they are on
    /// disk or could not be written.
    void put(std::vector<JournalRow> rows, Done written);
    /// The same for rows that are made on the journal's thread.
    void put(std::function<std::vector<JournalRow>()> rows, Done written);
    /// Renames the journal's files. Returns the new path, or an empty one if there was no journal.
    /// open() then starts a new one.
    [[nodiscard]] StoreResult<QString> setAside();
    void flush();

private:
    StoreResult<Stored> openFile(bool wasThere, Trust trust, const Reader &reader);
    StoreResult<Stored> readRows(Connection &connection, const Reader &reader) const;
    StoreResult<Stored> write(const std::vector<JournalRow> &rows);

    JournalKind m_kind;
    QString m_path;
    QString m_recordPath;
    const Clock &m_clock;
    std::unique_ptr<Connection> m_connection; ///< used on the journal's thread only
    SerialThread m_thread;
};

} // namespace relaybook
