// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of an account that are loaded when something shows them, and kept in memory only: the
// traffic of each proxy by day, the plan, and the account's traffic of the last 24 hours.

#pragma once

#include "api/http/call.h"
#include "api/types/apierror.h"
#include "api/types/clock.h"
#include "api/types/listof.h"
#include "api/types/money.h"
#include "api/types/proxy.h"
#include "api/types/result.h"
#include "models/account/planvalues.h"
#include "models/sync/serviceoffer.h"

#include <QHash>
#include <QObject>

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace relaybook {

class ApiClient;
class AuthSession;

/// The traffic of one proxy: the sum of all its rows. A sum is empty if a part of it is unknown.
struct ProxyDays
{
    std::optional<TrafficAmount> today;
    std::optional<TrafficAmount> yesterday;
    std::optional<TrafficAmount> allTime;
    std::optional<Money> pricePerGb; ///< empty also if its rows have different prices
    int rows = 0;
    friend bool operator==(const ProxyDays &, const ProxyDays &) = default;
};

/// The rows of GET /v1/proxies/traffic by proxy. The contract does not say which id `proxy_id` is,
/// so it is compared with the number and the id of a proxy, then `config_id` is.
class ProxyDaysIndex
{
public:
    ProxyDaysIndex() = default;
    explicit ProxyDaysIndex(const ListOf<ProxyTraffic> &rows);

    /// Nothing if no row belongs to the proxy.
    [[nodiscard]] std::optional<ProxyDays> of(const Proxy &proxy) const;
    /// How many rows could not be read: they may belong to any proxy.
    [[nodiscard]] qint64 unreadable() const { return m_unreadable; }

private:
    qint64 m_unreadable = 0;
    QHash<QString, ProxyDays> m_byProxy;
    QHash<QString, ProxyDays> m_byConfig;
};

/// Lives on the GUI thread. Each set of figures is one call, which the service may lack.
class TrafficFigures : public QObject
{
    Q_OBJECT

public:
    enum class Set { ProxyDays, Plan, AccountTraffic };
    Q_ENUM(Set)

    struct Status
    {
        enum State {
            NotLoaded,
            Loading,
            Loaded,
            Failed,     ///< `error` says why; the figures of `asOf` are still there
            NoAccess,   ///< the account has no personal token
            NotOffered, ///< the service has no such call
            Offline,    ///< the program was started offline
        };
        State state = NotLoaded;
        std::optional<Instant> asOf; ///< of the figures, if there are any
        std::optional<ApiError> error;
        friend bool operator==(const Status &, const Status &) = default;
    };

    /// `client` is null when offline.
    TrafficFigures(ApiClient *client, const AuthSession &auth, ServiceOffer &offer,
                   const Clock &clock);
    ~TrafficFigures() override;

    [[nodiscard]] Status status(Set set) const;
    /// Loads the figures, unless they were loaded, or failed to load, in the last minutes.
    void want(Set set);
    /// Loads the figures again.
    void load(Set set);

    [[nodiscard]] const ProxyDaysIndex &proxyDays() const { return m_proxyDays; }
    [[nodiscard]] const AccountPlan &plan() const { return m_plan; }
    [[nodiscard]] const PeriodTraffic &accountTraffic() const { return m_accountTraffic; }

Q_SIGNALS:
    void changed(relaybook::TrafficFigures::Set set);

private:
    struct Part
    {
        Call call;
        bool isLoading = false;
        std::optional<Instant> asOf;
        std::optional<ApiError> error;
        std::optional<std::chrono::milliseconds> triedAt; ///< by Clock::monotonic()
    };

    template <class Endpoint, class Take>
    void ask(Set set, const Endpoint &endpoint, Take take);
    void onAccessChanged();
    [[nodiscard]] static ReadCall callOf(Set set);

    ApiClient *m_client;
    const AuthSession &m_auth;
    ServiceOffer &m_offer;
    const Clock &m_clock;
    quint64 m_given; ///< AuthSession::given() of the token that loaded the figures
    std::map<Set, Part> m_parts;
    std::set<Set> m_wanted; ///< by want(), with any token
    ProxyDaysIndex m_proxyDays;
    AccountPlan m_plan;
    PeriodTraffic m_accountTraffic;
};

} // namespace relaybook
