// SPDX-License-Identifier: GPL-3.0-or-later
// The window's status strip and its messages.
#include "models/format.h"
#include "ui/base/errortext.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/pagedeck.h"
#include "ui/shell/statusstrip.h"
#include "ui/shell/windowactions.h"
#include "ui/widgets/banner.h"

#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace relaybook {

namespace {

Instant now()
{
    return SystemClock().now();
}

QString secondsUntil(Instant until)
{
    const auto left = std::chrono::ceil<std::chrono::seconds>(until - now());
    return MainWindow::tr("%Ln s", nullptr, std::max(0, int(left.count())));
}

QString runningText(const LedgerProgress &ledger)
{
    if (ledger.total <= 0) {
        return MainWindow::tr("Reading transactions…");
    }
    const QString held = format::count(ledger.held);
    const QString total = format::count(ledger.total);
    if (!ledger.remaining) {
        return MainWindow::tr("Reading transactions: %1 of %2").arg(held, total);
    }
    return MainWindow::tr("Reading transactions: %1 of %2, %3 left")
        .arg(held, total, format::duration(*ledger.remaining));
}

QString waitingText(Instant until)
{
    return MainWindow::tr("The service asks for a pause: going on in %1").arg(secondsUntil(until));
}

struct Task
{
    QString text; // empty: there is nothing to tell
    StatusStrip::Pause pause = StatusStrip::Pause::Not;
};

Task taskOf(const LedgerProgress &ledger)
{
    switch (ledger.state) {
    case LedgerProgress::Running:
        return {runningText(ledger), StatusStrip::Pause::CanPause};
    case LedgerProgress::Paused:
        return {MainWindow::tr("Paused: %1 of %2 transactions read")
                    .arg(format::count(ledger.held), format::count(ledger.total)),
                StatusStrip::Pause::CanGoOn};
    case LedgerProgress::Waiting:
        if (ledger.error && ledger.waitingUntil) {
            return {MainWindow::tr("Reading transactions failed: trying again in %1")
                        .arg(secondsUntil(*ledger.waitingUntil))};
        }
        return {ledger.waitingUntil ? waitingText(*ledger.waitingUntil) : QString()};
    case LedgerProgress::Failed:
        return {MainWindow::tr("Reading transactions failed"), StatusStrip::Pause::CanGoOn};
    case LedgerProgress::Idle:
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

} // namespace

void MainWindow::setReachable(bool reachable)
{
    m_reachable = reachable;
    updateStatus();
}

void MainWindow::showWaiting(TokenKind token, Instant until)
{
    m_waits.insert(token, SystemClock().monotonic() + (until - now()));
    updateStatus();
}

void MainWindow::updateStatus()
{
    updateConnection();
    updateTask();
    updateFact();
}

std::optional<bool> MainWindow::reachable() const
{
    if (m_reachable) {
        return m_reachable;
    }
    // Before the connection has said anything, the last reading has.
    const AreaStatus status = m_account.account->status(currentArea());
    if (status.state == AreaStatus::Loaded) {
        return true;
    }
    if (status.state == AreaStatus::Failed && status.error) {
        return status.error->httpStatus != 0;
    }
    return std::nullopt;
}

Area MainWindow::currentArea() const
{
    const QString page = m_pages->currentWidget()->objectName();
    if (page == QLatin1String("proxiesPage")) {
        return Area::Proxies;
    }
    if (page == QLatin1String("subUsersPage")) {
        return Area::SubUsers;
    }
    return page == QLatin1String("transactionsPage") ? Area::Transactions : Area::Account;
}

void MainWindow::updateConnection()
{
    const AccountSession *account = m_account.account;
    if (account == nullptr) {
        m_status->setConnection(Tone::Quiet, tr("No account is open"));
        m_status->setAsOf({});
        return;
    }
    if (m_account.offline) {
        m_status->setConnection(Tone::Warning, tr("Offline"));
    } else if (account->isOffline()) {
        m_status->setConnection(Tone::Warning, tr("Not signed in"));
    } else if (const auto there = reachable(); !there) {
        m_status->setConnection(Tone::Quiet, tr("Connecting…"));
    } else if (*there) {
        m_status->setConnection(Tone::Good, tr("Connected"));
    } else {
        m_status->setConnection(Tone::Bad, tr("The service cannot be reached"));
    }
    const AreaStatus status = account->status(currentArea());
    if (status.state == AreaStatus::Loading) {
        m_status->setAsOf(tr("Updating…"));
    } else {
        m_status->setAsOf(status.asOf ? tr("Updated %1").arg(format::ago(*status.asOf, now()))
                                      : QString());
    }
}

void MainWindow::updateTask()
{
    const LedgerProgress ledger =
        m_account.account != nullptr ? m_account.account->ledger().progress() : LedgerProgress{};
    const Task task = taskOf(ledger);
    const auto until = waitingUntil();
    m_status->setTaskPause(task.pause);
    if (until && ledger.state != LedgerProgress::Waiting) {
        m_status->setTask(waitingText(*until),
                          std::nullopt); // how far the ledger is has no part in it
    } else if (task.text.isEmpty()) {
        m_status->clearTask();
    } else {
        m_status->setTask(task.text, shareOf(ledger));
    }
}

// The last of them, while there is one.
std::optional<Instant> MainWindow::waitingUntil() const
{
    std::chrono::milliseconds longest{0};
    for (const auto ends : m_waits) {
        longest = std::max(longest, ends - SystemClock().monotonic());
    }
    return longest.count() > 0 ? std::optional(now() + longest) : std::nullopt;
}

// What the strip tells of is let go: the ledger's reading, and lists that wait for a limit.
void MainWindow::cancelTask()
{
    if (m_account.account == nullptr) {
        return;
    }
    if (waitingUntil()) {
        m_account.account->cancelRefresh();
    }
    m_actions->cancelLoading->trigger();
    m_waits.clear();
    updateStatus();
}

void MainWindow::updateFact()
{
    if (m_account.account == nullptr) {
        m_status->setFact({});
        return;
    }
    const AccountSummary &summary = m_account.account->summary();
    const qint64 total = summary.transactionsTotal.value_or(summary.transactions);
    const QString stored = format::count(summary.transactions);
    if (total > summary.transactions) {
        m_status->setFact(
            tr("%1 of %2 transactions stored on this computer").arg(stored, format::count(total)));
    } else {
        m_status->setFact(
            tr("%Ln transactions stored on this computer", nullptr, int(summary.transactions)));
    }
}

void MainWindow::showProblem(const QString &sentence)
{
    showNotice(Tone::Bad, sentence);
}

Banner *MainWindow::showNotice(Tone tone, const QString &sentence)
{
    for (int i = 0; i < m_notices->count(); ++i) {
        auto *said = qobject_cast<Banner *>(m_notices->itemAt(i)->widget());
        if (said != nullptr && said->lead() == sentence && !said->isHidden()) {
            return said; // and not dismissed yet
        }
    }
    auto *banner = new Banner(m_theme, Banner::Shape::Inline, centralWidget());
    banner->setObjectName(QStringLiteral("notice%1").arg(++m_noticeCount));
    banner->setMessage(tone, sentence);
    banner->setDismissible(true);
    connect(banner, &Banner::dismissed, banner, &QObject::deleteLater);
    m_notices->addWidget(banner);
    banner->show();
    return banner;
}

void MainWindow::showNotices()
{
    for (const QString &message : m_account.account->notices().all()) {
        showNotice(Tone::Warning, message);
    }
    if (const auto problem = m_account.account->notices().keepProblem()) {
        offerToSetKeepFileAside(*problem);
    }
}

void MainWindow::offerToSetKeepFileAside(const QString &problem)
{
    Banner *banner = showNotice(Tone::Warning, problem);
    banner->clearLinks();
    auto *aside = banner->addLink(tr("Set the file aside and begin a new one"),
                                  QStringLiteral("setKeepFileAside"));
    m_keepFileNotice = banner;
    connect(aside, &QPushButton::clicked, this, [this, banner] {
        const auto old = m_account.account->notices().setKeepFileAside();
        banner->deleteLater();
        if (old) {
            showNotice(Tone::Good, tr("The old file is now %1.").arg(*old));
        } else {
            showNotice(Tone::Bad, errorText(old.error()).title);
        }
    });
}

} // namespace relaybook
