// SPDX-License-Identifier: GPL-3.0-or-later
// Loads from the service the data with which an operation on a sub-user is compared: the sub-user,
// its allocation history back to the rows known before, the sub-users of a name, and the reseller's
// pools.

#pragma once

#include "api/http/call.h"
#include "api/types/account.h"
#include "api/types/page.h"
#include "api/types/result.h"
#include "api/types/subuser.h"
#include "models/orders/listwalk.h"
#include "models/orders/readtime.h"
#include "models/reading/pageend.h"
#include "models/serving/subuseroperation.h"

#include <QObject>
#include <QStringList>

#include <functional>
#include <memory>
#include <set>
#include <vector>

namespace relaybook {

class ApiClient;
class ServiceOffer;

/// Whether an answer 404 of a call for one row says so of the row: by the service's own code. Any
/// other 404 may be of a proxy on the way, or of a service that lacks the call.
[[nodiscard]] bool saysRowIsGone(const ApiError &error);

/// Data of one sub-user, or of the sub-users of some names, as loaded from the service. Parts are
/// absent if a call failed; `error` is then the first failure. Parts that the service does not
/// offer are also absent, but that is not a failure.
struct SubUserSnapshot
{
    SubUserReading reading;
    /// When the first part was received; of a list of names, the last one, because the walk through
    /// a long list takes minutes.
    ReadTime readAt;
    std::chrono::milliseconds beganAt{0}; ///< when the first call was made; monotonic
    ListWalk<Allocation> history;
    /// The sub-user, or those that have one of the names. Their credentials stay in memory.
    std::vector<SubUser> found;
    /// The ids of all sub-users in the list that was read for names; null if none was read. Shared,
    /// because a snapshot is copied for each of thousands of names.
    std::shared_ptr<const std::set<SubUserId>> listed;
    bool poolsOffered = true;
    std::vector<TrafficPool> pools;
    std::optional<ApiError> error;
};

/// The traffic left in the pool of a service; nothing if it is not known.
[[nodiscard]] std::optional<TrafficAmount> leftInPool(const std::vector<TrafficPool> &pools,
                                                      const QString &serviceType);

/// Each reading ends within AnswerLimits::look, a list after AnswerLimits::read without a new page.
/// Lives on the GUI thread.
class SubUserReader : public QObject
{
    Q_OBJECT

public:
    using Handler = std::function<void(SubUserSnapshot)>;

    SubUserReader(ApiClient &client, ServiceOffer &offer, const Clock &clock);

    /// What to load; a part that is not named is not loaded.
    struct Want
    {
        std::optional<SubUserId> subUser; ///< with its history
        /// The history is loaded back to each of these marks, if possible.
        std::vector<AllocationMark> until;
        QStringList names; ///< the sub-users that have one of these names, by nameKey()
        bool pools = false;
    };
    [[nodiscard]] Call read(Want want, QObject *guard, Handler handler);

private:
    struct Run;
    using RunPtr = std::shared_ptr<Run>;

    void endLate(const RunPtr &run) const;
    void noteTime(Run &run) const;
    void readSubUser(const RunPtr &run);
    void onSubUser(const RunPtr &run, const Result<SubUser> &answer);
    void takeSubUser(const RunPtr &run, const SubUser &row);
    void readList(const RunPtr &run);
    void onListPage(const RunPtr &run, const Result<PageOf<SubUser>> &answer);
    void endList(const RunPtr &run, bool isAtEnd);
    void endNames(Run &run, bool isWhole);
    void readHistory(const RunPtr &run, const PageRequest &page);
    void onHistoryPage(const RunPtr &run, qint64 page, const Result<PageOf<Allocation>> &answer);
    void readPools(const RunPtr &run);
    void fail(Run &run, const ApiError &error) const;
    void finish(const RunPtr &run) const;

    ApiClient &m_client;
    ServiceOffer &m_offer;
    const Clock &m_clock;
};

} // namespace relaybook
