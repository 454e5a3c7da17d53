// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/serving/subuserreader.h"

#include "api/endpoints/reseller.h"
#include "api/endpoints/subusers.h"
#include "api/http/apiclient.h"
#include "api/types/masktext.h"
#include "models/orders/looklimit.h"
#include "models/reading/listreading.h"
#include "models/sync/serviceoffer.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QPointer>
#include <QSet>

#include <algorithm>
#include <utility>

namespace relaybook {
namespace {

constexpr qint64 historyPerPage = 100;

bool isMissingCall(const ApiError &error)
{
    return (isNotOffered(error) && !saysRowIsGone(error)) || error.isPage;
}

/// The name of a row of which something else cannot be read; empty if that cannot be read either,
/// or has a mask and may be any name.
QString nameOf(const UnreadableListRow &row)
{
    const QJsonObject object = QJsonDocument::fromJson(row.raw).object();
    const QString name = object.value(QLatin1String("username")).toString();
    const QString found = name.isEmpty() ? object.value(QLatin1String("login")).toString() : name;
    return holdsMask(found) ? QString() : found;
}

ApiError unreadableRows()
{
    ApiError error;
    error.kind = ErrorKind::NotUnderstood;
    error.message = QStringLiteral("some rows of the list of sub-users could not be read");
    return error;
}

} // namespace

bool saysRowIsGone(const ApiError &error)
{
    constexpr int notFound = 404;
    constexpr int firstGoneCode = 3001;
    constexpr int lastGoneCode = 3008;
    return error.httpStatus == notFound && error.serviceCode >= firstGoneCode &&
           error.serviceCode <= lastGoneCode;
}

struct SubUserReader::Run
{
    Want want;
    QSet<QString> names; ///< nameKey() of the wanted ones
    QPointer<QObject> guard;
    Handler handler;
    SubUserSnapshot snapshot;
    Call call;
    bool timed = false;
    std::unique_ptr<LookLimit> limit;
    ListReading<SubUser> list;
};

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
    run->snapshot.beganAt = m_clock.monotonic();
    run->guard = guard;
    run->handler = std::move(handler);
    for (const QString &name : std::as_const(run->want.names)) {
        run->names.insert(nameKey(name));
    }
    const std::weak_ptr<Run> weak(run);
    run->limit = std::make_unique<LookLimit>(
        m_client.answerLimits().look,
        [this] { return m_client.limitWait(GetResellerBalance{}.toRequest()).count() > 0; }, this,
        [this, weak] { endLate(weak.lock()); });
    if (!run->want.names.isEmpty()) {
        readList(run);
    } else if (run->want.subUser) {
        readSubUser(run);
    } else {
        readPools(run);
    }
    return Call([weak] {
        if (const auto open = weak.lock()) {
            open->handler = nullptr;
            open->call.cancel();
        }
    });
}

