// SPDX-License-Identifier: GPL-3.0-or-later
// What a check of the ledger came to (contract section 6). Words for it are made in ui.

#pragma once

#include "api/types/ids.h"
#include "api/types/instant.h"
#include "api/types/money.h"
#include "models/store/connection.h"

#include <QMetaType>

#include <optional>
#include <vector>

namespace relaybook {

/// Transactions in a gap of the balance that could not be read: its likely cause.
struct UnreadableInGap
{
    qint64 count = 0;
    std::optional<TransactionId> id; ///< of one of them, where it has one
    friend bool operator==(const UnreadableInGap &, const UnreadableInGap &) = default;
};

struct LedgerBreak
{
    enum Kind {
        Row,    ///< the amount is not the size of the movement; `earlier` and `later` are the row
        Pair,   ///< the later row does not begin where the earlier one ended
        Newest, ///< the newest row does not end at the account's balance; both are that row
    };
    Kind kind = Pair;
    TransactionId earlier;
    TransactionId later;
    Instant earlierAt{};
    Instant laterAt{};
    /// Row: the size of the movement and the amount. Pair: the earlier row's balance after and the
    /// later one's balance before. Newest: the account's balance and the newest balance after.
    Money expected;
    Money found;
    /// found less expected; nothing where that does not fit.
    std::optional<Money> unexplained;
    /// Whether the rows around it were read from the service once more, and it stood.
    bool readAgain = false;
    /// Pair: between the two rows. Newest: after the newest one.
    UnreadableInGap unreadable = {};
    friend bool operator==(const LedgerBreak &, const LedgerBreak &) = default;
};

struct LedgerCheckResult
{
    enum State {
        NeverChecked,
        Checking,
        Incomplete, ///< not all rows are here, or the balance is not known: nothing can be said
        Consistent,
        Broken, ///< breaks, rows that cannot be read or that the service lists no more
    };
    State state = NeverChecked;
    qint64 count = 0; ///< rows checked
    std::optional<Instant> oldest;
    std::optional<Instant> newest;
    std::vector<LedgerBreak> breaks; ///< the oldest first, at most mostBreaks
    qint64 breakCount = 0;           ///< all of them
    qint64 rewritten = 0;            ///< earlier forms of rows that came back different
    qint64 vanished = 0;             ///< rows here that the service lists no more
    qint64 unreadable = 0;           ///< rows that could never be read
    qint64 spoiled = 0;              ///< rows here that have since come back unreadable
    qint64 missing = 0;              ///< rows that the service has and this computer not
    bool balanceCompared = false;    ///< whether the newest row could be held against the balance
    bool balanceOpen = false;        ///< Incomplete, and for want of the balance alone
    bool balanceNotTold = false;     ///< no call of the service tells it: rows and pairs alone
    Instant checkedAt{};
    static constexpr size_t mostBreaks = 1000;
    friend bool operator==(const LedgerCheckResult &, const LedgerCheckResult &) = default;
};

/// For the store. A text that is none gives NeverChecked.
[[nodiscard]] QByteArray checkResultBytes(const LedgerCheckResult &verdict);
[[nodiscard]] LedgerCheckResult checkResultFrom(const QByteArray &bytes);

/// Every row and every pair of what is stored, in one scan: count, span and breaks of the result
/// are set, and `newest` of the chain is told in `last`. Throws; Interrupted where the connection's
/// generation went by.
struct ChainScan
{
    LedgerCheckResult verdict;
    std::optional<TransactionId> lastId;
    std::optional<Money> lastAfter;
    UnreadableInGap unreadableAfter; ///< after the last row
    friend bool operator==(const ChainScan &, const ChainScan &) = default;
};
[[nodiscard]] ChainScan scanChain(Connection &connection);

} // namespace relaybook

Q_DECLARE_METATYPE(relaybook::LedgerCheckResult)
