// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/accessnotices.h"

#include "ui/account/accounttext.h"
#include "ui/base/accesstext.h"
#include "ui/shell/noticestack.h"
#include "ui/widgets/banner.h"

#include <QPushButton>

namespace relaybook {

namespace {

bool isAboutSame(const AccountEntry &a, const AccountEntry &b)
{
    return a.key == b.key && a.access == b.access && a.isInKeychain == b.isInKeychain &&
           a.isBeingStored == b.isBeingStored && a.isSignedOut == b.isSignedOut &&
           a.problem == b.problem;
}

QString sentencesWithoutToken(const AccountEntry &account)
{
    const AccessText words =
        accessText(stateWithoutToken(account.access, account.isSignedOut), TokenKind::Personal);
    return AccessNotices::tr("%1. %2", "two sentences").arg(words.title, words.text);
}

/// The text if the account gives no details.
QString accessSentence(const AccountEntry &account)
{
    switch (account.access) {
    case AccountAccess::ReadingKeychain:
    case AccountAccess::KeychainLocked:
    case AccountAccess::KeychainMissing:
    case AccountAccess::SecretsUnreadable:
    case AccountAccess::OtherNetwork:
    case AccountAccess::SignedOut:
        return sentencesWithoutToken(account);
    case AccountAccess::Rejected:
        return AccessNotices::tr("The service no longer accepts the sign-in of this account. "
                                 "Stored data is shown.");
    case AccountAccess::Unusable:
        return AccessNotices::tr("The stored data of this account cannot be opened.");
    case AccountAccess::SignedIn:
        if (account.isInKeychain || account.isSandbox) {
            return {};
        }
        return account.isBeingStored
                   ? AccessNotices::tr("The keychain is asking for your permission to store the "
                                       "sign-in. Until then it is kept for this session only.")
                   : AccessNotices::tr("The sign-in is kept for this session only.");
    case AccountAccess::NotOpened:
    case AccountAccess::UpdatingData: // the page reports it itself
    case AccountAccess::ReadingLog:
    case AccountAccess::Offline:
        break;
    }
    return {};
}

bool isWithoutAccess(AccountAccess access)
{
    switch (access) {
    case AccountAccess::KeychainLocked:
    case AccountAccess::KeychainMissing:
    case AccountAccess::SecretsUnreadable:
    case AccountAccess::OtherNetwork:
    case AccountAccess::SignedOut:
        return true;
    case AccountAccess::NotOpened:
    case AccountAccess::UpdatingData:
    case AccountAccess::ReadingLog:
    case AccountAccess::ReadingKeychain:
    case AccountAccess::SignedIn:
    case AccountAccess::Rejected:
    case AccountAccess::Unusable:
    case AccountAccess::Offline:
        break;
    }
    return false;
}

bool isKeychainState(AccountAccess access)
{
    return access == AccountAccess::KeychainLocked || access == AccountAccess::KeychainMissing;
}

// Deletes the banner later, because a click on one of its links may have changed the state.
void dropBanner(QPointer<Banner> &banner)
{
    if (banner != nullptr) {
        banner->hide();
        banner->deleteLater();
        banner.clear();
    }
}

} // namespace

AccessNotices::AccessNotices(NoticeStack &notices, QObject *parent,
                             std::chrono::milliseconds patience)
    : QObject(parent)
    , m_notices(notices)
{
    m_waiting.setSingleShot(true);
    m_waiting.setInterval(patience);
    connect(&m_waiting, &QTimer::timeout, this,
            [this] { m_access = show(accessSentence(*m_account), false); });
}

void AccessNotices::showAccount(const std::optional<AccountEntry> &account, bool isAlone)
{
    m_isAlone = isAlone;
    const bool isSame = account && m_account && isAboutSame(*account, *m_account);
    const bool isOther = !account || !m_account || account->key != m_account->key;
    m_account = account;
    if (isOther) {
        m_isReachable = true;
        updateReachable();
    }
    if (!isSame) {
        updateAccess(); // a dismissed banner appears again only for another state
    }
    report();
}

void AccessNotices::report()
{
    // After that, the pages say it themselves.
    const bool isShown = m_account && !m_isDismissed;
    m_notices.setReported(
        {isShown && !m_isReachable, isShown && isWithoutAccess(m_account->access), false});
}

void AccessNotices::updateAccess()
{
    m_waiting.stop();
    dropBanner(m_access);
    m_isDismissed = false;
    if (!m_account) {
        return;
    }
    const bool isBeingStored =
        m_account->access == AccountAccess::SignedIn && m_account->isBeingStored;
    if (m_account->access == AccountAccess::ReadingKeychain || isBeingStored) {
        m_waiting.start(); // most keychains answer immediately
        return;
    }
    const QString own = accessSentence(*m_account);
    if (own.isEmpty()) {
        return;
    }
    const AccountAccess access = m_account->access;
    const QString &problem = m_account->problem;
    m_access = show(problem.isEmpty() ? own : problem, access != AccountAccess::SignedIn);
    if (isKeychainState(access)) {
        addTryAgain(*m_access);
    }
    if (access == AccountAccess::OtherNetwork) {
        auto *settings =
            m_access->addLink(tr("Account settings…"), QStringLiteral("noticeAccountSettings"));
        connect(settings, &QPushButton::clicked, this, &AccessNotices::settingsRequested);
    } else if (access != AccountAccess::SignedIn && access != AccountAccess::Unusable) {
        addSignIn(*m_access);
    }
}

void AccessNotices::addTryAgain(Banner &banner)
{
    auto *again = banner.addLink(tr("Try again"), QStringLiteral("readKeychainAgain"));
    connect(again, &QPushButton::clicked, this, &AccessNotices::tryAgainRequested);
}

void AccessNotices::addSignIn(Banner &banner)
{
    auto *signIn = banner.addLink(tr("Sign in…"), QStringLiteral("noticeSignIn"));
    connect(signIn, &QPushButton::clicked, this, &AccessNotices::signInRequested);
}

void AccessNotices::setReachable(bool reachable)
{
    if (m_isReachable != reachable) {
        m_isReachable = reachable;
        updateReachable();
        report();
    }
}

void AccessNotices::updateReachable()
{
    dropBanner(m_unreachable);
    m_isDismissed = false;
    if (m_isReachable || !m_account) {
        return;
    }
    m_unreachable = show(tr("The service cannot be reached. Stored data is shown."), true);
    auto *check =
        m_unreachable->addLink(tr("Check the connection…"), QStringLiteral("checkConnectionLink"));
    connect(check, &QPushButton::clicked, this, &AccessNotices::checkRequested);
}

Banner *AccessNotices::show(const QString &sentence, bool isWarning)
{
    Banner *banner = m_notices.showLasting(isWarning ? Tone::Warning : Tone::Accent, sentence,
                                           NoticeStack::About::Access);
    banner->clearLinks();
    banner->setAccount(markOf(*m_account, m_isAlone));
    connect(banner, &Banner::dismissed, this, [this] {
        m_isDismissed = true;
        report();
    });
    return banner;
}

} // namespace relaybook
