// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the credentials entered in the sign-in dialog at the service, each kind separately.

#pragma once

#include "api/types/account.h"
#include "api/types/instant.h"
#include "api/types/networksettings.h"
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

/// The entered credentials: e-mail with password, or a personal token, or a Reseller Key. One kind
/// is enough.
struct SignInInput
{
    QString address; ///< of the service; https, or http on this computer only
    QString email;
    Secret password;
    Secret personalToken;
    Secret resellerKey;
    NetworkSettings network; ///< how the service is reached
};

/// The state and the results of a check.
struct SignInFindings
{
    struct Check
    {
        enum class State { NotGiven, Checking, Accepted, Refused };
        State state = State::NotGiven;
        std::optional<ApiError> error; ///< set if Refused
        QString hint = {};             ///< a further sentence about the refusal, or empty
        friend bool operator==(const Check &, const Check &) = default;
    };
    Check address;
    /// Set if a service on this computer failed at TLS or did not answer to https: the same address
    /// with plain http, which is allowed there. An address that was typed without a scheme was
    /// taken as https.
    QString plainAddress;
    Check personal;
    Check reseller;
    std::optional<Account> account;  ///< after the token was accepted, if the service returns it
    QString userId;                  ///< `user_id` of the transactions, if there are any
    std::optional<int> trafficTypes; ///< after the Reseller Key was accepted
    friend bool operator==(const SignInFindings &, const SignInFindings &) = default;
};

/// The accepted credentials, with what is needed to open the account.
struct SignInResult
{
    QString address;
    Secret personalToken; ///< empty if there is none
    Secret resellerKey;   ///< empty if there is none
    NetworkSettings network;
    std::optional<Account> account;
    QString userId;
    bool isKept = true; ///< false: not stored in the keychain, e.g. from a script's environment
    QString forAccount; ///< the key of the account that the token was requested for; empty: any
    /// The user's choice if the service does not say whose sign-in this is: the name of a new
    /// account, or StoredAccount::account of an existing one.
    QString givenName;
    QString storedAccount;
    bool accountAsked = false; ///< the user was asked, and one of the two is set

    /// Whether the service said which account this is.
    [[nodiscard]] bool isNamed() const;
};

/// Checks credentials, one attempt at a time; another check() starts over. Signals are emitted on
/// the thread of the object.
class SignIn : public QObject
{
    Q_OBJECT

public:
    /// Creates a connection to a valid address.
    using Connect = std::function<Result<std::unique_ptr<ServiceConnection>>(
        const QString &address, const NetworkSettings &network)>;

    /// `revoker` gets the tokens that a check with e-mail creates, and revokes the unused ones when
    /// this object is destroyed. It may be null and must outlive this object.
    explicit SignIn(Connect connect, TokenRevoker *revoker = nullptr, QObject *parent = nullptr);
    ~SignIn() override;

    /// Tokens may be as people paste them (cleanedSecret()). If one of them cannot be sent, nothing
    /// is sent.
    void check(const SignInInput &input);
    void cancel();
    [[nodiscard]] bool isChecking() const;
    [[nodiscard]] const SignInFindings &findings() const;
    /// Marks the result as used: from now on the caller is responsible for a token that was issued
    /// for it.
    void handOver() { m_isHandedOver = true; }
    /// The result, if something was accepted and nothing was refused.
    [[nodiscard]] std::optional<SignInResult> result() const;

    /// The name, in the service's list of tokens, of a created token that the program cannot
    /// revoke. Empty if there is none.
    [[nodiscard]] QString tokenLeft() const;

Q_SIGNALS:
    void changed();
    /// The check waits for a rate limit of the service until `until`.
    void waiting(relaybook::Instant until);
    void finished();

private:
    struct Attempt;

    /// Whether the tokens can be sent; else they are refused here.
    [[nodiscard]] bool cleanTokens(SignInInput &input);
    void checkPersonal();
    void issueToken();
    void checkReseller();
    /// `earlier`: the token was issued for an earlier check.
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
    void notePlainAddress(const SignInFindings::Check &check);
    void personalDone(SignInFindings::Check check);
    void resellerDone(SignInFindings::Check check);
    void finishWhenDone();

    /// The token of an earlier check with the same e-mail and password. It is used again, so that
    /// repeating a check that failed for another reason does not create one more token.
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
