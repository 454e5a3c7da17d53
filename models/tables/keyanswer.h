// SPDX-License-Identifier: GPL-3.0-or-later
// Queries the keys of the rows for a view, and compares them with the keys it shows now.

#pragma once

#include "models/sqlite/connection.h"
#include "models/tables/keydiff.h"
#include "models/tables/keylist.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace relaybook {

using SharedKeys = std::shared_ptr<const KeyList>;

struct KeyRequest
{
    KeyQuery query;
    SharedKeys before;  ///< what the view shows; may be null
    Keys changed;       ///< rows whose content changed: the answer says where they are
    bool parts = false; ///< whether to report the first rows in a separate answer
};

struct KeyAnswer
{
    bool last = true; ///< false if more follows
    bool failed = false;
    SharedKeys keys;
    /// The steps from the rows shown before to these; nothing if all rows are replaced.
    std::optional<std::vector<KeyStep>> steps;
    std::vector<RowRun> changed;
    std::chrono::milliseconds took{0};
};

/// `reportPart` gets the first rows if `request.parts` is set. Throws the database's exceptions.
[[nodiscard]] KeyAnswer answerKeys(Connection &connection, const KeyRequest &request,
                                   const std::function<void(KeyAnswer)> &reportPart);

} // namespace relaybook
