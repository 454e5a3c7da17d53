// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/state.h"

#include <mutex>

namespace sandbox {

State::State(const Recipe &wanted, const PriceList &prices)
    : m_wanted(wanted)
    , m_prices(prices)
    , m_account(Recipe{wanted.seed, 0, 0, 0, 0, wanted.tokenSeed}, prices)
{
}

Trouble State::open(const std::filesystem::path &folder)
{
    const std::lock_guard lock(m_mutex);
    if (m_open) {
        return std::nullopt;
    }
    Journal::Loaded loaded;
    loaded.recipe = m_wanted;
    if (!folder.empty()) {
        if (Trouble trouble = m_journal.open(folder, m_wanted, loaded)) {
            return trouble;
        }
    }
    m_account = Account(loaded.recipe, m_prices);
    for (const Change &change : loaded.changes) {
        m_account.apply(change);
    }
    m_notice = loaded.notice;
    m_open = true;
    return std::nullopt;
}

Trouble State::commit(const std::vector<Change> &changes)
{
    if (m_journal.isOpen()) {
        if (Trouble trouble = m_journal.append(changes)) {
            return trouble;
        }
    }
    for (const Change &change : changes) {
        m_account.apply(change);
    }
    return std::nullopt;
}

void State::setPrices(const PriceList &prices)
{
    const std::lock_guard lock(m_mutex);
    m_prices = prices;
    m_account.setPrices(prices);
}

Trouble State::reset(Seconds createdAt)
{
    const std::lock_guard lock(m_mutex);
    Recipe recipe = m_account.recipe();
    recipe.createdAt = createdAt;
    if (m_journal.isOpen()) {
        if (Trouble trouble = m_journal.restart(recipe)) {
            return trouble;
        }
    }
    m_account = Account(recipe, m_prices);
    return std::nullopt;
}

} // namespace sandbox
