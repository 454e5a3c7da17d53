// SPDX-License-Identifier: GPL-3.0-or-later
// Loads everything that the page of one sub-user shows: its row, its traffic, its allocation
// history page by page, and its readings over time. If the service lacks a call, its part is marked
// as not offered, and the other parts are loaded.

#pragma once

#include "api/http/call.h"
#include "api/types/account.h"
#include "api/types/clock.h"
#include "api/types/page.h"
#include "api/types/result.h"
#include "api/types/subuser.h"
#include "models/account/forecast.h"
#include "models/store/storevalues.h"

#include <QHash>
#include <QObject>

#include <array>
#include <optional>
#include <vector>

namespace relaybook {

class AccountActions;
class AccountStore;
class ApiClient;
class ServiceOffer;

/// Lives on the GUI thread, not longer than its session.
class SubUserProfile : public QObject
{
    Q_OBJECT

public:
    enum class Part { Row, Traffic, History };

    struct Status
    {
        enum State {
            NotLoaded, ///< `error` says why; no error: it was not tried
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
    /// Loads a part again; for the history, the page that was requested last.
    void load(Part part);
    /// Loads this page of the history. Until then, the previous page stays.
    void showHistory(qint64 page);

    [[nodiscard]] SubUserId id() const { return m_id; }
    [[nodiscard]] const Status &status(Part part) const
    {
        return m_status.at(static_cast<size_t>(part));
    }
    /// Whether the service no longer has the sub-user. The loaded data stays.
    [[nodiscard]] bool isGone() const { return m_isGone; }
    /// The stored row; after it was removed, the last stored version.
    [[nodiscard]] const SubUser &row() const { return m_row; }

    /// The last received traffic, from any call.
    [[nodiscard]] const SubUserUse &use() const { return m_use; }
    /// All traffic that it was given, without what was taken back; nothing if unknown.
    [[nodiscard]] std::optional<TrafficAmount> given() const;
    /// The traffic on the last days, oldest first, with today's figures at the end, from the
    /// readings stored on this computer.
    [[nodiscard]] const std::vector<SubUserUse> &days() const { return m_days; }
    /// How long the traffic left will last; nothing if it is not known.
    [[nodiscard]] const std::optional<TrafficForecast> &forecast() const { return m_forecast; }
    /// The average use per day since it was created; nothing if that is less than a day, or a
    /// figure is missing.
    [[nodiscard]] std::optional<TrafficAmount> usedPerDay() const;

    /// The loaded page of the history, newest allocation first.
    [[nodiscard]] const PageOf<Allocation> &history() const { return m_history; }
    [[nodiscard]] qint64 historyPage() const { return m_historyPage; }
    /// How many pages the service reports; nothing if it does not say.
    [[nodiscard]] std::optional<qint64> historyPages() const;
    [[nodiscard]] bool hasOlderHistory() const;
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
    QHash<qint64, QString> m_historyLinks;   ///< NextPage::query of the page before, by page
    std::optional<qint64> m_lastHistoryPage; ///< a page after it was empty, or an error
    /// Allocations of all loaded pages, by id. They explain increases of the traffic left.
    std::vector<Allocation> m_known;
    bool m_isGone = false;
    bool m_wasStored = false;
    /// The row was received since load(), so a 404 means that a call is missing, not the sub-user.
    bool m_rowIsSure = false;
    std::vector<std::pair<Part, ApiError>>
        m_doubted; ///< 404 responses; the result of m_rowCall explains them
    Call m_rowCall;
    Call m_trafficCall;
    Call m_analyticsCall;
    Call m_historyCall;
};

} // namespace relaybook
