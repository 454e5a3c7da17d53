// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the stored account that the user means by --account NAME.

#pragma once

#include "models/accountvalues.h"

#include <QString>
#include <QStringList>

#include <tl/expected.hpp>
#include <vector>

namespace relaybook {

/// The account with this name. The user's own name for an account comes before everything else:
/// its distinctName(), its name at the service, its e-mail address, the service's host (with or
/// without port) or address, and its key. If nothing matches, it may be the beginning of the key
/// (at least four characters). Ignores case. The error says in whole sentences that no account or
/// several match, and lists the candidates, one per line.
[[nodiscard]] tl::expected<StoredAccount, QString>
chooseAccount(const QString &name, const std::vector<StoredAccount> &stored);

/// The user's own name for the account, else the service's, else the service's host. Another
/// account may have the same one: distinctNames().
[[nodiscard]] QString displayName(const StoredAccount &account);

/// A name for people, and what can be added to tell it from the same name of another account.
struct NamedAccount
{
    QString name;
    QString service;
    QString email;
    QString key;
};

/// The names made unique, in the same order. If several accounts have the same name, the service's
/// host is added; if that is the same too, the e-mail address, then the beginning of the key. None
/// of these changes when another account is added or removed, unlike a number. Ignores case.
[[nodiscard]] QStringList distinctNames(const std::vector<NamedAccount> &accounts);
/// The displayName() of each, made unique.
[[nodiscard]] QStringList distinctNames(const std::vector<StoredAccount> &stored);
/// The name of one of the stored accounts, made unique among them.
[[nodiscard]] QString distinctName(const StoredAccount &account,
                                   const std::vector<StoredAccount> &stored);
/// Whether people would take two names for the same: they differ at most in case, in spaces or in
/// how Unicode encodes them.
[[nodiscard]] bool isSameName(const QString &a, const QString &b);

/// The beginning of the account's key that names it among the stored ones: at least eight
/// characters.
[[nodiscard]] QString shortKey(const StoredAccount &account,
                               const std::vector<StoredAccount> &stored);

/// The service's address, or a word for the sandbox, whose address is different at every start.
[[nodiscard]] QString displayAddress(const StoredAccount &account);

} // namespace relaybook
