// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/accounts.h"

#include "models/accounts/accountidentity.h"
#include "models/accounts/accountsession.h"
#include "models/accounts/storedaccounts.h"

namespace relaybook {

Result<std::unique_ptr<ServiceConnection>>
connectToService(const QString &address, const NetworkSettings &network, const Clock &clock)
{
    const auto service = ServiceAddress::parse(address);
    if (!service) {
        return tl::unexpected<ApiError>(service.error());
    }
    return std::make_unique<ServiceConnection>(
        ApiClient::Config{.service = *service, .tls = {}, .network = network}, clock);
}

std::optional<StoredAccount> storedAccount(const QString &dataDir, const QString &service)
{
    for (auto &account : storedAccounts(dataDir)) {
        const bool fits = service.isEmpty() ? account.service != sandboxService()
                                            : isSameService(account.service, service);
        if (fits) {
            return account;
        }
    }
    return std::nullopt;
}

} // namespace relaybook
