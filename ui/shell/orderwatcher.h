// SPDX-License-Identifier: GPL-3.0-or-later
// Watches the orders of the open account: shows orders with an unknown result first, and reports
// the outcome of the others if no dialog shows it.

#pragma once

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QSet>

namespace relaybook {

class AccountSession;
class Banner;
class NoticeStack;
class SheetStack;
class Theme;
struct TopUpOrder;

class OrderWatcher : public QObject
{
    Q_OBJECT

public:
    OrderWatcher(const Theme &theme, SheetStack &sheets, NoticeStack &notices, QObject *parent);

    /// May be null. The previous account may be destroyed when this returns.
    void setAccount(AccountSession *account);

    /// Shows the dialog of the order, or activates it if it is already open.
    void openOrder(const QString &orderId);
    /// Hides the notices about unknown results while the page of orders shows them.
    void setOrdersPageShown(bool shown);
    /// The number of orders without an outcome.
    [[nodiscard]] int openOrders() const;
    /// How many of them have an unknown result.
    [[nodiscard]] int unknownOrders() const;

Q_SIGNALS:
    /// openOrders() or unknownOrders() may have changed.
    void openOrdersChanged();

private:
    void whenOrdersRead();
    void whenOrderChanged(const QString &orderId);
    void reportOrder(const TopUpOrder &order);
    void reportLateCharge(const QString &orderId);
    void dropUnknownNotice(const QString &orderId);
    [[nodiscard]] bool isShown(const QString &orderId) const;
    [[nodiscard]] int count(bool (*matches)(const TopUpOrder &order)) const;

    const Theme &m_theme;
    SheetStack &m_sheets;
    NoticeStack &m_notices;
    AccountSession *m_account = nullptr;
    // Kept for all accounts, so that an outcome is reported when its account is shown again.
    QSet<QString> m_openOrders; // orders that had no outcome when last seen
    QSet<QString> m_reportedInterrupted;
    QHash<QString, QPointer<Banner>> m_unknownNotices; // by order
    bool m_ordersRead = false;
    bool m_ordersPageShown = false;
};

} // namespace relaybook
