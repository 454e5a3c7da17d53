// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the queries of one view on a worker thread, one at a time. A new query interrupts the
// running one, whose result is dropped.

#pragma once

#include "models/store/accountstore.h"

#include <QObject>
#include <QThreadPool>

#include <atomic>
#include <functional>
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

    /// Calls `work` on a worker thread with the lane's connection; it may throw the database's
    /// exceptions. Then calls `done` on this thread with the result, unless run() or drop() was
    /// called meanwhile.
    template <class Work>
    void run(Work work,
             std::function<void(StoreResult<std::invoke_result_t<Work, Connection &>>)> done)
    {
        start([work = std::move(work), done = std::move(done)](
                  const StoreResult<Connection *> &opened, const ReportPart &) {
            return answerOf(opened, work, done);
        });
    }
    /// Like run(), for work that has a part of its result early. `work` gets one more argument, a
    /// function that takes a Part; `onPart` is then called with it on this thread, before `done`.
    template <class Part, class Work>
    void runInParts(Work work, std::function<void(const Part &)> onPart,
                    std::function<void(StoreResult<std::invoke_result_t<
                                           Work, Connection &, const std::function<void(Part)> &>>)>
                        done)
    {
        start([work = std::move(work), onPart = std::move(onPart), done = std::move(done)](
                  const StoreResult<Connection *> &opened, const ReportPart &report) {
            const std::function<void(Part)> reportPart = [&](Part part) {
                report([onPart, part = std::move(part)] { onPart(part); });
            };
            return answerOf(
                opened, [&](Connection &connection) { return work(connection, reportPart); }, done);
        });
    }
    /// Whether a query is running: `done` was not called yet.
    [[nodiscard]] bool isBusy() const { return m_busy; }
    /// Interrupts the running query.
    void drop();
    /// Interrupts the running query and closes the connection to the file.
    void close();

private:
    struct Answer
    {
        std::optional<StoreError> error;
        std::function<void()> report;
        bool last = true;
    };
    using ReportPart = std::function<void(std::function<void()>)>;
    using Job = std::function<Answer(const StoreResult<Connection *> &, const ReportPart &)>;
    struct Shared
    {
        std::mutex working; ///< held while the connection is used
        std::atomic<quint64> wanted{0};
        std::unique_ptr<Connection> connection;
        quint64 epoch = 0;
    };

    template <class Work, class Done>
    static Answer answerOf(const StoreResult<Connection *> &opened, const Work &work,
                           const Done &done)
    {
        using Value = std::invoke_result_t<const Work &, Connection &>;
        auto result = std::make_shared<StoreResult<Value>>(
            opened ? guarded([&] { return work(**opened); })
                   : StoreResult<Value>(tl::unexpected(opened.error())));
        const auto error = result->has_value() ? std::nullopt : std::optional(result->error());
        return Answer{error, [result, done] { done(std::move(*result)); }};
    }
    void start(Job job);
    static void work(ReadLane *lane, Shared &shared, quint64 mine, const Job &job,
                     const QString &path, quint64 epoch);
    static StoreResult<Connection *> connectionTo(Shared &shared, const QString &path,
                                                  quint64 epoch);
    void take(quint64 generation, const Answer &answer);

    AccountStore &m_store;
    QThreadPool &m_pool;
    std::shared_ptr<Shared> m_shared = std::make_shared<Shared>();
    bool m_busy = false;
};

} // namespace relaybook
