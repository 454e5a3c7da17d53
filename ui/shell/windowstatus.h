// SPDX-License-Identifier: GPL-3.0-or-later
// Tells the status strip what to show: the connection, the age of what is shown, what is being done
// in the background, and how much is stored.

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
enum class TokenKind;

class WindowStatus : public QObject
{
    Q_OBJECT

public:
    WindowStatus(StatusStrip &strip, const PageDeck &pages, QObject *parent);

    /// The account before may be destroyed once this returns.
    void setAccount(const WindowAccount &account);
    /// Another page is shown.
    void update();

public Q_SLOTS:
    // What the connection tells (ApiClient's signals of the same meaning).
    void setReachable(bool reachable);
    void showWaiting(relaybook::TokenKind token, relaybook::Instant until);

Q_SIGNALS:
    /// The task that the strip shows was cancelled: the download of the ledger is to end as well.
    void cancelLedgerRequested();

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
    std::optional<bool> m_reachable;
    // For the service's limits, one a token: when each ends by the monotonic clock, which nobody
    // sets.
    QHash<TokenKind, std::chrono::milliseconds> m_waits;
    QTimer m_timer;
};

} // namespace relaybook
