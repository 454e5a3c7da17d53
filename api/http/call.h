// SPDX-License-Identifier: GPL-3.0-or-later
// The handle of a call under way.

#pragma once

#include <functional>
#include <memory>
#include <utility>

namespace relaybook {

/// Dropping or reassigning the handle cancels the call; after that, and after its guard object is
/// gone, the handler is never called. A call that a handle lets go of with detach() runs on until
/// its guard goes. Cancelling a changing call that is on its way does not undo it: withdraw() tells
/// whether it was.
class [[nodiscard]] Call
{
public:
    Call() = default;
    /// `isUnsent`: whether nothing of it is on its way.
    explicit Call(std::function<void()> cancel, std::function<bool()> isUnsent = {})
        : m_cancel(std::move(cancel))
        , m_isUnsent(std::move(isUnsent))
    {
    }
    Call(const Call &) = delete;
    Call &operator=(const Call &) = delete;
    Call(Call &&other) noexcept
        : m_cancel(std::exchange(other.m_cancel, nullptr))
        , m_isUnsent(std::exchange(other.m_isUnsent, nullptr))
    {
    }
    Call &operator=(Call &&other) noexcept
    {
        if (this != &other) {
            cancel();
            m_cancel = std::exchange(other.m_cancel, nullptr);
            m_isUnsent = std::exchange(other.m_isUnsent, nullptr);
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
    /// True where nothing of it is on its way: it waits for its token or for the service's limits,
    /// or it is over.
    [[nodiscard]] bool isUnsent() const { return m_cancel && m_isUnsent && m_isUnsent(); }
    /// Cancels. False where it was on its way, and the service may do what it asks for all the
    /// same.
    bool withdraw()
    {
        const bool nothingSent = !m_cancel || isUnsent();
        cancel();
        return nothingSent;
    }

private:
    std::function<void()> m_cancel;
    std::function<bool()> m_isUnsent;
};

} // namespace relaybook
