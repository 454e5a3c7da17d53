// SPDX-License-Identifier: GPL-3.0-or-later
// Creates the account's summary from the stored data and the available tokens.

#pragma once

#include "models/accountvalues.h"

namespace relaybook {

class AccountStore;
class AuthSession;
class KeepFile;
class ServiceOffer;
struct StoredOverview;

/// What a summary needs beside the stored overview.
struct SummarySources
{
    AccountStore &store;
    const KeepFile &kept;
    const ServiceOffer &offer;
    const AuthSession &auth;
    const LedgerProgress &ledger;
    QString service; ///< the origin of the service
    bool isOffline;  ///< no service can be asked: what is stored tells which tokens there were
};

[[nodiscard]] AccountSummary summaryOf(const StoredOverview &stored, const SummarySources &from);

} // namespace relaybook
