// SPDX-License-Identifier: GPL-3.0-or-later
// Downloads the transaction list in the background: several pages at a time, newest first,
// resumable. Reports whether the local copy is complete.

#pragma once

#include "api/http/call.h"
#include "api/http/lane.h"
#include "api/types/clock.h"
#include "api/types/result.h"
#include "models/accountvalues.h"
#include "models/store/cachewriter.h"
#include "models/sync/gapreading.h"
#include "models/sync/ledgerplan.h"
#include "models/sync/placereading.h"
#include "models/sync/retrypauses.h"
#include "models/sync/syncpace.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <map>
#include <memory>
#include <optional>

namespace relaybook {

class AccountStore;
class ApiClient;

/// The progress as it is stored, while no sync runs.
[[nodiscard]] LedgerProgress storedProgress(const LedgerState &state, const StoredCounts &counts);

/// Lives on the GUI thread. Pages are decoded on ApiClient's threads and written on the store's.
class LedgerSync : public QObject
{
    Q_OBJECT

public:
    struct Tuning
    {
        /// ApiClient sends six at the same time; two more wait there, so that no connection is idle
        /// while a page is decoded.
        int inFlight = 8;
        qint64 perPage = 100;       ///< requested; the service may grant less
        qint64 modestPerPage = 20;  ///< requested if perPage was refused
        qint64 overlap = 5;         ///< rows loaded again where an earlier run stopped
        qsizetype mostWaiting = 24; ///< with this many unwritten pages, no more are requested
        /// Pauses before retries after temporary failures; after the last one the run fails.
        std::vector<std::chrono::milliseconds> retryPauses{
            std::chrono::seconds(2), std::chrono::seconds(5), std::chrono::seconds(15),
            std::chrono::seconds(30), std::chrono::seconds(60)};
        /// A long run loads the newest page again after this time.
        std::chrono::milliseconds newestPause = std::chrono::minutes(5);
        /// Pause between two pages of HistoryRefresh: 2,880 of the 10,000 calls that the contract
        /// allows per day.
        std::chrono::milliseconds roundPause = std::chrono::seconds(30);
        /// The time between the two readings that show that a row was removed; 0: one is enough.
        std::chrono::milliseconds removalPause = std::chrono::minutes(3);
    };

    /// `client` is null when offline: then nothing is loaded.
    LedgerSync(AccountStore &store, ApiClient *client, const Clock &clock, Tuning tuning);
    ~LedgerSync() override;

    [[nodiscard]] const LedgerProgress &progress() const { return m_progress; }
    /// Reads the stored state again, after the store was opened or its file replaced.
    void reload();

    /// Loads new rows first, then continues where it stopped. If a run is active, it loads the page
    /// of the newest rows at once and goes on; one in Lane::Refresh continues in Lane::Background.
    void start(Lane lane = Lane::Background);
    /// Whether the last run was in Lane::Refresh and stored no new row.
    [[nodiscard]] bool foundNothingNew() const
    {
        return m_lane == Lane::Refresh && m_inserted == 0;
    }
    void pause();
    /// Continues after a pause or a failure; after Incomplete, loads every page again.
    void resume();
    void cancel();
    /// Loads every page again.
    void search();
    /// How many calls readAll() takes, as far as known.
    [[nodiscard]] qint64 callsToReadAll() const;
    /// Loads every page again, then calls `done`; progress() has the result. Destroying the handle
    /// cancels the run; then `done` is not called. It is not called either if the store is
    /// replaced. Offline, returns nothing and does nothing.
    [[nodiscard]] std::optional<Call> readAll(std::function<void()> done);
    /// The same for the pages of these rows and for new rows. Also returns nothing while a run is
    /// active or was interrupted.
    [[nodiscard]] std::optional<Call> readRows(const std::vector<TransactionId> &ids,
                                               std::function<void()> done);

