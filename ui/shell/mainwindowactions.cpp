// SPDX-License-Identifier: GPL-3.0-or-later
// What the window's commands do, and when they can be given.
#include "ui/base/settings.h"
#include "ui/ledger/transactionspage.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/pagedeck.h"
#include "ui/shell/settingsdialog.h"
#include "ui/shell/windowactions.h"
#include "ui/theme/theme.h"

#include <QAction>

namespace relaybook {

void MainWindow::connectActions()
{
    const auto when = [this](QAction *action, auto slot) {
        connect(action, &QAction::triggered, this, slot);
    };
    when(m_actions->exportRows, [this] { openExport(); });
    when(m_actions->openSettings, [this] { openSettings(); });
    when(m_actions->openDataFolder, [this] { openDataFolder(); });
    when(m_actions->quit, [this] { close(); });
    when(m_actions->connectAccount, [this] { leaveAccount([this] { openSignIn(); }); });
    when(m_actions->topUp, [this] { openTopUp({}); });
    when(m_actions->disconnectAccount, [this] { confirmDisconnect(); });
    when(m_actions->openSandbox, [this] { leaveAccount([this] { Q_EMIT sandboxRequested(); }); });
    when(m_actions->resetSandbox, [this] { confirmReset(); });
    when(m_actions->shortcuts, [this] { openShortcuts(); });
    when(m_actions->about, [this] { openAbout(); });
    when(m_actions->pauseLoading, [this] { m_account.account->ledger().pause(); });
    when(m_actions->resumeLoading, [this] { m_account.account->ledger().resume(); });
    when(m_actions->cancelLoading, [this] { m_account.account->ledger().cancel(); });
    when(m_actions->checkLedger, [this] { checkLedger(); });
    const std::pair<QAction *, Theme::Mode> looks[] = {
        {m_actions->lookSystem, Theme::Mode::System},
        {m_actions->lookLight, Theme::Mode::Light},
        {m_actions->lookDark, Theme::Mode::Dark},
    };
    for (const auto &[action, mode] : looks) {
        when(action, [this, name = appearanceName(int(mode))] {
            m_settings.setValue(Setting::Appearance, name);
        });
    }
}

void MainWindow::connectPageActions()
{
    for (std::size_t i = 0; i < m_actions->pages.size(); ++i) {
        connect(m_actions->pages.at(i), &QAction::triggered, this,
                [this, name = QString(QLatin1String(pageNames[i]))] { showPage(name); });
    }
    const std::pair<QAction *, Page::Command> commands[] = {
        {m_actions->refresh, Page::Command::Refresh},
        {m_actions->find, Page::Command::Search},
        {m_actions->copy, Page::Command::Copy},
        {m_actions->edit, Page::Command::Edit},
        {m_actions->selectAll, Page::Command::SelectAll},
        {m_actions->copyCredentials, Page::Command::CopyCredentials},
        {m_actions->toggleInspector, Page::Command::ToggleInspector},
    };
    for (const auto &[action, command] : commands) {
        connect(action, &QAction::triggered, this, [this, command = command] { perform(command); });
    }
}

void MainWindow::checkLedger()
{
    showPage(QStringLiteral("transactionsPage"));
    if (auto *page = qobject_cast<TransactionsPage *>(currentPage())) {
        page->checkLedger();
    }
}

void MainWindow::perform(Page::Command command)
{
    if (Page *page = currentPage(); page != nullptr && page->can(command)) {
        page->perform(command);
    }
}

void MainWindow::updateActions()
{
    const Page *page = currentPage();
    const auto can = [page](Page::Command command) {
        return page != nullptr && page->can(command);
    };
    m_actions->refresh->setEnabled(can(Page::Command::Refresh));
    m_actions->find->setEnabled(can(Page::Command::Search));
    m_actions->copy->setEnabled(can(Page::Command::Copy));
    m_actions->edit->setEnabled(can(Page::Command::Edit));
    m_actions->selectAll->setEnabled(can(Page::Command::SelectAll));
    m_actions->copyCredentials->setEnabled(can(Page::Command::CopyCredentials));
    m_actions->toggleInspector->setEnabled(can(Page::Command::ToggleInspector));
    for (std::size_t i = 0; i < m_actions->pages.size(); ++i) {
        QAction *action = m_actions->pages.at(i);
        action->setEnabled(page != nullptr);
        action->setChecked(page != nullptr && page->objectName() == QLatin1String(pageNames[i]));
    }
    const bool open = m_account.account != nullptr;
    const auto ledger = open ? m_account.account->ledger().progress().state : LedgerProgress::Idle;
    const bool busy = isAtWork(ledger);
    const bool stopped =
        ledger == LedgerProgress::Paused || ledger == LedgerProgress::Failed ||
        (ledger == LedgerProgress::Idle && open && !m_account.account->isOffline() &&
         m_account.account->summary().hasPersonal);
    m_actions->pauseLoading->setEnabled(ledger == LedgerProgress::Running);
    m_actions->resumeLoading->setEnabled(stopped);
    m_actions->cancelLoading->setEnabled(busy || ledger == LedgerProgress::Paused);
    m_actions->checkLedger->setEnabled(open && m_account.account->summary().transactions > 0);
    m_actions->connectAccount->setEnabled(bool(m_makeSignIn));
    m_actions->topUp->setEnabled(open);
    m_actions->exportRows->setEnabled(open);
    m_actions->disconnectAccount->setEnabled(open);
    m_actions->openSandbox->setEnabled(!(open && m_account.sandbox));
    m_actions->resetSandbox->setEnabled(open && m_account.sandbox && !m_account.offline);
}

} // namespace relaybook
