// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the key queries of one table model on a worker thread, one at a time. A new query interrupts
// the running one, whose result is discarded.

#pragma once

#include "models/store/accountstore.h"
#include "models/tables/keydiff.h"
#include "models/tables/keylist.h"

#include <QObject>
#include <QThreadPool>

#include <atomic>
#include <memory>
#include <mutex>

namespace relaybook {

using SharedKeys = std::shared_ptr<const KeyList>;

/// Runs key queries and calculates how the view's rows change. Lives on the GUI thread.
class QueryLane : public QObject
{
    Q_OBJECT

public:
    struct Request
    {
        KeyQuery query;
        SharedKeys
            before;   ///< the keys the view shows; the answer has the steps from them; may be null
        Keys changed; ///< changed rows; the answer has their positions
        bool parts = false; ///< whether the first rows are sent as a separate answer
    };
    struct Answer
    {
        bool last = true; ///< if false, another answer follows
        SharedKeys keys;
        /// The steps from the keys shown before; nothing if the view must be reset.
        std::optional<std::vector<KeyStep>> steps;
        std::vector<RowRun> changed;
        std::optional<StoreError> error;
        std::chrono::milliseconds took{0};
    };

    QueryLane(AccountStore &store, QThreadPool &pool);
    ~QueryLane() override;

    void run(Request request);
    [[nodiscard]] bool isBusy() const { return m_busy; }
    /// Interrupts the running query and closes the connection to the file.
    void close();

Q_SIGNALS:
    void answered(const relaybook::QueryLane::Answer &answer);

private:
    struct Shared
    {
        std::mutex working; ///< held while the connection is used
        std::atomic<quint64> wanted{0};
        std::unique_ptr<Connection> connection;
        quint64 epoch = 0;
    };
    static void work(QueryLane *lane, Shared &shared, quint64 mine, const Request &request,
                     const QString &path, quint64 epoch);
    static StoreResult<Stored> connect(Shared &shared, const QString &path, quint64 epoch);
    void take(quint64 generation, const Answer &answer);
    void abandon();

    AccountStore &m_store;
    QThreadPool &m_pool;
    std::shared_ptr<Shared> m_shared = std::make_shared<Shared>();
    bool m_busy = false;
};

} // namespace relaybook
