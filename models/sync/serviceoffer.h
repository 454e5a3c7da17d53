// SPDX-License-Identifier: GPL-3.0-or-later
// Remembers which API calls an account's service offers. Only seven operations are certain
// (contract, "What is certain"); the others are tried, and the results are stored.

#pragma once

#include "api/types/apierror.h"
#include "api/types/clock.h"

#include <QObject>

#include <map>
#include <set>
#include <utility>
#include <vector>

namespace relaybook {

class AccountStore;

/// Read calls that a service may lack; the program works without them.
enum class ReadCall {
    Account,
    AccountBalance, ///< the balance in the response of Account
    Balance,
    ResellerBalance,
    Analytics,
    Transactions,
    Proxies,
    Proxy,
    SubUsers,
    SubUser,
    Countries,
    Regions,
    Cities,
    ProxyTraffic,
    Plan,
    AccountTraffic,
};

/// Whether any call returns the account's balance, as far as known; `missing` is
/// CacheReader::missingCalls().
[[nodiscard]] bool reportsBalance(const std::vector<std::pair<QString, Instant>> &missing);

/// Lives on the GUI thread. The results are stored with the account; a missing call is tried again
/// after a day.
class ServiceOffer : public QObject
{
    Q_OBJECT

public:
    ServiceOffer(AccountStore &store, const Clock &clock);

    /// Whether the service's last response to this call was that it has no such operation.
    [[nodiscard]] bool isMissing(ReadCall call) const { return m_missing.contains(call); }
    /// False if the call was found missing less than a day ago.
    [[nodiscard]] bool isWorthAsking(ReadCall call) const;
    /// Whether any call returns the account's balance, as far as known.
    [[nodiscard]] bool reportsBalance() const;
    /// Whether this call was answered since the program was started.
    [[nodiscard]] bool wasAnswered(ReadCall call) const { return m_answered.contains(call); }
    /// Makes the call worth trying again, no matter when it was found missing.
    void lookAgain(ReadCall call);

    /// Notes that the service answered this call successfully.
    void noteOffered(ReadCall call);
    void noteMissing(ReadCall call);
    /// Converts an error for the rest of the program: if it means that the call is missing, notes
    /// this and sets the kind NotOffered. Only for calls whose address does not name a row.
    [[nodiscard]] ApiError noted(ReadCall call, ApiError error);
    /// The error that is returned instead of making a missing call.
    [[nodiscard]] static ApiError notOffered();

Q_SIGNALS:
    /// isMissing() of this call changed.
    void changed(relaybook::ReadCall call);

private:
    struct Missing
    {
        Instant foundAt{};
        bool askAgain = false;
    };

    void reload();
    /// Called if a call of a list or of the account was answered with an HTML page, which may come
    /// from the network. The call counts as missing until it is answered and is tried at every
    /// refresh. Nothing is stored.
    void notePage(ReadCall call);

    AccountStore &m_store;
    const Clock &m_clock;
    std::map<ReadCall, Missing> m_missing;
    std::set<ReadCall> m_answered;
};

} // namespace relaybook
