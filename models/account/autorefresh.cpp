// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/account/autorefresh.h"

#include "api/endpoints/account.h"
#include "api/endpoints/reseller.h"
#include "api/http/apiclient.h"
#include "models/account/accountledger.h"
#include "models/buying/purchasedesk.h"
#include "models/sync/arearefresh.h"
#include "models/sync/ledgercheck.h"

#include <algorithm>

namespace relaybook {
namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

constexpr milliseconds refreshTick = 5s;
/// If a step is later than this, or the wall clock is this far ahead, the computer slept.
constexpr milliseconds sleptAfter = 1min;
constexpr milliseconds firstRetryPause = 15s;
constexpr milliseconds longestRetryPause = 15min;
/// The balance before the ledger, so that they agree.
constexpr std::array refreshOrder{Area::Account, Area::Proxies, Area::SubUsers, Area::Transactions};
constexpr std::array refreshTokens{TokenKind::Personal, TokenKind::Reseller};

/// Any call with this token; all of them count against the same limits.
Request callWith(TokenKind token)
{
    return token == TokenKind::Personal ? GetBalance{}.toRequest()
                                        : GetResellerBalance{}.toRequest();
}

} // namespace

AutoRefresh::AutoRefresh(const Parts &parts)
    : m_areas(parts.areas)
    , m_ledger(parts.ledger)
    , m_purchases(parts.purchases)
    , m_client(parts.client)
    , m_clock(parts.clock)
{
    m_timer.setInterval(refreshTick);
    connect(&m_timer, &QTimer::timeout, this, &AutoRefresh::step);
    connect(&m_areas, &AreaRefresh::changed, this, &AutoRefresh::noteReading);
    connect(&m_ledger, &AccountLedger::stateChanged, this,
            [this] { noteReading(Area::Transactions); });
    if (m_client) {
        connect(m_client, &ApiClient::reachabilityChanged, this, [this](bool reachable) {
            const bool isOwnCall = std::find(m_begun.begin(), m_begun.end(), true) != m_begun.end();
            if (reachable && !isOwnCall) { // else noteOutcomes() sees the results of its own calls
                m_failures = 0;
                m_retryAt = 0ms;
            }
        });
    }
}

AutoRefresh::~AutoRefresh() = default;

void AutoRefresh::start()
{
    if (!m_client) {
        return;
    }
    m_lastStepWall = m_clock.now();
    m_lastStep = m_clock.monotonic();
    m_asked.fill(m_lastStep);
    m_timer.start();
}

void AutoRefresh::setEnabled(bool enabled)
{
    m_enabled = enabled;
    stepSoon();
}

void AutoRefresh::setShown(bool shown)
{
    m_shown = shown;
    stepSoon();
}

void AutoRefresh::setInBackground(bool inBackground)
{
    m_inBackground = inBackground;
    stepSoon();
}

void AutoRefresh::setListInView(std::optional<Area> list)
{
    m_list = list;
    stepSoon();
}

void AutoRefresh::noteBalanceMoved()
{
    m_asked.at(static_cast<std::size_t>(Area::Transactions)).reset();
    stepSoon();
}

/// Loads outdated data at once instead of at the next tick.
void AutoRefresh::stepSoon()
{
    if (m_timer.isActive()) {
        QMetaObject::invokeMethod(this, &AutoRefresh::step, Qt::QueuedConnection);
    }
}

void AutoRefresh::step()
{
    if (!m_client) {
        return;
    }
    noteSleep();
    noteOutcomes();
    if (!mayRefresh()) {
        return;
    }
    // The area that failed last comes last, so that it does not block the others.
    std::optional<Area> next;
    for (const Area area : refreshOrder) {
        const bool isBetter = !next || *next == m_failed;
        if (isBetter && isWanted(area) && !isOthersTurn(area) && isDue(area) && hasRoom(area)) {
            next = area;
        }
    }
    if (next) {
        begin(*next);
    }
}

/// After a sleep everything is due, as some monotonic clocks stop during sleep.
void AutoRefresh::noteSleep()
{
    const Instant wall = m_clock.now();
    const milliseconds now = m_clock.monotonic();
    const milliseconds passed = now - m_lastStep;
    const milliseconds unseen = (wall - m_lastStepWall) - passed;
    m_lastStepWall = wall;
    m_lastStep = now;
    if (unseen > sleptAfter || passed > refreshTick + sleptAfter) {
        m_asked.fill(std::nullopt);
        m_failures = 0;
        m_retryAt = 0ms;
    }
}

bool AutoRefresh::isLoading() const
{
    return std::any_of(refreshOrder.begin(), refreshOrder.end(), [this](Area area) {
        return m_begun.at(static_cast<std::size_t>(area)) && isOpen(area);
    });
}

void AutoRefresh::noteOutcomes()
{
    for (const Area area : refreshOrder) {
        if (isBegun(area) && !isOpen(area)) {
            isBegun(area) = false;
            noteOutcome(area);
        }
    }
}

