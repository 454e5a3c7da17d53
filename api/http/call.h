// SPDX-License-Identifier: GPL-3.0-or-later
// The handle of a running API call: the sender uses it to cancel or detach the call.

#pragma once

#include <functional>
#include <memory>
#include <utility>

namespace relaybook {

/// The handle of a running call. Destroying or reassigning it cancels the call; after that, and
/// after the guard object is destroyed, the handler is never called. After detach() the call
/// continues until its guard is destroyed. Cancelling a changing call that was already sent does
/// not undo it: withdraw() returns whether it was sent.
class [[nodiscard]] Call
{
public:
    Call() = default;
    /// `isUnsent` returns true while nothing of the call has been sent.
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

    /// Cancels the call; its handler is not called.
    void cancel()
    {
        if (auto cancel = std::exchange(m_cancel, nullptr)) {
            cancel();
        }
    }
    /// Lets the call continue after this handle is destroyed.
    void detach() { m_cancel = nullptr; }
    /// True if nothing of the call has been sent: it waits for its token or for the service's
    /// limits, or it is finished.
    [[nodiscard]] bool isUnsent() const { return m_cancel && m_isUnsent && m_isUnsent(); }
    /// Cancels the call. Returns false if it was already sent: then the service may still carry it
    /// out.
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
