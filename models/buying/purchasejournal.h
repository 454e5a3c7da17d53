// SPDX-License-Identifier: GPL-3.0-or-later
// The journal of orders, purchases.sqlite: written before anything is sent, on disk when a write
// says it is done. A file of its own, so that damage to drafts closes no shop and damage here is
// never mended by throwing something away. It is never rebuilt or emptied by itself.

#pragma once

#include "api/types/clock.h"
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
    [[nodiscard]] bool exists() const;
    /// Orders by the time they were prepared, the newest first. A row that is no order makes the
    /// whole journal Damaged. `opened` is called here, later.
    void open(Opened opened);
    /// `written` is called here, once the order is on the disk or cannot be.
    void put(const Order &order, Written written);
    /// Renames the file and what belongs to it; gives the new path. open() begins a new one.
    [[nodiscard]] StoreResult<QString> setAside();
    void flush();

private:
    StoreResult<std::vector<Order>> openFile();
    StoreResult<Stored> write(const Order &order);

    QString m_path;
    const Clock &m_clock;
    std::unique_ptr<Connection> m_connection; ///< used on the journal's thread only
    SerialThread m_thread;
};

} // namespace relaybook
