// SPDX-License-Identifier: GPL-3.0-or-later
// Holds the credentials of proxies and sub-users received in this session, in memory only, never on
// disk.

#pragma once

#include "api/types/proxy.h"
#include "api/types/subuser.h"

#include <QHash>

#include <optional>

namespace relaybook {

class SessionCredentials
{
public:
    /// Stores the credentials of a row. A row without credentials does not change those received
    /// before.
    void remember(const Proxy &proxy);
    void remember(const SubUser &subUser);
    [[nodiscard]] std::optional<ProxyCredentials> of(const ProxyId &id) const;
    [[nodiscard]] std::optional<SubUserAccess> of(SubUserId id) const;
    void clear();

private:
    QHash<ProxyId, ProxyCredentials> m_proxies;
    QHash<SubUserId, SubUserAccess> m_subUsers;
};

} // namespace relaybook
