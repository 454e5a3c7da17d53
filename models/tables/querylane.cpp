// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/querylane.h"

namespace relaybook {
namespace {

constexpr size_t maxRuns = 50;

std::chrono::milliseconds since(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() -
                                                                 start);
}

} // namespace

QueryLane::QueryLane(AccountStore &store, QThreadPool &pool)
    : m_store(store)
    , m_pool(pool)
{
}

QueryLane::~QueryLane()
{
    abandon();
}

void QueryLane::abandon()
{
    ++m_shared->wanted;
    m_busy = false;
    // Whoever works looks at `wanted` every few microseconds, and tells nothing after this.
    const std::lock_guard lock(m_shared->working);
    m_shared->connection.reset();
}

void QueryLane::close()
{
    abandon();
}

void QueryLane::run(Request request)
{
    m_busy = true;
    const quint64 mine = ++m_shared->wanted;
    m_pool.start([lane = this, shared = m_shared, mine, request = std::move(request),
                  path = m_store.path(), epoch = m_store.epoch()] {
        const std::lock_guard lock(shared->working);
        // Under the lock, so that the lane cannot go away after this was seen.
        if (shared->wanted == mine) {
            work(lane, *shared, mine, request, path, epoch);
        }
    });
}

StoreResult<Stored> QueryLane::connect(Shared &shared, const QString &path, quint64 epoch)
{
    if (shared.connection && shared.epoch == epoch) {
        return Stored{};
    }
    auto opened = Connection::open(path, Connection::Purpose::Reader);
    if (!opened) {
        return tl::unexpected(opened.error());
    }
    shared.connection = std::move(*opened);
    shared.epoch = epoch;
    return Stored{};
}

void QueryLane::work(QueryLane *lane, Shared &shared, quint64 mine, const Request &request,
                     const QString &path, quint64 epoch)
{
    const auto start = std::chrono::steady_clock::now();
    SharedKeys before = request.before;
    const auto tell = [&](Answer answer) {
        answer.took = since(start);
        QMetaObject::invokeMethod(
            lane, [lane, mine, answer = std::move(answer)] { lane->take(mine, answer); },
            Qt::QueuedConnection);
    };
    const auto answerFor = [&](const Keys &keys) {
        Answer answer;
        answer.keys = std::make_shared<const KeyList>(keys);
        if (before) {
            answer.steps = diffKeys(before->keys(), keys, maxRuns);
        }
        return answer;
    };
    const auto tellFirst = [&](const Keys &found) {
        Answer answer = answerFor(found);
        answer.last = false;
        before = answer.keys;
        tell(std::move(answer));
    };

    auto connected = connect(shared, path, epoch);
    auto keys = !connected ? StoreResult<Keys>(tl::unexpected(connected.error())) : guarded([&] {
        shared.connection->interruptUnless(&shared.wanted, mine);
        return readKeys(*shared.connection, request.query,
                        request.parts ? std::function<void(const Keys &)>(tellFirst) : nullptr);
    });
    if (shared.connection) {
        shared.connection->interruptUnless(nullptr, 0);
        shared.connection->releaseMemory();
    }
    if (shared.wanted != mine) {
        return;
    }
    if (!keys) {
        Answer answer;
        answer.error = keys.error();
        tell(std::move(answer));
        return;
    }
    Answer answer = answerFor(*keys);
    answer.changed = rowsOfKeys(*keys, request.changed);
    tell(std::move(answer));
}

void QueryLane::take(quint64 generation, const Answer &answer)
{
    if (generation != m_shared->wanted) {
        return;
    }
    m_busy = !answer.last;
    if (answer.error) {
        m_store.noteError(*answer.error);
    }
    Q_EMIT answered(answer);
}

} // namespace relaybook
