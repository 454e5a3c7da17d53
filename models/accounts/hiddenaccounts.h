// SPDX-License-Identifier: GPL-3.0-or-later
// Opens the accounts that the window does not show, one after the other and some seconds after the
// start, so that their orders are followed and their balances are refreshed too.

#pragma once

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <vector>

namespace relaybook {

class OpenAccount;

/// Lives on the GUI thread.
class HiddenAccounts : public QObject
{
    Q_OBJECT

public:
    using Accounts = std::vector<std::unique_ptr<OpenAccount>>;
    /// Opens an account, and calls `then` once it is open or could not be opened.
    using Opener = std::function<void(OpenAccount &account, const std::function<void()> &then)>;

    /// `accounts` must outlive it and may change.
    HiddenAccounts(const Accounts &accounts, Opener opener);

    void start();
    /// Opens no more accounts.
    void stop() { m_timer.stop(); }

private:
    [[nodiscard]] bool isAnyOpening() const;
    [[nodiscard]] bool mayAskKeychain() const;
    void openNext();

    const Accounts &m_accounts;
    Opener m_open;
    QTimer m_timer;
};

} // namespace relaybook
