// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/accounts/accountremoval.h"

#include "models/accounts/accountopener.h"
#include "models/accounts/localaccounts.h"
#include "models/accounts/openaccount.h"
#include "models/buying/purchasedesk.h"
#include "models/secrets/keychain.h"
#include "models/store/accountkey.h"
#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"

#include <QPointer>

namespace relaybook {

AccountRemoval::AccountRemoval(const AccountParts &parts, LocalAccounts &list,
                               AccountOpener &opener)
    : m_parts(parts)
    , m_list(list)
    , m_opener(opener)
    , m_folders(parts.dataDir)
{
    connect(&m_folders, &RemovedFolders::failed, this, &AccountRemoval::problem);
}

QString AccountRemoval::whyNotSignOut(const QString &key) const
{
    const OpenAccount *account = m_list.find(key);
    if (account != nullptr && account->isOpening()) {
        return AccountOpener::whyNotWhileOpening(*account);
    }
    if (account == nullptr || !account->isOpen() ||
        account->session()->orderCounts().underWay() == 0) {
        return {};
    }
    return isOnlyServingUnderWay(key)
               ? tr("A change of this account's sub-users is on its way. Wait until its result is "
                    "known.")
               : tr("An order of this account is on its way. Wait until its result is known.");
}

bool AccountRemoval::isOnlyServingUnderWay(const QString &key) const
{
    const OpenAccount *account = m_list.find(key);
    return account != nullptr && !account->isOpening() && account->isOpen() &&
           account->session()->purchases().underWay() == nullptr &&
           !account->session()->creating().isUnderWay() &&
           account->session()->serving().isUnderWay();
}

QString AccountRemoval::whyNotRemove(const QString &key) const
{
    const AccountEntry *found = m_list.entry(key);
    const OpenAccount *account = m_list.find(key);
    const auto problem = account != nullptr && account->isOpen()
                             ? account->session()->orders().problem()
                             : std::nullopt;
    if (problem && problem->isOfJournal()) {
        return tr("The orders of this account cannot be read, so nobody knows whether the result "
                  "of one is unknown. Activity says what is wrong with their file.");
    }
    if (found != nullptr && found->unknownOrders > 0) {
        return tr("The result of %1 orders of this account is unknown. Their evidence would be "
                  "lost: decide them on the Activity page first.",
                  nullptr, found->unknownOrders)
            .arg(format::count(found->unknownOrders));
    }
    return whyNotSignOut(key);
}

void AccountRemoval::countOrders(const QString &key, QObject *guard, const OrdersHandler &handler)
{
    const OpenAccount *account = m_list.find(key);
    if (account != nullptr && account->isOpen() && account->session()->orders().isReady()) {
        handler(account->session()->orderCounts());
        return;
    }
    const QString folder = accountsFolder(m_parts.dataDir) + u'/' + key;
    m_counting.start([this, folder, guard = QPointer<QObject>(guard), handler] {
        const auto counted = countStoredOrders(folder);
        QMetaObject::invokeMethod(
            this,
            [guard, handler, counts = counted ? std::optional(*counted) : std::nullopt] {
                if (guard != nullptr) {
                    handler(counts);
                }
            },
            Qt::QueuedConnection);
    });
}

void AccountRemoval::signOut(const QString &key)
{
    const OpenAccount *known = m_list.find(key);
    if (known == nullptr || known->isSandbox()) {
        return;
    }
    OpenAccount *account = m_opener.openToLeave(key, true);
    if (account != nullptr && whyNotSignOut(key).isEmpty()) {
        account->signOut({});
    }
}

void AccountRemoval::remove(const QString &key)
{
    OpenAccount *account = m_opener.openToLeave(key, false);
    if (account == nullptr) {
        return;
    }
    if (!account->isOpen()) {
        finishRemoval(*account); // its orders cannot be read, so none can be decided first
        return;
    }
    const OrderJournal &journal = account->session()->orders();
    if (!journal.isReady()) {
        // Waits until its orders are read, as the result of one may be unknown.
        connect(
            &journal, &OrderJournal::changed, this, [this, key] { remove(key); },
            static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::SingleShotConnection));
        return;
    }
    if (const QString why = whyNotRemove(key); !why.isEmpty()) {
        Q_EMIT problem(why);
        return;
    }
    finishRemoval(*account);
}

void AccountRemoval::finishRemoval(OpenAccount &account)
{
    if (account.isSandbox()) {
        erase(account);
        if (const auto reset = m_parts.resetSandbox(); !reset) {
            Q_EMIT problem(reset.error().message);
        }
        return;
    }
    // The files are deleted last, because they contain the name of the keychain's entry.
    account.signOut([this, &account](const std::optional<KeychainError> &error) {
        if (error) {
            Q_EMIT problem(tr("“%1” was signed out, but not removed, because its entry could not "
                              "be removed from the keychain. Unlock or start the keychain and "
                              "remove the account again.")
                               .arg(isolated(privateText(m_list.nameOf(account)))));
            return;
        }
        if (const QString why = whyNotRemove(account.key()); !why.isEmpty()) {
            Q_EMIT problem(why); // found while the keychain was asked
            return;
        }
        erase(account);
    });
}

void AccountRemoval::erase(OpenAccount &account)
{
    const QString key = account.key();
    Q_EMIT removing(key);
    m_list.drop(account);
    m_list.updateEntries();
    Q_EMIT removed(key);
    m_folders.deleteFolder(key);
}

} // namespace relaybook
