// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/http/pacer.h"

#include "api/http/logging.h"

#include <algorithm>

namespace relaybook {
namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

constexpr milliseconds minute = 1min;
constexpr milliseconds hour = 1h;
constexpr milliseconds day = 24h;
/// How long Lane::Refresh pauses after the service has refused a call.
constexpr milliseconds restAfterRefusal = 5min;

/// The window that an announced limit belongs to: the one with the same limit, otherwise the
/// shortest. The header does not name it.
RateWindow &windowOf(std::vector<RateWindow> &windows, qint64 limit)
{
    const auto same =
        std::find_if(windows.begin(), windows.end(),
                     [limit](const RateWindow &window) { return window.documented() == limit; });
    return same == windows.end() ? windows.front() : *same;
}

} // namespace

Budget budgetOf(const Request &request)
{
    if (request.path.startsWith(QLatin1String("/reseller/"))) {
        return Budget::Reseller;
    }
    if (request.path.startsWith(QLatin1String("/v1/geo/"))) {
        return Budget::Geo;
    }
    return request.token == TokenKind::None ? Budget::SignIn : Budget::Personal;
}

// ---------------------------------------------------------------------------------- RateWindow

RateWindow::RateWindow(milliseconds length, qint64 limit)
    : m_length(length)
    , m_documented(limit)
    , m_limit(limit)
{
}

qint64 RateWindow::slotNumber(milliseconds now) const
{
    return now.count() / (m_length.count() / slotCount);
}

qint64 RateWindow::used(milliseconds now) const
{
    const qint64 newest = slotNumber(now);
    qint64 calls = 0;
    for (const Slot &slot : m_slots) {
        const bool within = slot.number >= newest - slotCount && slot.number <= newest;
        calls += within ? slot.calls : 0;
    }
    return calls;
}

void RateWindow::count(milliseconds now, qint64 calls)
{
    const qint64 number = slotNumber(now);
    Slot &slot = m_slots.at(static_cast<std::size_t>(number % (slotCount + 1)));
    if (slot.number != number) {
        slot = {number, 0};
    }
    slot.calls += calls;
}

milliseconds RateWindow::waitForRoom(milliseconds now, qint64 limit) const
{
    qint64 calls = used(now);
    if (calls < limit) {
        return 0ms;
    }
    const qint64 newest = slotNumber(now);
    const qint64 slotLength = m_length.count() / slotCount;
    for (qint64 number = newest - slotCount; number <= newest; ++number) {
        const Slot &slot =
            m_slots.at(static_cast<std::size_t>((number + slotCount + 1) % (slotCount + 1)));
        calls -= slot.number == number ? slot.calls : 0;
        if (calls < limit) {
            return milliseconds((number + slotCount + 1) * slotLength) - now;
        }
    }
    return m_length;
}

// --------------------------------------------------------------------------------------- Pacer

