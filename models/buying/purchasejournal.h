// SPDX-License-Identifier: GPL-3.0-or-later
// The journal of orders, purchases.sqlite, with its record purchases.record beside it: written
// before anything is sent, on disk when a write says it is done. A file of its own, so that damage
// to drafts closes no shop and damage here is never mended by throwing something away. It is never
// rebuilt or emptied by itself.

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

/// Lives on the GUI thread; reads and writes on one of its own. synchronous=FULL, and fullfsync
/// where the system knows it.
class PurchaseJournal : public QObject
{
    Q_OBJECT

public:
    using Opened = std::function<void(const StoreResult<std::vector<Order>> &)>;
    using Written = std::function<void(const StoreResult<Stored> &)>;

    PurchaseJournal(const QString &directory, const Clock &clock);
    ~PurchaseJournal() override;

    [[nodiscard]] const QString &path() const { return m_path; }
    /// Whether the journal or the record beside it is there.
    [[nodiscard]] bool exists() const;
    enum class Trust {
        AsFound,     ///< a journal that knows less than its record is Damaged
        AtUsersWord, ///< the journal is used as it is, and a new record made of it
    };
    /// Orders by the time they were prepared, the newest first. A row that is no order makes the
    /// whole journal Damaged, and nothing is written to it; so does an empty file where there was a
    /// journal (`wasThere`, or its record). `opened` is called here, later.
    void open(bool wasThere, Trust trust, Opened opened);
    /// `written` is called here, once the order is on the disk or cannot be.
    void put(const Order &order, Written written);
    /// Renames the files and what belongs to them; gives the new path, or an empty one where there
    /// was no journal. open() begins a new one.
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
