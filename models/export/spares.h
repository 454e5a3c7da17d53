// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps used buffers for the next use, because asking the system for a fresh one costs more than
// filling it.

#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace relaybook {

/// Used items that wait to be used again. May be used by several threads. It never holds more items
/// than were in use at the same time.
template <class Item>
class Spares
{
public:
    /// A used item, with what was left in it, or a new one.
    [[nodiscard]] std::unique_ptr<Item> take()
    {
        const std::lock_guard lock(m_mutex);
        if (m_items.empty()) {
            return std::make_unique<Item>();
        }
        auto item = std::move(m_items.back());
        m_items.pop_back();
        return item;
    }
    void giveBack(std::unique_ptr<Item> item)
    {
        const std::lock_guard lock(m_mutex);
        m_items.push_back(std::move(item));
    }

private:
    std::mutex m_mutex; ///< protects the items
    std::vector<std::unique_ptr<Item>> m_items;
};

} // namespace relaybook
