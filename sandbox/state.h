// SPDX-License-Identifier: GPL-3.0-or-later
// The sandbox's account together with its mutex and its journal. A commit is written to disk first
// and then applied in memory.
#pragma once

#include "sandbox/account.h"
#include "sandbox/journal.h"

#include <filesystem>
#include <shared_mutex>
#include <string>
#include <vector>

namespace sandbox {

/// Owns the account and the journal.
class State
{
public:
    State(const Recipe &wanted, const PriceList &prices);

    /// Loads the state of the folder, or creates one. An empty path means in memory only. The
    /// account is empty before this call. Does nothing if it is already open.
    Trouble open(const std::filesystem::path &folder);
    const std::string &notice() const { return m_notice; }

    /// Lock it shared to read the account, exclusively to commit.
    std::shared_mutex &mutex() { return m_mutex; }
    const Account &account() const { return m_account; }

    /// Writes the changes to disk, then applies them. On failure nothing has changed.
    [[nodiscard]] Trouble commit(const std::vector<Change> &changes);
    void setPrices(const PriceList &prices);
    /// Replaces the account by a new one that begins at `createdAt`.
    [[nodiscard]] Trouble reset(Seconds createdAt);

private:
    std::shared_mutex m_mutex;
    Recipe m_wanted;
    PriceList m_prices;
    Account m_account;
    Journal m_journal;
    std::string m_notice;
    bool m_open = false;
};

} // namespace sandbox
