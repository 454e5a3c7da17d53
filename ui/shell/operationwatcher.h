// SPDX-License-Identifier: GPL-3.0-or-later
// Watches the operations on sub-users of the open account: counts the open ones, shows a notice
// about unknown results, and reports the outcome of operations that no dialog shows.

#pragma once

#include <QObject>
#include <QPointer>
#include <QSet>
#include <QTimer>

namespace relaybook {

class AccountSession;
class Banner;
class NoticeStack;
class SheetStack;

class OperationWatcher : public QObject
{
    Q_OBJECT

public:
    OperationWatcher(SheetStack &sheets, NoticeStack &notices, QObject *parent);

    /// May be null. The previous account may be destroyed when this returns.
    void setAccount(AccountSession *account);
    /// Hides the notice about unknown results while the page of operations shows them.
    void setPageShown(bool shown);
    /// The number of operations without an outcome.
    [[nodiscard]] int openOperations() const { return m_open; }
    /// How many of them have an unknown result.
    [[nodiscard]] int unknownOperations() const { return m_unknown; }
    /// Whether the request for a new proxy was sent and its result is not known.
    [[nodiscard]] bool isCreationOpen() const { return m_isCreationOpen; }

Q_SIGNALS:
    /// openOperations() or unknownOperations() may have changed.
    void openOperationsChanged();
    /// The user wants to see the operations.
    void pageRequested();

private:
    void whenOperationsChanged(const QStringList &operationIds);
    void update();
    void reportInterrupted();
    void reportUnknown();
    void reportEnded();
    /// The operations that a dialog shows.
    [[nodiscard]] QSet<QString> followedOperations() const;

    SheetStack &m_sheets;
    NoticeStack &m_notices;
    AccountSession *m_account = nullptr;
    int m_open = 0;
    bool m_isCreationOpen = false;
    int m_unknown = 0;
    QSet<QString> m_underWay; ///< of this account, and without an outcome when last seen
    QSet<QString> m_shown;    ///< their outcome was shown by a dialog
    QSet<QString> m_reportedInterrupted;
    QPointer<Banner> m_unknownNotice;
    int m_unknownReported = 0;
    bool m_pageShown = false;
    QTimer m_soon;
};

} // namespace relaybook
