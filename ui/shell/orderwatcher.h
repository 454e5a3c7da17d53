// SPDX-License-Identifier: GPL-3.0-or-later
// Watches the orders of all kinds of the open account: shows one with an unknown result first,
// counts those without an outcome, and tells the outcome of those that no dialog shows.

#pragma once

#include "models/orders/order.h"
#include "ui/shell/noticestack.h"

#include <QHash>
#include <QList>
#include <QObject>
#include <QPointer>
#include <QSet>
#include <QStringList>
#include <QTimer>

namespace relaybook {

class AccountSession;
class Banner;

class OrderEngine;
class SheetStack;
class Theme;

class OrderWatcher : public QObject
{
    Q_OBJECT

public:
    OrderWatcher(const Theme &theme, SheetStack &sheets, NoticeStack &notices, QObject *parent);

    /// May be null. The previous account may be destroyed when this returns.
    void setAccount(AccountSession *account);

    /// Shows the dialog of the order, or activates it if it is already open.
    void openOrder(const QString &orderId);
    /// Hides the notice about unknown results while the page of orders shows them.
    void setOrdersPageShown(bool shown);
    /// The orders of the account, of all kinds.
    [[nodiscard]] const OrderCounts &counts() const { return m_counts; }

Q_SIGNALS:
    /// How many orders have no outcome may have changed.
    void openOrdersChanged();
    /// The user wants to prepare this order again.
    void againWanted(const QString &orderId);
    /// The user wants to see the orders.
    void pageRequested();

private:
    void readOrders();
    void openUnknown();
    void whenOrdersChanged(const OrderEngine &engine, const QStringList &ids);
    void update();
    void reportInterrupted();
    void reportUnknown();
    void noteReported();
    void reportEnded();
    void reportLate(const QString &orderId);
    /// Adds the button that shows the order, or the page if there are more or fewer than one.
    Banner *showNotice(Tone tone, const QString &text,
                       NoticeStack::About about = NoticeStack::About::Other);
    void addLink(Banner &banner, const QStringList &ids);
    [[nodiscard]] QStringList unknownOrders() const;
    /// The orders that a dialog shows.
    [[nodiscard]] QSet<QString> shownOrders() const;
    /// What was ordered and when, to distinguish similar orders.
    [[nodiscard]] QString sentence(const QString &orderId) const;

    const Theme &m_theme;
    SheetStack &m_sheets;
    NoticeStack &m_notices;
    AccountSession *m_account = nullptr;
    OrderCounts m_counts;
    /// Orders that had no outcome when last seen. Kept for all accounts, so that an outcome is told
    /// when its account is shown again.
    QSet<QString> m_endedSince; ///< orders that ended in this session, told or not yet
    QSet<QString> m_open;
    QSet<QString> m_reportedInterrupted;
    QPointer<Banner> m_problemNotice;               ///< the journal cannot be used
    QHash<QString, QPointer<Banner>> m_lateNotices; ///< by order
    QList<QPointer<Banner>> m_endedNotices;
    QPointer<Banner> m_unknownNotice;
    QString m_unknownText;           ///< of the notice
    QSet<QString> m_reportedUnknown; ///< a notice that was dismissed comes back for another order
    QString m_reportedProblem;       ///< of the order file
    bool m_isRead = false;           ///< the orders of the account were read
    bool m_isPageShown = false;
    QTimer m_soon;
};

} // namespace relaybook
