// SPDX-License-Identifier: GPL-3.0-or-later
// Calls an object from another thread for as long as the object exists, so that it can be destroyed
// without waiting for that thread.

#pragma once

#include <QMetaObject>
#include <QObject>

#include <functional>
#include <mutex>
#include <utility>

namespace relaybook {

/// Shared by a QObject and the threads that work for it. Thread-safe.
template <class Receiver>
class Mailbox
{
public:
    explicit Mailbox(Receiver &receiver)
        : m_receiver(&receiver)
    {
    }
    /// To be called by the destructor of the receiver: nothing is delivered any more.
    void close()
    {
        const std::lock_guard lock(m_mutex);
        m_receiver = nullptr;
    }
    /// Runs `call` in the event loop of the receiver, unless it is destroyed before.
    void post(std::function<void(Receiver &)> call)
    {
        const std::lock_guard lock(m_mutex);
        if (m_receiver) {
            QMetaObject::invokeMethod(
                m_receiver, [receiver = m_receiver, call = std::move(call)] { call(*receiver); },
                Qt::QueuedConnection);
        }
    }

private:
    std::mutex m_mutex; ///< protects the pointer, and the receiver while a call is posted
    Receiver *m_receiver;
};

} // namespace relaybook
