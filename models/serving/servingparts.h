// SPDX-License-Identifier: GPL-3.0-or-later
// Functions that several sources of SubUserDesk use. Only for these sources.

#pragma once

#include "api/http/request.h"
#include "models/serving/operationjudge.h"
#include "models/serving/subuserdesk.h"

#include <QPointer>

namespace relaybook {

/// An order of the desk.
[[nodiscard]] const SubUserOrder &own(const Order &order);
/// The call that the operation makes.
[[nodiscard]] Request requestFor(const SubUserRequest &request);
/// How many calls that takes, with those that read what it is compared with. A list of names serves
/// many operations and isn't counted.
[[nodiscard]] qint64 callsForKind(SubUserRequest::Kind kind);
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

} // namespace relaybook
