// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/account/batchrun.h"

#include <utility>

namespace relaybook {

BatchRun::BatchRun(QObject *parent)
    : QObject(parent)
{
}

BatchRun::~BatchRun() = default;

void BatchRun::set(Row &row, State state, std::optional<ApiError> error)
{
    --m_counts.at(static_cast<std::size_t>(row.state));
    row.state = state;
    row.error = std::move(error);
    ++m_counts.at(static_cast<std::size_t>(state));
}

void BatchRun::setRows(std::vector<Row> rows)
{
    m_rows = std::move(rows);
    m_counts = {};
    for (const Row &row : m_rows) {
        ++m_counts.at(static_cast<std::size_t>(row.state));
    }
    m_next = 0;
    m_stoppedBy.reset();
    Q_EMIT changed();
}

void BatchRun::put(qint64 index, State state, std::optional<ApiError> error)
{
    set(m_rows.at(static_cast<std::size_t>(index)), state, std::move(error));
    Q_EMIT rowChanged(index);
}

std::optional<qint64> BatchRun::current() const
{
    const bool isBegun =
        m_isRunning && m_next < m_rows.size() && m_rows[m_next].state == State::Running;
    return isBegun ? std::optional(static_cast<qint64>(m_next)) : std::nullopt;
}

std::optional<std::chrono::milliseconds> BatchRun::timeAtThisPace(qint64 rows) const
{
    constexpr qint64 enough = 5;
    return m_sinceBegin.isValid() && m_endedSince >= enough
               ? std::optional(
                     std::chrono::milliseconds(m_sinceBegin.elapsed() * rows / m_endedSince))
               : std::nullopt;
}

void BatchRun::retry()
{
    if (m_isRunning) {
        return;
    }
    for (Row &row : m_rows) {
        if (row.state == State::Failed) {
            set(row, State::Waiting, {});
        }
    }
    resume();
}

void BatchRun::resume()
{
    if (m_isRunning) {
        return;
    }
    for (Row &row : m_rows) {
        if (row.state == State::Unknown) {
            set(row, State::Waiting, {});
        }
    }
    start();
}

void BatchRun::start()
{
    m_next = 0;
    m_failedInARow = 0;
    m_stoppedBy.reset();
    m_isRunning = true;
    m_isStopping = false;
    m_sinceBegin.invalidate();
    m_endedSince = 0;
    ++m_turn;
    m_isPreparing = prepare();
    if (!m_isPreparing) {
        nextLater();
    }
    Q_EMIT changed();
}

void BatchRun::prepareAgain()
{
    set(m_rows[m_next], State::Waiting, {});
    Q_EMIT rowChanged(static_cast<qint64>(m_next));
    m_isPreparing = prepare();
    if (!m_isPreparing) {
        nextLater();
    }
    Q_EMIT changed();
}

void BatchRun::onPrepared()
{
    if (std::exchange(m_isPreparing, false) && m_isRunning) {
        next();
        Q_EMIT changed();
    }
}

void BatchRun::stop()
{
    if (!m_isRunning || m_isStopping) {
        return;
    }
    if (const auto index = current()) {
        auto result = interrupt(*index);
        if (!result) {
            m_isStopping = true;
            Q_EMIT changed();
            return;
        }
        set(m_rows[m_next], result->state, std::move(result->error));
    }
    m_isRunning = false;
    m_isPreparing = false;
    ++m_turn;
    if (m_next < m_rows.size()) {
        Q_EMIT rowChanged(static_cast<qint64>(m_next));
    }
    Q_EMIT changed();
}

void BatchRun::next()
{
    while (m_next < m_rows.size() && m_rows[m_next].state != State::Waiting) {
        ++m_next;
    }
    if (m_next == m_rows.size() && !m_stoppedBy && !m_isStopping && goOn()) {
        m_next = 0;
        m_isPreparing = prepare();
        if (!m_isPreparing) {
            nextLater();
        }
        Q_EMIT changed();
        return;
    }
    if (m_next == m_rows.size() || m_stoppedBy || m_isStopping) {
        const bool isStopped = std::exchange(m_isStopping, false);
        m_isRunning = false;
        Q_EMIT changed();
        if (!isStopped) {
            Q_EMIT finished();
        }
        return;
    }
    if (!m_sinceBegin.isValid()) {
        m_sinceBegin.start();
    }
    set(m_rows[m_next], State::Running, {});
    Q_EMIT rowChanged(static_cast<qint64>(m_next));
    begin(static_cast<qint64>(m_next));
}

/// Runs later, because this may run in the handler of a call that is replaced.
void BatchRun::nextLater()
{
    QMetaObject::invokeMethod(
        this,
        [this, turn = m_turn] {
            if (turn == m_turn && m_isRunning) {
                next();
            }
        },
        Qt::QueuedConnection);
}

void BatchRun::end(State state, std::optional<ApiError> error)
{
    Row &row = m_rows[m_next];
    const bool isFailed = state == State::Failed || state == State::Unknown;
    m_failedInARow = isFailed ? m_failedInARow + 1 : 0;
    if (isFailed && error && endsAll(*error)) {
        m_stoppedBy = error;
    }
    set(row, state, std::move(error));
    Q_EMIT rowChanged(static_cast<qint64>(m_next));
    ++m_next;
    ++m_endedSince;
    nextLater();
}

void BatchRun::endBy(const ApiError &error)
{
    if (!m_isRunning) {
        return;
    }
    m_stoppedBy = error;
    m_isRunning = false;
    m_isStopping = false;
    m_isPreparing = false;
    ++m_turn;
    if (m_next < m_rows.size() && m_rows[m_next].state == State::Running) {
        set(m_rows[m_next], State::Waiting, {});
        Q_EMIT rowChanged(static_cast<qint64>(m_next));
    }
    Q_EMIT changed();
    Q_EMIT finished();
}

bool BatchRun::isSameForAll(const ApiError & /*error*/) const
{
    return false;
}

/// Whether the cause is not the row but the service, the network or the account, so that the next
/// rows would fail in the same way.
bool BatchRun::endsAll(const ApiError &error) const
{
    switch (error.kind) {
    case ErrorKind::Unauthorized:
    case ErrorKind::Forbidden:
    case ErrorKind::NotOffered:
    case ErrorKind::Tls:
    case ErrorKind::TokenUnavailable:
    case ErrorKind::ViewOnly:
    case ErrorKind::BadSettings:
        return true;
    case ErrorKind::Validation:
    case ErrorKind::NotFound:
    case ErrorKind::Refused:
    case ErrorKind::NotEnoughMoney:
        return isSameForAll(error);
    case ErrorKind::Offline:
    case ErrorKind::Timeout:
    case ErrorKind::Cancelled:
    case ErrorKind::TooManyRequests:
    case ErrorKind::ServiceFailure:
    case ErrorKind::NotUnderstood:
    case ErrorKind::Local:
    case ErrorKind::Blocked:
        break;
    }
    return m_failedInARow >= mostFailuresInARow;
}

} // namespace relaybook
