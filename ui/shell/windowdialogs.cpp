// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/windowdialogs.h"

#include "models/accounts/accountsession.h"
#include "models/accounts/openaccounts.h"
#include "models/export/checkresulttext.h"
#include "models/sync/ledgercheck.h"
#include "models/text/format.h"
#include "ui/base/confirmdialog.h"
#include "ui/export/exportdialog.h"
#include "ui/orders/topupdialog.h"
#include "ui/shell/aboutdialog.h"
#include "ui/shell/pagedeck.h"
#include "ui/shell/settingsdialog.h"
#include "ui/shell/sheetstack.h"
#include "ui/shell/shortcutsdialog.h"

namespace relaybook {

WindowDialogs::WindowDialogs(Theme &theme, Settings &settings, SheetStack &sheets, PageDeck &pages,
                             QObject *parent)
    : QObject(parent)
    , m_theme(theme)
    , m_settings(settings)
    , m_sheets(sheets)
    , m_pages(pages)
{
}

void WindowDialogs::setAccount(const WindowAccount &account)
{
    m_account = account;
}

void WindowDialogs::openTopUp(const QString &trafficType, std::optional<TrafficAmount> amount,
                              std::optional<TrafficAmount> proposed)
{
    if (m_account.account == nullptr) {
        return;
    }
    if (auto *open = m_sheets.shown<TopUpDialog>(); open != nullptr) {
        open->activateWindow();
        return;
    }
    const PageContext context{*m_account.account, m_theme, m_settings};
    auto *dialog = new TopUpDialog(context, trafficType, m_sheets.top());
    if (amount) {
        dialog->setAmount(*amount);
    } else if (proposed) {
        dialog->propose(*proposed);
    }
    connect(dialog, &TopUpDialog::orderPlaced, this, &WindowDialogs::orderPlaced);
    SheetStack::open(dialog);
}

void WindowDialogs::openExport()
{
    if (m_account.account == nullptr || m_sheets.top() != &m_sheets.window()) {
        return;
    }
    std::vector<ExportView> views;
    ExportWhat first =
        m_account.account->summary().hasPersonal ? ExportWhat::Transactions : ExportWhat::SubUsers;
    for (const Page *page : m_pages.all()) {
        if (auto view = page->exportView()) {
            view->inFront = page == m_pages.current();
            first = view->inFront ? view->what : first;
            views.push_back(std::move(*view));
        }
    }
    const LedgerCheckResult &verdict = m_account.account->ledger().check().verdict();
    if (verdict.state == LedgerCheckResult::Broken || verdict.state == LedgerCheckResult::Unclear) {
        ExportView breaks;
        breaks.what = ExportWhat::Breaks;
        breaks.table = breaksTable(verdict);
        views.push_back(std::move(breaks));
    }
    SheetStack::open(new ExportDialog({*m_account.account, m_theme, m_settings}, std::move(views),
                                      first, &m_sheets.window()));
}

void WindowDialogs::openSettings(const QString &name)
{
    auto *dialog = m_sheets.shown<SettingsDialog>();
    if (dialog == nullptr) {
        dialog = new SettingsDialog({m_theme, m_settings, m_warnings}, m_sheets.top());
        connect(dialog, &SettingsDialog::wanted, this, &WindowDialogs::settingsActionWanted,
                Qt::QueuedConnection); // it may close the dialog
        if (m_accounts != nullptr) {
            const auto show = [this, dialog] { dialog->setAccounts(m_accounts->entries()); };
            show();
            connect(m_accounts, &OpenAccounts::changed, dialog, show);
        }
        SheetStack::open(dialog);
    }
    dialog->goTo(name);
}

void WindowDialogs::openAbout()
{
    SheetStack::open(new AboutDialog(m_theme, m_sheets.top()));
}

void WindowDialogs::openShortcuts(const std::vector<QMenu *> &menus)
{
    SheetStack::open(new ShortcutsDialog(m_theme, menus, m_sheets.top()));
}

void WindowDialogs::confirmLoadAgain()
{
    if (m_account.account == nullptr || m_account.account->isOffline()) {
        return;
    }
    const AccountLedger::CheckCost cost = m_account.account->ledger().costOfCheck();
    const auto time = std::chrono::ceil<std::chrono::seconds>(cost.time);
    const ConfirmDialog::Question question{
        QStringLiteral("loadAgainDialog"),
        tr("Load everything again?"),
        tr("Relaybook sets the stored transactions, proxies and sub-users aside and loads them "
           "again: %1 requests for the transactions alone, which take %2. Orders, drafts, earlier "
           "notes, added ids and acknowledged findings are kept. Earlier versions of changed "
           "transactions, removed transactions and the traffic of past days are only in the file "
           "that is set aside.")
            .arg(format::count(cost.calls), format::duration(time)),
        tr("Load everything again"),
    };
    auto *dialog = new ConfirmDialog(m_theme, question, m_sheets.top());
    connect(dialog, &QDialog::accepted, m_account.account, &AccountSession::loadEverythingAgain);
    SheetStack::open(dialog);
}

void WindowDialogs::confirmReset()
{
    const ConfirmDialog::Question question{
        QStringLiteral("resetSandboxDialog"),
        tr("Reset the sandbox?"),
        tr("This deletes everything you did in the sandbox (notes, changed proxies, purchases) and "
           "restores its sample data. It cannot be undone. Your own accounts are not affected."),
        tr("Reset the sandbox"),
    };
    auto *dialog = new ConfirmDialog(m_theme, question, m_sheets.top());
    connect(dialog, &QDialog::accepted, this, &WindowDialogs::sandboxResetConfirmed,
            Qt::QueuedConnection);
    SheetStack::open(dialog);
}

} // namespace relaybook
