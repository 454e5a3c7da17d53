// SPDX-License-Identifier: GPL-3.0-or-later
// Lists the accounts that have data on this computer, deletes their cached data, and stores the
// data that identifies them later.

#pragma once

#include "api/types/clock.h"
#include "api/types/result.h"
#include "models/accountvalues.h"
#include "models/sqlite/storeerror.h"

#include <QHash>
#include <QStringList>

#include <vector>

namespace relaybook {

class KeepFile;
struct StoredOverview;

/// The name used in place of the sandbox's address, because its port is different at every start.
[[nodiscard]] QString sandboxService();

/// What the account whose files are in `folder` stored by name. To be called on any thread.
[[nodiscard]] StoreResult<QHash<QString, QString>> storedFacts(const QString &folder);

/// Accounts that have data under `dataDir`, the most recently used first.
[[nodiscard]] std::vector<StoredAccount> storedAccounts(const QString &dataDir);

/// The names of folders of accounts whose own file is damaged or may not be read: nobody knows
/// whose they are, and where their secrets are in the keychain.
[[nodiscard]] QStringList namelessFolders(const QString &dataDir);

/// Deletes what can be downloaded again; no session may have it open. Drafts stay.
[[nodiscard]] Result<Stored> removeCache(const QString &dataDir, const QString &service,
                                         const QString &account);

/// Stores whose data this is, and that it is the account used last: with a time in milliseconds
/// later than those of all other accounts, even if the clock was set back.
void rememberUse(KeepFile &kept, const QString &dataDir, const QString &service,
                 const QString &account, const Clock &clock);

/// Stores the fingerprints of the keys and tokens, for the next sign-in with them
/// (fingerprintsOf()).
void rememberFingerprints(KeepFile &kept, const QStringList &prints);

/// Stores whose account it is, as received from the service: the next sign-in may reveal less.
void rememberWhose(KeepFile &kept, const StoredOverview &stored);

} // namespace relaybook