/// What was received in time counts.
void SubUserReader::endLate(const RunPtr &run) const
{
    if (run && run->handler) {
        run->call.cancel();
        fail(*run, lookTookTooLong());
        finish(run);
    }
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
        readList(run);
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
        readHistory(run, {});
        return;
    }
    const ApiError &error = answer.error();
    if (saysRowIsGone(error)) {
        run->snapshot.reading.presence = SubUserReading::Presence::Gone;
        readPools(run);
    } else if (isMissingCall(error)) {
        readList(run); // it tells whether the row is gone or the call is missing
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

void SubUserReader::readList(const RunPtr &run)
{
    const PageRequest page = run->list.end().next();
    if (page.number == 1 && !m_offer.isWorthAsking(ReadCall::SubUsers)) {
        endList(run, false);
        return;
    }
    const ListSubUsers call{page.number == 1 ? std::nullopt : std::optional(page.number),
                            page.query};
    run->call = m_client.send(call, this, [this, run](const Result<PageOf<SubUser>> &answer) {
        onListPage(run, answer);
    });
}

void SubUserReader::onListPage(const RunPtr &run, const Result<PageOf<SubUser>> &answer)
{
    if (!answer) {
        if (run->list.addError(answer.error().httpStatus)) {
            endList(run, run->list.end().isWhole());
            return;
        }
        if (run->list.end().pages() == 0 && isMissingCall(answer.error())) {
            run->snapshot.reading.presenceOffered = false;
        } else {
            fail(*run, answer.error());
        }
        endList(run, false);
        return;
    }
    m_offer.noteOffered(ReadCall::SubUsers);
    const Want &want = run->want;
    for (const SubUser &row : answer->items) {
        if (want.names.isEmpty() && row.id == want.subUser) {
            takeSubUser(run, row);
            endList(run, true);
            return;
        }
    }
    run->list.add(*answer);
    run->limit->restart(m_client.answerLimits().read); // a list may have thousands of pages
    const PageEnd &end = run->list.end();
    if (end.state() == PageEnd::State::Open) {
        readList(run);
    } else {
        // A list that changed was read to its end.
        endList(run, end.isWhole() || end.reason() == PageEnd::Reason::ListChanged);
    }
}

/// What was found in it is there in any case; what was not is only gone if all of it was read.
void SubUserReader::endList(const RunPtr &run, bool isAtEnd)
{
    SubUserReading &reading = run->snapshot.reading;
    using Presence = SubUserReading::Presence;
    run->limit->restart(m_client.answerLimits().look); // for what else is wanted
    if (!m_offer.isWorthAsking(ReadCall::SubUsers)) {
        run->snapshot.reading.presenceOffered = false;
    }
    const bool isWhole = run->list.end().isWhole();
    if (!run->want.names.isEmpty()) {
        endNames(*run, isWhole);
        readPools(run);
        return;
    }
    noteTime(*run);
    if (reading.presence == Presence::There) {
        readHistory(run, {});
        return;
    }
    const auto &unreadable = run->list.unreadable;
    const QString id = run->want.subUser->text();
    if (std::any_of(unreadable.begin(), unreadable.end(),
                    [&id](const auto &row) { return row.id.isEmpty() || row.id == id; })) {
        fail(*run, unreadableRows());
    } else if (isAtEnd) {
        // Between two pages a row can move from the later to the earlier one, and an empty list
        // may be a mistake: then a second look has to say the same.
        const bool isCertain = isWhole && run->list.end().pages() == 1 && run->list.count() > 0;
        reading.presence = isCertain ? Presence::Gone : Presence::NotSeen;
    }
    readPools(run);
}

/// A row of another name does not matter, whatever else of it cannot be read.
void SubUserReader::endNames(Run &run, bool isWhole)
{
    SubUserReading &reading = run.snapshot.reading;
    using Presence = SubUserReading::Presence;
    run.timed = false;
    noteTime(run);
    std::set<SubUserId> listed;
    for (const SubUser &row : run.list.rows) {
        listed.insert(row.id);
        if (run.names.contains(nameKey(row.username))) {
            run.snapshot.found.push_back(row);
            reading.named.push_back(row.id);
        }
    }
    run.snapshot.listed = std::make_shared<const std::set<SubUserId>>(std::move(listed));
    const auto &unreadable = run.list.unreadable;
    const bool isHidden =
        std::any_of(unreadable.begin(), unreadable.end(), [&run](const UnreadableListRow &row) {
            const QString name = nameOf(row);
            return name.isEmpty() || run.names.contains(nameKey(name));
        });
    if (isHidden) {
        fail(run, unreadableRows());
    }
    if (isWhole && !isHidden) {
        reading.presence = reading.named.empty() ? Presence::Gone : Presence::There;
    }
}

// ------------------------------------------------------------------------------------ the history

void SubUserReader::readHistory(const RunPtr &run, const PageRequest &page)
{
    const qint64 perPage = page.perPage > 0 ? page.perPage : historyPerPage;
    run->call = m_client.send(
        ListSubUserAllocations{*run->want.subUser, page.number, perPage, page.query}, this,
        [this, run, number = page.number](const Result<PageOf<Allocation>> &answer) {
            onHistoryPage(run, number, answer);
        });
}

void SubUserReader::onHistoryPage(const RunPtr &run, qint64 page,
                                  const Result<PageOf<Allocation>> &answer)
{
    SubUserSnapshot &snapshot = run->snapshot;
    using History = SubUserReading::History;
    if (answer) {
        snapshot.history.add(page, *answer);
    } else if (saysRowIsGone(answer.error()) ||
               !snapshot.history.addError(answer.error().httpStatus, run->want.until)) {
        if (isMissingCall(answer.error())) {
            snapshot.reading.history = History::NotOffered;
        } else {
            snapshot.reading.history = History::NotRead;
            fail(*run, answer.error());
        }
        readPools(run);
        return;
    }
    if (const auto next = snapshot.history.nextPage(run->want.until)) {
        readHistory(run, *next);
        return;
    }
    snapshot.reading.mark = snapshot.history.mark();
    snapshot.reading.history =
        snapshot.history.isComplete() && snapshot.reading.mark ? History::Whole : History::NotWhole;
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
                                      run->snapshot.reading.poolAt = m_clock.now();
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
