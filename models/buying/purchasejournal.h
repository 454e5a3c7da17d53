// SPDX-License-Identifier: GPL-3.0-or-later
// Stores all orders in the database purchases.sqlite, with the file purchases.record next to it. An
// order is on disk before it is sent. The journal is a separate file, so that damage to other files
// does not disable buying. A damaged journal is never repaired, rebuilt or emptied automatically,
// because that could lose orders.

#pragma once

#include "api/types/clock.h"
#include "models/buying/journalrecord.h"
#include "models/buying/order.h"
#include "models/store/migration.h"
#include "models/store/serialthread.h"

#include <QObject>

#include <functional>
#include <memory>
#include <vector>

namespace relaybook {

[[nodiscard]] const FileFormat &purchaseFormat();

/// The purchase journal. Lives on the GUI thread; reads and writes on its own thread. Uses
/// synchronous=FULL, and fullfsync if the system supports it.
class PurchaseJournal : public QObject
{
    Q_OBJECT

public:
    using Opened = std::function<void(const StoreResult<std::vector<Order>> &)>;
    using Written = std::function<void(const StoreResult<Stored> &)>;

    PurchaseJournal(const QString &directory, const Clock &clock);
    ~PurchaseJournal() override;

    [[nodiscard]] const QString &path() const { return m_path; }
    /// Whether the journal or its record exists.
    [[nodiscard]] bool exists() const;
    enum class Trust {
        AsFound,     ///< a journal that contains less than its record is Damaged
        AtUsersWord, ///< the journal is used as it is, and a new record is written
    };
    /// Opens the journal and gives its orders by the time they were prepared, newest first. If a
    /// row is not an order, the whole journal is Damaged, and nothing is written to it. The same is
    /// true for an empty file if there was a journal before (`wasThere`, or its record). `opened`
    /// is called later, on the GUI thread.
    void open(bool wasThere, Trust trust, Opened opened);
    /// Stores an order. `written` is called on the GUI thread when the order is on disk or could
    /// not be written.
    void put(const Order &order, Written written);
    /// Renames the journal's files. Returns the new path, or an empty one if there was no journal.
    /// open() then starts a new one.
    [[nodiscard]] StoreResult<QString> setAside();
    void flush();

private:
    StoreResult<std::vector<Order>> openFile(bool wasThere, Trust trust);
    [[nodiscard]] StoreResult<Stored> refuseEmpty(bool wasThere) const;
    StoreResult<Stored> write(const Order &order);

    QString m_path;
    QString m_recordPath;
    const Clock &m_clock;
    std::unique_ptr<Connection> m_connection; ///< used on the journal's thread only
    SerialThread m_thread;
};

} // namespace relaybook
