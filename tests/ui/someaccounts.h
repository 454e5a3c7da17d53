// SPDX-License-Identifier: GPL-3.0-or-later
// Accounts in every state, for tests of the widgets that show accounts.

#pragma once

#include "models/accounts/openaccounts.h"

#include <vector>

namespace relaybook::testing {

inline AccountEntry signedInAccount(const QString &name = QStringLiteral("North Relay"))
{
    AccountEntry account;
    account.key = QStringLiteral("key of ") % name;
    account.name = name;
    account.plainName = name;
    account.address = QStringLiteral("https://api.example.net");
    account.access = AccountAccess::SignedIn;
    account.balance = Money::parse(u"3184.2");
    account.currency = QStringLiteral("USD");
    return account;
}

inline AccountEntry sandboxAccount()
{
    AccountEntry account = signedInAccount(QStringLiteral("Sandbox"));
    account.address.clear();
    account.isSandbox = true;
    return account;
}

/// Four accounts: the shown one, one that is signed out and view only, one with a very long name
/// and orders, and the sandbox.
inline std::vector<AccountEntry> someAccounts()
{
    AccountEntry shown = signedInAccount();
    shown.isShown = true;
    AccountEntry out = signedInAccount(QStringLiteral("Alpine Proxies"));
    out.access = AccountAccess::SignedOut;
    out.isViewOnly = true;
    out.balance.reset();
    AccountEntry longName = signedInAccount(
        QStringLiteral("Proxy Trading and Distribution Company of the Western Islands, Limited"));
    longName.address = QStringLiteral("https://reseller-panel.western-islands.example.com:8443");
    longName.openOrders = 2;
    longName.unknownOrders = 1;
    return {out, shown, longName, sandboxAccount()};
}

inline std::vector<AccountEntry> manyAccounts(int count)
{
    std::vector<AccountEntry> accounts;
    accounts.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        accounts.push_back(signedInAccount(QStringLiteral("Account %1").arg(i + 1)));
    }
    accounts.front().isShown = true;
    return accounts;
}

} // namespace relaybook::testing
