// SPDX-License-Identifier: GPL-3.0-or-later
// Describes an order of any kind in words: what it is, its state, the evidence for it, what does
// not match, and what the user can choose from. What the kinds have in common is said once here;
// their own parts are in orderparts.h.
#pragma once

#include "models/accounts/accountsession.h"
#include "models/accounts/anyorder.h"
#include "models/cellroles.h"
#include "ui/widgets/rowlist.h"

#include <QString>
#include <QVariant>

#include <vector>

namespace relaybook {

/// What is known beside an order.
struct OrderContext
{
    const StoredRows &rows;
    QString currency;
    Instant now{};
    bool isLooking = false;
    bool isLookAwaited = false; ///< see OrderEngine::isLookAwaited()
    std::optional<DeskProblem::Kind> whyNoLook;
    std::optional<std::chrono::milliseconds> nextLookIn;
    std::optional<std::chrono::milliseconds> waitsFor; ///< for an order that waits to be sent
    AreaStatus proxyList;
};
[[nodiscard]] OrderContext orderContext(AccountSession &account, const AnyOrder &order);

/// Title and subtitle of an order's view.
struct OrderHeading
{
    QString title;    ///< a sentence
    QString subtitle; ///< what it means, and what happens now
};
[[nodiscard]] OrderHeading orderHeading(const AnyOrder &order);

/// What was ordered, in a line: "Give 10 GB to client_139".
[[nodiscard]] QString orderedText(const AnyOrder &order);
/// What decided an order that has an outcome, or why it was not sent. Empty if it is refused, or
/// has no outcome.
[[nodiscard]] QString decidedText(const Order &order);

/// What was ordered, the result, and the evidence: the figures before it and at the newest look,
/// side by side.
[[nodiscard]] QList<RowList::Row> orderRows(const AnyOrder &order, const OrderContext &context);
/// What the newest look at an Unknown order showed, in a sentence; empty if there was none.
[[nodiscard]] QString lookText(const AnyOrder &order, const OrderContext &context);

/// A difference between the order and what was delivered.
struct OrderFinding
{
    Tone tone = Tone::Accent;
    QString text;
};
[[nodiscard]] std::vector<OrderFinding> orderFindings(const AnyOrder &order,
                                                      const QString &currency);

/// Whether the user has to decide now.
[[nodiscard]] bool isDecidable(const AnyOrder &order, const OrderContext &context);
/// A row of the service that may be the order's.
struct OrderCandidate
{
    QVariant id;
    QString text;
};
[[nodiscard]] std::vector<OrderCandidate> orderCandidates(const AnyOrder &order,
                                                          const OrderContext &context);

/// How long an order waits until it is sent, in words.
[[nodiscard]] QString waitText(std::chrono::milliseconds wait);
/// What was read before and what is read now, side by side. The texts do not tell whether they are
/// the same: privacy mode hides both.
[[nodiscard]] QString changeText(const QString &before, const QString &now, bool isSame);
/// The same word with a capital letter, for the value of a row.
[[nodiscard]] QString capitalized(const QString &text);

} // namespace relaybook
