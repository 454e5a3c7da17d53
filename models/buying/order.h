// SPDX-License-Identifier: GPL-3.0-or-later
// An order of traffic with all that is known of it: what was shown, what was sent, what came back,
// what was seen afterwards. Kept in the purchase journal; contract section 4, "topup-traffic".

#pragma once

#include "api/types/account.h"
#include "api/types/apierror.h"
#include "api/types/ids.h"
#include "api/types/quote.h"

#include <QMetaType>

#include <chrono>
#include <optional>
#include <vector>

namespace relaybook {

/// A place in the ledger: rows after it were booked later.
struct LedgerPlace
{
    Instant createdAt{};
    TransactionId id;
    friend auto operator<=>(const LedgerPlace &, const LedgerPlace &) = default;
};

/// What was read of the account at one moment: before an order, and at each look afterwards.
struct AccountReading
{
    Instant at{};
    std::optional<Money> balance;       ///< personal token
    std::optional<TrafficAmount> pool;  ///< reseller token: what is left of the order's type
    std::optional<TrafficAmount> total; ///< reseller token: traffic_balance_gb
    bool ledgerRead = false;            ///< personal token: its newest end was seen
    /// Where the service does not offer it (contract: page 1 of the certain calls), nothing is
    /// missing: `balance` is then the newest transaction's.
    bool balanceOffered = true;
    bool poolOffered = true;
    std::optional<LedgerPlace> newest; ///< nothing where the ledger was seen and empty
    friend bool operator==(const AccountReading &, const AccountReading &) = default;
};

/// One look at the account for traces of an order whose outcome is unknown.
struct Look
{
    enum class Ledger {
        NotRead,  ///< no personal token, or the call failed
        NotWhole, ///< rows were seen, but not every one back to the noted place, or unreadable ones
        Whole,    ///< every row booked since the order was seen
    };
    enum class Says {
        Bought,     ///< one row that only this order explains, and nothing speaks against it
        NoTrace,    ///< all that the service offers was seen, and none of it has moved
        Incomplete, ///< what could be seen does not decide; something could not be seen
        Conflict,   ///< the readings do not fit together, or fit another order as well
    };
    AccountReading reading;
    Ledger ledger = Ledger::NotRead;
    qint64 newRows = 0;   ///< rows of the ledger since the order was prepared
    qint64 newDebits = 0; ///< those that took money and don't belong to another order
    qint64 ofOthers = 0;  ///< those that took money and do
    Money moved;          ///< what the new rows together did to the balance
    /// A row that may be the order's.
    struct Candidate
    {
        TransactionId id;
        std::optional<Money> charged; ///< without a sign
        bool hasPrice = true;         ///< it took what the order costs
        bool isShared = false;        ///< another order without an outcome costs the same
        friend bool operator==(const Candidate &, const Candidate &) = default;
    };
    /// Those with the order's cost, or where none has it all that took money; oldest first.
    std::vector<Candidate> candidates;
    /// The orders without an outcome that could have caused the shared candidates too.
    std::vector<QString> rivals;
    [[nodiscard]] bool hasPriced() const { return !candidates.empty() && candidates[0].hasPrice; }
    Says says = Says::Incomplete;
    bool balanceFits = false;      ///< balance now = balance before + `moved`
    std::optional<ApiError> error; ///< the first thing that could not be read, and why
    friend bool operator==(const Look &, const Look &) = default;
};

/// A difference between what was ordered and what came. Words are made in ui/.
struct Finding
{
    enum class Level {
        Note, ///< rounding or consumption explains it
        Alarm,
    };
    enum class Kind {
        Cost,           ///< charged is not what was previewed; money
        Added,          ///< added is not what was ordered; traffic
        Pool,           ///< new pool is not old + added; traffic
        Type,           ///< the receipt is for another proxy type
        TotalInstead,   ///< the receipt's traffic balance is that of all types; traffic
        LateCharge = 6, ///< seen in the ledger after the order had been found not charged; money
    };
    Kind kind = Kind::Cost;
    Level level = Level::Note;
    std::optional<Money> expectedMoney;
    std::optional<Money> foundMoney;
    std::optional<TrafficAmount> expectedTraffic;
    std::optional<TrafficAmount> foundTraffic;
    QString foundText; ///< Type: what the receipt names
    friend bool operator==(const Finding &, const Finding &) = default;
};

struct Order
{
    enum class State {
        Prepared,   ///< in the journal, nothing sent; waits for token and limits
        Sent,       ///< the first byte may have left; no answer yet
        Settled,    ///< bought: by receipt, by evidence, or at the user's word
        Refused,    ///< the service clearly said no: nothing spent
        Unknown,    ///< it may have been bought; being looked for
        NotCharged, ///< was unknown; no trace for long enough, or at the user's word
        NotSent,    ///< it never left this computer: nothing spent
    };
    /// Why an order is NotSent, where no error says it.
    enum class NotSentFor {
        Error,       ///< `error`, or nothing is known
        Cancelled,   ///< the user called it back
        NewPrice,    ///< it had to wait, and cost something else afterwards
        Interrupted, ///< the program ended before it was sent
        OtherOrder,  ///< a charge for an earlier order of its type was found meanwhile
        NoTurn,      ///< the service's limits left no room for it, again and again
    };
    enum class SettledBy { Nobody, Receipt, Evidence, User };

    QString id; ///< our own; the service never sees it
    QString proxyType;
    TrafficAmount amount;
    /// What was shown when it was confirmed; nothing where no price was known.
    std::optional<Money> expectedCost;
    std::optional<Money> ratePerGb;
    PriceList::Source priceSource = PriceList::Source::None;
    AccountReading before;
    bool riskAccepted = false; ///< "buy anyway" while another order of the type was unknown

    State state = State::Prepared;
    Instant preparedAt{};
    std::optional<Instant> sentAt;
    std::optional<Instant> endedAt; ///< Settled, Refused, NotCharged, NotSent
    SettledBy settledBy = SettledBy::Nobody;
    NotSentFor notSentFor = NotSentFor::Error;
    std::optional<TopUpReceipt> receipt;
    std::optional<ApiError> error;      ///< why it was refused, not sent, or is unknown
    std::optional<TransactionId> proof; ///< the ledger's row; never that of two orders
    std::optional<Money> charged;       ///< by receipt, else by the ledger's row
    std::vector<Look> looks;            ///< the first and the newest ones, oldest first
    std::vector<Finding> findings;
    /// Rows that the user has seen and did not take for this order's.
    std::vector<TransactionId> dismissed;

    [[nodiscard]] bool isOpen() const
    {
        return state == State::Prepared || state == State::Sent || state == State::Unknown;
    }
    [[nodiscard]] bool isUnderWay() const
    {
        return state == State::Prepared || state == State::Sent;
    }
    friend bool operator==(const Order &, const Order &) = default;
};

} // namespace relaybook

Q_DECLARE_METATYPE(relaybook::Order)
