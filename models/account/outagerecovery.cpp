// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/account/outagerecovery.h"

#include "api/http/apiclient.h"
#include "models/account/accountledger.h"
#include "models/sync/arearefresh.h"

#include <algorithm>
#include <utility>

namespace relaybook {

namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

constexpr milliseconds betweenAttempts = 5min;
constexpr milliseconds betweenFigures = 1min;
constexpr std::array allAreas{Area::Account, Area::Proxies, Area::SubUsers, Area::Transactions};

} // namespace

OutageRecovery::OutageRecovery(Parts parts)
    : m_parts(std::move(parts))
    , m_intervals{4s, 8s, 15s, 30s, 1min}
{
    connect(&m_parts.client, &ApiClient::reachabilityChanged, this, [this](bool reachable) {
        if (reachable) {
            tryAllAtOnce();
        }
    });
    // An area may fail only after another call was already answered.
    connect(&m_parts.areas, &AreaRefresh::changed, this, &OutageRecovery::look);
    connect(&m_parts.ledger, &AccountLedger::changed, this, [this] { look(Area::Transactions); });
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &OutageRecovery::tryNext);
}

OutageRecovery::~OutageRecovery() = default;

void OutageRecovery::setInBackground(bool inBackground)
{
    m_inBackground = inBackground;
}

void OutageRecovery::noteNetworkIsBack()
{
    const milliseconds now = m_parts.clock.monotonic();
    if (m_backAt && now - *m_backAt < m_intervals.front()) {
        return; // an unsteady network comes and goes
    }
    m_backAt = now;
    for (const Area area : allAreas) {
        // Who answered asked for its own pause.
        if (isToBeTried(area) && statusOf(area).error->httpStatus == 0) {
            of(area).count = 0;
            of(area).due = now;
        }
    }
    startTimer();
}

AreaStatus OutageRecovery::statusOf(Area area) const
{
    const AreaStatus status = m_parts.areas.status(area, {});
    return area == Area::Transactions ? m_parts.ledger.withProgress(status) : status;
}

/// statusOf() does not know this, because it does not read the time of loading from the store.
bool OutageRecovery::isLedgerRead() const
{
    const LedgerProgress::State state = m_parts.ledger.progress().state;
    return state == LedgerProgress::Complete || state == LedgerProgress::Incomplete;
}

/// Also if a proxy rejected its password: it may have been corrected.
bool OutageRecovery::isToBeTried(Area area) const
{
    const AreaStatus status = statusOf(area);
    const bool isWanted = !m_inBackground || area == Area::Account;
    return isWanted && status.state == AreaStatus::Failed && status.error &&
           (status.error->kind == ErrorKind::Offline || isOfTheWay(*status.error));
}

/// The way works.
void OutageRecovery::tryAllAtOnce()
{
    const milliseconds now = m_parts.clock.monotonic();
    for (const Area area : allAreas) {
        Attempts &attempts = of(area);
        const bool isSoon = attempts.atOnce && now - *attempts.atOnce < betweenAttempts;
        if (!isSoon && isToBeTried(area)) {
            attempts.atOnce = now;
            attempts.due.reset();
            tryAgain(area);
        }
    }
}

void OutageRecovery::look(Area area)
{
    const AreaStatus status = statusOf(area);
    Attempts &attempts = of(area);
    // What follows happens later, because the sender of the signal has not finished yet.
    if (status.state == AreaStatus::Loaded || (area == Area::Transactions && isLedgerRead())) {
        if (std::exchange(attempts, {}).hasFailed) {
            QMetaObject::invokeMethod(this, &OutageRecovery::tryAllAtOnce, Qt::QueuedConnection);
        }
        return;
    }
    if (!isToBeTried(area)) {
        return;
    }
    attempts.hasFailed = true;
    const bool isAnswered = m_parts.client.isReachable() == true;
    if (status.error->kind == ErrorKind::Offline && isAnswered && !attempts.atOnce) {
        QMetaObject::invokeMethod(this, &OutageRecovery::tryAllAtOnce, Qt::QueuedConnection);
    } else if (!attempts.due && isOfTheWay(*status.error)) {
        attempts.due = m_parts.clock.monotonic() + intervalOf(area, *status.error);
        startTimer();
    }
}

milliseconds OutageRecovery::intervalOf(Area area, const ApiError &error) const
{
    const auto count = static_cast<std::size_t>(of(area).count);
    const bool isOften = area == Area::Account && !m_inBackground;
    const milliseconds interval = count < m_intervals.size() ? m_intervals.at(count)
                                  : isOften                  ? betweenFigures
                                                             : betweenAttempts;
    return std::max<milliseconds>(interval, error.retryAfter.value_or(0s));
}

/// Until the attempt that is due first.
void OutageRecovery::startTimer()
{
    std::optional<milliseconds> first;
    for (const Attempts &attempts : m_attempts) {
        first = attempts.due && (!first || *attempts.due < *first) ? attempts.due : first;
    }
    if (first) {
        m_timer.start(std::max(*first - m_parts.clock.monotonic(), 0ms));
    } else {
        m_timer.stop();
    }
}

void OutageRecovery::tryNext()
{
    const auto isEarlier = [](const Attempts &one, const Attempts &other) {
        return one.due && (!other.due || *one.due < *other.due);
    };
    const auto next = std::min_element(m_attempts.begin(), m_attempts.end(), isEarlier);
    if (!next->due) {
        return;
    }
    const auto area = static_cast<Area>(next - m_attempts.begin());
    const AreaStatus status = statusOf(area);
    next->due.reset();
    if (isToBeTried(area) && isOfTheWay(*status.error)) {
        ++next->count;
        if (m_parts.mayTry()) {
            tryAgain(area); // look() follows
        } else {
            next->due = m_parts.clock.monotonic() + intervalOf(area, *status.error);
        }
    }
    startTimer();
}

void OutageRecovery::tryAgain(Area area)
{
    if (area == Area::Transactions) {
        m_parts.ledger.refresh();
    } else {
        m_parts.areas.refresh(area, Lane::Background);
    }
}

} // namespace relaybook
