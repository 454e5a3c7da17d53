// SPDX-License-Identifier: GPL-3.0-or-later
// Loads the account itself: its details, its balance, its traffic pools and its daily use. Answers
// callers that need a balance read just now.

#pragma once

#include "api/http/call.h"
#include "api/http/request.h"
#include "api/types/account.h"
#include "api/types/clock.h"
#include "api/types/result.h"

#include <QObject>

#include <functional>
#include <map>
#include <optional>

namespace relaybook {

class AccountStore;
class ApiClient;
class AreaCalls;
class AuthSession;
class ServiceOffer;

/// Lives on the GUI thread. AreaRefresh decides when it loads.
class AccountRefresh : public QObject
{
    Q_OBJECT

public:
    /// What it needs; `client` is null when offline: then start() must not be called.
    struct Parts
    {
        AccountStore &store;
        ApiClient *client;
        const AuthSession &auth;
        ServiceOffer &offer;
        AreaCalls &calls; ///< of Area::Account
        const Clock &clock;
        std::function<void()> refresh; ///< refreshes Area::Account, in the lane of the user
    };
    explicit AccountRefresh(Parts parts);
    ~AccountRefresh() override;

    /// Whether any call of this service returns the account's balance, as far as known.
    [[nodiscard]] bool isBalanceReported() const;
    /// Refreshes the account, then calls `done` with the loaded and stored balance, or with the
    /// error. If a refresh is already running, its balance may be too old, so another refresh
    /// follows. `done` is not called after the handle is destroyed. Returns nothing if no call can
    /// be sent.
    [[nodiscard]] std::optional<Call> readBalance(std::function<void(Result<Money>)> done);

    /// Sends the calls that the tokens allow: all of them, or only those for the balance and the
    /// pools.
    enum class What { Everything, Figures };
    void start(What what);
    /// Whether the balance comes only with the account's details.
    [[nodiscard]] bool areFiguresInDetails() const;
    /// How many calls with this token a refresh of the figures takes.
    [[nodiscard]] qint64 figureCalls(TokenKind token) const;
    /// Forgets the balance of the last refresh, because another one begins or it was cancelled.
    void reset();
    /// Cancels the call for the daily use, which AreaCalls does not count.
    void cancelUse();
    /// Calls the readBalance() handlers that waited for the refresh that has just ended. They may
    /// call readBalance() and refresh again.
    void answerBalanceReaders();

private:
    struct BalanceReader
    {
        std::function<void(Result<Money>)> done;
        bool asked = false; ///< the running refresh was started after readBalance() was called
    };

    void askForBalance();
    void askForAccount();
    void askForPools();
    void askForUse();
    void useAccountBalance(const Account &account);
    void putBalance(const Balance &balance);
    [[nodiscard]] Result<Money> balanceOfRun() const;

    AccountStore &m_store;
    ApiClient *m_client;
    const AuthSession &m_auth;
    ServiceOffer &m_offer;
    AreaCalls &m_calls;
    const Clock &m_clock;
    std::function<void()> m_refresh;
    What m_what = What::Everything; ///< of the last refresh
    Call m_useCall;
    std::optional<Money> m_balance;          ///< read and stored by this refresh
    std::optional<Balance> m_accountBalance; ///< from GET /v1/account, by this refresh
    std::map<quint64, BalanceReader> m_balanceReaders;
    quint64 m_lastReader = 0;
};

} // namespace relaybook
