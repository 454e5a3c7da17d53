// SPDX-License-Identifier: GPL-3.0-or-later
// Tests many proxies or sub-users once each, 16 at a time, until all are tested or a limit of
// traffic is reached. Belongs to the account's session, so it goes on while no dialog shows it.

#pragma once

#include "models/proxytests/proxytestrecord.h"
#include "models/proxytests/proxytestrun.h"

#include <QObject>
#include <QTimer>
#include <QUrl>

#include <array>
#include <memory>
#include <utility>
#include <vector>

namespace relaybook {

class ProxyTestDesk;

/// Lives on the GUI thread, which it never holds longer than a few milliseconds. Destroying it
/// cancels the tests that run.
class ProxyTestBatch : public QObject
{
    Q_OBJECT
public:
    struct Plan
    {
        std::vector<TestedProxy> tested; ///< only proxies, or only sub-users
        ProxyProtocol protocol = ProxyProtocol::Http;
        QUrl page;
        qint64 byteLimit = 0; ///< no test begins that would probably exceed it
    };
    enum class State {
        Waiting, ///< not tested yet, or cancelled
        Running,
        Works,
        Failed,
        PasswordUnknown, ///< not tested: its password, host or port is not known
        Gone,            ///< not tested: no longer stored
    };
    /// Why no more tests begin.
    enum class Phase {
        Running,
        Paused, ///< those that were running go on
        Finished,
        Cancelled,
        LimitReached,
        ViewOnly, ///< the account was set to view only
    };
    struct Row
    {
        TestedProxy tested;
        State state = State::Waiting;
        ProxyTestOutcome outcome = ProxyTestOutcome::Works;
        ProxyTestStage stage = ProxyTestStage::Name;
        int proxyStatus = 0; ///< see ProxyTestResult
    };
    static constexpr std::size_t atOnce = 16;

    /// `desk` must outlive the batch.
    ProxyTestBatch(Plan plan, ProxyTestDesk &desk);
    ~ProxyTestBatch() override;

    /// To be called once.
    void start();
    void pause();
    /// After pause().
    void resume();
    /// After Phase::LimitReached: with another limit of the same size.
    void raiseLimit();
    /// Drops the tests that run; rows that were not tested stay Waiting.
    void cancel() { stop(Phase::Cancelled); }
    void stopForViewOnly() { stop(Phase::ViewOnly); }

    [[nodiscard]] Phase phase() const { return m_phase; }
    /// Whether tests run or will begin.
    [[nodiscard]] bool isOpen() const
    {
        return m_phase == Phase::Running || m_phase == Phase::Paused;
    }
    [[nodiscard]] bool isOfSubUsers() const;
    [[nodiscard]] const std::vector<Row> &rows() const { return m_rows; }
    [[nodiscard]] qint64 count(State state) const
    {
        return m_counts.at(static_cast<std::size_t>(state));
    }
    [[nodiscard]] qint64 tested() const { return count(State::Works) + count(State::Failed); }
    /// Indexes in rows() of those that failed, in the order of their results.
    [[nodiscard]] const std::vector<std::size_t> &failed() const { return m_failed; }
    [[nodiscard]] ProxyProtocol protocol() const { return m_plan.protocol; }
    [[nodiscard]] const QUrl &page() const { return m_plan.page; }
    /// About how much traffic was used so far, in bytes.
    [[nodiscard]] qint64 bytes() const { return m_bytes; }
    [[nodiscard]] qint64 byteLimit() const { return m_byteLimit; }

Q_SIGNALS:
    /// Counts, states or the phase changed: a few times a second at most.
    void changed();
    /// failed() will have and has one more row.
    void aboutToFail();
    void hasFailed();

private:
    struct Active
    {
        std::size_t row = 0;
        std::unique_ptr<ProxyTestRun> run;
    };

    void put(std::size_t row, State state);
    void beginMore();
    void beginSlice();
    void begin(std::size_t row);
    void whenEnded(const ProxyTestRun *run);
    void stop(Phase phase);
    void endIfDone();
    [[nodiscard]] bool isWithinLimit() const;
    void storeResults();
    void reportSoon();

    Plan m_plan; ///< without `tested`, which are in m_rows
    ProxyTestDesk &m_desk;
    std::vector<Row> m_rows;
    std::array<qint64, 6> m_counts{}; ///< by state
    std::vector<std::size_t> m_failed;
    std::vector<Active> m_active;
    std::vector<std::pair<TestedProxy, ProxyTestRecord>> m_results; ///< not stored yet
    std::size_t m_next = 0;
    Phase m_phase = Phase::Running;
    qint64 m_bytes = 0;
    qint64 m_byteLimit;
    QTimer m_slice;
    QTimer m_storing;
    QTimer m_reporting;
};

} // namespace relaybook
