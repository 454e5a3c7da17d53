// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/accounts/accountopener.h"

#include "models/accounts/localaccounts.h"
#include "models/accounts/openaccount.h"
#include "models/attention/attentiondesk.h"

#include <utility>

namespace relaybook {

void AccountOpener::open(OpenAccount &account, const Handler &then, bool hasSignIn)
{
    if (account.isOpen()) {
        then({});
        return;
    }
    const bool isFirst = !account.isOpening();
    account.open(hasSignIn, [this, &account, then, hasSignIn, isFirst](const auto &opened) {
        if (isFirst) {
            whenOpened(account);
        }
        if (opened && !account.isOpen()) {
            open(account, then, hasSignIn); // another caller has closed it
        } else {
            then(opened);
        }
    });
}

void AccountOpener::whenOpened(OpenAccount &account)
{
    if (account.isOpen()) {
        account.session()->autoRefresh().setEnabled(m_autoRefresh);
        account.session()->attention().setLimits(m_attention);
        account.session()->setInBackground(true);
        if (m_started) {
            account.session()->start();
        }
    } else {
        Q_EMIT failed(account.key());
    }
}

void AccountOpener::reportFailure(OpenAccount &account, const Result<void> &opened)
{
    if (!opened && !account.isFailureReported()) {
        account.noteFailureReported();
        Q_EMIT problem(opened.error().message);
    }
}

void AccountOpener::openOrReport(OpenAccount &account, const std::function<void()> &then,
                                 bool hasSignIn)
{
    const auto whenOpen = [this, &account, then](const Result<void> &opened) {
        if (account.isOpen()) {
            then();
        } else {
            reportFailure(account, opened);
        }
    };
    open(account, whenOpen, hasSignIn);
}

QString AccountOpener::whyNotWhileOpening(const OpenAccount &account)
{
    return account.entry().access == AccountAccess::ReadingLog
               ? tr("The stored data of this account is being read. Wait until that is done.")
               : tr("The stored data of this account is being updated. Wait until that is done.");
}

OpenAccount *AccountOpener::tryToOpen(const QString &key, bool hasSignIn)
{
    OpenAccount *account = m_list.find(key);
    if (account == nullptr || account->isOpening()) {
        return account;
    }
    const auto isLater = std::make_shared<bool>(false);
    const auto whenOpen = [account, hasSignIn, isLater](const auto &) {
        if (*isLater && hasSignIn) {
            account->readKeychain(); // no sign-in follows
        }
    };
    open(*account, whenOpen, hasSignIn);
    *isLater = true;
    return account;
}

void AccountOpener::reportWhyNotOpen(const OpenAccount &account)
{
    Q_EMIT problem(account.isOpening() ? whyNotWhileOpening(account) : account.entry().problem);
}

OpenAccount *AccountOpener::openToChange(const QString &key)
{
    OpenAccount *account = tryToOpen(key, false);
    if (account == nullptr || account->isOpen()) {
        return account;
    }
    reportWhyNotOpen(*account);
    return nullptr;
}

OpenAccount *AccountOpener::openToLeave(const QString &key, bool hasSignIn)
{
    const OpenAccount *found = m_list.find(key);
    const bool wasUnreadable = found != nullptr && found->isUnreadable();
    OpenAccount *account = tryToOpen(key, hasSignIn);
    if (account == nullptr || account->isOpen() || (wasUnreadable && account->isUnreadable())) {
        return account;
    }
    reportWhyNotOpen(*account);
    return nullptr;
}

void AccountOpener::setAutoRefresh(bool enabled)
{
    m_autoRefresh = enabled;
    for (const auto &account : m_list.accounts()) {
        if (account->isOpen()) {
            account->session()->autoRefresh().setEnabled(enabled);
        }
    }
}

void AccountOpener::setAttentionLimits(const AttentionLimits &limits)
{
    m_attention = limits;
    for (const auto &account : m_list.accounts()) {
        if (account->isOpen()) {
            account->session()->attention().setLimits(limits);
        }
    }
}

bool AccountOpener::start()
{
    return !std::exchange(m_started, true);
}

} // namespace relaybook
