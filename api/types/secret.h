// SPDX-License-Identifier: GPL-3.0-or-later
// Holds a token, key or password. It cannot be converted to text, so that it is not logged, shown
// or stored by mistake.

#pragma once

#include <QByteArray>
#include <QString>

namespace relaybook {

/// A token, key or password. The bytes are overwritten when the last copy is destroyed. Use
/// reveal() only to send a request and, when the user asks, for the clipboard.
class Secret
{
public:
    Secret() = default;
    explicit Secret(QByteArray bytes)
        : m_bytes(std::move(bytes))
    {
    }
    explicit Secret(const QString &text)
        : m_bytes(text.toUtf8())
    {
    }
    Secret(const Secret &) = default;
    Secret &operator=(const Secret &) = default;
    Secret(Secret &&) noexcept = default;
    Secret &operator=(Secret &&) noexcept = default;
    ~Secret()
    {
        if (m_bytes.isDetached()) {
            m_bytes.fill('\0');
        }
    }

    [[nodiscard]] bool isEmpty() const { return m_bytes.isEmpty(); }
    [[nodiscard]] const QByteArray &reveal() const { return m_bytes; }

    friend bool operator==(const Secret &, const Secret &) = default;

private:
    QByteArray m_bytes;
};

} // namespace relaybook
