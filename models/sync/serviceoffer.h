// SPDX-License-Identifier: GPL-3.0-or-later
// Which calls the service of an account has. Only seven operations are certain (contract, "What is
// certain"); the others are tried, and what was found is remembered.

#pragma once

#include "api/types/apierror.h"
#include "api/types/clock.h"

#include <QObject>

#include <map>
#include <set>

namespace relaybook {

class AccountStore;

/// Calls that the program reads with and can do without.
enum class ReadCall {
    Account,
    AccountBalance, ///< the balance in the answer of Account
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
};

/// Lives on the GUI thread. What was found is stored with the account and asked again after a day.
class ServiceOffer : public QObject
{
    Q_OBJECT

public:
    ServiceOffer(AccountStore &store, const Clock &clock);

    /// The service's last answer to this call was that it has no such operation.
    [[nodiscard]] bool isMissing(ReadCall call) const { return m_missing.contains(call); }
    /// False where it was found missing less than a day ago.
    [[nodiscard]] bool isWorthAsking(ReadCall call) const;
    /// Whether some call tells the account's balance, as far as is known.
    [[nodiscard]] bool tellsBalance() const
    {
        return !isMissing(ReadCall::Balance) ||
               (!isMissing(ReadCall::Account) && !isMissing(ReadCall::AccountBalance));
    }
    /// Since the program was started.
    [[nodiscard]] bool wasAnswered(ReadCall call) const { return m_answered.contains(call); }
    /// The next answer is asked for, whenever the call was found missing.
    void lookAgain(ReadCall call);

    /// The service answered this call with a success.
    void noteOffered(ReadCall call);
    void noteMissing(ReadCall call);
    /// The error as the rest of the program is to see it: where it says that the call is missing,
    /// this is noted, and its kind is NotOffered. For calls whose address names no row.
    [[nodiscard]] ApiError noted(ReadCall call, ApiError error);
    /// What is told instead of asking for a call that is missing.
    [[nodiscard]] static ApiError notOffered();

Q_SIGNALS:
    /// isMissing() of this call became another.
    void changed(relaybook::ReadCall call);

private:
    struct Missing
    {
        Instant foundAt{};
        bool askAgain = false;
    };

    void reload();

    AccountStore &m_store;
    const Clock &m_clock;
    std::map<ReadCall, Missing> m_missing;
    std::set<ReadCall> m_answered;
};

} // namespace relaybook
