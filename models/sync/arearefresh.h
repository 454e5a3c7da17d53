// SPDX-License-Identifier: GPL-3.0-or-later
// Decides when an area of the account is loaded, reports its loading state, and loads the lists of
// proxies and of sub-users page by page.

#pragma once

#include "api/http/lane.h"
#include "api/http/request.h"
#include "api/types/clock.h"
#include "api/types/page.h"
#include "api/types/proxy.h"
#include "api/types/subuser.h"
#include "models/accountvalues.h"
#include "models/reading/listreading.h"
#include "models/store/storevalues.h"

#include <QHash>
#include <QObject>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <tuple>

namespace relaybook {

class AccountRefresh;
class AccountStore;
class ApiClient;
class AreaCalls;
class AuthSession;
class ServiceOffer;
class SessionCredentials;

/// When the area was last loaded.
[[nodiscard]] std::optional<Instant> timeOf(Area area, const StoredTimes &times);

/// Loads areas and stores them. Lives on the GUI thread. A refresh requested while one is running
/// does not start a second one at the same time; if the tokens have changed since, it runs after
/// the first.
class AreaRefresh : public QObject
{
    Q_OBJECT

public:
    /// `client` is null when offline: then nothing is loaded.
    AreaRefresh(AccountStore &store, ApiClient *client, const AuthSession &auth,
                ServiceOffer &offer, SessionCredentials &credentials, const Clock &clock);
    ~AreaRefresh() override;

    /// Loads Account, Proxies or SubUsers. Calls for which the user does not wait have lower
    /// priority: those of a background refresh, and further pages of a list that is already stored.
    /// In Lane::Refresh only the figures of Area::Account are loaded, the status does not say that
    /// anything is loading, and a refresh in another lane takes its place.
    void refresh(Area area, Lane lane = Lane::User);
    /// Like refresh(), but also makes calls that the service was found not to offer.
    void lookAgain(Area area);
    [[nodiscard]] AreaStatus status(Area area, const StoredTimes &times) const;
    /// Cancels what is loading, at the request of the user; what was loaded before stays.
    void cancel();

    /// Whether anything of the area is being loaded, even if its status does not show it.
    [[nodiscard]] bool isOpen(Area area) const;
    /// Whether a part of the last refresh failed. The status may also have an error of a part that
    /// only an earlier refresh loaded.
    [[nodiscard]] bool hasFailed(Area area) const;
    /// Whether a version of the row that was asked for later than `askedAt` was received already,
    /// or that it is gone. What this program changed in between is known to be in that one only.
    [[nodiscard]] bool isSuperseded(const ProxyId &id, quint64 askedAt) const;
    [[nodiscard]] bool isSuperseded(SubUserId id, quint64 askedAt) const;
    /// To be called when a row was received separately and is stored. If the list is being loaded,
    /// a page that was asked for earlier may have an older version of the row, which must not
    /// replace this one.
    void noteReceived(const Proxy &row, quint64 askedAt);
    void noteReceived(const SubUser &row, quint64 askedAt);
    /// To be called when the service no longer has a row. A list that is being loaded is loaded
    /// again afterwards, because its later pages have shifted.
    void noteRemoved(const ProxyId &id);
    void noteRemoved(SubUserId id);

    /// How many calls with this token a refresh of the area in Lane::Refresh takes, as far as
    /// known; 0 if it would ask for nothing.
    [[nodiscard]] qint64 callsFor(Area area, TokenKind token) const;

    /// The part that loads Area::Account. It can read the balance for a caller.
    [[nodiscard]] AccountRefresh &account() { return *m_account; }

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
    /// The last refresh of an area. Its open calls and writes are in AreaCalls.
    struct Run
    {
        Lane furtherLane = Lane::User; ///< lane of the pages after the first
        Access access;
        /// To be repeated: requested with other tokens while running, or a row was removed.
        bool again = false;
        bool cancelled = false; ///< cancelled by the user and not requested since
        bool asked = false;     ///< everything the service offers was requested once
        bool isQuiet = false;   ///< in Lane::Refresh: until it ends, status() returns `before`
        AreaStatus before;
        /// The error of the account's details, which a quiet refresh does not load.
        std::optional<ApiError> errorOfDetails;
    };

    /// A list that is being read.
    template <class T>
    struct OpenReading
    {
        /// Used on the writer thread, because a long list takes long.
        std::shared_ptr<ListReading<T>> list;
        LaterChanges<T> later;
        quint64 askedAt = 0; ///< the last page that was received
        int readings = 1;    ///< how often the list was begun
    };
    template <class T>
    using Reading = std::shared_ptr<OpenReading<T>>;
    template <class T>
    struct Page
    {
        quint64 askedAt = 0; ///< SessionCredentials::next()
        PageOf<T> rows;
    };
    /// When what is stored of an area's rows was asked for.
    template <class T>
    struct AskedAt
    {
        quint64 list = 0; ///< the last page that was received of the last list
        QHash<decltype(T::id), quint64> singly;
        [[nodiscard]] bool isAfter(const decltype(T::id) &id, quint64 askedAt) const
        {
            return std::max(list, singly.value(id)) > askedAt;
        }
    };

    void reset(Area area);
    void dropReading(Area area);
    void onEnded(Area area);
    void announce(Area area);
    template <class Endpoint, class T>
    void askFirstPage(Area area);
    template <class Endpoint, class T>
    void askPage(Area area, Reading<T> list);
    template <class Endpoint, class T>
    void takePage(Area area, const Reading<T> &open, Page<T> answer);
    template <class Endpoint, class T>
    void afterPage(Area area, const Reading<T> &open);
    template <class T>
    void noteRow(const T &row, quint64 askedAt);
    template <class T>
    [[nodiscard]] bool needsSecondReading(Area area, const OpenReading<T> &open) const;
    template <class T>
    [[nodiscard]] Reading<T> &reading()
    {
        return std::get<Reading<T>>(m_readings);
    }
    [[nodiscard]] Run &run(Area area) { return m_runs.at(static_cast<size_t>(area)); }
    [[nodiscard]] const Run &run(Area area) const { return m_runs.at(static_cast<size_t>(area)); }
    [[nodiscard]] AreaCalls &calls(Area area) const
    {
        return *m_calls.at(static_cast<size_t>(area));
    }
    [[nodiscard]] bool mayAsk(Area area) const;
    [[nodiscard]] std::optional<ApiError> keptError(Area area) const;
    /// Whether the account has a token for the area that could not be read.
    [[nodiscard]] bool isTokenUnread(Area area) const;
    [[nodiscard]] StoredOverview stored() const;
    [[nodiscard]] Access accessTo(Area area) const;

    AccountStore &m_store;
    ApiClient *m_client;
    const AuthSession &m_auth;
    ServiceOffer &m_offer;
    SessionCredentials &m_credentials;
    const Clock &m_clock;
    std::array<Run, 4> m_runs;
    std::array<qint64, 4> m_pages{}; ///< of the last reading of a list
    /// The lists that are being loaded; null after the last page was passed to the store.
    std::tuple<Reading<Proxy>, Reading<SubUser>> m_readings;
    std::tuple<AskedAt<Proxy>, AskedAt<SubUser>> m_askedAt;
    std::array<std::unique_ptr<AreaCalls>, 4> m_calls;
    std::unique_ptr<AccountRefresh> m_account;
};

} // namespace relaybook
