// SPDX-License-Identifier: GPL-3.0-or-later
// Describes an order in words: what it is, its state, the evidence for it, and what does not match.
#pragma once

#include "models/buying/order.h"
#include "models/cellroles.h"
#include "models/tables/ordertablemodel.h"
#include "ui/widgets/rowlist.h"

#include <QString>

namespace relaybook {

/// Title and subtitle of an order's view.
struct OrderHeading
{
    QString title;    ///< a sentence
    QString subtitle; ///< what it means, and what happens now
};
[[nodiscard]] OrderHeading orderHeading(const TopUpOrder &order);

struct OrderContext
{
    QString currency;
    Instant now{};
    bool isLooking = false;
    std::optional<std::chrono::milliseconds> nextLookIn;
    std::optional<std::chrono::milliseconds> waitsFor; ///< for an order that waits to be sent
};

/// What was ordered, and the result.
[[nodiscard]] QList<RowList::Row> orderRows(const TopUpOrder &order, const OrderContext &context);
/// The evidence of an order without a receipt: the figures before it and at the newest check, side
/// by side.
[[nodiscard]] QList<RowList::Row> evidenceRows(const TopUpOrder &order,
                                               const OrderContext &context);
/// How long an order waits until it is sent, in words.
[[nodiscard]] QString waitText(std::chrono::milliseconds wait);
/// What the newest check showed, in a sentence; empty if there was none.
[[nodiscard]] QString lookText(const TopUpOrder &order);
[[nodiscard]] QString findingText(const Finding &finding, const QString &currency);
[[nodiscard]] Tone findingTone(const Finding &finding);
/// The refusal, or why the outcome is not known, as the service or the connection reported it.
[[nodiscard]] QString orderErrorText(const TopUpOrder &order);

} // namespace relaybook
