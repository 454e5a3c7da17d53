// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/accounts/anyorder.h"

#include "models/accounts/accountsession.h"

namespace relaybook {

std::optional<AnyOrder> findOrder(AccountSession &account, const QString &id)
{
    if (const TopUpOrder *order = account.purchases().order(id)) {
        return order;
    }
    if (const SubUserOrder *order = account.serving().order(id)) {
        return order;
    }
    const ProxyOrder *order = account.creating().order(id);
    return order != nullptr ? std::optional<AnyOrder>(order) : std::nullopt;
}

const Order &commonOf(const AnyOrder &order)
{
    return std::visit([](const auto *each) -> const Order & { return *each; }, order);
}

OrderEngine &engineOf(AccountSession &account, const AnyOrder &order)
{
    if (std::holds_alternative<const TopUpOrder *>(order)) {
        return account.purchases();
    }
    if (std::holds_alternative<const SubUserOrder *>(order)) {
        return account.serving();
    }
    return account.creating();
}

} // namespace relaybook
