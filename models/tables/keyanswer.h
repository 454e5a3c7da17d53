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
    bool parts = false; ///< whether the first rows are worth an answer of their own
};

struct KeyAnswer
{
    bool last = true; ///< false where more follows
    bool failed = false;
    SharedKeys keys;
    /// How to get there from what was shown before; nothing where all rows are to be replaced.
    std::optional<std::vector<KeyStep>> steps;
    std::vector<RowRun> changed;
    std::chrono::milliseconds took{0};
};

/// `tellPart` gets the first rows where parts are wanted. Throws what the database throws.
[[nodiscard]] KeyAnswer answerKeys(Connection &connection, const KeyRequest &request,
                                   const std::function<void(KeyAnswer)> &reportPart);

} // namespace relaybook
