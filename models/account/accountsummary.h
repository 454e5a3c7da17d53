// SPDX-License-Identifier: GPL-3.0-or-later
// Creates the account's summary from the stored data and the available tokens.

#pragma once

#include "models/accountvalues.h"
#include "models/store/storevalues.h"

#include <functional>

namespace relaybook {

class AuthSession;

/// What a summary needs beside the stored overview.
struct SummarySources
{
    const AuthSession &auth;
    const LedgerProgress &ledger;
    QString service;        ///< the origin of the service
    QString userId;         ///< from KeepFile, like givenName
    QString givenName;      ///< the user's own name for the account
    bool isBalanceReported; ///< whether any call returns the account's balance
    /// CacheReader::lastTrafficReading()
    std::function<std::optional<TrafficReading>(const QString &type)> lastReading;
    bool isOffline; ///< then the stored data shows which tokens there are
};

[[nodiscard]] AccountSummary summaryOf(const StoredOverview &stored, const SummarySources &from);

} // namespace relaybook
