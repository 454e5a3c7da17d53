// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/windowstatus.h"

#include "models/accounts/accountsession.h"
#include "models/accounts/openaccounts.h"
#include "models/text/format.h"
#include "ui/shell/pagedeck.h"
#include "ui/shell/statusstrip.h"

#include <algorithm>
#include <utility>

namespace relaybook {

namespace {

using namespace std::chrono_literals;

constexpr auto statusTick = 1s;

Instant now()
{
    return SystemClock().now();
}

QString timeUntil(Instant until)
{
    return format::timeLeft(until - now());
}

QString runningText(const LedgerProgress &ledger)
{
    if (ledger.total <= 0) {
        return WindowStatus::tr("Loading transactions…");
    }
    const QString held = format::count(ledger.held);
    const QString total = format::count(ledger.total);
    if (!ledger.remaining) {
        return WindowStatus::tr("Loading transactions: %1 of %2").arg(held, total);
    }
    return WindowStatus::tr("Loading transactions: %1 of %2, %3 left")
        .arg(held, total, format::duration(*ledger.remaining));
}

QString waitingText(Instant until)
{
    return WindowStatus::tr("Limit on requests reached: resuming in %1").arg(timeUntil(until));
}

struct Task
{
    QString text; // empty: nothing to report
    StatusStrip::Pause pause = StatusStrip::Pause::Not;
};

Task taskOf(const LedgerProgress &ledger)
{
    switch (ledger.state) {
    case LedgerProgress::Running:
        if (!isShownRunning(ledger)) {
            break;
        }
        return {runningText(ledger), StatusStrip::Pause::CanPause};
    case LedgerProgress::Paused:
        return {WindowStatus::tr("Paused: %1 of %2 transactions loaded")
                    .arg(format::count(ledger.held), format::count(ledger.total)),
                StatusStrip::Pause::CanGoOn};
    case LedgerProgress::Waiting:
        if (ledger.error && ledger.waitingUntil) {
            return {WindowStatus::tr("Loading transactions failed: trying again in %1")
                        .arg(timeUntil(*ledger.waitingUntil))};
        }
        return {ledger.waitingUntil ? waitingText(*ledger.waitingUntil) : QString()};
    case LedgerProgress::Failed:
        if (ledger.error && ledger.error->kind == ErrorKind::TokenUnavailable) {
            return {}; // signed out or locked: nothing failed, and the notices say so
        }
        return {WindowStatus::tr("Loading transactions failed"), StatusStrip::Pause::CanGoOn};
    case LedgerProgress::Idle:
        if (ledger.total > 0 && ledger.held < ledger.total) { // cancelled
            return {WindowStatus::tr("Cancelled: %1 of %2 transactions loaded, new ones are not")
                        .arg(format::count(ledger.held), format::count(ledger.total)),
                    StatusStrip::Pause::CanOnlyGoOn};
        }
        break;
    case LedgerProgress::Complete:
    case LedgerProgress::Incomplete:
        break;
    }
    return {};
}

std::optional<double> shareOf(const LedgerProgress &ledger)
{
    return ledger.total > 0 ? std::optional(double(ledger.held) / double(ledger.total))
                            : std::nullopt;
}

/// Whether the service answers, but not with what was asked for.
bool isFailing(const AreaStatus &status)
{
    const bool isCancelled = status.error && status.error->kind == ErrorKind::Cancelled;
    return status.state == AreaStatus::Failed && !isCancelled;
}

} // namespace

WindowStatus::WindowStatus(StatusStrip &strip, const PageDeck &pages, QObject *parent)
    : QObject(parent)
    , m_strip(strip)
    , m_pages(pages)
{
    m_timer.setInterval(statusTick);
    connect(&m_timer, &QTimer::timeout, this, &WindowStatus::update);
    connect(&strip, &StatusStrip::cancelTaskWanted, this, &WindowStatus::cancelTask);
}

void WindowStatus::setAccount(const WindowAccount &account)
{
    if (m_account.account != nullptr) {
        m_account.account->disconnect(this);
        m_account.account->ledger().disconnect(this);
    }
    m_account = account;
    m_reachable.reset();
    m_waits.clear();
    if (const AccountSession *session = m_account.account; session != nullptr) {
        connect(session, &AccountSession::summaryChanged, this, &WindowStatus::update);
        connect(session, &AccountSession::areaChanged, this, &WindowStatus::update);
        connect(&session->ledger(), &AccountLedger::changed, this, &WindowStatus::update);
    }
    m_timer.start();
}

void WindowStatus::setAccess(AccountAccess access)
{
    if (std::exchange(m_access, access) != access) {
        update();
    }
}

void WindowStatus::setReachable(bool reachable)
{
    m_reachable = reachable;
    update();
    Q_EMIT reachableChanged(reachable);
}

void WindowStatus::showWaiting(TokenKind token, Instant until)
{
    m_waits.insert(token, SystemClock().monotonic() + (until - now()));
    update();
}

void WindowStatus::update()
{
    updateConnection();
    updateTask();
    updateFact();
}

std::optional<bool> WindowStatus::reachable() const
{
    if (m_reachable) {
        return m_reachable;
    }
    // Until the connection reports something, the last loading result is shown.
    const AreaStatus status = m_account.account->status(currentArea());
    if (status.state == AreaStatus::Loaded) {
        return true;
    }
    if (status.state == AreaStatus::Failed && status.error) {
        return status.error->httpStatus != 0;
    }
    return std::nullopt;
}

Area WindowStatus::currentArea() const
{
    return m_pages.current() != nullptr ? m_pages.current()->area() : Area::Account;
}

void WindowStatus::updateConnection()
{
    const AccountSession *account = m_account.account;
    if (account == nullptr) {
        m_strip.setConnection(Tone::Quiet, tr("No account is open"));
        m_strip.setAsOf({});
        return;
    }
    if (m_account.offline) {
        m_strip.setConnection(Tone::Warning, tr("Offline"));
    } else if (account->isOffline() || isWithoutToken(m_access)) {
        m_strip.setConnection(Tone::Warning, tr("Not signed in"));
    } else if (m_access == AccountAccess::ReadingKeychain) {
        m_strip.setConnection(Tone::Quiet, tr("Waiting for the keychain…"));
    } else if (const auto there = reachable(); !there) {
        m_strip.setConnection(Tone::Quiet, tr("Connecting…"));
    } else if (*there && isFailing(account->status(currentArea()))) {
        m_strip.setConnection(Tone::Warning, tr("Loading failed"));
    } else if (*there) {
        m_strip.setConnection(Tone::Good, tr("Connected"));
    } else {
        m_strip.setConnection(Tone::Bad, tr("The service cannot be reached"));
    }
    const AreaStatus status = account->status(currentArea());
    if (status.state == AreaStatus::Loading) {
        m_strip.setAsOf(tr("Updating…"));
    } else {
        m_strip.setAsOf(status.asOf ? format::updated(*status.asOf, now()) : QString());
    }
}

void WindowStatus::updateTask()
{
    const LedgerProgress ledger =
        m_account.account != nullptr ? m_account.account->ledger().progress() : LedgerProgress{};
    const Task task = taskOf(ledger);
    const auto until = waitingUntil();
    m_strip.setTaskPause(task.pause);
    if (until && ledger.state != LedgerProgress::Waiting) {
        m_strip.setTask(waitingText(*until),
                        std::nullopt); // this wait is not about the ledger
    } else if (task.text.isEmpty()) {
        m_strip.clearTask();
    } else {
        m_strip.setTask(task.text, shareOf(ledger));
    }
}

// The end of the longest wait for a limit; empty if there is none.
std::optional<Instant> WindowStatus::waitingUntil() const
{
    std::chrono::milliseconds longest{0};
    for (const auto ends : m_waits) {
        longest = std::max(longest, ends - SystemClock().monotonic());
    }
    return longest.count() > 0 ? std::optional(now() + longest) : std::nullopt;
}

// Cancels what the status strip shows: loading the ledger, and lists that wait for a limit.
void WindowStatus::cancelTask()
{
    if (m_account.account == nullptr) {
        return;
    }
    if (waitingUntil()) {
        m_account.account->cancelRefresh();
    }
    Q_EMIT cancelLedgerRequested();
    m_waits.clear();
    update();
}

void WindowStatus::updateFact()
{
    if (m_account.account == nullptr) {
        m_strip.setFact({});
        return;
    }
    const AccountSummary &summary = m_account.account->summary();
    const qint64 unreadable = summary.unreadableTransactions;
    const qint64 stored = summary.transactions + unreadable;
    const qint64 total = summary.transactionsTotal.value_or(stored);
    if (!summary.ledger.complete && total > stored) {
        m_strip.setFact(tr("%1 of %2 transactions stored on this computer")
                            .arg(format::count(stored), format::count(total)));
    } else if (unreadable > 0) {
        m_strip.setFact(tr("%1 transactions stored on this computer, %2 of them unreadable")
                            .arg(format::count(stored), format::count(unreadable)));
    } else {
        m_strip.setFact(
            tr("%1 transactions stored on this computer", nullptr, static_cast<int>(stored))
                .arg(format::count(stored)));
    }
}

} // namespace relaybook
