// SPDX-License-Identifier: GPL-3.0-or-later
// Stores all orders in the database purchases.sqlite, with the file purchases.record next to it. An
// order is on disk before it is sent. The journal is a separate file, so that damage to other files
// does not disable buying. A damaged journal is never repaired, rebuilt or emptied automatically,
// because that could lose orders.

#pragma once

#include "models/buying/order.h"
#include "models/journal/journalfile.h"

#include <functional>
#include <vector>

namespace relaybook {

[[nodiscard]] const JournalKind &purchaseKind();

/// The purchase journal: a JournalFile of orders. Lives on the GUI thread.
class PurchaseJournal
{
public:
    using Opened = std::function<void(const StoreResult<std::vector<Order>> &)>;
    using Written = JournalFile::Done;
    using Trust = JournalFile::Trust;

    PurchaseJournal(const QString &directory, const Clock &clock)
        : m_file(directory, purchaseKind(), clock)
    {
    }

    [[nodiscard]] const QString &path() const { return m_file.path(); }
    [[nodiscard]] bool exists() const { return m_file.exists(); }
    /// JournalFile::open(); gives the orders by the time they were prepared, newest first.
    void open(bool wasThere, Trust trust, Opened opened);
    /// Stores an order. `written` is called on the GUI thread when the order is on disk or could
    /// not be written.
    void put(const Order &order, Written written);
    [[nodiscard]] StoreResult<QString> setAside() { return m_file.setAside(); }
    void flush() { m_file.flush(); }

private:
    JournalFile m_file;
};

} // namespace relaybook
