// SPDX-License-Identifier: GPL-3.0-or-later
// One asker's questions to the store off the GUI thread: the next question interrupts the one
// before, whose answer is never heard.

#pragma once

#include "models/store/accountstore.h"

#include <QObject>
#include <QThreadPool>

#include <atomic>
#include <memory>
#include <mutex>

namespace relaybook {

/// Lives on the GUI thread.
class ReadLane : public QObject
{
    Q_OBJECT

public:
    ReadLane(AccountStore &store, QThreadPool &pool);
    ~ReadLane() override;

    /// `work` gets a connection of the lane's own on a worker's thread and may throw what the
    /// database throws; `done` is called here with what it gave back, unless another question came
    /// in between.
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
    /// Interrupts what runs.
    void drop();
    /// The same, and closes the connection to the file.
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
