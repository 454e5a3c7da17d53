// SPDX-License-Identifier: GPL-3.0-or-later
// Loads places of the list of transactions again, with other page sizes: where a second is on two
// pages, of which the service may have left out rows, and where a row seems to be removed.

#pragma once

#include "api/http/call.h"
#include "api/http/lane.h"
#include "api/types/clock.h"
#include "api/types/transaction.h"
#include "models/sqlite/storeerror.h"

#include <QObject>

#include <chrono>
#include <functional>
#include <map>
#include <vector>

namespace relaybook {

class AccountStore;
class ApiClient;

/// The times at the ends of each page. Shows the places in the list where a page ends within a
/// second: a service that sorts by time only may list a row of that second on both pages, and
/// another one on none.
class PageEdges
{
public:
    void note(qint64 page, const TransactionPage &answer);
    void clear() { m_times.clear(); }
    [[nodiscard]] std::vector<qint64> tornPlaces(qint64 perPage) const;

private:
    std::map<qint64, std::pair<Instant, Instant>> m_times; ///< of the first and last row, by page
    qint64 m_total = 0;                                    ///< length of the list for m_times
};

/// Lives on the GUI thread. Stores what it loads, and compares it with the stored rows.
class PlaceReading : public QObject
{
    Q_OBJECT

public:
    /// All parameters must outlive this object. `client` is null when offline: then start() must
    /// not be called. `removalPause` is the time between the two readings that show that a row was
    /// removed.
    PlaceReading(AccountStore &store, ApiClient *client, const Clock &clock,
                 std::chrono::milliseconds removalPause);

    struct List
    {
        qint64 total = 0;
        qint64 perPage = 0;
        bool isNewestFirst = true;
    };
    enum class Outcome {
        Nothing, ///< there was no place to load, or there were too many
        Loaded,  ///< as far as the service answered: what is missing stays missing
    };
    using Done = std::function<void(StoreResult<Outcome>)>;

    /// Loads the places and those of rows that seem to be removed: these ids, and those that the
    /// store suspects. Then calls `done`, not before this returns, and not after cancel().
    void start(std::vector<qint64> places, const std::vector<qint64> &doubtful, const List &list,
               Lane lane, Done done);
    void cancel();
    [[nodiscard]] bool isRunning() const { return m_done != nullptr; }

private:
    void plan(const std::vector<qint64> &ranks);
    void next();
    void take(qint64 perPage, TransactionPage answer);
    void end(const StoreResult<Outcome> &outcome);

    AccountStore &m_store;
    ApiClient *m_client;
    const Clock &m_clock;
    std::chrono::milliseconds m_removalPause;
    std::vector<qint64> m_places; ///< those to load, the last one next
    List m_list;
    Lane m_lane = Lane::Background;
    Call m_call;
    Done m_done;
    quint64 m_turn = 0; ///< increased by start() and cancel(), so that older results are ignored
};

} // namespace relaybook
