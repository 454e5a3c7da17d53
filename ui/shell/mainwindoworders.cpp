// SPDX-License-Identifier: GPL-3.0-or-later
// Orders in the main window: shows orders without an outcome before anything else, reports how they
// ended if no dialog does, and warns before the window closes while an order is being sent.
#include "models/buying/purchasedesk.h"
#include "models/format.h"
#include "models/tables/ordertablemodel.h"
#include "ui/base/confirmdialog.h"
#include "ui/orders/orderdialog.h"
#include "ui/orders/ordertext.h"
#include "ui/orders/topupdialog.h"
#include "ui/orders/topuptext.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/sidebar.h"
#include "ui/widgets/banner.h"

#include <QPushButton>

#include <algorithm>

namespace relaybook {

void MainWindow::followOrders()
{
    PurchaseDesk &desk = m_account.account->purchases();
    connect(&desk, &PurchaseDesk::orderChanged, this, &MainWindow::whenOrderChanged);
    connect(&desk, &PurchaseDesk::stateChanged, this, &MainWindow::whenOrdersRead);
    connect(&desk, &PurchaseDesk::lateChargeFound, this, &MainWindow::tellLateCharge);
    whenOrdersRead();
}

// Once after a start: what is not settled comes before everything else.
void MainWindow::whenOrdersRead()
{
    const PurchaseDesk &desk = m_account.account->purchases();
    updateUnsettled();
    if (m_ordersRead || !desk.isReady()) {
        return;
    }
    m_ordersRead = true;
    const auto problem = desk.problem();
    if (problem && problem->kind != BuyingProblem::Offline) {
        showNotice(Tone::Warning, problemText(*problem).title);
    }
    if (const qsizetype count = desk.interrupted().size(); count > 0) {
        showNotice(Tone::Warning, tr("%n orders were waiting to be sent when Relaybook closed. "
                                     "They were not sent, and nothing was spent.",
                                     nullptr, int(count)));
    }
    QString newest;
    for (const Order &order : desk.orders()) {
        if (order.isOpen()) {
            m_openOrders.insert(order.id);
        }
        if (order.state == Order::State::Unknown && newest.isEmpty()) {
            newest = order.id;
        }
    }
    if (!newest.isEmpty()) {
        // Later: the window is still being put together.
        QMetaObject::invokeMethod(
            this, [this, newest] { openOrder(newest); }, Qt::QueuedConnection);
    }
}

void MainWindow::openOrder(const QString &orderId)
{
    if (m_account.account == nullptr || m_account.account->purchases().order(orderId) == nullptr) {
        return;
    }
    for (auto *open : findChildren<OrderDialog *>()) {
        if (open->isVisible() && open->orderId() == orderId) {
            open->activateWindow();
            return;
        }
    }
    auto *dialog = new OrderDialog(m_theme, *m_account.account, orderId, topSheet());
    connect(dialog, &QDialog::finished, this, [this, orderId] {
        const Order *order =
            m_account.account == nullptr ? nullptr : m_account.account->purchases().order(orderId);
        if (order != nullptr && order->state == Order::State::Unknown) {
            tellOrder(*order); // out of sight is not out of the world
        }
    });
    openSheet(dialog);
}

bool MainWindow::isShown(const QString &orderId) const
{
    const auto orders = findChildren<OrderDialog *>();
    const auto dialogs = findChildren<TopUpDialog *>();
    return std::any_of(orders.begin(), orders.end(),
                       [&orderId](const OrderDialog *dialog) {
                           return dialog->isVisible() && dialog->orderId() == orderId;
                       }) ||
           std::any_of(dialogs.begin(), dialogs.end(), [](const TopUpDialog *dialog) {
               return dialog->isVisible() && dialog->step() == TopUpDialog::Step::Sending;
           });
}

void MainWindow::whenOrderChanged(const QString &orderId)
{
    updateUnsettled();
    const Order *order = m_account.account->purchases().order(orderId);
    if (order == nullptr) {
        return;
    }
    if (order->isUnderWay()) {
        m_openOrders.insert(orderId);
        return;
    }
    // An order that has become unknown is told once, and once more when it has an outcome.
    const QString toldUnknown = orderId % QStringLiteral("?");
    const bool unknown = order->state == Order::State::Unknown;
    if (!m_openOrders.contains(orderId) || (unknown && m_openOrders.contains(toldUnknown))) {
        return;
    }
    if (unknown) {
        m_openOrders.insert(toldUnknown);
    } else {
        m_openOrders.remove(orderId);
        m_openOrders.remove(toldUnknown);
        dropUnknownNotice(orderId);
    }
    if (!isShown(orderId)) {
        tellOrder(*order);
    }
}

void MainWindow::tellOrder(const Order &order)
{
    const QString orderId = order.id;
    const bool unknown = order.state == Order::State::Unknown;
    if (unknown && m_unknownNotices.value(orderId) != nullptr) {
        return; // it stands there already
    }
    const bool good = order.state == Order::State::Settled;
    Banner *banner = showNotice(good ? Tone::Good : Tone::Warning, orderHeading(order).title);
    banner->clearLinks();
    if (unknown) {
        m_unknownNotices.insert(orderId, banner);
    }
    auto *show = banner->addLink(tr("Show the order"), QStringLiteral("showOrder"));
    connect(show, &QPushButton::clicked, this, [this, orderId, banner] {
        banner->deleteLater();
        openOrder(orderId);
    });
}

// The order was found not charged, and that was wrong.
void MainWindow::tellLateCharge(const QString &orderId)
{
    const Order *order = m_account.account->purchases().order(orderId);
    if (order == nullptr) {
        return;
    }
    m_openOrders.insert(orderId);
    Banner *banner = showNotice(
        Tone::Warning,
        tr("An order of %1 %2 was charged after all. Until now it counted as not charged.")
            .arg(format::trafficExact(order->amount), format::proxyType(order->proxyType)));
    banner->clearLinks();
    auto *show = banner->addLink(tr("Show the order"), QStringLiteral("showOrder"));
    connect(show, &QPushButton::clicked, this, [this, orderId, banner] {
        banner->deleteLater();
        openOrder(orderId);
    });
}

// What was not known is known now: the sentence that said so goes.
void MainWindow::dropUnknownNotice(const QString &orderId)
{
    const QPointer<Banner> banner = m_unknownNotices.take(orderId);
    if (banner && !m_unknownNotices.values().contains(banner)) {
        banner->deleteLater();
    }
}

void MainWindow::updateUnsettled()
{
    qint64 unsettled = 0;
    if (m_account.account != nullptr) {
        const auto &orders = m_account.account->purchases().orders();
        unsettled = std::count_if(orders.begin(), orders.end(),
                                  [](const Order &order) { return order.isOpen(); });
    }
    m_sideBar->setCount(QStringLiteral("activityPage"),
                        unsettled > 0 ? format::count(unsettled) : QString());
}

bool MainWindow::isOrderUnderWay() const
{
    if (m_account.account == nullptr) {
        return false;
    }
    const PurchaseDesk &desk = m_account.account->purchases();
    return desk.underWay() != nullptr || desk.waitsFor(QString()).has_value();
}

// Once, however often it is asked for.
void MainWindow::askDespiteOrder(const ConfirmDialog::Question &question,
                                 const std::function<void()> &then)
{
    for (auto *open : findChildren<ConfirmDialog *>(question.name)) {
        if (open->isVisible()) {
            open->activateWindow();
            return;
        }
    }
    auto *dialog = new ConfirmDialog(m_theme, question, topSheet());
    connect(dialog, &QDialog::accepted, this, then, Qt::QueuedConnection);
    openSheet(dialog);
}

// Another account, or none: not without a word while an order has no answer.
void MainWindow::leaveAccount(const std::function<void()> &leave)
{
    if (!isOrderUnderWay()) {
        leave();
        return;
    }
    const Order *order = m_account.account->purchases().underWay();
    const bool waits = order == nullptr || order->state == Order::State::Prepared;
    askDespiteOrder(
        {
            QStringLiteral("leaveOrderDialog"),
            waits ? tr("An order is waiting to be sent. Leave this account now?")
                  : tr("An order is in progress. Leave this account now?"),
            waits ? tr("It will not be sent, and nothing will be spent.")
                  : tr("The service has not answered yet. The order is stored on this computer and "
                       "is not sent again. When you open this account again, Relaybook checks what "
                       "happened to it. It is safer to wait a moment."),
            tr("Leave anyway"),
        },
        leave);
}

bool MainWindow::mayQuit()
{
    if (!isOrderUnderWay() || m_quitAnyway) {
        return true;
    }
    const Order *order = m_account.account->purchases().underWay();
    const bool waits = order == nullptr || order->state == Order::State::Prepared;
    askDespiteOrder(
        {
            QStringLiteral("quitDialog"),
            waits ? tr("An order is waiting to be sent. Quit now?")
                  : tr("An order is in progress. Quit now?"),
            waits ? tr("It will not be sent, and nothing will be spent.")
                  : tr("The service has not answered yet. The order is stored on this computer and "
                       "is not sent again. After the next start, Relaybook checks what happened to "
                       "it. It is safer to wait a moment."),
            tr("Quit anyway"),
        },
        [this] {
            m_quitAnyway = true;
            close();
            m_quitAnyway = false;
        });
    return false;
}

} // namespace relaybook
