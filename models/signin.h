// SPDX-License-Identifier: GPL-3.0-or-later
// Tries what a user typed into the sign-in dialog, each part by itself, and tells what was found.

#pragma once

#include "api/types/account.h"
#include "api/types/instant.h"
#include "api/types/result.h"

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
    std::optional<Account> account;  ///< once the personal token was accepted
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
    bool forOpenAccount = false; ///< asked for as a token of the account that is open
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
    void readAccount(const Secret &token, bool earlier = false);
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
};

} // namespace relaybook
