// SPDX-License-Identifier: GPL-3.0-or-later
// Stores the names of products, which the service reports only in some transactions and proxies.

#pragma once

#include "api/types/proxy.h"
#include "api/types/transaction.h"
#include "models/store/writecontext.h"

#include <QHash>

#include <optional>

namespace relaybook {

/// Of several names of a product, the newest is stored; the name in a proxy counts as newer than
/// any in a transaction.
class ProductNameWriter
{
public:
    explicit ProductNameWriter(const WriteContext &context)
        : m_context(context)
    {
    }

    void nameFrom(const Transaction &row);
    void nameFrom(const Proxy &row);

private:
    [[nodiscard]] QHash<QString, qint64> &times();
    void put(const QString &id, const QString &name, qint64 namedMs);

    const WriteContext &m_context;
    /// By product, the time of the row that named it; nothing until it is needed.
    std::optional<QHash<QString, qint64>> m_times;
};

} // namespace relaybook
