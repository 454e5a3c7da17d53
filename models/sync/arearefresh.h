// SPDX-License-Identifier: GPL-3.0-or-later
// Loads what is small enough to be loaded whole: account, balance, pools, proxies, sub-users.

#pragma once

#include "api/http/call.h"
#include "api/http/lane.h"
#include "api/types/clock.h"
#include "api/types/page.h"
#include "api/types/proxy.h"
#include "api/types/result.h"
#include "api/types/subuser.h"
#include "models/accountvalues.h"
#include "models/store/storeerror.h"
#include "models/store/storevalues.h"
#include "models/sync/listreading.h"

#include <QObject>

#include <array>
#include <functional>
#include <map>
#include <optional>

namespace relaybook {

class AccountStore;
class ApiClient;
class AuthSession;
class ServiceOffer;
class SessionCredentials;
enum class ReadCall;

/// Loads areas and stores them. Lives on the GUI thread. A refresh requested while one is running
/// does not start a second one at the same time; if the tokens have changed since, it runs after
/// the first.
class AreaRefresh : public QObject
{
    Q_OBJECT

public:
    /// `client` is null when offline: then nothing is loaded.
    AreaRefresh(AccountStore &store, ApiClient *client, AuthSession &auth, ServiceOffer &offer,
                SessionCredentials &credentials, const Clock &clock);
    ~AreaRefresh() override;

    /// Loads Account, Proxies or SubUsers. Calls for which the user does not wait have lower
    /// priority: those of a background refresh, and further pages of a list that is already stored.
    void refresh(Area area, Lane lane = Lane::User);
    /// Like refresh(), but also makes calls that the service was found not to offer.
    void lookAgain(Area area);
    /// Whether any call of this service returns the account's balance, as far as known.
    [[nodiscard]] bool isBalanceTold() const;
    [[nodiscard]] AreaStatus status(Area area, const StoredTimes &times) const;
    /// Reads and stores the account as refresh() does, then calls `done` with the balance that came
    /// of it or with the reason why none did. Where a refresh is under way, which may have asked
    /// too early, another one follows it first. Dropping the handle: `done` is not called. Gives
    /// nothing where nobody can be asked.
    [[nodiscard]] std::optional<Call> readBalance(std::function<void(Result<Money>)> done);
    /// At the user's word: what is being asked is let go; what was read before stays.
    void cancel();

Q_SIGNALS:
    void changed(relaybook::Area area);

private:
    /// The tokens that an area's calls use, as AuthSession::given(); 0 if a token is not needed.
    struct Access
    {
        quint64 personal = 0;
        quint64 reseller = 0;
        friend bool operator==(const Access &, const Access &) = default;
    };
    struct Run
    {
        int open = 0;                  ///< unfinished calls and writes
        Lane lane = Lane::User;        ///< lane of the next call
        Lane furtherLane = Lane::User; ///< lane of the pages after the first
        Access access;
        bool again = false;     ///< requested again with other tokens while running
        bool cancelled = false; ///< cancelled by the user and not requested since
        bool asked = false;     ///< everything the service offers was requested once
        std::optional<ApiError> error;
        std::optional<Money> balance; ///< of the account: read and stored
        std::vector<Call> calls;
    };
    struct BalanceReader
    {
        std::function<void(Result<Money>)> done;
        bool asked = false; ///< the refresh under way began after it was wanted
    };

    void refreshAccount();
    void askForUse();
    void putBalance(const Balance &balance);
    void announce(Area area);
    void tellBalanceReaders();
    [[nodiscard]] Result<Money> balanceOfRun() const;
    void useAccountBalance(const Account &account);
    /// `call` is set if the service may lack the endpoint.
    template <class Endpoint>
    void ask(Area area, std::optional<ReadCall> call, const Endpoint &endpoint,
             std::function<void(typename Endpoint::Response)> take);
    [[nodiscard]] std::optional<ApiError> failureOf(std::optional<ReadCall> call,
                                                    const ApiError &error);
    /// `done` is called after the data is written.
    template <class Job>
    void write(Area area, Job job, std::function<void()> done = {});
    template <class Endpoint, class T>
    void askPage(Area area, std::shared_ptr<ListReading<T>> list, qint64 page);
    template <class Endpoint, class T>
    void takePage(Area area, const std::shared_ptr<ListReading<T>> &list, qint64 number,
                  PageOf<T> page);
    void store(Area area, std::shared_ptr<ListReading<Proxy>> list);
    void store(Area area, std::shared_ptr<ListReading<SubUser>> list);
    void closeOne(Area area, const std::optional<ApiError> &error);
    [[nodiscard]] Run &run(Area area) { return m_runs.at(static_cast<size_t>(area)); }
    [[nodiscard]] const Run &run(Area area) const { return m_runs.at(static_cast<size_t>(area)); }
    [[nodiscard]] bool mayAsk(Area area) const;
    [[nodiscard]] bool isHere(Area area) const;
    [[nodiscard]] Access accessTo(Area area) const;

    AccountStore &m_store;
    ApiClient *m_client;
    AuthSession &m_auth;
    ServiceOffer &m_offer;
    SessionCredentials &m_credentials;
    const Clock &m_clock;
    std::array<Run, 4> m_runs;
    quint64 m_cancels = 0; ///< a write that was given before one counts for no run after it
    Call m_useCall;
    std::optional<Balance> m_accountBalance; ///< as GET /v1/account told it in this refresh
    std::map<quint64, BalanceReader> m_balanceReaders;
    quint64 m_lastReader = 0;
};

} // namespace relaybook
