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

/// The facts in keep.sqlite of the account in `folder`, by name. For any thread.
[[nodiscard]] StoreResult<QHash<QString, QString>> storedFacts(const QString &folder);

/// Accounts that have data under `dataDir`, the most recently used first.
[[nodiscard]] std::vector<StoredAccount> storedAccounts(const QString &dataDir);

/// The names of folders whose keep.sqlite is damaged or cannot be read, so that it is unknown whose
/// account it is and where its secrets are in the keychain.
[[nodiscard]] QStringList namelessFolders(const QString &dataDir);

/// Deletes the orders and the data loaded from the service, because the service was reset and gives
/// the same ids to other rows. No session may have the account open. Drafts are kept.
[[nodiscard]] Result<Stored> forgetService(const QString &dataDir, const QString &service,
                                           const QString &account, const Clock &clock);

/// Stores which account the data belongs to, and that it is the last used account: the stored time
/// is later than those of all other accounts, even if the clock was set back.
void rememberUse(KeepFile &kept, const QString &dataDir, const QString &service,
                 const QString &account, const Clock &clock);

/// Stores the colour that tells the account from others.
void rememberColour(KeepFile &kept, int colour);

/// Stores the fingerprints of the keys and tokens, for the next sign-in with them
/// (fingerprintsOf()).
void rememberFingerprints(KeepFile &kept, const QStringList &prints);

/// Stores the identity that the service returned, because it may not return it at the next sign-in.
void rememberWhose(KeepFile &kept, const StoredOverview &stored);

} // namespace relaybook
