// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/readlane.h"

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
    // Whoever works looks at `wanted` every few microseconds, and tells nothing after this.
    const std::lock_guard lock(m_shared->working);
    m_shared->connection.reset();
}

void ReadLane::start(Job job)
{
    m_busy = true;
    const quint64 mine = ++m_shared->wanted;
    m_pool.start([lane = this, shared = m_shared, mine, job = std::move(job), path = m_store.path(),
                  epoch = m_store.epoch()] {
        const std::lock_guard lock(shared->working);
        // Under the lock, so that the lane cannot go away after this was seen.
        if (shared->wanted == mine) {
            work(lane, *shared, mine, job, path, epoch);
        }
    });
}

void ReadLane::work(ReadLane *lane, Shared &shared, quint64 mine, const Job &job,
                    const QString &path, quint64 epoch)
{
    if (!shared.connection || shared.epoch != epoch) {
        auto opened = Connection::open(path, Connection::Purpose::Reader);
        if (!opened) {
            Answer answer = job(tl::unexpected(opened.error()));
            QMetaObject::invokeMethod(
                lane, [lane, mine, answer = std::move(answer)] { lane->take(mine, answer); },
                Qt::QueuedConnection);
            return;
        }
        shared.connection = std::move(*opened);
        shared.epoch = epoch;
    }
    shared.connection->interruptUnless(&shared.wanted, mine);
    Answer answer = job(shared.connection.get());
    shared.connection->interruptUnless(nullptr, 0);
    shared.connection->releaseMemory();
    if (shared.wanted == mine) {
        QMetaObject::invokeMethod(
            lane, [lane, mine, answer = std::move(answer)] { lane->take(mine, answer); },
            Qt::QueuedConnection);
    }
}

void ReadLane::take(quint64 generation, const Answer &answer)
{
    if (generation != m_shared->wanted) {
        return;
    }
    m_busy = false;
    if (answer.error) {
        m_store.noteError(*answer.error);
    }
    answer.tell();
}

} // namespace relaybook
