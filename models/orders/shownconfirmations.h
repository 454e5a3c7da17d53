// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps confirmations that were shown to the user and not used yet, so that each can be used only
// once. The desks that are asked to confirm something have one each.

#pragma once

#include <QtGlobal>

#include <cstddef>
#include <map>
#include <optional>
#include <utility>

namespace relaybook {

/// `Held` has a member `confirmation` with a `number`, which is never used twice while the program
/// runs, and what is kept beside it.
template <class Held>
class ShownConfirmations
{
public:
    /// Gives the confirmation a number. Of many that were never used, the oldest are dropped.
    void add(Held &held)
    {
        constexpr std::size_t mostHeld = 32;
        held.confirmation.number = m_next++;
        putBack(held);
        if (m_held.size() > mostHeld) {
            m_held.erase(m_held.begin());
        }
    }
    /// Null if it was already used, or does not exist.
    [[nodiscard]] const Held *find(quint64 number) const
    {
        const auto found = m_held.find(number);
        return found == m_held.end() ? nullptr : &found->second;
    }
    /// Uses it up: a second call returns nothing.
    [[nodiscard]] std::optional<Held> take(quint64 number)
    {
        auto found = m_held.extract(number);
        return found.empty() ? std::nullopt : std::optional(std::move(found.mapped()));
    }
    /// Nothing was ordered with it: it can be used again.
    void putBack(const Held &held) { m_held.insert_or_assign(held.confirmation.number, held); }
    void drop(quint64 number) { m_held.erase(number); }
    void clear() { m_held.clear(); }
    template <class Visit>
    void forEach(Visit visit)
    {
        for (auto &[number, held] : m_held) {
            visit(held);
        }
    }

private:
    std::map<quint64, Held> m_held;
    quint64 m_next = 1;
};

} // namespace relaybook
