// SPDX-License-Identifier: GPL-3.0-or-later
// One view's queries over everything stored, off the GUI thread: at most one runs, the next one
// interrupts it, and what it still has to say is never heard.

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

class QueryLane : public QObject
{
    Q_OBJECT

public:
    struct Request
    {
        KeyQuery query;
        SharedKeys
            before;   ///< what the view shows: the answer tells the way from there; may be null
        Keys changed; ///< rows whose content changed: the answer tells where they stand
        bool parts = false; ///< whether the first rows are worth an answer of their own
    };
    struct Answer
    {
        bool last = true; ///< more follows where false
        SharedKeys keys;
        /// The way from what was shown before; nothing where everything is to be shown anew.
        std::optional<std::vector<KeyStep>> steps;
        std::vector<RowRun> changed;
        std::optional<StoreError> error;
        std::chrono::milliseconds took{0};
    };

    QueryLane(AccountStore &store, QThreadPool &pool);
    ~QueryLane() override;

    void run(Request request);
    [[nodiscard]] bool isBusy() const { return m_busy; }
    /// Interrupts what runs and closes the connection to the file.
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
