// SPDX-License-Identifier: GPL-3.0-or-later
// The account with its lock and its journal: what is committed is on disk, then in memory.
#pragma once

#include "sandbox/account.h"
#include "sandbox/journal.h"

#include <filesystem>
#include <shared_mutex>
#include <string>
#include <vector>

namespace sandbox {

class State
{
public:
    State(const Recipe &wanted, const PriceList &prices);

    /// Loads the folder's state, or begins one there. An empty path: memory only. Until then the
    /// account is empty; once open, nothing more is done.
    Trouble open(const std::filesystem::path &folder);
    const std::string &notice() const { return m_notice; }

    /// Whoever reads the account holds it shared, whoever commits exclusively.
    std::shared_mutex &mutex() { return m_mutex; }
    const Account &account() const { return m_account; }

    /// Writes the changes to disk, then applies them. With trouble nothing has changed.
    [[nodiscard]] Trouble commit(const std::vector<Change> &changes);
    void setPrices(const PriceList &prices);
    /// Everything as on the first day; the day is `createdAt`.
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
