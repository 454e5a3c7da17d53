// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/accountidentity.h"

#include "api/http/serviceaddress.h"

#include <QCryptographicHash>

#include <algorithm>

namespace relaybook {
namespace {

constexpr QLatin1String namelessPrefix("key-");

QString fingerprint(const Secret &secret)
{
    const QByteArray hash = QCryptographicHash::hash(secret.reveal(), QCryptographicHash::Sha256);
    constexpr int shown = 8;
    return namelessPrefix % QString::fromLatin1(hash.left(shown).toHex());
}

/// Ids by which the service names the account; more than one where it has two kinds.
QStringList idsOf(const SignInResult &result)
{
    QStringList ids;
    for (const QString &id : {result.account ? result.account->id : QString(), result.userId}) {
        if (!id.isEmpty() && !ids.contains(id)) {
            ids.append(id);
        }
    }
    return ids;
}

bool isSameAccount(const SignInResult &result, const StoredAccount &stored)
{
    if (!result.storedAccount.isEmpty()) {
        return stored.account == result.storedAccount;
    }
    const QStringList ids = idsOf(result);
    if (ids.contains(stored.account) || (!stored.userId.isEmpty() && ids.contains(stored.userId))) {
        return true;
    }
    const QString email = result.account ? result.account->email : QString();
    if (!email.isEmpty() && (email.compare(stored.email, Qt::CaseInsensitive) == 0 ||
                             email.compare(stored.account, Qt::CaseInsensitive) == 0)) {
        return true;
    }
    // A key says whose it is only where nothing contradicts it.
    const bool namedElsewise = !ids.isEmpty() && !stored.userId.isEmpty();
    const bool otherEmail = !email.isEmpty() && !stored.email.isEmpty();
    if (namedElsewise || otherEmail || (result.isNamed() && !isNameless(stored.account))) {
        return false;
    }
    const QStringList prints = fingerprintsOf(result);
    return std::any_of(prints.begin(), prints.end(), [&stored](const QString &print) {
        return stored.account == print || stored.fingerprints.contains(print);
    });
}

} // namespace

bool isSameService(const QString &a, const QString &b)
{
    if (a == b) {
        return true;
    }
    const QUrl one(a);
    const QUrl other(b);
    return one.isValid() && !one.host().isEmpty() && isSameOrigin(one, other) &&
           one.path() == other.path();
}

QStringList fingerprintsOf(const SignInResult &result)
{
    QStringList prints;
    if (!result.resellerKey.isEmpty()) {
        prints.append(fingerprint(result.resellerKey));
    }
    if (!result.personalToken.isEmpty() && !result.isNamed()) {
        prints.append(fingerprint(result.personalToken));
    }
    return prints;
}

QString accountName(const SignInResult &result)
{
    if (result.account && !result.account->id.isEmpty()) {
        return result.account->id;
    }
    if (!result.userId.isEmpty()) {
        return result.userId;
    }
    if (result.account && !result.account->email.isEmpty()) {
        return result.account->email;
    }
    return fingerprint(result.resellerKey.isEmpty() ? result.personalToken : result.resellerKey);
}

bool isNameless(const QString &account)
{
    return account.startsWith(namelessPrefix);
}

AccountMatch matchAccount(const SignInResult &result, const QString &service,
                          const std::vector<StoredAccount> &stored)
{
    AccountMatch match;
    for (const StoredAccount &each : stored) {
        if (!isSameService(each.service, service)) {
            continue;
        }
        if (isSameAccount(result, each)) {
            match.same = each;
            match.possible.clear();
            return match;
        }
        // A sign-in that tells nobody may be any account's; one that tells may be that of an
        // account which was never told whose it is.
        const bool isUnknown =
            isNameless(each.account) && each.userId.isEmpty() && each.email.isEmpty();
        if (!result.isNamed() || isUnknown) {
            match.possible.push_back(each);
        }
    }
    return match;
}

} // namespace relaybook
