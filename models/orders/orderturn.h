// SPDX-License-Identifier: GPL-3.0-or-later
// The order whose turn it is. Private to OrderEngine's sources.

#pragma once

#include "models/orders/orderengine.h"

namespace relaybook {

struct OrderEngine::Running
{
    QString id;
    /// A cancellation takes effect immediately while Reading or Waiting; while the journal is
    /// written (Marking) it takes effect afterwards.
    enum class Step { Starting, Reading, Waiting, Marking, Sent };
    Step step = Step::Starting;
    bool isCancelled = false;
    int turns = 0;        ///< how often it waited
    bool hadTurn = false; ///< there is room for its calls, and none was made since
    Call call;            ///< the load of the figures, then the wait, then the one send
};

} // namespace relaybook
