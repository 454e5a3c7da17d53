// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the store queries of one owner on worker threads, one at a time. A new query interrupts the
// previous one, whose result is discarded.

#pragma once

#include "models/store/accountstore.h"

#include <QObject>
#include <QThreadPool>

#include <atomic>
#include <memory>
#include <mutex>

namespace relaybook {

/// A queue of at most one query, with its own connection to the store. Lives on the GUI thread.
class ReadLane : public QObject
{
    Q_OBJECT

public:
    ReadLane(AccountStore &store, QThreadPool &pool);
    ~ReadLane() override;

    /// Runs `work` on a worker thread with this object's connection; it may throw the database's
    /// exceptions. `done` is called on the GUI thread with the result, unless another query was
    /// started in the meantime.
    template <class Work>
    void run(Work work,
             std::function<void(StoreResult<std::invoke_result_t<Work, Connection &>>)> done)
    {
        using Value = std::invoke_result_t<Work, Connection &>;
        start([work = std::move(work), done = std::move(done)](StoreResult<Connection *> opened) {
            auto result = std::make_shared<StoreResult<Value>>(
                opened ? guarded([&] { return work(**opened); })
                       : StoreResult<Value>(tl::unexpected(opened.error())));
            const auto error = result->has_value() ? std::nullopt : std::optional(result->error());
            return Answer{error, [result, done] { done(std::move(*result)); }};
        });
    }
    [[nodiscard]] bool isBusy() const { return m_busy; }
    /// Interrupts the running query.
    void drop();
    /// Interrupts the running query and closes the connection to the file.
    void close();

private:
    struct Answer
    {
        std::optional<StoreError> error;
        std::function<void()> tell;
    };
    using Job = std::function<Answer(StoreResult<Connection *>)>;
    struct Shared
    {
        std::mutex working; ///< held while the connection is used
        std::atomic<quint64> wanted{0};
        std::unique_ptr<Connection> connection;
        quint64 epoch = 0;
    };
    void start(Job job);
    static void work(ReadLane *lane, Shared &shared, quint64 mine, const Job &job,
                     const QString &path, quint64 epoch);
    void take(quint64 generation, const Answer &answer);

    AccountStore &m_store;
    QThreadPool &m_pool;
    std::shared_ptr<Shared> m_shared = std::make_shared<Shared>();
    bool m_busy = false;
};

} // namespace relaybook
