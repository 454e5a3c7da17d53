// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the transactions that match a search query: by the words of their text, and by the other
// meanings of a typed number, date or name.

#pragma once

#include "models/sqlite/connection.h"
#include "models/store/keyset.h"
#include "models/store/searchcondition.h"
#include "models/store/searchterms.h"

#include <optional>
#include <string>
#include <vector>

namespace relaybook {

/// A search query for one connection. All functions throw; Interrupted if the connection was
/// interrupted (interruptUnless()).
///
/// A row must match every term: its text contains the term's words, or it meets one of the term's
/// conditions. A number also finds amounts and balances of that value; with a sign it finds only
/// those that show this sign. With a unit of traffic it finds texts with this amount, and no money.
/// A date also finds the rows created or updated then.
class LedgerSearch
{
public:
    LedgerSearch(Connection &connection, const QString &typed);

    /// Nothing was typed, so every row matches.
    [[nodiscard]] bool matchesAll() const { return !m_hasText; }
    /// The condition on a row of `transactions`, tested without the search index. Only if not
    /// matchesAll().
    [[nodiscard]] SearchCondition condition() const;
    /// The query of the search index that finds all matching rows; empty if some rows match by a
    /// condition only. If a number must be whole, it finds too many, which condition() excludes.
    [[nodiscard]] std::string match();
    /// The ids of all matching rows. Only if not matchesAll().
    [[nodiscard]] KeySet rows();

private:
    struct Term
    {
        std::vector<std::string> phrases; ///< see ledgerPhrase(); empty: only the conditions match
        /// A number that the text must contain by itself: 5 is not in 12.5. Empty if there is none.
        QString wholeNumber;
        std::vector<SearchCondition> conditions;
        std::optional<Keys> met; ///< the rows that meet a condition, once they were looked up
    };
    [[nodiscard]] Term termOf(const TypedTerm &typed);
    static void addNumber(Term &term, const TypedTerm &typed);
    void addConditions(Term &term, const QString &typed);
    [[nodiscard]] Keys rowsOfPhrases(const Term &term);
    const Keys &met(Term &term);

    Connection &m_connection;
    bool m_hasText;
    std::vector<Term> m_terms;
};

} // namespace relaybook
