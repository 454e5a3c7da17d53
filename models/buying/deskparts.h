// SPDX-License-Identifier: GPL-3.0-or-later
// Private parts of PurchaseDesk: the state of the running purchase and of orders whose outcome is
// being searched. Only for its own sources.

#pragma once

#include "models/buying/accountreader.h"
#include "models/buying/purchasedesk.h"

#include <QPointer>
#include <QTimer>

namespace relaybook {

[[nodiscard]] bool samePrice(const Quoted<Quote> &a, const Quoted<Quote> &b);

/// A confirmation that was shown and not used yet. `readAt` is when its prices were loaded; nothing
/// if they must be loaded again in any case.
struct PurchaseDesk::Held
{
    Confirmation confirmation;
    std::optional<ReadTime> readAt;
    int outcomes = 0; ///< PurchaseDesk::m_outcomes of its type when it was made
};

/// The running purchase, from buy() until the order is answered.
struct PurchaseDesk::Buying
{
    Confirmation confirmation;
    std::optional<ReadTime> readAt; ///< when its prices were loaded
    int outcomes = 0;               ///< when it was confirmed
    bool riskAccepted = false;
    QPointer<QObject> guard;
    BuyHandler handler;
    TopUpOrder order;
    bool cancelRequested = false;
    /// The current step. A cancellation takes effect immediately while Waiting or ReadingAgain;
    /// while the journal is written (Writing, Marking) it takes effect afterwards.
    enum class Step { Reading, Writing, Waiting, ReadingAgain, Marking, Sent };
    Step step = Step::Reading;
    bool hadToWait = false; ///< since its price was loaded
    int turns = 0;          ///< how often it waited
    Call call;              ///< the load of the prices, then the wait, then the one send
};

/// The search for traces of an order whose outcome is unknown.
struct PurchaseDesk::Looking
{
    Call call;
    QTimer timer;
    bool running = false;
    size_t step = 0;
    /// Since when no look has found a trace; monotonic, so that changing the clock has no effect.
    std::optional<std::chrono::milliseconds> quietSince;
    int quietLooks = 0;
};

} // namespace relaybook
