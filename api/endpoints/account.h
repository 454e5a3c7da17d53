// SPDX-License-Identifier: GPL-3.0-or-later
// Endpoints of the account: profile, balance, ledger, categories, plan and traffic (contract
// section 3).

#pragma once

#include "api/http/request.h"
#include "api/types/account.h"
#include "api/types/listof.h"
#include "api/types/result.h"
#include "api/types/transaction.h"

namespace relaybook {

/// GET /v1/account
struct GetAccount
{
    using Response = Account;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<Account> decode(const QByteArray &body);
};

/// GET /v1/account/balance
struct GetBalance
{
    using Response = Balance;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<Balance> decode(const QByteArray &body);
};

/// GET /v1/account/transactions. The service decides how many rows a page has: see `meta` of the
/// response.
struct ListTransactions
{
    qint64 page = 1;
    qint64 perPage = 20;
    QString link = {}; ///< NextPage::query, to be sent instead of `page`; empty if there is none

    using Response = TransactionPage;
    [[nodiscard]] Request toRequest() const;
    /// A row that cannot be read goes to `unreadable`; the rest of the page is still decoded.
    [[nodiscard]] static Result<TransactionPage> decode(const QByteArray &body);
};

/// GET /v1/account/categories
struct ListCategories
{
    using Response = ListOf<Category>;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<ListOf<Category>> decode(const QByteArray &body);
};

/// GET /v1/account/plan. Returns compact JSON, secrets masked. An empty `type` is not sent.
struct GetPlan
{
    QString type;

    using Response = QByteArray;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<QByteArray> decode(const QByteArray &body);
};

/// GET /v1/account/traffic. Returns compact JSON, secrets masked.
struct GetAccountTraffic
{
    QString period = QStringLiteral("24h");

    using Response = QByteArray;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<QByteArray> decode(const QByteArray &body);
};

} // namespace relaybook
