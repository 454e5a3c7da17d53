// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/accounts/accountsignin.h"

#include "api/types/proxypassword.h"
#include "models/accounts/accountidentity.h"
#include "models/accounts/accountopener.h"
#include "models/accounts/localaccounts.h"
#include "models/accounts/openaccount.h"
#include "models/store/accountkey.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"

#include <utility>

namespace relaybook {
namespace {

/// The token of a sign-in while its account is being opened. If it is not used after all, e.g.
/// because the program ends, it counts as unused again.
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

AccountSignIn::AccountSignIn(LocalAccounts &list, AccountOpener &opener, TokenRevoker &revoker,
                             std::function<void(OpenAccount &)> show)
    : m_list(list)
    , m_opener(opener)
    , m_revoker(revoker)
    , m_show(std::move(show))
{
}

OpenAccount &AccountSignIn::addOfSignIn(const SignInResult &result, const QString &service)
{
    StoredAccount account;
    account.service = service;
    account.account = accountName(result);
    account.givenName = result.givenName;
    account.fingerprints = fingerprintsOf(result);
    account.key = accountKey(account.service, account.account);
    if (OpenAccount *known = m_list.find(account.key)) {
        if (!known->isNameless()) {
            return *known;
        }
        m_list.drop(*known); // replaced by one with a known identity
    }
    return m_list.add(std::move(account));
}

void AccountSignIn::use(const SignInResult &result)
{
    const auto address = ServiceAddress::parse(result.address);
    if (!address) {
        Q_EMIT problem(address.error().message);
        return;
    }
    const QString service = address->url().toString();
    OpenAccount *account = requestedFor(result, service);
    if (account == nullptr) {
        const auto match = matchAccount(result, service, m_list.stored());
        if (!match.same && !result.accountAsked && (!match.possible.empty() || !result.isNamed())) {
            Q_EMIT whichAccount(result, match.possible);
            return;
        }
        if (match.same) {
            account = m_list.find(match.same->key);
            account = account != nullptr ? account : &m_list.add(*match.same);
        } else {
            account = &addOfSignIn(result, service);
        }
    }
    if (!result.isKept &&
        withoutPassword(account->options().network) != withoutPassword(result.network)) {
        Q_EMIT problem(tr("The tokens in the environment belong to “%1”, which has a proxy or "
                          "certificates of its own, so they were not used. Sign in to it here.")
                           .arg(isolated(privateText(m_list.nameOf(*account)))));
        return;
    }
    useWith(*account, result);
}

void AccountSignIn::useWith(OpenAccount &account, const SignInResult &result)
{
    const auto token = std::make_shared<HeldToken>(m_revoker, result);
    m_revoker.revokeUnused(); // tokens of earlier checks
    const auto waits = std::make_shared<bool>(false);
    const auto whenOpen = [this, &account, result, token, waits] {
        account.useSignIn(result, token->use());
        if (!*waits || m_list.shown() == &account) {
            m_show(account);
        }
    };
    m_opener.openOrReport(account, whenOpen, true);
    if (account.isOpening()) {
        *waits = true;
        m_show(account);
    }
}

/// The account that the sign-in was requested for, if the sign-in does not name one, or if that
/// account has no known identity. In the second case, the dialog has already checked as far as
/// possible that both are the same.
OpenAccount *AccountSignIn::requestedFor(const SignInResult &result, const QString &service) const
{
    OpenAccount *account = result.forAccount.isEmpty() ? nullptr : m_list.find(result.forAccount);
    if (account == nullptr || account->isSandbox() ||
        !isSameService(account->account().service, service)) {
        return nullptr;
    }
    return !result.isNamed() || isNameless(account->account().account) ? account : nullptr;
}

} // namespace relaybook
