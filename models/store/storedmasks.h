// SPDX-License-Identifier: GPL-3.0-or-later
// Masks secrets in stored transactions that were stored before the secret was known, such as a
// password that the list of sub-users has, in the text of a transaction that was loaded earlier.

#pragma once

#include "models/store/ledgerindexwriter.h"

#include <optional>

namespace relaybook {

class KnownSecrets;

/// Looks at the descriptions and the JSON of transactions and of their earlier versions, and at
/// rows that could not be read. Lists are not changed: they are loaded again as a whole. What is
/// masked is overwritten in the file, and its words leave the search index with
/// LedgerIndexWriter::wantWholeMerge(). Not overwritten: pages that were free before, until they
/// are used again, and files that were set aside.
class StoredMasks
{
public:
    StoredMasks(const WriteContext &context, LedgerIndexWriter &index)
        : m_context(context)
        , m_index(index)
    {
    }

    /// How far the rows were looked at, by their row number; nothing: to the end.
    struct Place
    {
        std::optional<qint64> transaction = -1;
        std::optional<qint64> version = -1;
        qint64 masked = 0; ///< rows that were changed so far
    };
    /// Looks at `limit` rows after `from`, then at all that could not be read. Returns the place
    /// to go on from; nothing is left if isWhole().
    [[nodiscard]] Place mask(KnownSecrets &secrets, Place from, qint64 limit);
    [[nodiscard]] static bool isWhole(const Place &place)
    {
        return !place.transaction && !place.version;
    }

private:
    [[nodiscard]] std::optional<qint64> maskRows(KnownSecrets &secrets, const char *table,
                                                 qint64 after, qint64 limit, qint64 &masked);
    void maskUnreadable(KnownSecrets &secrets, qint64 &masked);

    const WriteContext &m_context;
    LedgerIndexWriter &m_index;
};

} // namespace relaybook
