// SPDX-License-Identifier: GPL-3.0-or-later
// Creates test data without a service: transactions, and a whole store.

#pragma once

#include "api/types/clock.h"
#include "api/types/proxy.h"
#include "api/types/subuser.h"
#include "api/types/transaction.h"

#include <QStringList>

class QAbstractItemModel;

namespace relaybook::testing {

/// Transaction `number` (from 1) of a ledger in which each balance follows from the one before; one
/// per hour from 2024-01-01 on.
[[nodiscard]] Transaction ledgerRow(qint64 number);
[[nodiscard]] Transaction ledgerRow(qint64 number, Instant createdAt);
/// Transactions `last` down to `first`, as a page, newest first, with its meta.
[[nodiscard]] TransactionPage ledgerPage(qint64 first, qint64 last);

[[nodiscard]] Proxy someProxy(int number);
[[nodiscard]] SubUser someSubUser(int number);

struct FillCounts
{
    qint64 transactions = 0;
    int proxies = 0;
    int subUsers = 0;
};
/// Creates the account's store as a finished sync leaves it, with a ledger of the two years before
/// now. Returns what went wrong, or an empty text.
[[nodiscard]] QString fillStore(const QString &dataDir, const QString &service,
                                const QString &account, const FillCounts &counts,
                                const Clock &clock);

/// The rows of a model as lines, with cells separated by " | ": at most `rows` rows and only the
/// first `columns` columns.
[[nodiscard]] QStringList linesOf(const QAbstractItemModel &model, int columns, int rows = 100);

/// All files in the folder and its subfolders that contain the bytes of `text`.
[[nodiscard]] QStringList filesContaining(const QString &folder, const QByteArray &text);

} // namespace relaybook::testing
