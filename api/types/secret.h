// SPDX-License-Identifier: GPL-3.0-or-later
// A token, key or password: it has no text form, is never logged, compared to be shown or stored.

#pragma once

#include <QByteArray>
#include <QString>

namespace relaybook {

/// The bytes are wiped when the last copy goes. reveal() is for the header being sent, for the
/// clipboard when the user asks, and for nothing else.
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
