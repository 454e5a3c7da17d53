// SPDX-License-Identifier: GPL-3.0-or-later
// The handle of a call under way.

#pragma once

#include <functional>
#include <memory>
#include <utility>

namespace relaybook {

/// Dropping or reassigning the handle cancels the call; after that, and after its guard object is
/// gone, the handler is never called. A call that a handle lets go of with detach() runs on until
/// its guard goes. Cancelling a changing call that is on its way does not undo it.
class [[nodiscard]] Call
{
public:
    Call() = default;
    explicit Call(std::function<void()> cancel)
        : m_cancel(std::move(cancel))
    {
    }
    Call(const Call &) = delete;
    Call &operator=(const Call &) = delete;
    Call(Call &&other) noexcept
        : m_cancel(std::exchange(other.m_cancel, nullptr))
    {
    }
    Call &operator=(Call &&other) noexcept
    {
        if (this != &other) {
            cancel();
            m_cancel = std::exchange(other.m_cancel, nullptr);
        }
        return *this;
    }
    ~Call() { cancel(); }

    void cancel()
    {
        if (auto cancel = std::exchange(m_cancel, nullptr)) {
            cancel();
        }
    }
    void detach() { m_cancel = nullptr; }

private:
    std::function<void()> m_cancel;
};

} // namespace relaybook
