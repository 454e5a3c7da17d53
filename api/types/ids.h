// SPDX-License-Identifier: GPL-3.0-or-later
// Strongly typed ids: passing a ProxyId where a SubUserId is expected does not compile.

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
    /// The id as text, for a path or for display.
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

/// The UUID of a proxy (contract section 2). Its `proxy_id` is a different, numeric id:
/// Proxy::numericId.
using ProxyId = StrongId<struct ProxyIdTag, QString>;
using SubUserId = StrongId<struct SubUserIdTag, qint64>;
using TransactionId = StrongId<struct TransactionIdTag, qint64>;
using TokenId = StrongId<struct TokenIdTag, qint64>;
/// An entry of a sub-user's blocklist or whitelist.
using AccessRuleId = StrongId<struct AccessRuleIdTag, qint64>;

} // namespace relaybook
