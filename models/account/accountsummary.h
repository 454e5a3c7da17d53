// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the account's summary from what is stored and which tokens are there.

#pragma once

#include "models/accountvalues.h"

namespace relaybook {

class AccountStore;
class AuthSession;
class KeepFile;
class ServiceOffer;
struct StoredOverview;

/// What a summary is made of, beside the stored overview.
struct SummarySources
{
    AccountStore &store;
    const KeepFile &kept;
    const ServiceOffer &offer;
    const AuthSession &auth;
    const LedgerProgress &ledger;
    QString service; ///< its origin
    bool isOffline;  ///< no service can be asked: what is stored tells which tokens there were
};

[[nodiscard]] AccountSummary summaryOf(const StoredOverview &stored, const SummarySources &from);

} // namespace relaybook
