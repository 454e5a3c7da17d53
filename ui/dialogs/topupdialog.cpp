// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/topupdialog.h"

#include "ui/dialogs/topupform.h"
#include "ui/dialogs/topupwords.h"

#include <QVBoxLayout>

namespace relaybook {

namespace {

using namespace std::chrono_literals;

constexpr int sheetWidth = 760;
constexpr auto freshFor = 60s;

} // namespace

TopUpDialog::TopUpDialog(const Theme &theme, AccountSession &account, const QString &trafficType,
                         bool sandbox, QWidget *parent)
    : SheetDialog(theme, sandbox ? tr("Top up traffic (sandbox)") : tr("Top up traffic"), parent)
    , m_account(account)
    , m_form(new TopUpForm(theme, this))
{
    setObjectName(QStringLiteral("topUpDialog"));
    setSheetWidth(sheetWidth);
    setEnterSubmits(false);
    setSubtitle(tr("What it costs. Nothing is bought here yet: traffic is bought on the service's "
                   "own web site, and shows up here with the next refresh."));
    contentLayout()->addWidget(m_form);
    setCloseOnly();
    m_form->setSummary(account.summary());
    m_form->chooseType(trafficType);
    m_form->focusAmount();
    connect(&account, &AccountSession::summaryChanged, this,
            [this] { m_form->setSummary(m_account.summary()); });
    connect(m_form, &TopUpForm::changed, this, &TopUpDialog::updateAge);
    m_age.setInterval(1s);
    connect(&m_age, &QTimer::timeout, this, &TopUpDialog::updateAge);
    m_age.start();
    updateAge();
    const auto asOf = account.summary().poolsAsOf;
    if (!asOf || SystemClock().now() - *asOf > freshFor) {
        account.refresh(Area::Account);
    }
}

void TopUpDialog::updateAge()
{
    const auto draft = m_form->draft();
    setFooterNote(
        draft ? priceSourceText(draft->quote ? draft->quote->source : PriceList::Source::None,
                                m_account.summary().poolsAsOf, SystemClock().now())
              : QString());
}

} // namespace relaybook
