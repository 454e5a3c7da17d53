// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the head of an HTTP response from bytes as they arrive: status and headers.

#pragma once

#include <QByteArray>
#include <QList>

#include <utility>

namespace relaybook {

/// Skips interim responses (100 to 199, other than 101). Each byte is looked at once.
class HttpHead
{
public:
    enum class State { Incomplete, Complete, NotHttp, TooLarge };
    static constexpr qsizetype largest = 16 * 1024; ///< of all heads together

    /// Takes the bytes of the head from the front of `received`, and no others. To be called until
    /// it is no longer Incomplete.
    [[nodiscard]] State take(QByteArray &received);

    // Once complete:
    [[nodiscard]] int status() const { return m_status; }
    /// What follows the status: "Forbidden". May be empty.
    [[nodiscard]] QByteArray phrase() const;
    /// The headers in their order: names in lower case, and values.
    [[nodiscard]] QList<std::pair<QByteArray, QByteArray>> headers() const;
    /// The values of all headers of this name, in lower case, separated by commas.
    [[nodiscard]] QByteArray values(const QByteArray &lowerCaseName) const;

private:
    [[nodiscard]] State takeOne(QByteArray &received);
    [[nodiscard]] bool readStatus();

    QByteArray m_head;
    qsizetype m_interim = 0; ///< bytes of interim responses
    int m_status = 0;
};

} // namespace relaybook
