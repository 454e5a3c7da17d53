// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/accounts.h"

#include "app/embeddedsandbox.h"
#include "models/accountsession.h"

#include <QCryptographicHash>

namespace relaybook {
namespace {

constexpr QLatin1String namelessPrefix("key-");

QString fingerprintName(const Secret &secret)
{
    const QByteArray hash = QCryptographicHash::hash(secret.reveal(), QCryptographicHash::Sha256);
    constexpr int shown = 8;
    return namelessPrefix % QString::fromLatin1(hash.left(shown).toHex());
}

} // namespace

QString sandboxOrigin()
{
    return QString::fromUtf16(EmbeddedSandbox::origin);
}

QString accountName(const SignInResult &result)
{
    if (result.account && !result.account->id.isEmpty()) {
        return result.account->id;
    }
    if (result.account && !result.account->email.isEmpty()) {
        return result.account->email;
    }
    return fingerprintName(result.resellerKey.isEmpty() ? result.personalToken
                                                        : result.resellerKey);
}

bool isNameless(const QString &account)
{
    return account.startsWith(namelessPrefix);
}

QString storedName(const QString &dataDir, const QString &service, const SignInResult &result)
{
    QString name = accountName(result);
    if (!result.account) {
        return name;
    }
    const QString ofKey =
        result.resellerKey.isEmpty() ? QString() : fingerprintName(result.resellerKey);
    QString byKey;
    // The one used last comes first.
    for (const auto &stored : AccountSession::storedAccounts(dataDir)) {
        if (stored.service != service) {
            continue;
        }
        const bool nameless = isNameless(stored.account);
        const bool sameEmail = !stored.email.isEmpty() && stored.email == result.account->email;
        if (stored.account == name || (nameless && sameEmail)) {
            return stored.account;
        }
        if (nameless && stored.email.isEmpty() && stored.account == ofKey) {
            byKey = stored.account;
        }
    }
    return byKey.isEmpty() ? name : byKey;
}

SignInInput signInFromEnvironment(const QString &address)
{
    SignInInput input;
    input.address = address;
    input.personalToken = Secret(qgetenv("RELAYBOOK_PERSONAL_TOKEN"));
    input.resellerKey = Secret(qgetenv("RELAYBOOK_RESELLER_KEY"));
    return input;
}

Result<std::unique_ptr<ServiceConnection>> connectToService(const QString &address,
                                                            const Clock &clock)
{
    const auto service = ServiceAddress::parse(address);
    if (!service) {
        return tl::unexpected<ApiError>(service.error());
    }
    return std::make_unique<ServiceConnection>(ApiClient::Config{.service = *service, .tls = {}},
                                               clock);
}

std::optional<StoredAccount> storedAccount(const QString &dataDir, const QString &service)
{
    for (auto &account : AccountSession::storedAccounts(dataDir)) {
        const bool fits =
            service.isEmpty() ? account.service != sandboxOrigin() : account.service == service;
        if (fits) {
            return account;
        }
    }
    return std::nullopt;
}

} // namespace relaybook
