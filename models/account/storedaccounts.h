// SPDX-License-Identifier: GPL-3.0-or-later
// The accounts that have data on this computer, and the facts by which they are found again.

#pragma once

#include "api/types/clock.h"
#include "api/types/result.h"
#include "models/accountvalues.h"
#include "models/store/storeerror.h"

#include <QStringList>

#include <vector>

namespace relaybook {

class KeepFile;
struct StoredOverview;

/// Accounts that have data under `dataDir`, the most recently used first.
[[nodiscard]] std::vector<StoredAccount> storedAccounts(const QString &dataDir);

/// Deletes what can be fetched again; no session may have it open. Drafts stay.
[[nodiscard]] Result<Stored> removeCache(const QString &dataDir, const QString &service,
                                         const QString &account);

/// Notes whose data this is and that it is the account used last, whatever the clock says: with a
/// number of milliseconds that is larger than those of all accounts used before.
void rememberUse(KeepFile &kept, const QString &dataDir, const QString &service,
                 const QString &account, const Clock &clock);

/// For the next sign-in with the same key or token (fingerprintsOf()).
void rememberFingerprints(KeepFile &kept, const QStringList &prints);

/// What the service told about the account: the next sign-in may tell less.
void rememberWhose(KeepFile &kept, const StoredOverview &stored);

} // namespace relaybook
