// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/productnamewriter.h"

#include "api/types/masktext.h"
#include "models/store/products.h"

#include <limits>

namespace relaybook {
namespace {

std::string_view viewOf(const QByteArray &raw)
{
    return {raw.constData(), static_cast<size_t>(raw.size())};
}

} // namespace

QHash<QString, qint64> &ProductNameWriter::times()
{
    if (!m_times) {
        m_times.emplace();
        Query query(m_context.connection, "SELECT id, named_ms FROM products");
        while (query.next()) {
            m_times->insert(query.text(0), query.number(1));
        }
    }
    return *m_times;
}

void ProductNameWriter::nameFrom(const Transaction &row)
{
    // A sync loads the newest rows first, so the JSON of older rows need not be parsed.
    const qint64 time = toMillis(row.createdAt);
    if (!row.productId.isEmpty() && times().value(row.productId, time - 1) < time) {
        put(row.productId, productNameIn(viewOf(row.raw)), time);
    }
}

void ProductNameWriter::nameFrom(const Proxy &row)
{
    const NamedProduct product = productOfProxy(viewOf(row.raw));
    put(product.id, product.name, std::numeric_limits<qint64>::max());
}

void ProductNameWriter::put(const QString &id, const QString &name, qint64 namedMs)
{
    if (id.isEmpty() || name.isEmpty() || holdsMask(id)) { // with a mask, it may be any product
        return;
    }
    QString before;
    {
        Query present(m_context.connection, "SELECT name, named_ms FROM products WHERE id = ?");
        if (present.bind(1, id).next()) {
            before = present.text(0);
            if (present.number(1) > namedMs || (present.number(1) == namedMs && before == name)) {
                return;
            }
        }
    }
    Query put(m_context.connection, "INSERT OR REPLACE INTO products VALUES (?, ?, ?)");
    put.bind(1, id).bind(2, name).bind(3, namedMs).run();
    times().insert(id, namedMs);
    if (before != name) { // every transaction of the product shows its name
        m_context.changes.of(StoreTable::Transactions).manyChanged = true;
    }
}

} // namespace relaybook
