// SPDX-License-Identifier: GPL-3.0-or-later
// Watches the operations on sub-users of the open account: counts those without an outcome, says
// that the result of some is unknown, and reports how those ended that no dialog shows.

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
    /// While the page of operations is shown, it says itself that the result of one is unknown.
    void setPageShown(bool shown);
    /// The number of operations without an outcome.
    [[nodiscard]] int openOperations() const { return m_open; }
    /// How many of them have an unknown result.
    [[nodiscard]] int unknownOperations() const { return m_unknown; }
    /// Whether a new proxy was sent and has no known result.
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
    /// Those that a dialog shows.
    [[nodiscard]] QSet<QString> followedOperations() const;

    SheetStack &m_sheets;
    NoticeStack &m_notices;
    AccountSession *m_account = nullptr;
    int m_open = 0;
    bool m_isCreationOpen = false;
    int m_unknown = 0;
    QSet<QString> m_underWay; ///< of this account, seen before they ended
    QSet<QString> m_shown;    ///< those whose end a dialog showed
    QSet<QString> m_reportedInterrupted;
    QPointer<Banner> m_unknownNotice;
    int m_unknownReported = 0;
    bool m_pageShown = false;
    QTimer m_soon;
};

} // namespace relaybook
