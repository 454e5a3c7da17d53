// SPDX-License-Identifier: GPL-3.0-or-later
// An order of traffic with everything known about it: what was shown, what was sent, the response,
// and what was found afterwards. Orders are stored in the purchase journal; see contract section 4,
// "topup-traffic".

#pragma once

#include "api/types/account.h"
#include "api/types/ids.h"
#include "api/types/quote.h"
#include "models/orders/listmark.h"
#include "models/orders/order.h"

#include <QMetaType>

#include <chrono>
#include <optional>
#include <vector>

namespace relaybook {

/// The transactions that the ledger had before an order.
using TransactionMark = ListMark<TransactionId>;

/// The account's figures at one time: before an order, and at each look afterwards.
struct AccountReading
{
    Instant at{}; ///< when the ledger was received; the end of the snapshot if it was not
    std::optional<Money> balance;       ///< personal token
    std::optional<TrafficAmount> pool;  ///< reseller token: traffic left of the order's type
    std::optional<TrafficAmount> total; ///< reseller token: traffic_balance_gb
    /// OrderJournal::nextNumber() when the pools were asked for, and when they were received. Not
    /// kept in a look.
    std::optional<qint64> poolAsked;
    std::optional<qint64> poolRead;
    bool ledgerRead = false; ///< personal token: its newest rows were loaded
    /// False if the service does not offer the figure, which then does not count as missing
    /// (contract, "What is certain"). In place of a balance that is not offered, `balance` is that
    /// of the transaction at the newest end of the ledger.
    bool balanceOffered = true;
    bool poolOffered = true;
    /// The newest transactions; nothing if they could not be loaded. Not stored with a look.
    std::optional<TransactionMark> mark;
    friend bool operator==(const AccountReading &, const AccountReading &) = default;
};

/// One look at the account for traces of an order whose outcome is unknown.
struct Look : OrderLook
{
    enum class Ledger {
        NotRead,  ///< no personal token, or the call failed
        NotWhole, ///< rows were loaded, but not all back to the known ones, or some could not be
                  ///< read
        Whole,    ///< every row that is new since the order was loaded
        /// Every row above the known ones was loaded, but the service's count of rows does not show
        /// that no other was added, as one with an old date would be.
        NotCounted,
    };
    AccountReading reading;
    Ledger ledger = Ledger::NotRead;
    qint64 newRows = 0;   ///< rows of the ledger that are new since the order was prepared
    qint64 newDebits = 0; ///< those that are debits and belong to no other order
    qint64 ofOthers = 0;  ///< those that are debits of other orders
    Money moved;          ///< total change of the balance by the new rows
    /// A row that may belong to the order.
    struct Candidate
    {
        TransactionId id;
        std::optional<Money> charged; ///< without a sign
        bool hasPrice = true;         ///< its amount is the order's cost
        bool isShared = false;        ///< another order has the same cost, and no row yet
        /// Set if it was stored since, but is not among the new rows: it may be an older one.
        std::optional<qint64> arrival = {};
        friend bool operator==(const Candidate &, const Candidate &) = default;
    };
    /// The rows with the order's cost, or all debits if there is none; oldest first, then those
    /// that may be old rows.
    std::vector<Candidate> candidates;
    /// Ids of the orders without an outcome that could also have caused the shared candidates.
    std::vector<QString> rivals;
    [[nodiscard]] bool hasPriced() const { return !candidates.empty() && candidates[0].hasPrice; }
    /// The personal token and the reseller token may belong to two accounts: then a ledger without
    /// a charge does not show that nothing was charged.
    bool mayBeOtherAccount = false;
    /// Whether that leaves the result open: the rest shows nothing of the order.
    [[nodiscard]] bool isOwnerDoubtful() const
    {
        return mayBeOtherAccount && says == LookSays::Incomplete && candidates.empty() &&
               (ledger == Ledger::Whole || ledger == Ledger::NotCounted);
    }
    bool balanceFits = false; ///< balance now = balance before + `moved`
    /// The pool is not known, now or before the order, or the balance no longer, although the
    /// service tells it: then a transaction with the order's price may be somebody else's.
    bool isFigureMissing = false;
    friend bool operator==(const Look &, const Look &) = default;
};

/// A difference between the order and what was delivered. The texts for users are written in ui/.
struct Finding
{
    enum class Level {
        Note, ///< rounding or consumption explains it
        Alarm,
    };
    enum class Kind {
        Cost,         ///< the charge is not the previewed cost; money
        Added,        ///< the traffic added is not the traffic ordered; traffic
        Pool,         ///< new pool is not old + added; traffic
        TotalInstead, ///< the receipt's traffic balance is the total of all types; traffic
        LateCharge,   ///< found in the ledger after the order was found not charged; money
    };
    Kind kind = Kind::Cost;
    Level level = Level::Note;
    std::optional<Money> expectedMoney;
    std::optional<Money> foundMoney;
    std::optional<TrafficAmount> expectedTraffic;
    std::optional<TrafficAmount> foundTraffic;
    friend bool operator==(const Finding &, const Finding &) = default;
};

/// An order of traffic and its history. Completed: bought. NotDone: not charged.
struct TopUpOrder : Order
{
    QString proxyType;
    TrafficAmount amount;
    /// The cost shown when it was confirmed; nothing if no price was known.
    std::optional<Money> expectedCost;
    std::optional<Money> ratePerGb;
    PriceList::Source priceSource = PriceList::Source::None;
    AccountReading before;
    qint64 proxiesCreated = 0; ///< how many proxies the program had created by then
    std::optional<TopUpReceipt> receipt;
    std::optional<TransactionId> proof; ///< the ledger's row; never that of two orders
    std::optional<Money> charged;       ///< from the receipt, else from the ledger
    std::vector<Look> looks;            ///< the first and the newest ones, oldest first
    std::vector<Finding> findings;
    /// Rows that the user has seen and said do not belong to this order.
    std::vector<TransactionId> dismissed;
    friend bool operator==(const TopUpOrder &, const TopUpOrder &) = default;
};

} // namespace relaybook

Q_DECLARE_METATYPE(relaybook::TopUpOrder)
