// SPDX-License-Identifier: GPL-3.0-or-later
// The result of a ledger check: comparing every balance with the one before it (contract section
// 6). The texts for users are in models/export/checkresulttext.h.

#pragma once

#include "api/types/ids.h"
#include "api/types/instant.h"
#include "api/types/money.h"
#include "models/sqlite/connection.h"

#include <QMetaType>

#include <optional>
#include <vector>

namespace relaybook {

/// Unreadable transactions in a gap in balance, which are its likely cause.
struct UnreadableInGap
{
    qint64 count = 0;
    std::optional<TransactionId> id; ///< the id of one of them, if known
    friend bool operator==(const UnreadableInGap &, const UnreadableInGap &) = default;
};

/// A place where the balances do not match.
struct LedgerBreak
{
    enum Kind {
        Row,    ///< the amount is not the change of the balance; `earlier` and `later` are the row
        Pair,   ///< the balance before the later row is not the balance after the earlier one
        Newest, ///< the balance after the newest row is not the account's; both ids are of that row
        Ring,   ///< not clear: the rows from `earlier` to `later` may be dated out of order, or
                ///< transactions that cancel each other are missing before and after them
    };
    Kind kind = Pair;
    TransactionId earlier;
    TransactionId later;
    Instant earlierAt{};
    Instant laterAt{};
    /// Row: the size of the balance's change, and the amount. Pair: the balance after the earlier
    /// row, and the balance before the later one. Newest: the account's balance, and the balance
    /// after the newest row. Ring: the balance around it, and the balance at both its ends.
    Money expected;
    Money found;
    /// `found` minus `expected`; nothing if that does not fit into Money.
    std::optional<Money> unexplained;
    /// Whether the rows around it were loaded again from the service and the break remained.
    bool readAgain = false;
    /// Pair: newer than chainSpan, so that what explains it may still be listed.
    bool isRecent = false;
    /// Pair: between the two rows. Newest: after the newest one.
    UnreadableInGap unreadable = {};
    /// Whether rows or amounts are wrong for certain.
    [[nodiscard]] bool isProven() const { return kind != Ring && !isRecent; }
    friend bool operator==(const LedgerBreak &, const LedgerBreak &) = default;
};

/// The result of a ledger check.
struct LedgerCheckResult
{
    enum State {
        NeverChecked,
        Checking,
        /// Not all rows are stored or could be checked, or the balance is not known: no result is
        /// possible.
        Incomplete,
        Consistent,
        Broken,  ///< there are proven breaks, unreadable rows, or rows removed at the service
        Unclear, ///< there are breaks, but none is proven
    };
    State state = NeverChecked;
    qint64 count = 0; ///< rows checked
    std::optional<Instant> oldest;
    std::optional<Instant> newest;
    std::vector<LedgerBreak>
        breaks;                   ///< oldest first, at most mostBreaks, proven ones before others
    qint64 breakCount = 0;        ///< all of them
    qint64 unclearCount = 0;      ///< of these, the ones that are not proven
    qint64 outOfOrder = 0;        ///< places where rows are dated out of order, which is no break
    qint64 rewritten = 0;         ///< earlier versions of rows that changed at the service
    qint64 vanished = 0;          ///< stored rows that were removed at the service
    qint64 unreadable = 0;        ///< rows that could never be read
    qint64 spoiled = 0;           ///< stored rows whose newest version is unreadable
    qint64 missing = 0;           ///< rows of the service that are not stored
    qint64 tooLarge = 0;          ///< rows not checked: an amount is too large for Money
    bool balanceCompared = false; ///< whether the newest row could be compared with the balance
    bool balanceOpen = false;     ///< Incomplete only because the balance is not known
    bool balanceNotReported =
        false; ///< no call returns the balance: only rows and pairs were checked
    Instant checkedAt{};
    static constexpr size_t mostBreaks = 1000;
    friend bool operator==(const LedgerCheckResult &, const LedgerCheckResult &) = default;
};

/// Serializes a result for the store; invalid bytes are read as NeverChecked.
[[nodiscard]] QByteArray checkResultBytes(const LedgerCheckResult &verdict);
[[nodiscard]] LedgerCheckResult checkResultFrom(const QByteArray &bytes);

/// The result of a scan over all stored rows and pairs. In `verdict` the count, the time span and
/// the breaks are set; lastId, lastAt and lastAfter are of the row at the end of the chain, and
/// absent if it has several ends.
struct ChainScan
{
    LedgerCheckResult verdict;
    std::optional<TransactionId> lastId;
    std::optional<Instant> lastAt;
    std::optional<Money> lastAfter;
    UnreadableInGap unreadableAfter; ///< after the last row
    friend bool operator==(const ChainScan &, const ChainScan &) = default;
};
/// Checks all stored rows, joined to a chain of balances (BalanceChain), in one scan; in up to four
/// if they are dated out of order: call it within a ReadTransaction. Throws; Interrupted if the
/// connection was interrupted (interruptUnless()).
[[nodiscard]] ChainScan scanChain(Connection &connection, Instant now);

} // namespace relaybook

Q_DECLARE_METATYPE(relaybook::LedgerCheckResult)
