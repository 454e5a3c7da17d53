// SPDX-License-Identifier: GPL-3.0-or-later
// What a PurchaseDesk keeps of an order on its way and of one that it looks for. For its own
// sources only.

#pragma once

#include "models/buying/accountreader.h"
#include "models/buying/purchasedesk.h"
#include "models/buying/purchasejournal.h"

#include <QPointer>
#include <QTimer>

namespace relaybook {

[[nodiscard]] bool samePrice(const Quoted<Quote> &a, const Quoted<Quote> &b);
[[nodiscard]] ApiError ownError(const QString &message);

/// A confirmation that was shown and not used, and when its prices were read: nothing where they
/// are to be read again in any case.
struct PurchaseDesk::Held
{
    Confirmation confirmation;
    std::optional<ReadTime> readAt;
    int outcomes = 0; ///< PurchaseDesk::m_outcomes of its type when it was made
};

struct PurchaseDesk::Buying
{
    Confirmation confirmation;
    std::optional<ReadTime> readAt; ///< of its prices
    int outcomes = 0;               ///< when it was confirmed
    bool riskAccepted = false;
    QPointer<QObject> guard;
    BuyHandler handler;
    Order order;
    bool calledBack = false;
    /// Where it can be called back at once: no write of the journal is awaited.
    enum class Step { Reading, Writing, Waiting, ReadingAgain, Marking, Sent };
    Step step = Step::Reading;
    bool hadToWait = false; ///< since its price was read
    int turns = 0;          ///< how often it waited
    Call call;              ///< the reading before, the wait, then the one send
};

struct PurchaseDesk::Looking
{
    Call call;
    QTimer timer;
    bool running = false;
    size_t step = 0;
    /// Since when every look found no trace; monotonic, so that a clock set back changes nothing.
    std::optional<std::chrono::milliseconds> quietSince;
    int quietLooks = 0;
};

} // namespace relaybook
