// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/orderwatcher.h"

#include "models/accounts/accountsession.h"
#include "models/buying/purchasedesk.h"
#include "models/text/format.h"
#include "ui/base/exacttime.h"
#include "ui/base/orderproblem.h"
#include "ui/orders/topupdialog.h"
#include "ui/orders/topuptext.h"
#include "ui/orderview/orderdialog.h"
#include "ui/orderview/ordertext.h"
#include "ui/shell/noticestack.h"
#include "ui/shell/sheetstack.h"
#include "ui/widgets/banner.h"

#include <QPushButton>

#include <algorithm>
#include <utility>

namespace relaybook {

OrderWatcher::OrderWatcher(const Theme &theme, SheetStack &sheets, NoticeStack &notices,
                           QObject *parent)
    : QObject(parent)
    , m_theme(theme)
    , m_sheets(sheets)
    , m_notices(notices)
{
}

void OrderWatcher::setAccount(AccountSession *account)
{
    if (m_account != nullptr) {
        m_account->purchases().disconnect(this);
    }
    m_ordersRead = false;
    m_account = account;
    if (m_account != nullptr) {
        const PurchaseDesk &desk = m_account->purchases();
        connect(&desk, &PurchaseDesk::orderChanged, this, &OrderWatcher::whenOrderChanged);
        connect(&desk, &OrderEngine::stateChanged, this, &OrderWatcher::whenOrdersRead);
        connect(&desk, &PurchaseDesk::lateChargeFound, this, &OrderWatcher::reportLateCharge);
        whenOrdersRead();
    }
}

int OrderWatcher::openOrders() const
{
    return count([](const TopUpOrder &order) { return order.isOpen(); });
}

int OrderWatcher::unknownOrders() const
{
    return count([](const TopUpOrder &order) { return order.state == OrderState::Unknown; });
}

int OrderWatcher::count(bool (*matches)(const TopUpOrder &order)) const
{
    if (m_account == nullptr) {
        return 0;
    }
    const auto &orders = m_account->purchases().orders();
    return static_cast<int>(std::count_if(orders.begin(), orders.end(), matches));
}

// Runs once after a start: shows the newest unknown order, because it is more important than
// everything else.
void OrderWatcher::whenOrdersRead()
{
    const PurchaseDesk &desk = m_account->purchases();
    Q_EMIT openOrdersChanged();
    if (m_ordersRead || !desk.isReady()) {
        return;
    }
    m_ordersRead = true;
    const auto problem = desk.problem();
    if (problem && problem->isOfJournal()) {
        m_notices.showNotice(Tone::Warning, orderProblemText(*problem).title);
    }
    const QStringList &interrupted = desk.interrupted();
    if (!interrupted.isEmpty() && !m_reportedInterrupted.contains(interrupted.front())) {
        m_reportedInterrupted.insert(interrupted.front());
        m_notices.showNotice(Tone::Warning,
                             tr("%n orders were waiting to be sent when Relaybook closed. "
                                "They were not sent, and nothing was spent.",
                                nullptr, int(interrupted.size())));
    }
    QString newest;
    for (const TopUpOrder &order : desk.orders()) {
        const bool wasOpen = m_openOrders.contains(order.id);
        if (wasOpen) {
            whenOrderChanged(order.id); // it may have changed while another account was shown
        }
        if (order.isOpen()) {
            m_openOrders.insert(order.id);
        }
        if (order.state != OrderState::Unknown) {
            continue;
        }
        if (wasOpen) {
            reportOrder(order); // a dialog would appear at every change of account
        } else if (newest.isEmpty()) {
            newest = order.id;
        }
    }
    if (!newest.isEmpty()) {
        // Later, because the window is still being built.
        QMetaObject::invokeMethod(
            this, [this, newest] { openOrder(newest); }, Qt::QueuedConnection);
    }
}

void OrderWatcher::openOrder(const QString &orderId)
{
    if (m_account == nullptr || m_account->purchases().order(orderId) == nullptr) {
        return;
    }
    for (auto *open : m_sheets.window().findChildren<OrderDialog *>()) {
        if (open->isVisible() && open->orderId() == orderId) {
            open->activateWindow();
            return;
        }
    }
    auto *dialog = new OrderDialog(m_theme, *m_account, orderId, m_sheets.top());
    connect(dialog, &QDialog::finished, this, [this, orderId] {
        const TopUpOrder *order =
            m_account == nullptr ? nullptr : m_account->purchases().order(orderId);
        if (order != nullptr && order->state == OrderState::Unknown) {
            reportOrder(*order); // the dialog was closed, but the outcome is still unknown
        }
    });
    SheetStack::open(dialog);
}

bool OrderWatcher::isShown(const QString &orderId) const
{
    const auto orders = m_sheets.window().findChildren<OrderDialog *>();
    const auto dialogs = m_sheets.window().findChildren<TopUpDialog *>();
    return std::any_of(orders.begin(), orders.end(),
                       [&orderId](const OrderDialog *dialog) {
                           return dialog->isVisible() && dialog->orderId() == orderId;
                       }) ||
           std::any_of(dialogs.begin(), dialogs.end(), [&orderId](const TopUpDialog *dialog) {
               return dialog->isVisible() && dialog->orderId() == orderId;
           });
}

void OrderWatcher::whenOrderChanged(const QString &orderId)
{
    Q_EMIT openOrdersChanged();
    const TopUpOrder *order = m_account->purchases().order(orderId);
    if (order == nullptr) {
        return;
    }
    if (order->isUnderWay()) {
        m_openOrders.insert(orderId);
        return;
    }
    // Reports an order when it becomes unknown, and again when it has an outcome.
    const QString reportedUnknown = orderId % QStringLiteral("?");
    const bool unknown = order->state == OrderState::Unknown;
    if (!m_openOrders.contains(orderId) || (unknown && m_openOrders.contains(reportedUnknown))) {
        return;
    }
    if (unknown) {
        m_openOrders.insert(reportedUnknown);
    } else {
        m_openOrders.remove(orderId);
        m_openOrders.remove(reportedUnknown);
        dropUnknownNotice(orderId);
    }
    if (!isShown(orderId)) {
        reportOrder(*order);
    }
}

void OrderWatcher::reportOrder(const TopUpOrder &order)
{
    const QString orderId = order.id;
    const bool unknown = order.state == OrderState::Unknown;
    if (unknown && m_unknownNotices.value(orderId) != nullptr) {
        return; // its notice is already shown
    }
    const bool good = order.state == OrderState::Completed;
    // The time distinguishes similar orders, because equal notices are shown only once.
    Banner *banner = m_notices.showNotice(
        good ? Tone::Good : Tone::Warning,
        tr("%1 (%2 of %3, ordered %4)")
            .arg(orderHeading(&order).title, format::trafficExact(order.amount),
                 format::proxyType(order.proxyType), exactTime(order.preparedAt)));
    banner->clearLinks();
    if (unknown) {
        m_unknownNotices.insert(orderId, banner);
        banner->setVisible(!m_ordersPageShown);
    }
    auto *show = banner->addLink(tr("Show the order"), QStringLiteral("showOrder"));
    connect(show, &QPushButton::clicked, this, [this, orderId, banner] {
        banner->deleteLater();
        openOrder(orderId);
    });
}

// The user marked the order as not charged, but it was charged.
void OrderWatcher::reportLateCharge(const QString &orderId)
{
    const TopUpOrder *order = m_account->purchases().order(orderId);
    if (order == nullptr) {
        return;
    }
    m_openOrders.insert(orderId);
    Banner *banner = m_notices.showNotice(
        Tone::Warning,
        tr("The order of %1 for %2 of %3 may have been charged after all. Until now it counted as "
           "not done. Show the order to decide.")
            .arg(exactTime(order->preparedAt), format::trafficExact(order->amount),
                 format::proxyType(order->proxyType)));
    banner->clearLinks();
    auto *show = banner->addLink(tr("Show the order"), QStringLiteral("showOrder"));
    connect(show, &QPushButton::clicked, this, [this, orderId, banner] {
        banner->deleteLater();
        openOrder(orderId);
    });
}

void OrderWatcher::setOrdersPageShown(bool shown)
{
    m_ordersPageShown = shown;
    for (const QPointer<Banner> &banner : std::as_const(m_unknownNotices)) {
        if (banner != nullptr) {
            banner->setVisible(!shown);
        }
    }
}

// The outcome is known now, so the notice that it is unknown is removed.
void OrderWatcher::dropUnknownNotice(const QString &orderId)
{
    if (const QPointer<Banner> banner = m_unknownNotices.take(orderId)) {
        banner->deleteLater();
    }
}

} // namespace relaybook
