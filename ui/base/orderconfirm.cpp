// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/orderconfirm.h"

#include "ui/theme/theme.h"
#include "ui/widgets/accountmark.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/card.h"

#include <QCheckBox>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int confirmLabelWidth = 150;

void warn(Banner &banner, const QString &lead, const QString &text)
{
    banner.setVisible(!lead.isEmpty());
    if (!lead.isEmpty()) {
        banner.setMessage(Tone::Warning, lead, text);
    }
}

void askFor(QCheckBox &box, const QString &agreement)
{
    const QSignalBlocker quiet(&box);
    box.setText(agreement);
    box.setAccessibleName(agreement);
    box.setChecked(false);
    box.setVisible(!agreement.isEmpty());
}

} // namespace

OrderConfirm::OrderConfirm(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_account(new AccountLine(theme, this))
    , m_changed(new Banner(theme, Banner::Shape::Stacked, this))
    , m_unresolved(new Banner(theme, Banner::Shape::Stacked, this))
    , m_rows(new RowList(theme, this))
    , m_extra(new QVBoxLayout)
    , m_noPrice(new QCheckBox(this))
    , m_risk(new QCheckBox(this))
{
    setObjectName(QStringLiteral("orderConfirm"));
    m_changed->setObjectName(QStringLiteral("priceChanged"));
    m_unresolved->setObjectName(QStringLiteral("unknownOrder"));
    m_rows->setObjectName(QStringLiteral("orderRows"));
    m_rows->setAccessibleName(tr("What will be sent"));
    m_rows->setLabelWidth(confirmLabelWidth);
    m_risk->setObjectName(QStringLiteral("acceptRisk"));
    m_noPrice->setObjectName(QStringLiteral("acceptNoPrice"));
    auto *card = new Card(theme, this);
    auto *inCard = card->addInsetColumn();
    inCard->addWidget(m_account);
    inCard->addWidget(m_rows);
    m_extra->setSpacing(12);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    column->addWidget(m_changed);
    column->addWidget(m_unresolved);
    column->addWidget(card);
    column->addLayout(m_extra);
    column->addWidget(m_noPrice);
    column->addWidget(m_risk);
    column->addStretch(1);
    setChanged({}, {});
    setUnresolved({}, {}, {});
    setNoPrice({});
    for (QCheckBox *box : {m_risk, m_noPrice}) {
        connect(box, &QCheckBox::toggled, this, &OrderConfirm::agreedChanged);
    }
}

void OrderConfirm::setAccount(const AccountMark &account)
{
    m_account->setVisible(!account.name.isEmpty());
    m_account->setAccount(account);
}

QString OrderConfirm::spoken() const
{
    QStringList parts;
    if (!m_account->isHidden()) {
        parts.append(m_account->accessibleName());
    }
    for (const RowList::Row &row : m_rows->rows()) {
        parts.append(tr("%1: %2", "a label, its value").arg(row.label, row.value));
    }
    return parts.join(QStringLiteral(". "));
}

void OrderConfirm::setRows(const QList<RowList::Row> &rows)
{
    m_rows->setRows(rows);
}

void OrderConfirm::setChanged(const QString &lead, const QString &text)
{
    warn(*m_changed, lead, text);
}

void OrderConfirm::setUnresolved(const QString &lead, const QString &text, const QString &agreement)
{
    warn(*m_unresolved, lead, text);
    askFor(*m_risk, agreement);
}

void OrderConfirm::setNoPrice(const QString &agreement)
{
    askFor(*m_noPrice, agreement);
}

void OrderConfirm::addWidget(QWidget *widget)
{
    m_extra->addWidget(widget);
}

bool OrderConfirm::isAgreed() const
{
    return (m_risk->isHidden() || m_risk->isChecked()) &&
           (m_noPrice->isHidden() || m_noPrice->isChecked());
}

bool OrderConfirm::isRiskAccepted() const
{
    return !m_risk->isHidden() && m_risk->isChecked();
}

} // namespace relaybook
