// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/serving/subuserreader.h"

#include "api/endpoints/reseller.h"
#include "api/endpoints/subusers.h"
#include "api/http/apiclient.h"
#include "models/sync/serviceoffer.h"

#include <QPointer>
#include <QSet>

#include <algorithm>
#include <utility>

namespace relaybook {
namespace {

/// So many pages of a history are walked through for one operation; a mark further back is not
/// looked for.
constexpr int mostHistoryPages = 20;
constexpr qint64 historyPerPage = 100;

/// Whether a 404 of a call for one row says so of the row (contract section 1, table of codes).
bool saysRowIsGone(const ApiError &error)
{
    constexpr int firstGoneCode = 3001;
    constexpr int lastGoneCode = 3008;
    return error.serviceCode >= firstGoneCode && error.serviceCode <= lastGoneCode;
}

bool isMissingCall(const ApiError &error)
{
    return (isNotOffered(error) && !saysRowIsGone(error)) || error.isPage;
}

} // namespace

struct SubUserReader::Run
{
    Want want;
    QSet<QString> names; ///< of the wanted ones, in lower case
    QPointer<QObject> guard;
    Handler handler;
    SubUserSnapshot snapshot;
    Call call;
    bool timed = false;
    bool listUnreadable = false;
    int historyPages = 0;
    bool historyUnreadable = false;
    bool oldestFirst = false;
    bool metFrom = false;
};

AllocationPlace placeOf(const Allocation &row)
{
    return {row.createdAt.value_or(Instant{}), row.id};
}

std::optional<TrafficAmount> leftInPool(const std::vector<TrafficPool> &pools,
                                        const QString &serviceType)
{
    const auto found = std::find_if(pools.begin(), pools.end(), [&](const TrafficPool &pool) {
        return pool.type == serviceType;
    });
    return found == pools.end() ? std::nullopt : found->left;
}

SubUserReader::SubUserReader(ApiClient &client, ServiceOffer &offer, const Clock &clock)
    : m_client(client)
    , m_offer(offer)
    , m_clock(clock)
{
}

Call SubUserReader::read(Want want, QObject *guard, Handler handler)
{
    auto run = std::make_shared<Run>();
    run->want = std::move(want);
    run->guard = guard;
    run->handler = std::move(handler);
    run->snapshot.span = run->want.span;
    for (const QString &name : std::as_const(run->want.names)) {
        run->names.insert(name.toLower());
    }
    if (!run->want.names.isEmpty()) {
        readList(run, std::nullopt);
    } else if (run->want.subUser) {
        readSubUser(run);
    } else {
        readPools(run);
    }
    return Call([weak = std::weak_ptr<Run>(run)] {
        if (const auto open = weak.lock()) {
            open->handler = nullptr;
            open->call.cancel();
        }
    });
}

void SubUserReader::noteTime(Run &run) const
{
    if (!std::exchange(run.timed, true)) {
        run.snapshot.readAt = {m_clock.monotonic(), m_clock.now()};
    }
}

// ----------------------------------------------------------------------------------- one sub-user

void SubUserReader::readSubUser(const RunPtr &run)
{
    if (!m_offer.isWorthAsking(ReadCall::SubUser)) {
        readList(run, std::nullopt);
        return;
    }
    run->call =
        m_client.send(GetSubUser{*run->want.subUser}, this,
                      [this, run](const Result<SubUser> &answer) { onSubUser(run, answer); });
}

void SubUserReader::onSubUser(const RunPtr &run, const Result<SubUser> &answer)
{
    noteTime(*run);
    if (answer) {
        m_offer.noteOffered(ReadCall::SubUser);
        takeSubUser(run, *answer);
        readHistory(run, 1);
        return;
    }
    const ApiError &error = answer.error();
    constexpr int notFound = 404;
    if (error.httpStatus == notFound &&
        (saysRowIsGone(error) || (m_offer.wasAnswered(ReadCall::SubUser) && !error.isPage))) {
        run->snapshot.reading.presence = SubUserReading::Presence::Gone;
        readPools(run);
    } else if (isMissingCall(error)) {
        readList(run, std::nullopt); // it tells whether the row is gone or the call is missing
    } else {
        fail(*run, error);
        readPools(run);
    }
}

void SubUserReader::takeSubUser(const RunPtr &run, const SubUser &row)
{
    SubUserReading &reading = run->snapshot.reading;
    reading.presence = SubUserReading::Presence::There;
    reading.left = row.trafficLeft;
    reading.used = row.trafficUsed;
    run->snapshot.found.push_back(row);
}

// --------------------------------------------------------------------------------------- the list

void SubUserReader::readList(const RunPtr &run, std::optional<qint64> page)
{
    if (!page && !m_offer.isWorthAsking(ReadCall::SubUsers)) {
        endList(run, false);
        return;
    }
    run->call = m_client.send(ListSubUsers{page}, this,
                              [this, run, page](const Result<PageOf<SubUser>> &answer) {
                                  onListPage(run, page.value_or(1), answer);
                              });
}

void SubUserReader::onListPage(const RunPtr &run, qint64 page,
                               const Result<PageOf<SubUser>> &answer)
{
    if (!answer) {
        if (page == 1 && isMissingCall(answer.error())) {
            run->snapshot.isPresenceOffered = false;
        } else {
            fail(*run, answer.error());
        }
        endList(run, false);
        return;
    }
    m_offer.noteOffered(ReadCall::SubUsers);
    run->listUnreadable = run->listUnreadable || !answer->unreadable.empty();
    const Want &want = run->want;
    for (const SubUser &row : answer->items) {
        if (want.names.isEmpty() && row.id == want.subUser) {
            takeSubUser(run, row);
            endList(run, true);
            return;
        }
        const auto &known = run->snapshot.found;
        const bool twice = std::any_of(known.begin(), known.end(),
                                       [&row](const SubUser &each) { return each.id == row.id; });
        if (twice || !run->names.contains(row.username.toLower())) {
            continue;
        }
        run->snapshot.found.push_back(row);
        const auto &others = want.endAtOther;
        if (others && row.username == want.names.front() &&
            std::find(others->begin(), others->end(), row.id) == others->end()) {
            endList(run, true);
            return;
        }
    }
    if (page < (answer->meta ? answer->meta->lastPage : 1)) {
        readList(run, page + 1);
    } else {
        endList(run, !run->listUnreadable);
    }
}

/// What was found in it is there in any case; what was not is only gone if all of it was read.
void SubUserReader::endList(const RunPtr &run, bool isWhole)
{
    SubUserReading &reading = run->snapshot.reading;
    using Presence = SubUserReading::Presence;
    if (!m_offer.isWorthAsking(ReadCall::SubUsers)) {
        run->snapshot.isPresenceOffered = false;
    }
    if (run->want.names.isEmpty()) {
        noteTime(*run);
        if (reading.presence == Presence::There) {
            readHistory(run, 1);
            return;
        }
        reading.presence = isWhole ? Presence::Gone : Presence::NotRead;
    } else {
        run->timed = false;
        noteTime(*run);
        const auto &found = run->snapshot.found;
        reading.presence = !found.empty() ? Presence::There
                           : isWhole      ? Presence::Gone
                                          : Presence::NotRead;
        for (const SubUser &row : found) {
            reading.named.push_back(row.id);
        }
        if (!isWhole) { // one of the names may be on what was not read
            reading.presence = Presence::NotRead;
        }
    }
    if (reading.presence == Presence::NotRead && run->listUnreadable && !run->snapshot.error) {
        ApiError error;
        error.kind = ErrorKind::NotUnderstood;
        error.message = QStringLiteral("some rows of the list of sub-users could not be read");
        fail(*run, error);
    }
    readPools(run);
}

// ------------------------------------------------------------------------------------ the history

void SubUserReader::readHistory(const RunPtr &run, qint64 page)
{
    run->call = m_client.send(ListSubUserAllocations{*run->want.subUser, page, historyPerPage},
                              this, [this, run, page](const Result<PageOf<Allocation>> &answer) {
                                  onHistoryPage(run, page, answer);
                              });
}

void SubUserReader::onHistoryPage(const RunPtr &run, qint64 page,
                                  const Result<PageOf<Allocation>> &answer)
{
    SubUserSnapshot &snapshot = run->snapshot;
    using History = SubUserReading::History;
    if (!answer) {
        if (isMissingCall(answer.error())) {
            snapshot.reading.history = History::NotOffered;
        } else {
            snapshot.reading.history = History::NotRead;
            fail(*run, answer.error());
        }
        readPools(run);
        return;
    }
    const auto &items = answer->items;
    const qint64 lastPage = answer->meta ? answer->meta->lastPage : 1;
    ++run->historyPages;
    run->historyUnreadable = run->historyUnreadable || !answer->unreadable.empty();
    // The order of the list is read from the data: an oldest-first list has its newest end last.
    if (run->historyPages == 1 && lastPage > 1) {
        if (items.size() < 2) { // its order cannot be read
            snapshot.reading.history = History::NotWhole;
            readPools(run);
            return;
        }
        if (placeOf(items.front()) < placeOf(items.back())) {
            run->oldestFirst = true;
            readHistory(run, lastPage);
            return;
        }
    }
    const AllocationSpan &span = run->want.span;
    for (const Allocation &row : items) {
        const AllocationPlace place = placeOf(row);
        snapshot.reading.newest = std::max(snapshot.reading.newest.value_or(place), place);
        const bool wanted = span.all || (span.from && place > *span.from);
        const bool twice =
            std::any_of(snapshot.rows.begin(), snapshot.rows.end(),
                        [&row](const Allocation &each) { return each.id == row.id; });
        if (wanted && !twice) {
            snapshot.rows.push_back(row);
        }
        run->metFrom = run->metFrom || (span.from && place <= *span.from);
    }
    const qint64 next = run->oldestFirst ? page - 1 : page + 1;
    const bool atEnd = run->oldestFirst ? next < 1 : next > lastPage;
    const bool rowsWanted = span.all || span.from;
    if (rowsWanted && !run->metFrom && !atEnd && run->historyPages < mostHistoryPages) {
        readHistory(run, next);
        return;
    }
    const bool whole = (run->metFrom || atEnd || !rowsWanted) && !run->historyUnreadable;
    snapshot.reading.history = whole ? History::Whole : History::NotWhole;
    std::sort(snapshot.rows.begin(), snapshot.rows.end(),
              [](const Allocation &a, const Allocation &b) { return placeOf(a) < placeOf(b); });
    readPools(run);
}

// -------------------------------------------------------------------------------------- the pools

void SubUserReader::readPools(const RunPtr &run)
{
    if (!run->want.pools) {
        finish(run);
        return;
    }
    run->call = m_client.send(GetResellerBalance{}, this,
                              [this, run](const Result<ResellerBalance> &answer) {
                                  noteTime(*run);
                                  if (answer) {
                                      run->snapshot.pools = answer->pools;
                                  } else if (isMissingCall(answer.error())) {
                                      run->snapshot.poolsOffered = false;
                                  } else {
                                      fail(*run, answer.error());
                                  }
                                  finish(run);
                              });
}

void SubUserReader::fail(Run &run, const ApiError &error) const
{
    if (!run.snapshot.error) {
        run.snapshot.error = error;
    }
}

void SubUserReader::finish(const RunPtr &run) const
{
    SubUserSnapshot &snapshot = run->snapshot;
    snapshot.reading.at = m_clock.now();
    if (run->want.names.isEmpty() && !snapshot.found.empty()) {
        snapshot.reading.pool = leftInPool(snapshot.pools, snapshot.found.front().serviceType);
    }
    if (run->guard && run->handler) {
        std::exchange(run->handler, nullptr)(std::move(snapshot));
    }
}

} // namespace relaybook
