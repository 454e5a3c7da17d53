// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/orders/orderdialog.h"

#include "models/accounts/accountsession.h"
#include "models/buying/purchasedesk.h"
#include "ui/orders/ordertext.h"
#include "ui/orders/orderview.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int orderSheetWidth = 560;

} // namespace

OrderDialog::OrderDialog(const Theme &theme, AccountSession &account, const QString &orderId,
                         QWidget *parent)
    : SheetDialog(theme, tr("Order"), parent)
    , m_account(account)
    , m_orderId(orderId)
    , m_view(new OrderView(theme, account, this))
{
    setObjectName(QStringLiteral("orderDialog"));
    setSheetWidth(orderSheetWidth);
    setSubmitKeys(SubmitKeys::None);
    setSubmitText(tr("Check now"), tr("Checking…"));
    contentLayout()->addWidget(m_view);
    m_view->setOrder(orderId);
    connect(m_view, &OrderView::orderChanged, this, &OrderDialog::update);
    update();
    cancelButton()->setFocus();
}

void OrderDialog::update()
{
    const TopUpOrder *order = m_view->order();
    if (order == nullptr) {
        return;
    }
    const OrderHeading heading = orderHeading(*order);
    setTitle(heading.title);
    setSubtitle(heading.subtitle);
    const bool open = order->isOpen();
    const bool unknown = order->state == OrderState::Unknown;
    setCancelText(open && order->state != OrderState::Waiting ? tr("Close, keep checking")
                                                              : tr("Close"));
    const bool waits = order->state == OrderState::Waiting;
    setSubmitText(waits ? tr("Cancel order") : tr("Check now"), tr("Checking…"));
    submitButton()->setVisible(unknown || waits);
    submitButton()->setEnabled(waits || (unknown && !m_account.purchases().isLooking(m_orderId)));
    setFooterNote(open && !waits ? tr("Continues after a restart.") : QString());
}

void OrderDialog::startSubmit()
{
    const TopUpOrder *order = m_view->order();
    if (order != nullptr && order->state == OrderState::Waiting) {
        m_account.purchases().cancel(m_orderId);
    } else {
        m_account.purchases().look(m_orderId);
    }
    fail(); // back to Editing at once: the rows show the progress
    update();
}

} // namespace relaybook
