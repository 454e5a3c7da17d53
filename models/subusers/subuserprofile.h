// SPDX-License-Identifier: GPL-3.0-or-later
// Loads everything that the page of one sub-user shows: its row, its traffic, its allocation
// history page by page, and its readings over time. A call that the service does not have leaves
// its part empty and says so; the other parts are still loaded.

#pragma once

#include "api/http/call.h"
#include "api/types/account.h"
#include "api/types/clock.h"
#include "api/types/page.h"
#include "api/types/result.h"
#include "api/types/subuser.h"
#include "models/account/forecast.h"
#include "models/store/storevalues.h"

#include <QObject>

#include <array>
#include <optional>
#include <vector>

namespace relaybook {

class AccountActions;
class AccountStore;
class ApiClient;
class ServiceOffer;

/// Lives on the GUI thread, no longer than the session that made it.
class SubUserProfile : public QObject
{
    Q_OBJECT

public:
    enum class Part { Row, Traffic, History };

    struct Status
    {
        enum State {
            NotLoaded, ///< `error` says why; nothing: it was not tried
            Loading,
            Loaded,
            NotOffered, ///< the service does not have the call
        };
        State state = NotLoaded;
        std::optional<ApiError> error;
        std::optional<Instant> asOf; ///< when it was loaded last
        friend bool operator==(const Status &, const Status &) = default;
    };

    /// What the profile is loaded with; `client` is null when offline.
    struct Sources
    {
        AccountStore &store;
        ApiClient *client;
        AccountActions &actions;
        ServiceOffer &offer;
        const Clock &clock;
    };
    SubUserProfile(SubUserId id, const Sources &sources);
    ~SubUserProfile() override;

    /// Loads every part, the first page of the history.
    void load();
    /// Loads a part again, the history at the page that was asked for last.
    void load(Part part);
    /// Loads this page of the history; it replaces the one before when it is there.
    void showHistory(qint64 page);

    [[nodiscard]] SubUserId id() const { return m_id; }
    [[nodiscard]] const Status &status(Part part) const
    {
        return m_status.at(static_cast<size_t>(part));
    }
    /// The service no longer has it. What was loaded stays.
    [[nodiscard]] bool isGone() const { return m_isGone; }
    /// As it is stored on this computer; after it was removed, as it was stored last.
    [[nodiscard]] const SubUser &row() const { return m_row; }

    /// The traffic that was told last, by any call.
    [[nodiscard]] const SubUserUse &use() const { return m_use; }
    /// All that it was ever given and not taken back; nothing if that is not known.
    [[nodiscard]] std::optional<TrafficAmount> given() const;
    /// How the traffic was on the last days, ascending, with today's figures at the end. Made from
    /// what this computer has read.
    [[nodiscard]] const std::vector<SubUserUse> &days() const { return m_days; }
    /// How long the traffic left will last; nothing if it is not known.
    [[nodiscard]] const std::optional<TrafficForecast> &forecast() const { return m_forecast; }
    /// What it used a day on average since it was created; nothing for one younger than a day, or
    /// where a figure is missing.
    [[nodiscard]] std::optional<TrafficAmount> usedPerDay() const;

    /// The page of the history that is shown, the newest allocation first.
    [[nodiscard]] const PageOf<Allocation> &history() const { return m_history; }
    [[nodiscard]] qint64 historyPage() const { return m_historyPage; }
    [[nodiscard]] qint64 historyPages() const;
    static constexpr qint64 historyPerPage = 10;

Q_SIGNALS:
    void changed();

private:
    [[nodiscard]] Status &at(Part part) { return m_status.at(static_cast<size_t>(part)); }
    void readRow();
    void readTraffic();
    void readAnalytics();
    void readHistory(qint64 page);
    void onRow(const Result<SubUser> &answer);
    void onTraffic(const Result<SubUserTraffic> &answer);
    void onHistory(qint64 page, const Result<PageOf<Allocation>> &answer);
    void fail(Part part, const ApiError &error);
    void onDoubtSettled(const Result<SubUser> &answer);
    void failFor(Part part, const ApiError &error);
    void settle(Part part, const ApiError &error);
    void loaded(Part part);
    void noteGone();
    void noteUse(const SubUserUse &use);
    void onStoreChanged(const StoreChanges &changes);
    void reread();

    const SubUserId m_id;
    Sources m_from;
    std::array<Status, 3> m_status;
    SubUser m_row;
    SubUserUse m_use;
    std::optional<TrafficAmount> m_toppedUp; ///< according to the analytics
    std::vector<SubUserUse> m_days;
    std::optional<TrafficForecast> m_forecast;
    PageOf<Allocation> m_history;
    qint64 m_historyPage = 1;
    qint64 m_wantedPage = 1;
    /// Allocations of every page that was loaded, by id: they explain rises of the traffic left.
    std::vector<Allocation> m_known;
    bool m_isGone = false;
    bool m_wasStored = false;
    /// The row was answered for since the user asked last: a 404 is then of the call, not of it.
    bool m_rowIsSure = false;
    std::vector<std::pair<Part, ApiError>> m_doubted; ///< each a 404; m_rowCall settles them
    Call m_rowCall;
    Call m_trafficCall;
    Call m_analyticsCall;
    Call m_historyCall;
};

} // namespace relaybook
