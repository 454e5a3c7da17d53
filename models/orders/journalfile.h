// SPDX-License-Identifier: GPL-3.0-or-later
// The journal of all orders of an account: a database with one row per order, orders.sqlite, and
// its record file next to it. A row is on disk before its call is sent. A damaged journal is never
// repaired, rebuilt or emptied automatically, because that could lose orders. The evidence for an
// order is stored too; the database refuses the same evidence for a second order.

#pragma once

#include "api/types/clock.h"
#include "models/orders/journalrecord.h"
#include "models/orders/order.h"
#include "models/sqlite/serialthread.h"

#include <QByteArray>
#include <QObject>
#include <QStringList>

#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace relaybook {

class Connection;

/// Evidence that an order was carried out: a row at the service, which can be the evidence of only
/// one order, of any kind.
struct Evidence
{
    enum class Kind { Transaction, Allocation, SubUser, DeletedSubUser, Proxy };
    Kind kind = Kind::Transaction;
    QString id; ///< of the row at the service; for an allocation, after the sub-user's id
    friend bool operator==(const Evidence &, const Evidence &) = default;
};

/// A row of the journal. `kind`, `batch` and `state` are there for people who look into the file by
/// hand, and to find the rows of a kind.
struct JournalRow
{
    QString id;
    QString kind; ///< Part::kinds of OrderJournal
    QString batch;
    Instant preparedAt{};
    OrderState state = OrderState::Waiting;
    QByteArray document;
    std::vector<Evidence> evidence;
    /// Whether the service's answer names the evidence. Then the evidence is taken from an order
    /// that only seemed to match it.
    bool isAnswered = false;
};

/// Remembers outside of a journal that it exists. If it should exist and there is no file, its desk
/// is closed, and no new journal is begun.
struct JournalMemory
{
    std::function<bool()> existed;
    std::function<void()> remember;
    std::function<void()> forget;
};

/// Counts the orders of each state in a journal. Only reads the files: nothing is migrated,
/// repaired or written, and another process may have them open. Fails if JournalFile::open() would
/// find damage, except damage inside a row. Can be called on any thread.
[[nodiscard]] StoreResult<std::map<OrderState, qint64>> countJournalRows(const QString &directory,
                                                                         bool wasThere);

/// Lives on the GUI thread; reads and writes on its own thread. Uses synchronous=FULL, and
/// fullfsync if the system supports it.
class JournalFile : public QObject
{
    Q_OBJECT

public:
    using Done = std::function<void(const StoreResult<Stored> &)>;
    struct Numbers
    {
        qint64 last = 0; ///< of the last write; 0 if there was none
        /// Orders that were sent before this number may stand beside others that are lost, because
        /// the journal was once used as it was found (Trust::AtUsersWord).
        qint64 wholeSince = 0;
    };
    using Opened = std::function<void(const StoreResult<Numbers> &)>;
    /// Takes one row that was read; false if it cannot be understood. Called on the journal's
    /// thread.
    using Reader =
        std::function<bool(const QString &id, const QString &kind, const QByteArray &document)>;

    /// For the kinds in `longHistory`, only the newest rows are read, and every row since the first
    /// one without an outcome.
    JournalFile(const QString &directory, QStringList longHistory, const Clock &clock);
    ~JournalFile() override;

    [[nodiscard]] static QString pathIn(const QString &directory);
    /// Whether the journal or its record exists.
    [[nodiscard]] static bool existsIn(const QString &directory);
    enum class Trust {
        AsFound,     ///< a journal that contains less than its record is Damaged
        AtUsersWord, ///< the journal is used as it is, and a new record is written
    };
    /// Opens the journal and reads its rows in the order in which they were first stored. If a row
    /// cannot be understood, the whole journal is Damaged, and nothing is written to it. The same
    /// is true for an empty file if there was a journal before (`wasThere`, or its record).
    /// `opened` is called later, on the GUI thread.
    void open(bool wasThere, Trust trust, Reader reader, Opened opened);
    /// Stores rows, which are created on the journal's thread: all of them or none. Fails if a
    /// row's evidence belongs to another order, unless isAnswered is set. `number` is that of this
    /// write; it counts from the last one if the file turns out to be ahead. `written` is called on
    /// the GUI thread when they are on disk or could not be written.
    void put(std::function<std::vector<JournalRow>()> rows, qint64 number, Done written);
    /// Renames the journal's files. Returns the new path, or an empty one if there was no journal.
    /// open() then starts a new one.
    [[nodiscard]] StoreResult<QString> setAside();
    void flush();

private:
    StoreResult<Numbers> openFile(bool wasThere, Trust trust, const Reader &reader);
    StoreResult<Stored> readRows(Connection &connection, const Reader &reader) const;
    StoreResult<Stored> write(const std::vector<JournalRow> &rows, qint64 number);

    QStringList m_longHistory;
    QString m_path;
    QString m_recordPath;
    const Clock &m_clock;
    std::unique_ptr<Connection> m_connection; ///< used on the journal's thread only
    SerialThread m_thread;
};

} // namespace relaybook
