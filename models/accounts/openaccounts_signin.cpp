// SPDX-License-Identifier: GPL-3.0-or-later
// Using a sign-in, for OpenAccounts: which account it belongs to, and what becomes of its token.
#include "api/types/proxypassword.h"
#include "models/accounts/accountidentity.h"
#include "models/accounts/openaccount.h"
#include "models/accounts/openaccounts.h"
#include "models/accounts/storedaccounts.h"
#include "models/store/accountkey.h"

#include <utility>

namespace relaybook {
namespace {

/// The token of a sign-in whose account is not open yet. If it is not used after all, e.g. because
/// the program ends, it counts as unused again.
class HeldToken
{
public:
    HeldToken(TokenRevoker &revoker, const SignInResult &result)
        : m_revoker(revoker)
        , m_result(result)
        , m_id(revoker.takeOver(result.personalToken))
    {
    }
    HeldToken(const HeldToken &) = delete;
    HeldToken &operator=(const HeldToken &) = delete;
    ~HeldToken()
    {
        if (m_id) {
            m_revoker.addIssued(m_result.address, m_result.network,
                                {m_result.personalToken, m_id, {}});
        }
    }
    [[nodiscard]] std::optional<TokenId> use() { return std::exchange(m_id, std::nullopt); }

private:
    TokenRevoker &m_revoker;
    SignInResult m_result;
    std::optional<TokenId> m_id;
};

} // namespace

OpenAccount &OpenAccounts::addOfSignIn(const SignInResult &result, const QString &service)
{
    StoredAccount account;
    account.service = service;
    account.account = accountName(result);
    account.givenName = result.givenName;
    account.fingerprints = fingerprintsOf(result);
    account.key = accountKey(account.service, account.account);
    if (OpenAccount *known = find(account.key)) {
        if (!known->isNameless()) {
            return *known;
        }
        drop(*known); // now it is known whose it is
    }
    return add(std::move(account));
}

void OpenAccounts::useSignIn(const SignInResult &result)
{
    const auto address = ServiceAddress::parse(result.address);
    if (!address) {
        Q_EMIT problem(address.error().message);
        return;
    }
    const QString service = address->url().toString();
    OpenAccount *account = requestedFor(result, service);
    if (account == nullptr) {
        const auto match = matchAccount(result, service, stored());
        if (!match.same && !result.accountAsked && (!match.possible.empty() || !result.isNamed())) {
            Q_EMIT whichAccount(result, match.possible);
            return;
        }
        if (match.same) {
            account = find(match.same->key);
            account = account != nullptr ? account : &add(*match.same);
        } else {
            account = &addOfSignIn(result, service);
        }
    }
    if (!result.isKept &&
        withoutPassword(account->options().network) != withoutPassword(result.network)) {
        Q_EMIT problem(tr("The tokens in the environment belong to “%1”, which has a proxy or "
                          "certificates of its own. Start with --account to use them.")
                           .arg(account->entry().name));
        return;
    }
    applySignIn(*account, result);
}

void OpenAccounts::applySignIn(OpenAccount &account, const SignInResult &result)
{
    const auto token = std::make_shared<HeldToken>(m_revoker, result);
    m_revoker.revokeUnused(); // tokens that an earlier check created; not those of a later one
    const auto waits = std::make_shared<bool>(false);
    const auto whenOpen = [this, &account, result, token, waits] {
        account.useSignIn(result, token->use());
        if (!*waits || m_shown == &account) {
            showOpen(&account);
        }
    };
    makeUsable(account, whenOpen, true);
    if (account.isOpening()) {
        *waits = true;
        showOpen(&account);
    }
}

/// A sign-in that does not name its account belongs to the one that it was requested for, shown or
/// not. An account that was opened without knowing whose it is cannot be recognized by a name: then
/// the dialog that adds a token has already checked, as far as possible, that it is the same.
OpenAccount *OpenAccounts::requestedFor(const SignInResult &result, const QString &service) const
{
    OpenAccount *account = result.forAccount.isEmpty() ? nullptr : find(result.forAccount);
    if (account == nullptr || account->isSandbox() ||
        !isSameService(account->account().service, service)) {
        return nullptr;
    }
    return !result.isNamed() || isNameless(account->account().account) ? account : nullptr;
}

} // namespace relaybook