Pacer::Pacer(const Clock &clock)
    : m_clock(clock)
{
    // The published limits (contract section 1), until the service's headers give others.
    account(Budget::Personal).windows = {{minute, 60}, {hour, 1'000}, {day, 10'000}};
    account(Budget::Reseller).windows = {{minute, 120}, {hour, 3'000}};
    account(Budget::SignIn).windows = {{minute, 5}};
    account(Budget::Geo).windows = {{minute, 30}};
    for (Account &each : m_accounts) {
        each.refreshed = each.windows;
    }
}

/// If the service announces less than the documented limit, all windows are reduced in proportion,
/// because the header is about one window only.
qint64 Pacer::refreshShare(const Account &account, const RateWindow &window)
{
    constexpr qint64 reportedShare = 4;
    constexpr qint64 carefulShare = 8;
    qint64 limit = std::min(window.limit(), window.documented());
    for (const RateWindow &each : account.windows) {
        if (each.limit() < each.documented()) {
            limit = std::min(limit, window.documented() * each.limit() / each.documented());
        }
    }
    return limit / (account.isReported ? reportedShare : carefulShare);
}

milliseconds Pacer::refreshPause(Budget budget) const
{
    const Account &spent = account(budget);
    milliseconds pause{1};
    for (const RateWindow &window : spent.windows) {
        const qint64 share = refreshShare(spent, window);
        pause = std::max(pause, share > 0 ? milliseconds(window.length() / share) : day);
    }
    return pause;
}

/// The part of a window that a lane leaves free. All lanes but User leave a sixth of a short window
/// and a twentieth of a long one for the user. Background also leaves a small share for Refresh, so
/// that figures are refreshed during a download.
qint64 Pacer::reserveOf(const Account &account, const RateWindow &window, Lane lane)
{
    constexpr qint64 shortShare = 6;
    constexpr qint64 longShare = 20;
    constexpr qint64 shortRefreshShare = 30; // two calls of 60 a minute
    constexpr qint64 longRefreshShare = 16;  // about one call a minute of 1,000 an hour
    if (lane == Lane::User) {
        return 0;
    }
    const bool isShort = window.length() <= minute;
    const qint64 ofUser = window.limit() / (isShort ? shortShare : longShare);
    if (lane == Lane::Refresh) {
        return ofUser;
    }
    const qint64 ofRefreshes =
        std::max<qint64>(1, window.limit() / (isShort ? shortRefreshShare : longRefreshShare));
    return ofUser + std::min(ofRefreshes, refreshShare(account, window));
}

milliseconds Pacer::timeFor(Budget budget, Lane lane, qint64 calls) const
{
    const milliseconds now = m_clock.monotonic();
    const Account &spent = account(budget);
    milliseconds time = std::max<milliseconds>(0ms, spent.blockedUntil - now);
    for (const RateWindow &window : spent.windows) {
        const qint64 most = std::max<qint64>(1, window.limit() - reserveOf(spent, window, lane));
        const qint64 used = window.used(now);
        // Calls that do not fit now wait until earlier ones leave the window. If they fill several
        // windows, they wait for one window after the other.
        const qint64 late = calls - std::max<qint64>(0, most - used);
        if (late <= 0) {
            continue;
        }
        const qint64 windowfuls = (late - 1) / most;
        const qint64 rest = late - windowfuls * most;
        const milliseconds first =
            rest <= used ? window.waitForRoom(now, used - rest + 1) : window.length();
        time = std::max<milliseconds>(time, first + windowfuls * window.length());
    }
    return time;
}

milliseconds Pacer::waitFor(Budget budget, Lane lane, qint64 calls) const
{
    const milliseconds now = m_clock.monotonic();
    const Account &spent = account(budget);
    const qint64 others = std::max<qint64>(1, calls) - 1;
    milliseconds wait = std::max<milliseconds>(0ms, spent.blockedUntil - now);
    for (const RateWindow &window : spent.windows) {
        const qint64 reserve = reserveOf(spent, window, lane) + others;
        wait =
            std::max(wait, window.waitForRoom(now, std::max<qint64>(1, window.limit() - reserve)));
    }
    if (lane == Lane::Refresh) {
        wait = std::max(wait, spent.refreshBlockedUntil - now);
        for (std::size_t i = 0; i < spent.windows.size(); ++i) {
            const qint64 share = refreshShare(spent, spent.windows.at(i)) - others;
            wait = std::max(wait, spent.refreshed.at(i).waitForRoom(now, share));
        }
    }
    return wait;
}

void Pacer::count(Budget budget, Lane lane)
{
    Account &spent = account(budget);
    const milliseconds now = m_clock.monotonic();
    for (RateWindow &window : spent.windows) {
        window.count(now, 1);
    }
    if (lane == Lane::Refresh) {
        for (RateWindow &window : spent.refreshed) {
            window.count(now, 1);
        }
    }
}

void Pacer::learn(Budget budget, const RateHeaders &headers)
{
    if (!headers.limit || *headers.limit <= 0) {
        return;
    }
    account(budget).isReported = true;
    auto &windows = account(budget).windows;
    RateWindow &named = windowOf(windows, *headers.limit);
    named.setLimit(*headers.limit);
    for (RateWindow &window : windows) {
        // The service allows more in a minute than the documented limit of an hour, so that limit
        // does not apply.
        if (window.length() > named.length()) {
            window.setLimit(std::max(window.documented(), *headers.limit));
        }
    }
    if (headers.remaining) {
        // Other programs may use the same token. Their calls are counted too.
        const milliseconds now = m_clock.monotonic();
        const qint64 used =
            *headers.limit - std::clamp<qint64>(*headers.remaining, 0, *headers.limit);
        const qint64 unseen = used - named.used(now);
        if (unseen > 0) {
            named.count(now, unseen);
        }
    }
}

void Pacer::refused(Budget budget, std::optional<std::chrono::seconds> retryAfter)
{
    const milliseconds pause = retryAfter ? milliseconds(*retryAfter) : minute;
    Account &spent = account(budget);
    spent.blockedUntil = std::max(spent.blockedUntil, m_clock.monotonic() + pause);
    spent.refreshBlockedUntil = spent.blockedUntil + restAfterRefusal;
    qCDebug(pacingLog, "the service asks to wait for %lld s", static_cast<long long>(pause / 1s));
}

const Pacer::Account &Pacer::account(Budget budget) const
{
    return m_accounts.at(static_cast<std::size_t>(budget));
}

Pacer::Account &Pacer::account(Budget budget)
{
    return m_accounts.at(static_cast<std::size_t>(budget));
}

} // namespace relaybook
