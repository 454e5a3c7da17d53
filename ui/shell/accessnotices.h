// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the banner that says why the account in the window is not signed in, or that its service
// cannot be reached, and what can be done. The banner is removed when the state changes.

#pragma once

#include "models/accounts/openaccounts.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <chrono>
#include <optional>

namespace relaybook {

class Banner;
class NoticeStack;

class AccessNotices final : public QObject
{
    Q_OBJECT

public:
    /// `patience`: how long to wait for the keychain before a banner says that Relaybook is
    /// waiting.
    AccessNotices(NoticeStack &notices, QObject *parent,
                  std::chrono::milliseconds patience = std::chrono::seconds(1));

    /// The account that the window shows; nothing if there is none. `isAlone`: there is no other
    /// account, so that the banners need not name it.
    void showAccount(const std::optional<AccountEntry> &account, bool isAlone = true);
    /// Whether its service was reached by the last request.
    void setReachable(bool reachable);

Q_SIGNALS:
    /// The user wants to read the keychain again.
    void tryAgainRequested();
    void signInRequested();
    /// The user wants to check the account's connection settings.
    void settingsRequested();
    void checkRequested();

private:
    void updateAccess();
    void updateReachable();
    /// So that the pages don't repeat what the banners report.
    void report();
    Banner *show(const QString &sentence, bool isWarning);
    void addSignIn(Banner &banner);
    void addTryAgain(Banner &banner);

    NoticeStack &m_notices;
    std::optional<AccountEntry> m_account;
    bool m_isAlone = true;
    bool m_isReachable = true;
    bool m_isDismissed = false; ///< the banner about the connection or the sign-in
    QTimer m_waiting;           // delays the banner about waiting for the keychain
    QPointer<Banner> m_access;
    QPointer<Banner> m_unreachable;
};

} // namespace relaybook
