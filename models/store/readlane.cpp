// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/readlane.h"

#include "api/types/jobs.h"
#include "models/store/cacheconnection.h"

namespace relaybook {

ReadLane::ReadLane(AccountStore &store, QThreadPool &pool)
    : m_store(store)
    , m_pool(pool)
{
    connect(&store, &AccountStore::aboutToBeReplaced, this, &ReadLane::close);
}

ReadLane::~ReadLane()
{
    close();
}

void ReadLane::drop()
{
    ++m_shared->wanted;
    m_busy = false;
}

void ReadLane::close()
{
    drop();
    // The worker checks `wanted` every few microseconds and reports nothing after this.
    const std::lock_guard lock(m_shared->working);
    m_shared->connection.reset();
}

void ReadLane::start(Job job)
{
    m_busy = true;
    const quint64 mine = ++m_shared->wanted;
    startJob(m_pool, [lane = this, shared = m_shared, mine, job = std::move(job),
                      path = m_store.path(), epoch = m_store.epoch()] {
        const std::lock_guard lock(shared->working);
        // Checked under the lock, so that the lane still exists.
        if (shared->wanted == mine) {
            work(lane, *shared, mine, job, path, epoch);
        }
    });
}

StoreResult<Connection *> ReadLane::connectionTo(Shared &shared, const QString &path, quint64 epoch)
{
    if (!shared.connection || shared.epoch != epoch) {
        auto opened = openCache(path, Connection::Purpose::Reader);
        if (!opened) {
            return tl::unexpected(opened.error());
        }
        shared.connection = std::move(*opened);
        shared.epoch = epoch;
    }
    return shared.connection.get();
}

void ReadLane::work(ReadLane *lane, Shared &shared, quint64 mine, const Job &job,
                    const QString &path, quint64 epoch)
{
    const auto post = [lane, mine](Answer answer) {
        QMetaObject::invokeMethod(
            lane, [lane, mine, answer = std::move(answer)] { lane->take(mine, answer); },
            Qt::QueuedConnection);
    };
    const auto reportPart = [&post](std::function<void()> report) {
        post(Answer{std::nullopt, std::move(report), false});
    };
    const auto opened = connectionTo(shared, path, epoch);
    if (opened) {
        (*opened)->interruptUnless(&shared.wanted, mine);
    }
    Answer answer = job(opened, reportPart);
    if (opened) {
        (*opened)->interruptUnless(nullptr, 0);
        (*opened)->releaseMemory();
    }
    if (shared.wanted == mine) {
        post(std::move(answer));
    }
}

void ReadLane::take(quint64 generation, const Answer &answer)
{
    if (generation != m_shared->wanted) {
        return;
    }
    m_busy = !answer.last;
    if (answer.error) {
        m_store.noteError(*answer.error);
    }
    answer.report();
}

} // namespace relaybook
