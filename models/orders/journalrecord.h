// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and writes the record of a journal, a small file next to it ("orders.record"). It contains
// the journal's id, the number of its last write and the ids of orders without an outcome. A
// journal that contains less than its record is an older copy or has lost rows; it is then not
// used.

#pragma once

#include "models/sqlite/storeerror.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace relaybook {

/// The content of the record.
struct JournalRecord
{
    QString journal;     ///< a random id, given when the journal was made
    qint64 sequence = 0; ///< number of its last write
    QStringList open;    ///< ids of the entries without an outcome
    friend bool operator==(const JournalRecord &, const JournalRecord &) = default;
};

/// Reads the record. Nothing if the file does not exist; the error Damaged if the record is not
/// complete.
[[nodiscard]] StoreResult<std::optional<JournalRecord>> readJournalRecord(const QString &path);

/// Replaces the file atomically. The file and its name are on disk when this returns.
[[nodiscard]] StoreResult<Stored> writeJournalRecord(const QString &path,
                                                     const JournalRecord &record);

} // namespace relaybook
