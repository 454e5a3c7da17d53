// SPDX-License-Identifier: GPL-3.0-or-later
// Stores the traffic of each sub-user over time, for forecasts: the last reading of each day.

#pragma once

#include "models/store/writecontext.h"

namespace relaybook {

class SubUserUseWriter
{
public:
    explicit SubUserUseWriter(const WriteContext &context)
        : m_context(context)
    {
    }

    void put(SubUserId id, const SubUserUse &use);

    /// Between these two, noteRow() stores the figures of rows of the list that changed.
    void beginList(Instant now);
    /// Deletes readings that are too old for a forecast.
    void endList();
    /// `before` is the stored row. Does nothing for a row that is not part of a list.
    void noteRow(const std::optional<SubUser> &before, const SubUser &now);

private:
    /// When the previous list was loaded, and this one.
    struct ListTimes
    {
        std::optional<Instant> before;
        Instant now{};
    };

    const WriteContext &m_context;
    std::optional<ListTimes> m_list;
};

} // namespace relaybook
