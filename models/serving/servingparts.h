// SPDX-License-Identifier: GPL-3.0-or-later
// Private parts of SubUserDesk: confirmations that are shown, the operation whose turn it is, and
// the search for those whose outcome is unknown. Only for its own sources.

#pragma once

#include "api/http/request.h"
#include "models/serving/operationjudge.h"
#include "models/serving/subuserdesk.h"

#include <QPointer>

namespace relaybook {

/// Whether the next operation would end in the same way.
[[nodiscard]] bool endsTheRest(const ApiError &error);
/// The call that the operation makes.
[[nodiscard]] Request requestOf(const SubUserRequest &request);
/// How many calls that takes, with those that read what it is compared with. A list of names serves
/// many operations and isn't counted.
[[nodiscard]] qint64 callsFor(SubUserRequest::Kind kind);
/// What tells the sub-user of a request from any other: its id, or the name of a new one.
[[nodiscard]] QString keyOf(const SubUserRequest &request);
/// What has to be read to judge the operation.
[[nodiscard]] SubUserReader::Want wantOf(const SubUserOrder &operation, const SubUserOrders &all);
/// Why the figures that an operation is compared with later are not known; nothing if they are, or
/// if the service does not offer them.
[[nodiscard]] std::optional<ApiError> whatIsMissing(const SubUserRequest &request,
                                                    const SubUserSnapshot &snapshot);
/// The amount without its sign, as it is told of traffic that was taken back.
[[nodiscard]] std::optional<TrafficAmount> magnitudeOf(std::optional<TrafficAmount> amount);
/// The sub-users of the request's name in a snapshot of many names.
[[nodiscard]] SubUserReading namedReading(const SubUserRequest &request,
                                          const SubUserSnapshot &snapshot);
/// The snapshot as it is for that request: of many names, its own.
[[nodiscard]] SubUserSnapshot snapshotFor(const SubUserRequest &request,
                                          const SubUserSnapshot &snapshot);

/// A confirmation that was shown and not used yet.
struct SubUserDesk::Held
{
    SubUserConfirmation confirmation;
    /// Of each item; nothing if it has to be read before it is sent.
    std::vector<std::optional<ReadTime>> readAt;
    std::vector<int> outcomes; ///< SubUserDesk::m_outcomes of each item when it was made
};

/// The operation whose turn it is.
struct SubUserDesk::Running
{
    QString id;
    /// A cancellation takes effect immediately while Reading or Waiting; while the journal is
    /// written (Marking) it takes effect afterwards.
    enum class Step { Starting, Reading, Waiting, Marking, Sent };
    Step step = Step::Starting;
    bool cancelRequested = false;
    int turns = 0;        ///< how often it waited
    bool hadTurn = false; ///< there is room for its calls, and none was made since
    Call call;            ///< the load of the figures, then the wait, then the one send
};

/// The search for traces of an operation whose outcome is unknown.
struct SubUserDesk::Looking
{
    std::chrono::milliseconds dueAt{0}; ///< of the monotonic clock
    size_t step = 0;
    /// Since when no look has found a trace; monotonic, so that changing the clock has no effect.
    std::optional<std::chrono::milliseconds> quietSince;
    int quietLooks = 0;
};

} // namespace relaybook