void AutoRefresh::noteOutcome(Area area)
{
    const bool failed = area == Area::Transactions ? m_ledger.progress().error.has_value()
                                                   : m_areas.hasFailed(area);
    m_failed = failed ? std::optional(area) : std::nullopt;
    if (!failed) {
        m_failures = 0;
        return;
    }
    constexpr int mostDoublings = 6; // more would exceed the longest pause
    const milliseconds pause = firstRetryPause * (1 << std::min(m_failures, mostDoublings));
    ++m_failures;
    m_retryAt = m_clock.monotonic() + std::min(pause, longestRetryPause);
    m_asked.at(static_cast<std::size_t>(area)).reset(); // due as soon as the pause is over
}

void AutoRefresh::noteReading(Area area)
{
    m_asked.at(static_cast<std::size_t>(area)) = m_clock.monotonic();
}

bool AutoRefresh::isOpen(Area area) const
{
    return area == Area::Transactions ? isAtWork(m_ledger.progress().state) : m_areas.isOpen(area);
}

bool AutoRefresh::mayRefresh() const
{
    return isOn() && !m_purchases.isAtWork() && m_clock.monotonic() >= m_retryAt;
}

/// Whether this area waits for others that are being loaded. The figures and a list in view do not
/// wait for a download of the ledger, which may take hours and leaves a quarter of the limits.
bool AutoRefresh::isOthersTurn(Area area) const
{
    if (area == Area::Account) { // a call or two
        return isOpen(area);
    }
    const bool isDownloading = isOpen(Area::Transactions) && !isBegun(Area::Transactions);
    return m_ledger.check().isChecking() ||
           std::any_of(refreshOrder.begin(), refreshOrder.end(), [&](Area other) {
               const bool sharesRoom = area != Area::Transactions && other == Area::Transactions;
               return isOpen(other) && !(sharesRoom && isDownloading);
           });
}

/// Only new transactions are loaded automatically: a download that was stopped or failed is not
/// continued.
bool AutoRefresh::isWanted(Area area) const
{
    if (m_inBackground && area != Area::Account) {
        return false;
    }
    switch (area) {
    case Area::Account:
        return true;
    case Area::Proxies:
    case Area::SubUsers:
        return m_list == area;
    case Area::Transactions:
        break;
    }
    const LedgerProgress &ledger = m_ledger.progress();
    return ledger.state == LedgerProgress::Complete || ledger.state == LedgerProgress::Incomplete ||
           (ledger.state == LedgerProgress::Failed && ledger.held >= ledger.total);
}

bool AutoRefresh::isDue(Area area) const
{
    const auto &asked = m_asked.at(static_cast<std::size_t>(area));
    return !asked || m_clock.monotonic() - *asked >= pauseOf(area);
}

/// Whether the limits allow all first calls of the area at once, so that none waits in the queue.
/// Only the calls of Area::Account may wait there while a long list uses up the limits: otherwise
/// they would not be made before the list is complete.
bool AutoRefresh::hasRoom(Area area) const
{
    constexpr milliseconds longestLine = 61s; // limits are per minute
    const milliseconds mostWait = area == Area::Account && isLoading() ? longestLine : 0ms;
    bool asksAny = false;
    for (const TokenKind token : refreshTokens) {
        if (m_areas.callsFor(area, token) > 0) {
            asksAny = true;
            if (m_client->limitWait(callWith(token), Lane::Refresh) > mostWait) {
                return false;
            }
        }
    }
    return asksAny;
}

/// The part of its share of the limits that the shortest intervals would use; may be above 1.
double AutoRefresh::load(TokenKind token) const
{
    const auto pauseOfCalls = static_cast<double>(m_client->refreshPause(callWith(token)).count());
    double load = 0;
    for (const Area area : refreshOrder) {
        if (isWanted(area)) {
            load += static_cast<double>(m_areas.callsFor(area, token)) * pauseOfCalls /
                    static_cast<double>(shortestPauseOf(area).count());
        }
    }
    return load;
}

std::chrono::milliseconds AutoRefresh::shortestPauseOf(Area area) const
{
    constexpr milliseconds ofFigures = 1min;
    constexpr milliseconds ofOthers = 5min;
    return area == Area::Account && !m_inBackground ? ofFigures : ofOthers;
}

std::chrono::milliseconds AutoRefresh::pauseOf(Area area) const
{
    double stretch = 1;
    for (const TokenKind token : refreshTokens) {
        if (m_areas.callsFor(area, token) > 0) {
            stretch = std::max(stretch, load(token));
        }
    }
    return milliseconds(
        static_cast<qint64>(static_cast<double>(shortestPauseOf(area).count()) * stretch));
}

void AutoRefresh::begin(Area area)
{
    isBegun(area) = true;
    noteReading(area);
    if (area == Area::Transactions) {
        m_ledger.refresh(Lane::Refresh);
    } else {
        m_areas.refresh(area, Lane::Refresh);
    }
}

} // namespace relaybook
