// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/buying/purchasejournal.h"

#include "models/buying/orderjson.h"

#include <memory>

namespace relaybook {
namespace {

/// `state` and `type` stand beside the document for whoever looks into the file by hand.
constexpr auto version1 = R"sql(
CREATE TABLE orders(
    id TEXT PRIMARY KEY,
    prepared_ms INTEGER NOT NULL,
    type TEXT NOT NULL,
    state INTEGER NOT NULL,
    document BLOB NOT NULL
);
CREATE INDEX orders_by_time ON orders(prepared_ms);
)sql";

constexpr int purchaseApplicationId = 0x52424b50; // "RBKP"

} // namespace

const JournalKind &purchaseKind()
{
    const auto number = [](Order::State state) { return static_cast<int>(state); };
    static const JournalKind kind{
        QStringLiteral("purchases"),
        QStringLiteral("order"),
        "orders",
        {purchaseApplicationId, {version1, journalIdentity()}},
        {number(Order::State::Prepared), number(Order::State::Sent), number(Order::State::Unknown)},
        0};
    return kind;
}

void PurchaseJournal::open(bool wasThere, Trust trust, Opened opened)
{
    const auto orders = std::make_shared<std::vector<Order>>();
    m_file.open(
        wasThere, trust,
        [orders](const QString &id, const QByteArray &document) {
            auto order = orderFromJson(document);
            const bool isReadable = order && order->id == id;
            if (isReadable) {
                orders->push_back(std::move(*order));
            }
            return isReadable;
        },
        [orders, opened = std::move(opened)](const StoreResult<Stored> &result) {
            opened(result.map([&orders](Stored) { return std::move(*orders); }));
        });
}

void PurchaseJournal::put(const Order &order, Written written)
{
    m_file.put({{order.id, order.preparedAt, order.proxyType, static_cast<int>(order.state),
                 orderToJson(order)}},
               std::move(written));
}

} // namespace relaybook
