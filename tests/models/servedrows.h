// SPDX-License-Identifier: GPL-3.0-or-later
// Reads what the sandbox has, and compares an account's stored ledger with it.

#pragma once

#include "models/accounts/accountsession.h"
#include "sandbox/server.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <optional>
#include <string>

namespace relaybook::testing {

/// A row as the service sends it; empty if there is none.
inline QJsonObject objectOf(const std::optional<std::string> &json)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(json.value_or("{}"))).object();
}

/// The first of the service's transactions that is not stored as it is to the last digit, or an
/// empty text.
[[nodiscard]] inline QString transactionDifference(const AccountSession &session,
                                                   const sandbox::Server &server)
{
    for (const auto &row : server.transactions()) {
        const auto here = session.rows().transaction(TransactionId(row.id));
        const QJsonObject there = objectOf(row.json); // as it was changed
        const auto moneyOf = [&there](const char *name) {
            return Money::parse(there.value(QLatin1String(name)).toVariant().toString());
        };
        if (!here || here->amount != moneyOf("amount") ||
            here->balanceBefore != moneyOf("balance_before") ||
            here->balanceAfter != moneyOf("balance_after") ||
            here->createdAt != parseInstant(QString::fromStdString(row.createdAt)) ||
            here->type != QString::fromStdString(row.type)) {
            return QStringLiteral("transaction %1 is stored otherwise, or not: %2")
                .arg(row.id)
                .arg(QString::fromStdString(row.json));
        }
    }
    return {};
}

/// The same, and whether other rows are stored; those that the service removed are.
[[nodiscard]] inline QString ledgerDifference(const AccountSession &session,
                                              const sandbox::Server &server)
{
    const auto stored = session.summary().transactions;
    const auto there = static_cast<qint64>(server.transactionCount());
    return stored == there ? transactionDifference(session, server)
                           : QStringLiteral("%1 transactions are stored, the service has %2")
                                 .arg(stored)
                                 .arg(there);
}

} // namespace relaybook::testing
