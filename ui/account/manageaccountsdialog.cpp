// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/account/manageaccountsdialog.h"

#include "ui/account/accountlist.h"
#include "ui/account/accounttext.h"
#include "ui/theme/controlkind.h"
#include "ui/theme/theme.h"
#include "ui/widgets/card.h"
#include "ui/widgets/label.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace relaybook {

namespace {

constexpr int manageSheetWidth = 640;
constexpr int mostRows = 7;
constexpr int fewestRows = 5;
constexpr int commandGap = 8;

} // namespace

ManageAccountsDialog::ManageAccountsDialog(const Theme &theme,
                                           const std::vector<AccountEntry> &accounts,
                                           QWidget *parent)
    : SheetDialog(theme, tr("Accounts"), parent)
    , m_list(new AccountList(theme, this))
{
    setObjectName(QStringLiteral("manageAccountsDialog"));
    setSheetWidth(manageSheetWidth);
    setSubtitle(tr("Each account has its own address, sign-in and stored data on this computer."));
    build();
    setCloseOnly();
    setAccounts(accounts);
    m_list->selectShown();
    updateCommands();
    m_list->setFocus();
}

QPushButton *ManageAccountsDialog::addCommand(QVBoxLayout &column, const QString &text,
                                              const char *name, Request request)
{
    auto *button = new QPushButton(text, this);
    button->setObjectName(QLatin1String(name));
    button->setAccessibleName(text);
    button->setAutoDefault(false);
    column.addWidget(button);
    connect(button, &QPushButton::clicked, this, [this, request] {
        Q_EMIT(this->*request)(m_list->currentKey());
    });
    return button;
}

void ManageAccountsDialog::build()
{
    auto *card = new Card(theme(), this);
    auto *inside = new QVBoxLayout(card);
    inside->setContentsMargins(4, 4, 4, 4);
    inside->addWidget(m_list);
    auto *commands = new QVBoxLayout;
    commands->setSpacing(commandGap);
    m_show = addCommand(*commands, tr("Show"), "showAccount", &ManageAccountsDialog::showRequested);
    m_rename =
        addCommand(*commands, tr("Rename…"), "rename", &ManageAccountsDialog::renameRequested);
    m_settings = addCommand(*commands, tr("Settings…"), "accountSettings",
                            &ManageAccountsDialog::settingsRequested);
    m_check = addCommand(*commands, tr("Check connection…"), "checkConnection",
                         &ManageAccountsDialog::checkRequested);
    m_signOut =
        addCommand(*commands, tr("Sign out…"), "signOut", &ManageAccountsDialog::signOutRequested);
    m_remove =
        addCommand(*commands, tr("Remove…"), "remove", &ManageAccountsDialog::removeRequested);
    setButtonKind(*m_remove, ButtonKind::Danger);
    commands->addStretch(1);
    auto *row = new QHBoxLayout;
    row->setSpacing(12);
    row->addWidget(card, 1);
    row->addLayout(commands);
    contentLayout()->addLayout(row);
    m_problem = new Label(theme(), Role::QuietText, TextStyle::Caption, this);
    m_problem->setObjectName(QStringLiteral("accountProblem"));
    m_problem->setWordWrap(true);
    contentLayout()->addWidget(m_problem);
    auto *add = new QPushButton(theme().icon(Icon::Plus), tr("Add account…"), this);
    add->setObjectName(QStringLiteral("addAccount"));
    add->setAccessibleName(add->text());
    add->setAutoDefault(false);
    addFooterWidget(add);
    connect(add, &QPushButton::clicked, this, &ManageAccountsDialog::addRequested);
    connect(m_list, &AccountList::currentMoved, this, &ManageAccountsDialog::updateCommands);
    connect(m_list, &AccountList::chosen, this, &ManageAccountsDialog::showRequested);
}

void ManageAccountsDialog::setAccounts(const std::vector<AccountEntry> &accounts)
{
    const int before = m_list->currentIndex().row();
    m_list->setAccounts(accounts);
    const int rows = std::clamp(static_cast<int>(accounts.size()), fewestRows, mostRows);
    m_list->setFixedHeight(m_list->heightOf(rows));
    if (!m_list->currentIndex().isValid() && !accounts.empty()) {
        const int last = static_cast<int>(accounts.size()) - 1; // removed: selects the next one
        m_list->setCurrentIndex(m_list->model()->index(std::clamp(before, 0, last), 0));
    }
    updateCommands();
}

void ManageAccountsDialog::select(const QString &key)
{
    m_list->setCurrentKey(key);
}

void ManageAccountsDialog::setCanCheck(bool can)
{
    m_canCheck = can;
    updateCommands();
}

void ManageAccountsDialog::updateCommands()
{
    const AccountEntry *account = m_list->currentAccount();
    const bool any = account != nullptr;
    const bool signedOut = any && (account->access == AccountAccess::SignedOut ||
                                   (account->isUnreadable && account->isSignedOut));
    m_show->setEnabled(any && !account->isShown);
    const bool usable = any && !isOpeningData(account->access);
    m_rename->setEnabled(usable);
    // The sandbox runs on this computer: it is reached without a proxy.
    m_settings->setEnabled(usable);
    m_check->setEnabled(any && m_canCheck && account->access != AccountAccess::Offline);
    m_signOut->setEnabled(usable && !account->isSandbox && !account->isNameless && !signedOut);
    m_signOut->setToolTip(any && account->isSandbox ? tr("The sandbox needs no sign-in.")
                                                    : QString());
    m_remove->setEnabled(usable);
    m_problem->setText(any ? account->problem : QString());
    m_problem->setVisible(!m_problem->text().isEmpty());
}

} // namespace relaybook