    [[nodiscard]] std::chrono::milliseconds removalPause() const { return m_tuning.removalPause; }
    /// The number of rows that the service should list. Rows removed at the service stay stored but
    /// are not in its total.
    [[nodiscard]] static qint64 heldRows(const StoredCounts &counts);

Q_SIGNALS:
    void progressChanged();
    /// A run has ended that was not started by readAll() or readRows().
    void ended();

private:
    struct WaitingPage
    {
        qint64 expected = 0; ///< number of rows that should be new
        TransactionPage page;
    };

    /// Returns false if the store cannot be read.
    bool begin(bool search, Lane lane = Lane::Background);
    void hurry();
    void readNewest(Lane lane);
    [[nodiscard]] bool mayAsk() const;
    void useLane(Lane lane);
    [[nodiscard]] Call waitForRun(std::function<void()> done);
    void dropReading(quint64 reading);
    void beganSearching();
    void concludeSearch();
    void finish(qint64 held);
    [[nodiscard]] bool readPlaces(qint64 held);
    void onPlacesRead(PlaceReading::Outcome outcome);
    void confirmSuspects();
    void storeEnd(const LedgerState &state, LedgerProgress::State outcome);
    void readRanksAgain(const std::vector<qint64> &ranks);
    [[nodiscard]] bool mayLookForMissing(qint64 held);
    [[nodiscard]] bool beginGapSearch(qint64 held);
    void lookForGap();
    void writeGapPage();
    void onLooked(const StoreResult<GapLook> &look);
    void fill();
    void ask(qint64 page, Lane lane);
    void onPage(qint64 page, Result<TransactionPage> answer);
    void onFailure(const ApiError &error);
    void onWritten(qint64 expected, StoreResult<qint64> inserted);
    void afterEarlierWrite();
    void write();
    void conclude();
    void end(LedgerProgress::State state, std::optional<ApiError> error = {});
    void stop(LedgerProgress::State state, std::optional<ApiError> error = {});
    [[nodiscard]] LedgerProgress::State stateIfCancelled() const;
    void waitForLimit(Instant until);
    void waitAndRetry(std::chrono::milliseconds pause, const ApiError &error);
    void dropCalls();
    void setState(LedgerProgress::State state);
    void noteState(LedgerProgress::State state);
    [[nodiscard]] bool isRunning() const;

    AccountStore &m_store;
    ApiClient *m_client;
    const Clock &m_clock;
    Tuning m_tuning;
    LedgerProgress m_progress;
    std::unique_ptr<LedgerPlan> m_plan;
    std::map<qint64, Call> m_calls; ///< by page
    std::vector<WaitingPage> m_waiting;
    bool m_writing = false;
    bool m_again = false; ///< start() was called during a run: start another one at its end
    RetryPauses m_pauses;
    std::chrono::milliseconds m_newestAsked{}; ///< of the monotonic clock
    std::chrono::milliseconds m_limitEnds{};   ///< of the monotonic clock, which cannot be set
    bool m_ranksWaited = false;                ///< the store is looking up the rows for readRows()
    bool m_doubted = false; ///< rows that seem to be removed were loaded once more
    std::optional<GapReading> m_gap;
    PageEdges m_edges;
    PlaceReading m_places;
    bool m_arePlacesRead = false;               ///< in this run
    std::vector<qint64> m_doubtful;             ///< ids of rows that were on no page
    bool m_isUnsorted = false;                  ///< a page of this search was not in order of time
    QTimer m_confirmTimer;                      ///< until the second reading of suspected rows
    std::chrono::milliseconds m_confirmPause{}; ///< that of the timer when it was last started
    int m_gapSearches = 0;                      ///< in this run
    Lane m_lane = Lane::Background;             ///< of the run
    qint64 m_inserted = 0;                      ///< rows added by the run
    /// When a run in Lane::Refresh last looked for missing rows; of the monotonic clock.
    std::optional<std::chrono::milliseconds> m_refreshLooked;
    quint64 m_run = 0;                ///< number of the run; results of earlier runs are ignored
    std::function<void()> m_whenRead; ///< handler of the caller that waits for the run
    quint64 m_reading = 0; ///< number of the last readAll() or readRows(), known by its handle
    SyncPace m_pace;
    QTimer m_retryTimer;
};

} // namespace relaybook
