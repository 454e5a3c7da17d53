// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of a ledger and a whole store of them, without a service.

#pragma once

#include "api/types/clock.h"
#include "api/types/proxy.h"
#include "api/types/subuser.h"
#include "api/types/transaction.h"

#include <QStringList>

class QAbstractItemModel;

namespace relaybook::testing {

/// Row `number` (from 1) of a ledger whose balances follow from each other; one an hour from
/// 2024-01-01 on.
[[nodiscard]] Transaction ledgerRow(qint64 number);
[[nodiscard]] Transaction ledgerRow(qint64 number, Instant createdAt);
/// Rows `last` down to `first`, as a newest-first page with its meta.
[[nodiscard]] TransactionPage ledgerPage(qint64 first, qint64 last);

[[nodiscard]] Proxy someProxy(int number);
[[nodiscard]] SubUser someSubUser(int number);

struct FillCounts
{
    qint64 transactions = 0;
    int proxies = 0;
    int subUsers = 0;
};
/// Makes the account's store as a finished sync leaves it, with a ledger of the two years before
/// now. Gives what went wrong, or nothing.
[[nodiscard]] QString fillStore(const QString &dataDir, const QString &service,
                                const QString &account, const FillCounts &counts,
                                const Clock &clock);

/// The rows of a model as lines, cells separated by " | ", at most `rows` of them and only the
/// first `columns`.
[[nodiscard]] QStringList linesOf(const QAbstractItemModel &model, int columns, int rows = 100);

/// Everything in the folder and below whose bytes contain `text`.
[[nodiscard]] QStringList filesContaining(const QString &folder, const QByteArray &text);

} // namespace relaybook::testing
