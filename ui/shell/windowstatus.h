// SPDX-License-Identifier: GPL-3.0-or-later
// Updates the status strip: the connection, the age of the data shown, the task in the background,
// and how much is stored.

#pragma once

#include "models/accountvalues.h"
#include "ui/shell/windowaccount.h"

#include <QHash>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <optional>

namespace relaybook {

class PageDeck;
class StatusStrip;
enum class AccountAccess;
enum class TokenKind;

class WindowStatus : public QObject
{
    Q_OBJECT

public:
    WindowStatus(StatusStrip &strip, const PageDeck &pages, QObject *parent);

    /// The previous account may be destroyed when this returns.
    void setAccount(const WindowAccount &account);
    /// Whether the account is signed in, and why not.
    void setAccess(AccountAccess access);
    /// Call it when another page is shown.
    void update();

public Q_SLOTS:
    // Connected to the signals of ApiClient.
    void setReachable(bool reachable);
    void showWaiting(relaybook::TokenKind token, relaybook::Instant until);

Q_SIGNALS:
    /// The user cancelled the task in the strip; the download of the ledger must be cancelled too.
    void cancelLedgerRequested();
    /// The connection reported whether it reaches its service.
    void reachableChanged(bool reachable);

private:
    void updateConnection();
    void updateTask();
    void updateFact();
    void cancelTask();
    [[nodiscard]] std::optional<Instant> waitingUntil() const;
    [[nodiscard]] std::optional<bool> reachable() const;
    [[nodiscard]] Area currentArea() const;

    StatusStrip &m_strip;
    const PageDeck &m_pages;
    WindowAccount m_account;
    AccountAccess m_access{};
    std::optional<bool> m_reachable;
    // When the service's limit for each token ends, by the monotonic clock: changes of the
    // computer's time do not affect it.
    QHash<TokenKind, std::chrono::milliseconds> m_waits;
    QTimer m_timer;
};

} // namespace relaybook
