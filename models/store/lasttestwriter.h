// SPDX-License-Identifier: GPL-3.0-or-later
// Copies the last test of each proxy and sub-user from keep.sqlite into cache.sqlite, so that
// tables can show it, sort by it and filter by it.

#pragma once

#include "models/store/keepfile.h"
#include "models/store/writecontext.h"

#include <vector>

namespace relaybook {

class LastTestWriter
{
public:
    explicit LastTestWriter(const WriteContext &context)
        : m_context(context)
    {
    }

    /// In the order in which they were stored. Reports the rows that were tested as changed.
    void put(const std::vector<NumberedProxyTest> &tests);
    /// For another keep.sqlite, whose tests are numbered from 1 again.
    void removeAll();

private:
    void noteTested(const QString &tested);

    const WriteContext &m_context;
};

} // namespace relaybook
