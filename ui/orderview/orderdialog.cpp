// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/orderview/orderdialog.h"

#include "ui/orderview/ordertext.h"
#include "ui/orderview/orderview.h"
#include "ui/orderview/subuserordertext.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int orderSheetWidth = 560;

} // namespace

OrderDialog::OrderDialog(const Theme &theme, AccountSession &account, const QString &orderId,
                         QWidget *parent)
    : SheetDialog(theme, tr("Order"), parent)
    , m_view(new OrderView(theme, account, this))
{
    setObjectName(QStringLiteral("orderDialog"));
    setSheetWidth(orderSheetWidth);
    setSubmitKeys(SubmitKeys::None);
    contentLayout()->addWidget(m_view);
    m_view->setOrder(orderId);
    connect(m_view, &OrderView::orderChanged, this, &OrderDialog::update);
    update();
    cancelButton()->setFocus();
}

const QString &OrderDialog::orderId() const
{
    return m_view->orderId();
}

void OrderDialog::offerAgain()
{
    m_again = new QPushButton(this);
    m_again->setObjectName(QStringLiteral("orderAgain"));
    m_again->setAutoDefault(false);
    addFooterWidget(m_again);
    connect(m_again, &QPushButton::clicked, this, [this] {
        reject();
        Q_EMIT againWanted(orderId());
    });
    update();
}

void OrderDialog::update()
{
    const auto order = m_view->order();
    if (!order) {
        submitButton()->hide();
        if (m_again != nullptr) {
            m_again->hide();
        }
        return;
    }
    const OrderHeading heading = orderHeading(*order);
    setTitle(heading.title);
    setSubtitle(heading.subtitle);
    const OrderState state = commonOf(*order).state;
    const bool goesOn = state == OrderState::Sending || state == OrderState::Unknown;
    setCancelText(goesOn ? tr("Close, keep checking") : tr("Close"));
    setFooterNote(goesOn ? tr("Continues after a restart.") : QString());
    if (m_again != nullptr) {
        const auto back = m_view->giveBack();
        m_again->setText(back ? giveBackText(*back) : tr("Prepare again…"));
        m_again->setAccessibleName(m_again->text());
        m_again->setVisible(back || commonOf(*order).movedNothing());
    }
    const auto act = m_view->actNow();
    submitButton()->setVisible(act.has_value());
    if (act) {
        setSubmitText(act->text, tr("Checking…"));
        submitButton()->setEnabled(act->isPossible);
    }
}

void OrderDialog::startSubmit()
{
    m_view->act();
    fail(); // back to Editing at once: the rows show the progress
    update();
}

} // namespace relaybook
