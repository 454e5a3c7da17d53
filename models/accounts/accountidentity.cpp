// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/accounts/accountidentity.h"

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

enum class Relation { Same, Other, Open };

bool isSameText(const QString &a, const QString &b)
{
    return !a.isEmpty() && a.compare(b, Qt::CaseInsensitive) == 0;
}

/// Nothing if one of the two is unknown.
std::optional<bool> isSameId(const QString &a, const QString &b)
{
    return a.isEmpty() || b.isEmpty() ? std::nullopt : std::optional(a == b);
}

/// The id in StoredAccount::account; empty if that is a fingerprint or an e-mail address. It may be
/// an account id or a user id; that is known only after its data was loaded.
QString idInName(const StoredAccount &stored)
{
    const bool isId = !isNameless(stored.account) && !stored.account.contains(u'@');
    return isId ? stored.account : QString();
}

/// Compares first the ids that the service returned, then StoredAccount::account. An equal
/// fingerprint counts only if nothing contradicts it.
Relation relationOf(const SignInResult &result, const StoredAccount &stored)
{
    if (!result.storedAccount.isEmpty()) {
        return stored.account == result.storedAccount ? Relation::Same : Relation::Other;
    }
    const Account account = result.account.value_or(Account());
    for (const auto &same :
         {isSameId(result.userId, stored.userId), isSameId(account.id, stored.accountId)}) {
        if (same) {
            return *same ? Relation::Same : Relation::Other;
        }
    }
    const QString named = idInName(stored);
    if (isSameText(account.id, named) || isSameText(result.userId, named) ||
        isSameText(account.email, stored.email) || isSameText(account.email, stored.account)) {
        return Relation::Same;
    }
    const bool contradicts = (!account.id.isEmpty() && !named.isEmpty()) ||
                             (!account.email.isEmpty() && !stored.email.isEmpty());
    if (contradicts) {
        return Relation::Other;
    }
    // An account that was stored by its token's fingerprint may have received a name since.
    QStringList prints = fingerprintsOf(result);
    if (!result.personalToken.isEmpty()) {
        prints.append(fingerprint(result.personalToken));
    }
    const bool hasPrint = std::any_of(prints.begin(), prints.end(), [&](const QString &print) {
        return stored.account == print || stored.fingerprints.contains(print);
    });
    return hasPrint ? Relation::Same : Relation::Open;
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

tl::expected<AccountSecrets, KeychainError>
secretsFor(const QString &service, const QString &network,
           const tl::expected<AccountSecrets, KeychainError> &read)
{
    if (!read || read->isEmpty()) {
        return read;
    }
    if (read->service.isEmpty()) {
        return tl::unexpected(
            KeychainError{KeychainError::Unreadable, QStringLiteral("It names no service.")});
    }
    if (!isSameService(read->service, service)) {
        return tl::unexpected(KeychainError{KeychainError::OtherService, read->service});
    }
    if (read->network != network) {
        return tl::unexpected(KeychainError{KeychainError::OtherNetwork, read->network});
    }
    return read;
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
    std::vector<StoredAccount> same;
    for (const StoredAccount &each : stored) {
        if (!isSameService(each.service, service)) {
            continue;
        }
        switch (relationOf(result, each)) {
        case Relation::Same:
            same.push_back(each);
            break;
        case Relation::Open:
            match.possible.push_back(each);
            break;
        case Relation::Other:
            break;
        }
    }
    if (same.size() == 1) {
        match.same = same.front();
        match.possible.clear();
    } else if (!same.empty()) {
        match.possible = std::move(same); // one account has two folders: the user must choose
    }
    return match;
}

} // namespace relaybook
