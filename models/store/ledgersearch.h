// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the transactions that match a search query: by the words of their text, and by what a
// number, a date or a name that was typed can also mean.

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
/// those that show this sign. With gigabytes behind it, it is traffic: it finds texts that tell
/// this amount, and no money. A date also finds the rows created or updated then.
class LedgerSearch
{
public:
    LedgerSearch(Connection &connection, const QString &typed);

    /// Nothing was typed, so every row matches.
    [[nodiscard]] bool matchesAll() const { return !m_hasText; }
    /// The condition on a row of `transactions`, tested without the search index. Only if not
    /// matchesAll().
    [[nodiscard]] SearchCondition condition() const;
    /// The query of the search index that finds all matching rows, if the words of the rows are all
    /// that has to be looked at; else empty. With a number that has to be whole it finds others,
    /// too, which condition() leaves out.
    [[nodiscard]] std::string match();
    /// The ids of all matching rows. Only if not matchesAll().
    [[nodiscard]] KeySet rows();

private:
    struct Term
    {
        std::vector<std::string> phrases; ///< see ledgerPhrase(); none: by conditions only
        /// A number that does not stand behind the decimal point of another one, in the same text;
        /// empty: any.
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
