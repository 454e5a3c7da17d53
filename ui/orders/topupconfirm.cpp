// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/orders/topupconfirm.h"

#include "models/text/format.h"
#include "ui/orders/topuptext.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/card.h"
#include "ui/widgets/rowlist.h"

#include <QCheckBox>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int confirmLabelWidth = 150;

} // namespace

TopUpConfirm::TopUpConfirm(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_changed(new Banner(theme, Banner::Shape::Stacked, this))
    , m_unknown(new Banner(theme, Banner::Shape::Stacked, this))
    , m_rows(new RowList(theme, this))
    , m_risk(new QCheckBox(this))
    , m_noPrice(new QCheckBox(this))
{
    setObjectName(QStringLiteral("topUpConfirm"));
    m_changed->setObjectName(QStringLiteral("priceChanged"));
    m_unknown->setObjectName(QStringLiteral("unknownOrder"));
    m_rows->setObjectName(QStringLiteral("orderRows"));
    m_rows->setAccessibleName(tr("The order"));
    m_rows->setLabelWidth(confirmLabelWidth);
    m_risk->setObjectName(QStringLiteral("acceptRisk"));
    m_noPrice->setObjectName(QStringLiteral("acceptNoPrice"));
    auto *card = new Card(m_theme, this);
    card->addInsetColumn()->addWidget(m_rows);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    column->addWidget(m_changed);
    column->addWidget(m_unknown);
    column->addWidget(card);
    column->addWidget(m_noPrice);
    column->addWidget(m_risk);
    column->addStretch(1);
    for (QCheckBox *box : {m_risk, m_noPrice}) {
        connect(box, &QCheckBox::toggled, this, &TopUpConfirm::agreedChanged);
    }
}

void TopUpConfirm::show(const Confirmation &confirmation, const QString &currency,
                        const std::optional<Money> &shown, const TopUpOrder *unknown)
{
    showRows(confirmation, currency);
    showNotices(confirmation, currency, shown);
    m_unknown->setVisible(unknown != nullptr);
    if (unknown != nullptr) {
        m_unknown->setMessage(
            Tone::Warning,
            tr("An order of %1 %2 is still unresolved.")
                .arg(format::trafficExact(unknown->amount), format::proxyType(unknown->proxyType)),
            tr("It was sent on %1 and may have been carried out. If it was, this order is an "
               "additional purchase.")
                .arg(format::dateTime(unknown->sentAt ? unknown->sentAt
                                                      : std::optional(unknown->preparedAt))));
    }
    askFor(m_risk, unknown != nullptr, tr("Buy anyway: I may be charged for both orders."));
    askFor(m_noPrice, !confirmation.quote,
           tr("Buy without knowing the price: the service sets the charge."));
}

void TopUpConfirm::askFor(QCheckBox *box, bool needed, const QString &text)
{
    const QSignalBlocker quiet(box);
    box->setText(text);
    box->setAccessibleName(text);
    box->setChecked(false);
    box->setVisible(needed);
}

void TopUpConfirm::showRows(const Confirmation &confirmation, const QString &currency)
{
    const auto sum = [&currency](Money amount) {
        return format::money(amount, format::Sign::WhereNegative, currency);
    };
    const QString type = format::proxyType(confirmation.proxyType);
    const auto &price = confirmation.quote;
    const AccountReading &before = confirmation.before;
    QList<RowList::Row> rows;
    rows.append({tr("Order"), tr("%1 of %2").arg(format::trafficExact(confirmation.amount), type),
                 Tone::Neutral, false, true});
    rows.append({tr("Expected cost"),
                 price ? tr("%1 = %2").arg(calculationText(*price, currency), sum(price->cost))
                       : tr("not known"),
                 Tone::Neutral, false, true});
    if (price && price->isRounded()) {
        rows.append({tr("Rounding"), roundingText(*price, currency)});
    }
    if (before.balance) {
        const auto left = price ? before.balance->minus(price->cost) : std::nullopt;
        // The last known balance may be old: it is never called the present one.
        const QString both = before.balanceOffered
                                 ? tr("%1 now, %2 after", "balance before and after this order")
                                 : tr("%1, %2 after this order", "balance before and after");
        rows.append({before.balanceOffered ? tr("Balance") : tr("Last known balance"),
                     left ? both.arg(sum(*before.balance), sum(*left)) : sum(*before.balance)});
    } else {
        rows.append({tr("Balance"), before.balanceOffered ? tr("not known without a personal token")
                                                          : tr("not known")});
    }
    if (before.pool) {
        const auto has = before.pool->plus(confirmation.amount);
        rows.append(
            {type,
             has ? tr("%1 now, %2 after").arg(format::traffic(*before.pool), format::traffic(*has))
                 : format::traffic(*before.pool)});
    }
    rows.append({tr("Sent to the service"),
                 requestText(confirmation.proxyType, confirmation.amount), Tone::Quiet, true});
    m_rows->setRows(rows);
}

void TopUpConfirm::showNotices(const Confirmation &confirmation, const QString &currency,
                               const std::optional<Money> &shown)
{
    const bool changed = confirmation.quote && shown && *shown != confirmation.quote->cost;
    m_changed->setVisible(changed || !confirmation.quote);
    if (changed) {
        m_changed->setMessage(Tone::Warning, tr("The price has changed."),
                              tr("You were shown %1; the price is now %2. Nothing was sent.")
                                  .arg(format::money(*shown, format::Sign::WhereNegative, currency),
                                       format::money(confirmation.quote->cost,
                                                     format::Sign::WhereNegative, currency)));
    } else if (!confirmation.quote) {
        m_changed->setMessage(Tone::Warning, tr("No price preview is possible."),
                              noQuoteText(confirmation.quote.error()));
    }
}

bool TopUpConfirm::isAgreed() const
{
    return (m_risk->isHidden() || m_risk->isChecked()) &&
           (m_noPrice->isHidden() || m_noPrice->isChecked());
}

bool TopUpConfirm::isRiskAccepted() const
{
    return !m_risk->isHidden() && m_risk->isChecked();
}

} // namespace relaybook
