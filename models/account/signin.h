// SPDX-License-Identifier: GPL-3.0-or-later
// Tries what a user typed into the sign-in dialog, each part by itself, and tells what was found.

#pragma once

#include "api/types/account.h"
#include "api/types/instant.h"
#include "api/types/page.h"
#include "api/types/proxy.h"
#include "api/types/result.h"
#include "api/types/subuser.h"
#include "api/types/transaction.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>

namespace relaybook {

class ServiceConnection;
class TokenRevoker;

/// E-mail with password, or a personal token, or a Reseller Key; one kind alone is enough.
struct SignInInput
{
    QString address; ///< of the service; https, or http on this computer only
    QString email;
    Secret password;
    Secret personalToken;
    Secret resellerKey;
};

struct SignInFindings
{
    struct Check
    {
        enum class State { NotGiven, Checking, Accepted, Refused };
        State state = State::NotGiven;
        std::optional<ApiError> error; ///< with Refused
        friend bool operator==(const Check &, const Check &) = default;
    };
    Check address;
    Check personal;
    Check reseller;
    std::optional<Account> account;  ///< once the personal token was accepted, where it is told
    QString userId;                  ///< `user_id` of the transactions, where there are any
    std::optional<int> trafficTypes; ///< once the Reseller Key was accepted
    friend bool operator==(const SignInFindings &, const SignInFindings &) = default;
};

/// What was accepted: enough to open the account.
struct SignInResult
{
    QString address;
    Secret personalToken; ///< empty where there is none
    Secret resellerKey;   ///< empty where there is none
    std::optional<Account> account;
    QString userId;
    bool forOpenAccount = false; ///< asked for as a token of the account that is open
    /// What the user said where the service does not tell whose sign-in this is: the name of a new
    /// account, or StoredAccount::account of the one that it is.
    QString givenName;
    QString storedAccount;
    bool accountAsked = false; ///< the user was asked, and one of the two is the answer

    /// Whether the service told whose it is.
    [[nodiscard]] bool isNamed() const;
};

/// One attempt at a time; check() again begins anew. Signals come on the thread of the object.
class SignIn : public QObject
{
    Q_OBJECT

public:
    /// Makes a connection to an address that was found well formed.
    using Connect =
        std::function<Result<std::unique_ptr<ServiceConnection>>(const QString &address)>;

    /// `revoker` is told of tokens that a check by e-mail creates, and to revoke those that nobody
    /// used when this goes. It may be null, and outlives this.
    explicit SignIn(Connect connect, TokenRevoker *revoker = nullptr, QObject *parent = nullptr);
    ~SignIn() override;

    void check(const SignInInput &input);
    void cancel();
    [[nodiscard]] bool isChecking() const;
    [[nodiscard]] const SignInFindings &findings() const;
    /// The result was taken for use: who took it decides what becomes of a token that was issued
    /// for it.
    void handOver() { m_isHandedOver = true; }
    /// Something was accepted and nothing that was given was refused.
    [[nodiscard]] std::optional<SignInResult> result() const;

    /// A token was created that cannot be revoked from here: its name in the service's list of
    /// tokens. Empty where there is none.
    [[nodiscard]] QString tokenLeft() const;

Q_SIGNALS:
    void changed();
    /// A limit of the service's holds the check up until then.
    void waiting(relaybook::Instant until);
    void finished();

private:
    struct Attempt;

    void checkPersonal();
    void issueToken();
    void checkReseller();
    /// `earlier`: the token is that of an earlier check.
    void checkToken(const Secret &token, bool earlier = false);
    void readAccount();
    template <class Endpoint>
    void tryPersonal(const Endpoint &endpoint, std::function<void()> otherwise);
    template <class Endpoint>
    void tryReseller(const Endpoint &endpoint, std::function<void()> otherwise);
    void take(const TransactionPage &page);
    void take(const Account &account);
    void take(const Balance &balance);
    void take(const PageOf<Proxy> &page);
    void take(const ResellerBalance &balance);
    void take(const PageOf<SubUser> &page);
    void personalDone(SignInFindings::Check check);
    void resellerDone(SignInFindings::Check check);
    void finishWhenDone();

    /// The token of an earlier check with the same e-mail and password: it serves once more, so
    /// that a check that failed elsewhere does not create another.
    struct Issued
    {
        QString address;
        QString email;
        Secret password;
        PersonalToken token;
    };

    Connect m_connect;
    TokenRevoker *m_revoker;
    std::optional<Issued> m_issued;
    std::unique_ptr<Attempt> m_attempt;
    SignInFindings m_findings;
    std::optional<SignInResult> m_result;
    bool m_isHandedOver = false;
};

} // namespace relaybook
