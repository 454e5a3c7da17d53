// SPDX-License-Identifier: GPL-3.0-or-later
// An order in words: what it is, how it stands, what was seen of it, and what does not fit.
#pragma once

#include "models/buying/order.h"
#include "models/cellroles.h"
#include "models/tables/ordertablemodel.h"
#include "ui/widgets/rowlist.h"

#include <QString>

namespace relaybook {

struct OrderHeading
{
    QString title;    // a sentence
    QString subtitle; // what it means, and what happens now
};
[[nodiscard]] OrderHeading orderHeading(const Order &order);

struct OrderContext
{
    QString currency;
    Instant now{};
    bool isLooking = false;
    std::optional<std::chrono::milliseconds> nextLookIn;
    std::optional<std::chrono::milliseconds> waitsFor; // of an order that waits to be sent
};

// What was ordered, and what came of it.
[[nodiscard]] QList<RowList::Row> orderRows(const Order &order, const OrderContext &context);
// What was seen of an order that is not settled by a receipt: before it and at the newest look,
// side by side.
[[nodiscard]] QList<RowList::Row> evidenceRows(const Order &order, const OrderContext &context);
// What the newest look says, in a sentence; empty where there was none.
[[nodiscard]] QString waitText(std::chrono::milliseconds wait);
[[nodiscard]] QString lookText(const Order &order);
[[nodiscard]] QString findingText(const Finding &finding, const QString &currency);
[[nodiscard]] Tone findingTone(const Finding &finding);
// The refusal, or why the outcome is not known, as the service or the connection told it.
[[nodiscard]] QString orderErrorText(const Order &order);

// "Nov 20, 2026 14:31:07".
[[nodiscard]] QString exactTime(Instant instant);

} // namespace relaybook
