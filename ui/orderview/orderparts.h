// SPDX-License-Identifier: GPL-3.0-or-later
// What one kind of order adds to the texts of ordertext.h. Each function is there for each kind.
#pragma once

#include "ui/orderview/ordertext.h"

#include <optional>

namespace relaybook::orderparts {

/// What was ordered, in a line.
[[nodiscard]] QString ordered(const TopUpOrder &order, const QString &currency);
[[nodiscard]] QString ordered(const SubUserOrder &order, const QString &currency);
[[nodiscard]] QString ordered(const ProxyOrder &order, const QString &currency);

/// The title of a completed order.
[[nodiscard]] QString done(const TopUpOrder &order);
[[nodiscard]] QString done(const SubUserOrder &order);
[[nodiscard]] QString done(const ProxyOrder &order);

/// What else is said of a completed order; empty: nothing.
[[nodiscard]] QString doneOtherwise(const TopUpOrder &order);
[[nodiscard]] QString doneOtherwise(const SubUserOrder &order);
[[nodiscard]] QString doneOtherwise(const ProxyOrder &order);

/// What is read before a waiting order is sent.
[[nodiscard]] QString beforeSending(const TopUpOrder &order);
[[nodiscard]] QString beforeSending(const SubUserOrder &order);
[[nodiscard]] QString beforeSending(const ProxyOrder &order);

/// How an Unknown order is looked for.
[[nodiscard]] QString whatIsChecked(const TopUpOrder &order);
[[nodiscard]] QString whatIsChecked(const SubUserOrder &order);
[[nodiscard]] QString whatIsChecked(const ProxyOrder &order);

/// What was delivered.
void addResult(QList<RowList::Row> &rows, const TopUpOrder &order, const OrderContext &context);
void addResult(QList<RowList::Row> &rows, const SubUserOrder &order, const OrderContext &context);
void addResult(QList<RowList::Row> &rows, const ProxyOrder &order, const OrderContext &context);

/// The figures before and now.
void addEvidence(QList<RowList::Row> &rows, const TopUpOrder &order, const OrderContext &context);
void addEvidence(QList<RowList::Row> &rows, const SubUserOrder &order, const OrderContext &context);
void addEvidence(QList<RowList::Row> &rows, const ProxyOrder &order, const OrderContext &context);

/// When the order was last looked for, or why that failed; empty: not yet.
[[nodiscard]] QString lastLook(const TopUpOrder &order, const OrderContext &context);
[[nodiscard]] QString lastLook(const SubUserOrder &order, const OrderContext &context);
[[nodiscard]] QString lastLook(const ProxyOrder &order, const OrderContext &context);

/// What the newest look says; nothing if there was none.
[[nodiscard]] std::optional<LookSays> says(const TopUpOrder &order);
[[nodiscard]] std::optional<LookSays> says(const SubUserOrder &order);
[[nodiscard]] std::optional<LookSays> says(const ProxyOrder &order);

/// What the kind says in place of, or after, the usual sentence about a look.
struct LookWords
{
    QString instead;
    QString after;
};
[[nodiscard]] LookWords lookWords(const TopUpOrder &order);
[[nodiscard]] LookWords lookWords(const SubUserOrder &order);
[[nodiscard]] LookWords lookWords(const ProxyOrder &order);

[[nodiscard]] std::vector<OrderFinding> findings(const TopUpOrder &order, const QString &currency);
[[nodiscard]] std::vector<OrderFinding> findings(const SubUserOrder &order,
                                                 const QString &currency);
[[nodiscard]] std::vector<OrderFinding> findings(const ProxyOrder &order, const QString &currency);

[[nodiscard]] std::vector<OrderCandidate> candidates(const TopUpOrder &order,
                                                     const OrderContext &context);
[[nodiscard]] std::vector<OrderCandidate> candidates(const SubUserOrder &order,
                                                     const OrderContext &context);
[[nodiscard]] std::vector<OrderCandidate> candidates(const ProxyOrder &order,
                                                     const OrderContext &context);

} // namespace relaybook::orderparts
