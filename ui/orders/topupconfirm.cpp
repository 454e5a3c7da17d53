// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/orders/topupconfirm.h"

#include "models/text/format.h"
#include "models/text/showntext.h"
#include "ui/base/orderconfirm.h"
#include "ui/orders/topuptext.h"

#include <QCoreApplication>

namespace relaybook {

namespace {

struct TopUpConfirmText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::TopUpConfirm)
};

QList<RowList::Row> rowsOf(const Confirmation &confirmation, const QString &currency)
{
    const auto sum = [&currency](Money amount) {
        return format::money(amount, format::Sign::WhereNegative, currency);
    };
    const QString type = isolated(format::proxyType(confirmation.proxyType));
    const auto &price = confirmation.quote;
    const AccountReading &before = confirmation.before;
    QList<RowList::Row> rows;
    rows.append(
        {TopUpConfirmText::tr("Order"),
         TopUpConfirmText::tr("%1 of %2").arg(format::trafficExact(confirmation.amount), type),
         Tone::Neutral, false, true});
    rows.append({TopUpConfirmText::tr("Expected cost"),
                 price ? TopUpConfirmText::tr("%1 = %2").arg(calculationText(*price, currency),
                                                             sum(price->cost))
                       : TopUpConfirmText::tr("not known"),
                 Tone::Neutral, false, true});
    if (price && price->isRounded()) {
        rows.append({TopUpConfirmText::tr("Rounding"), roundingText(*price, currency)});
    }
    if (before.balance) {
        const auto left = price ? before.balance->minus(price->cost) : std::nullopt;
        // The last known balance may be old: it is never called the present one.
        const QString both =
            before.balanceOffered
                ? TopUpConfirmText::tr("%1 now, %2 after", "balance before and after this order")
                : TopUpConfirmText::tr("%1, %2 after this order", "balance before and after");
        rows.append({before.balanceOffered ? TopUpConfirmText::tr("Balance")
                                           : TopUpConfirmText::tr("Last known balance"),
                     left ? both.arg(sum(*before.balance), sum(*left)) : sum(*before.balance)});
    } else {
        rows.append({TopUpConfirmText::tr("Balance"),
                     before.balanceOffered
                         ? TopUpConfirmText::tr("not known without a personal token")
                         : TopUpConfirmText::tr("not known")});
    }
    if (before.pool) {
        const auto has = before.pool->plus(confirmation.amount);
        rows.append({type, has ? TopUpConfirmText::tr("%1 now, %2 after")
                                     .arg(format::traffic(*before.pool), format::traffic(*has))
                               : format::traffic(*before.pool)});
    }
    rows.append({TopUpConfirmText::tr("Sent to the service"),
                 requestText(confirmation.proxyType, confirmation.amount), Tone::Quiet, true});
    return rows;
}

} // namespace

void showTopUp(OrderConfirm &confirm, const Confirmation &confirmation, const QString &currency,
               const std::optional<Money> &shown, const TopUpOrder *unknown)
{
    confirm.setRows(rowsOf(confirmation, currency));
    if (!confirmation.quote) {
        confirm.setChanged(TopUpConfirmText::tr("No price preview is possible."),
                           noQuoteText(confirmation.quote.error()));
    } else if (shown && *shown != confirmation.quote->cost) {
        confirm.setChanged(
            TopUpConfirmText::tr("The price has changed."),
            TopUpConfirmText::tr("You were shown %1; the price is now %2. Nothing was sent.")
                .arg(format::money(*shown, format::Sign::WhereNegative, currency),
                     format::money(confirmation.quote->cost, format::Sign::WhereNegative,
                                   currency)));
    } else {
        confirm.setChanged({}, {});
    }
    confirm.setNoPrice(
        confirmation.quote
            ? QString()
            : TopUpConfirmText::tr("Buy without knowing the price: the service sets the charge."));
    if (unknown == nullptr) {
        confirm.setUnresolved({}, {}, {});
        return;
    }
    confirm.setUnresolved(
        TopUpConfirmText::tr("An order of %1 %2 is still unresolved.")
            .arg(format::trafficExact(unknown->amount),
                 isolated(format::proxyType(unknown->proxyType))),
        TopUpConfirmText::tr(
            "It was sent on %1 and may have been carried out. If it was, this order is "
            "an additional purchase.")
            .arg(format::dateTime(unknown->sentAt.value_or(unknown->preparedAt))),
        TopUpConfirmText::tr("Buy anyway: I may be charged for both orders."));
}

} // namespace relaybook
