// SPDX-License-Identifier: GPL-3.0-or-later
// Base class of work on many rows, one after the other: every row has its own result, those that
// failed can be tried again, and the run ends early if the next rows would fail in the same way.

#pragma once

#include "api/types/apierror.h"

#include <QElapsedTimer>
#include <QObject>

#include <array>
#include <chrono>
#include <optional>
#include <vector>

namespace relaybook {

/// Lives on the GUI thread.
class BatchRun : public QObject
{
    Q_OBJECT

public:
    /// Stored by number: new ones at the end.
    enum class State {
        Waiting, ///< not tried yet
        Running,
        Done,
        Unchanged, ///< the row already was as wanted
        Gone,      ///< the service no longer has the row
        Failed,    ///< `error` may say why
        Unknown,   ///< it was sent, but its answer was lost
        Changed,   ///< nothing was sent: the row was changed elsewhere, and the user has to decide
        Skipped,   ///< nothing is sent, because the user said so
    };
    Q_ENUM(State)
    static constexpr State lastState = State::Skipped;

    struct Row
    {
        State state = State::Waiting;
        std::optional<ApiError> error;
    };

    ~BatchRun() override;

    /// Tries the rows again that failed, or whose result is unknown, and those not tried yet.
    virtual void retry();
    /// Tries the rows that were not tried yet, and those whose result is unknown.
    void resume();
    /// Sends nothing more. If a row is on its way that cannot be left alone, the run ends after it:
    /// see isStopping().
    void stop();

    [[nodiscard]] bool isRunning() const { return m_isRunning; }
    [[nodiscard]] bool isStopping() const { return m_isStopping; }
    /// Whether the run waits for something before its first row.
    [[nodiscard]] bool isPreparing() const { return m_isPreparing; }
    [[nodiscard]] qint64 size() const { return static_cast<qint64>(m_rows.size()); }
    [[nodiscard]] const Row &row(qint64 index) const
    {
        return m_rows.at(static_cast<std::size_t>(index));
    }
    [[nodiscard]] qint64 count(State state) const
    {
        return m_counts.at(static_cast<std::size_t>(state));
    }
    /// How many rows retry() would try.
    [[nodiscard]] qint64 left() const
    {
        return count(State::Waiting) + count(State::Failed) + count(State::Unknown);
    }
    /// How long so many rows take at the pace of those that ended since the run began; nothing if
    /// these are too few.
    [[nodiscard]] std::optional<std::chrono::milliseconds> timeAtThisPace(qint64 rows) const;
    /// The row that is being worked on; nothing if there is none.
    [[nodiscard]] std::optional<qint64> current() const;
    /// The error that ended the run early, because the next rows would fail in the same way.
    [[nodiscard]] const std::optional<ApiError> &stoppedBy() const { return m_stoppedBy; }

Q_SIGNALS:
    void rowChanged(qint64 index);
    /// The rows are others, or the run began, paused or ended.
    void changed();
    void finished(); ///< not after stop()

protected:
    explicit BatchRun(QObject *parent);

    /// Replaces all rows. Not while the run is running.
    void setRows(std::vector<Row> rows);
    /// Changes a row that is not being worked on.
    void put(qint64 index, State state, std::optional<ApiError> error = {});
    /// Ends the current row.
    void end(State state, std::optional<ApiError> error = {});
    /// Ends the run: the current row, if there is one, waits again.
    void endBy(const ApiError &error);
    /// The current row waits again, and the run prepares itself again.
    void prepareAgain();
    /// What prepare() waited for is there.
    void onPrepared();
    /// Increased by every start and stop, so that older answers can be ignored.
    [[nodiscard]] quint64 turn() const { return m_turn; }
    /// How many rows before this one failed without a success in between.
    [[nodiscard]] int failedInARow() const { return m_failedInARow; }
    static constexpr int mostFailuresInARow = 3;

    /// Returns true if onPrepared() is called later; before that, no row begins.
    [[nodiscard]] virtual bool prepare() { return false; }
    /// Starts the work on a row. It ends with end(), not before this returns.
    virtual void begin(qint64 index) = 0;
    /// All rows were worked on. Returns true if some wait again, e.g. to be looked up: the run
    /// prepares itself again and goes on with them.
    [[nodiscard]] virtual bool goOn() { return false; }
    /// The run is stopped: returns how the row ends now; nothing if it goes on until end().
    [[nodiscard]] virtual std::optional<Row> interrupt(qint64 index) = 0;
    /// Whether a refusal of this row (not found, validation, refused) would be the next row's, too.
    [[nodiscard]] virtual bool isSameForAll(const ApiError &error) const;

private:
    void set(Row &row, State state, std::optional<ApiError> error);
    void start();
    void next();
    void nextLater();
    [[nodiscard]] bool endsAll(const ApiError &error) const;

    std::vector<Row> m_rows;
    std::array<qint64, static_cast<std::size_t>(lastState) + 1> m_counts{};
    std::size_t m_next = 0;
    bool m_isRunning = false;
    bool m_isStopping = false;
    bool m_isPreparing = false;
    int m_failedInARow = 0;
    std::optional<ApiError> m_stoppedBy;
    quint64 m_turn = 0;
    QElapsedTimer m_sinceBegin; ///< of the first row since the run was started
    qint64 m_endedSince = 0;    ///< rows
};

} // namespace relaybook
