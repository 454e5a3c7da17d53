// SPDX-License-Identifier: GPL-3.0-or-later
// The small record beside the journal of orders, purchases.record: which journal it was, how far it
// had been written, which orders were open. A journal that knows less is an older copy or has lost
// its end, and nothing may be bought with it.

#pragma once

#include "models/store/storeerror.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace relaybook {

struct JournalRecord
{
    QString journal;     ///< a random id, given when the journal was made
    qint64 sequence = 0; ///< of its last write
    QStringList open;    ///< ids of the orders without an outcome
    friend bool operator==(const JournalRecord &, const JournalRecord &) = default;
};

/// Nothing where there is no such file; Damaged where it is not a whole record.
[[nodiscard]] StoreResult<std::optional<JournalRecord>> readJournalRecord(const QString &path);

/// Replaces the file in one step; on the disk, with its name, when this returns.
[[nodiscard]] StoreResult<Stored> writeJournalRecord(const QString &path,
                                                     const JournalRecord &record);

} // namespace relaybook
