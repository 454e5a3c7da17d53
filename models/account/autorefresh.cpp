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
/// A step that is so late, or a clock on the wall so far ahead: the computer slept.
constexpr milliseconds sleptAfter = 1min;
constexpr milliseconds firstRetryPause = 15s;
constexpr milliseconds longestRetryPause = 15min;
/// Figures first: a ledger that is read after the balance agrees with it.
constexpr std::array refreshOrder{Area::Account, Area::Proxies, Area::SubUsers, Area::Transactions};
constexpr std::array refreshTokens{TokenKind::Personal, TokenKind::Reseller};

/// Any call with that token: they count against the same limits.
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
            if (reachable && !isOwnCall) { // else its own calls tell, one after the other
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

/// What became old while nobody saw it is loaded now, and not at the next tick.
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
    // One that fails again and again must not keep the others from their turn.
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

/// After a sleep everything is old, whatever the intervals say: some monotonic clocks sleep too.
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
    constexpr int mostDoublings = 6; // beyond, the pause is the longest
    const milliseconds pause = firstRetryPause * (1 << std::min(m_failures, mostDoublings));
    ++m_failures;
    m_retryAt = m_clock.monotonic() + std::min(pause, longestRetryPause);
    m_asked.at(static_cast<std::size_t>(area)).reset(); // is due when the pause is over
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

/// Whether this area waits for what makes calls now. A long download leaves room for a quarter of
/// the limits, and may take hours: neither the figures nor a list that is looked at wait for it.
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

/// Of the transactions only what is new: a download that was stopped, or failed in the middle, is
/// not continued unseen.
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

/// Not before all of its first calls can go at once: nothing is left half done in a queue. But a
/// list of many pages that is being refreshed uses all of the share: beside it the figures get in
/// line, else they would wait for its end.
bool AutoRefresh::hasRoom(Area area) const
{
    constexpr milliseconds longestLine = 61s; // a minute's share comes back
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

/// How much of its share of the limits the shortest pauses would use.
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
