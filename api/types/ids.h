// SPDX-License-Identifier: GPL-3.0-or-later
// Identifiers that cannot be mixed up: a ProxyId where a SubUserId belongs does not compile.

#pragma once

#include <QHash>
#include <QString>

#include <compare>
#include <cstdint>

namespace relaybook {

template <class Tag, class Rep>
class StrongId
{
public:
    StrongId() = default;
    explicit StrongId(Rep value)
        : m_value(std::move(value))
    {
    }

    [[nodiscard]] const Rep &value() const { return m_value; }
    /// As it stands in a path or on the screen.
    [[nodiscard]] QString text() const
    {
        if constexpr (std::is_same_v<Rep, QString>) {
            return m_value;
        } else {
            return QString::number(m_value);
        }
    }

    friend auto operator<=>(const StrongId &, const StrongId &) = default;
    friend bool operator==(const StrongId &, const StrongId &) = default;
    friend size_t qHash(const StrongId &id, size_t seed = 0) { return ::qHash(id.m_value, seed); }

private:
    Rep m_value{};
};

/// A proxy's uuid (contract section 2). Its `proxy_id` is another number, kept in Proxy::numericId.
using ProxyId = StrongId<struct ProxyIdTag, QString>;
using SubUserId = StrongId<struct SubUserIdTag, qint64>;
using TransactionId = StrongId<struct TransactionIdTag, qint64>;
using TokenId = StrongId<struct TokenIdTag, qint64>;
/// An entry of a sub-user's blocklist or whitelist.
using AccessRuleId = StrongId<struct AccessRuleIdTag, qint64>;

} // namespace relaybook
