// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/account/accounttext.h"

#include "models/text/format.h"
#include "models/text/ledgeramounttext.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"

#include <QCoreApplication>
#include <QStringList>
#include <QUrl>

namespace relaybook {

namespace {

struct AccountText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::AccountText)
};

AccountStateText signedInText(const AccountEntry &account)
{
    if (account.isInKeychain || account.isSandbox) {
        return {};
    }
    if (account.isBeingStored) {
        return {AccountText::tr("Signed in, waiting for the keychain"), Tone::Quiet};
    }
    return {AccountText::tr("Signed in for this session only"), Tone::Quiet};
}

} // namespace

QString hostOfAddress(const QString &address)
{
    const QUrl url(address);
    const QString host = url.host();
    if (host.isEmpty()) {
        return address;
    }
    return url.port() > 0 ? QStringLiteral("%1:%2").arg(host).arg(url.port()) : host;
}

QString accountPlace(const AccountEntry &account)
{
    return account.isSandbox ? AccountText::tr("Sample data on this computer")
                             : hostOfAddress(account.address);
}

AccountStateText accountState(const AccountEntry &account)
{
    switch (account.access) {
    case AccountAccess::NotOpened:
        return {AccountText::tr("Not opened yet"), Tone::Quiet};
    case AccountAccess::UpdatingData:
        return {AccountText::tr("Updating the stored data…"), Tone::Quiet};
    case AccountAccess::ReadingLog:
        return {AccountText::tr("Reading the stored data…"), Tone::Quiet};
    case AccountAccess::ReadingKeychain:
        return {AccountText::tr("Waiting for the keychain"), Tone::Quiet};
    case AccountAccess::SignedIn:
        return signedInText(account);
    case AccountAccess::SignedOut:
        return {AccountText::tr("Signed out"), Tone::Warning};
    case AccountAccess::KeychainLocked:
        return {AccountText::tr("Keychain locked"), Tone::Warning};
    case AccountAccess::KeychainMissing:
        return {AccountText::tr("No keychain"), Tone::Warning};
    case AccountAccess::SecretsUnreadable:
        return {AccountText::tr("Sign-in cannot be read"), Tone::Warning};
    case AccountAccess::OtherNetwork:
        return {AccountText::tr("Connection settings differ"), Tone::Warning};
    case AccountAccess::Rejected:
        return {AccountText::tr("Sign-in rejected"), Tone::Bad};
    case AccountAccess::Offline:
        return {AccountText::tr("Offline"), Tone::Quiet};
    case AccountAccess::Unusable:
        return {account.isUnreadable && account.isSignedOut
                    ? AccountText::tr("Signed out, cannot be opened")
                    : AccountText::tr("Cannot be opened"),
                Tone::Bad};
    }
    return {};
}

AccountMark markOf(const AccountEntry &account, bool isAlone)
{
    return {account.name, accountPlace(account), account.colour, account.isSandbox, isAlone};
}

QString accountBalance(const AccountEntry &account)
{
    return balanceText(account.balance ? std::optional(format::downToCents(*account.balance))
                                       : std::nullopt,
                       account.balanceDigits, account.currency);
}

QString openOrdersText(int open, int unknown)
{
    if (open <= 0) {
        return {};
    }
    const QString text = AccountText::tr("%1 open orders", nullptr, open).arg(format::count(open));
    return unknown > 0
               ? AccountText::tr("%2, %1 of them with an unknown result", "open orders", unknown)
                     .arg(format::count(unknown))
                     .arg(text)
               : text;
}

QString accountSentence(const AccountEntry &account, bool withBalance)
{
    QStringList parts{isolated(privateText(account.name)), isolated(accountPlace(account)),
                      accountState(account).text};
    const QString balance = withBalance ? accountBalance(account) : QString();
    if (!balance.isEmpty()) {
        parts.append(AccountText::tr("balance %1").arg(balance));
    }
    if (account.isViewOnly) {
        parts.append(AccountText::tr("view only"));
    }
    parts.append(openOrdersText(account.openOrders, account.unknownOrders));
    if (account.isShown) {
        parts.append(AccountText::tr("shown in the window"));
    }
    parts.removeAll(QString());
    QString sentence = parts.takeFirst();
    for (const QString &part : std::as_const(parts)) {
        sentence = AccountText::tr("%1, %2", "parts of a sentence").arg(sentence, part);
    }
    return sentence;
}

} // namespace relaybook
