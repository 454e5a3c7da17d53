// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/proxytests/proxytestbatch.h"

#include "models/proxytests/proxytestcost.h"
#include "models/proxytests/proxytestdesk.h"

#include <QElapsedTimer>

#include <algorithm>

namespace relaybook {
namespace {

// Rows without a password are skipped in slices of half a frame.
constexpr qint64 batchSliceMilliseconds = 8;
constexpr std::chrono::milliseconds storeEvery(200);
constexpr std::chrono::milliseconds reportEvery(100);

} // namespace

ProxyTestBatch::ProxyTestBatch(Plan plan, ProxyTestDesk &desk)
    : m_plan(std::move(plan))
    , m_desk(desk)
    , m_byteLimit(m_plan.byteLimit)
{
    m_rows.reserve(m_plan.tested.size());
    for (TestedProxy &each : m_plan.tested) {
        m_rows.push_back({std::move(each)});
    }
    m_plan.tested.clear();
    m_plan.tested.shrink_to_fit();
    m_counts.at(static_cast<std::size_t>(State::Waiting)) = static_cast<qint64>(m_rows.size());
    m_active.reserve(atOnce);
    for (QTimer *timer : {&m_slice, &m_storing, &m_reporting}) {
        timer->setSingleShot(true);
    }
    m_storing.setInterval(storeEvery);
    m_reporting.setInterval(reportEvery);
    connect(&m_slice, &QTimer::timeout, this, &ProxyTestBatch::beginSlice);
    connect(&m_storing, &QTimer::timeout, this, &ProxyTestBatch::storeResults);
    connect(&m_reporting, &QTimer::timeout, this, &ProxyTestBatch::changed);
}

ProxyTestBatch::~ProxyTestBatch()
{
    storeResults();
}

void ProxyTestBatch::start()
{
    beginMore();
}

void ProxyTestBatch::pause()
{
    if (m_phase == Phase::Running) {
        m_phase = Phase::Paused;
        m_slice.stop();
        reportSoon();
    }
}

void ProxyTestBatch::resume()
{
    if (m_phase == Phase::Paused) {
        m_phase = Phase::Running;
        beginMore();
        reportSoon();
    }
}

void ProxyTestBatch::raiseLimit()
{
    if (m_phase == Phase::LimitReached && m_desk.isViewOnly()) {
        m_phase = Phase::ViewOnly;
        reportSoon();
    } else if (m_phase == Phase::LimitReached) {
        m_byteLimit += m_plan.byteLimit;
        m_phase = Phase::Running;
        beginMore();
        reportSoon();
    }
}

void ProxyTestBatch::stop(Phase phase)
{
    if (!isOpen()) {
        return;
    }
    m_phase = phase;
    m_slice.stop();
    for (const Active &each : m_active) {
        m_bytes += usedTestBytes(each.run->result(), m_plan.page);
        put(each.row, State::Waiting);
    }
    m_active.clear();
    storeResults();
    reportSoon();
}

bool ProxyTestBatch::isOfSubUsers() const
{
    return !m_rows.empty() && std::holds_alternative<SubUserId>(m_rows.front().tested);
}

void ProxyTestBatch::put(std::size_t row, State state)
{
    State &now = m_rows.at(row).state;
    --m_counts.at(static_cast<std::size_t>(now));
    now = state;
    ++m_counts.at(static_cast<std::size_t>(now));
}

/// Counts the tests that run as usual ones.
bool ProxyTestBatch::isWithinLimit() const
{
    const auto more = static_cast<qint64>(m_active.size() + 1);
    return m_bytes + more * usualTestBytes(m_plan.page) <= m_byteLimit;
}

void ProxyTestBatch::beginMore()
{
    m_slice.start(0);
}

void ProxyTestBatch::beginSlice()
{
    QElapsedTimer slice;
    slice.start();
    while (m_phase == Phase::Running && m_active.size() < atOnce && m_next < m_rows.size() &&
           isWithinLimit()) {
        if (slice.elapsed() >= batchSliceMilliseconds) {
            beginMore();
            break;
        }
        begin(m_next++);
    }
    endIfDone();
    reportSoon();
}

void ProxyTestBatch::begin(std::size_t row)
{
    const TestedProxy &tested = m_rows.at(row).tested;
    auto run = m_desk.makeUnstoredRun(tested, m_plan.protocol, m_plan.page);
    if (!run) {
        put(row, m_desk.isStored(tested) ? State::PasswordUnknown : State::Gone);
        return;
    }
    put(row, State::Running);
    ProxyTestRun *started = run.get();
    m_active.push_back({row, std::move(run)});
    connect(started, &ProxyTestRun::finished, this, [this, started] { whenEnded(started); });
    started->start();
}

void ProxyTestBatch::whenEnded(const ProxyTestRun *run)
{
    const auto found = std::find_if(m_active.begin(), m_active.end(),
                                    [run](const Active &each) { return each.run.get() == run; });
    if (found == m_active.end()) {
        return;
    }
    const std::size_t index = found->row;
    const ProxyTestResult &result = run->result();
    Row &row = m_rows.at(index);
    row.outcome = result.outcome;
    row.stage = result.stage;
    row.proxyStatus = result.proxyStatus;
    m_bytes += usedTestBytes(result, m_plan.page);
    m_results.emplace_back(row.tested, m_desk.recordOf(*run));
    if (result.outcome == ProxyTestOutcome::Works) {
        put(index, State::Works);
    } else {
        Q_EMIT aboutToFail();
        put(index, State::Failed);
        m_failed.push_back(index);
        Q_EMIT hasFailed();
    }
    found->run.release()->deleteLater(); // this runs in its signal
    m_active.erase(found);
    if (!m_storing.isActive()) {
        m_storing.start();
    }
    beginMore();
    reportSoon();
}

void ProxyTestBatch::endIfDone()
{
    if (m_phase != Phase::Running || !m_active.empty() || m_slice.isActive()) {
        return;
    }
    if (m_next == m_rows.size()) {
        m_phase = Phase::Finished;
    } else if (!isWithinLimit()) {
        m_phase = Phase::LimitReached;
    } else {
        return;
    }
    storeResults();
    reportSoon();
}

void ProxyTestBatch::storeResults()
{
    m_desk.store(std::exchange(m_results, {}));
}

void ProxyTestBatch::reportSoon()
{
    if (!m_reporting.isActive()) {
        m_reporting.start();
    }
}

} // namespace relaybook
