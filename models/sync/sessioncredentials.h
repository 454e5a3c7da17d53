// SPDX-License-Identifier: GPL-3.0-or-later
// Holds the credentials of proxies and sub-users that the service told in this session: in memory
// only, never on disk.

#pragma once

#include "api/types/proxy.h"
#include "api/types/subuser.h"

#include <QHash>

#include <optional>

namespace relaybook {

class SessionCredentials
{
public:
    /// Keeps those of the row; a row without any leaves what was told before.
    void remember(const Proxy &proxy);
    void remember(const SubUser &subUser);
    [[nodiscard]] std::optional<ProxyCredentials> of(const ProxyId &id) const;
    [[nodiscard]] std::optional<SubUserAccess> of(SubUserId id) const;

private:
    QHash<ProxyId, ProxyCredentials> m_proxies;
    QHash<SubUserId, SubUserAccess> m_subUsers;
};

} // namespace relaybook
