// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/accounts/signin.h"

#include "api/endpoints/account.h"
#include "api/endpoints/proxies.h"
#include "api/endpoints/reseller.h"
#include "api/endpoints/signin.h"
#include "api/endpoints/subusers.h"
#include "api/http/apiclient.h"
#include "api/http/serviceconnection.h"
#include "api/types/masktext.h"
#include "models/accounts/pastedsecret.h"
#include "models/accounts/tokenrevoker.h"

#include <QSysInfo>

#include <utility>

namespace relaybook {

using CheckState = SignInFindings::Check::State;

/// The data of one attempt. Destroying it cancels its calls.
struct SignIn::Attempt
{
    SignInInput input;
    std::unique_ptr<ServiceConnection> connection;
    Secret personalToken;        ///< given, or issued for the e-mail
    bool isEarlierToken = false; ///< issued in an earlier check
    Call personalCall;
    Call resellerCall;
    bool isResellerRetried = false; ///< after its access token was replaced
};

namespace {

/// The name of a new token in the service's list of tokens.
QString tokenName()
{
    const QString host = QSysInfo::machineHostName();
    return host.isEmpty() ? QStringLiteral("Relaybook")
                          : QStringLiteral("Relaybook on %1").arg(host);
}

ApiError missingPassword()
{
    ApiError error;
    error.kind = ErrorKind::Validation;
    error.fields = {{QStringLiteral("password"), QString()}};
    return error;
}

/// Whether the service found something wrong with what was sent to it.
bool isOfInput(const ApiError &error)
{
    return error.kind == ErrorKind::Unauthorized || error.kind == ErrorKind::Validation ||
           error.kind == ErrorKind::Refused;
}

/// Whether the key is valid, but the service refused its access token twice: another user of the
/// same key, such as this account in the list, exchanged it in between (contract section 1).
bool isOfReplacedToken(const ApiError &error)
{
    return error.kind == ErrorKind::Unauthorized && !error.isOfToken;
}

} // namespace

bool SignInResult::isNamed() const
{
    return !userId.isEmpty() || (account && (!account->id.isEmpty() || !account->email.isEmpty()));
}

SignIn::SignIn(Connect connect, TokenRevoker *revoker, QObject *parent)
    : QObject(parent)
    , m_connect(std::move(connect))
    , m_revoker(revoker)
{
}

SignIn::~SignIn()
{
    if (m_revoker != nullptr && !m_isHandedOver) {
        m_revoker->revokeUnused();
    }
}

QString SignIn::tokenLeft() const
{
    return m_issued && !m_issued->token.id ? tokenName() : QString();
}

bool SignIn::isChecking() const
{
    return m_findings.personal.state == CheckState::Checking ||
           m_findings.reseller.state == CheckState::Checking;
}

const SignInFindings &SignIn::findings() const
{
    return m_findings;
}

std::optional<SignInResult> SignIn::result() const
{
    return m_result;
}

void SignIn::cancel()
{
    m_attempt.reset();
    for (auto *check : {&m_findings.address, &m_findings.personal, &m_findings.reseller}) {
        if (check->state == CheckState::Checking) {
            *check = {};
        }
    }
    Q_EMIT changed();
}

void SignIn::check(const SignInInput &input)
{
    m_attempt.reset();
    m_findings = {};
    m_result.reset();
    auto connection = m_connect(input.address, input.network);
    if (!connection) {
        m_findings.address = {CheckState::Refused, connection.error()};
        Q_EMIT changed();
        Q_EMIT finished();
        return;
    }
    m_findings.address = {CheckState::Accepted, {}};
    m_attempt = std::make_unique<Attempt>();
    m_attempt->input = input;
    if (!cleanTokens(m_attempt->input)) {
        m_attempt.reset();
        Q_EMIT changed();
        Q_EMIT finished();
        return;
    }
    m_attempt->connection = std::move(*connection);
    connect(&m_attempt->connection->client(), &ApiClient::waitingForLimit, this,
            [this](TokenKind, Instant until) { Q_EMIT waiting(until); });
    const bool personal = !input.personalToken.isEmpty() || !input.email.isEmpty();
    m_findings.personal.state = personal ? CheckState::Checking : CheckState::NotGiven;
    m_findings.reseller.state =
        input.resellerKey.isEmpty() ? CheckState::NotGiven : CheckState::Checking;
    Q_EMIT changed();
    if (personal) {
        checkPersonal();
    }
    // The check above may have failed at once, and a receiver may have cancelled.
    if (m_attempt && m_findings.reseller.state == CheckState::Checking) {
        checkReseller();
    }
    if (m_attempt) {
        finishWhenDone();
    }
}

bool SignIn::cleanTokens(SignInInput &input)
{
    const auto clean = [](Secret &secret, PastedKind kind, SignInFindings::Check &check) {
        auto cleaned = cleanedSecret(secret, kind);
        if (cleaned) {
            secret = std::move(*cleaned);
        } else {
            check = {CheckState::Refused, localError(cleaned.error()).value()};
        }
        return cleaned.has_value();
    };
    const bool personal =
        clean(input.personalToken, PastedKind::PersonalToken, m_findings.personal);
    const bool reseller = clean(input.resellerKey, PastedKind::ResellerKey, m_findings.reseller);
    return personal && reseller;
}

void SignIn::checkPersonal()
{
    if (!m_attempt->input.personalToken.isEmpty()) {
        checkToken(m_attempt->input.personalToken);
        return;
    }
    if (m_attempt->input.password.isEmpty()) {
        m_findings.personal = {CheckState::Refused, missingPassword()};
        Q_EMIT changed();
        return;
    }
    const SignInInput &input = m_attempt->input;
    const bool same = m_issued && m_issued->address == input.address &&
                      m_issued->email == input.email && m_issued->password == input.password;
    if (same) {
        if (m_issued->token.account) {
            take(*m_issued->token.account);
        }
        checkToken(m_issued->token.token, true);
    } else {
        issueToken();
    }
}

void SignIn::issueToken()
{
    m_attempt->personalCall = m_attempt->connection->client().send(
        IssueToken{m_attempt->input.email, m_attempt->input.password, tokenName()}, this,
        [this](const Result<PersonalToken> &answer) {
            if (answer) {
                const SignInInput &input = m_attempt->input;
                m_issued = {input.address, input.email, input.password, *answer};
                if (m_revoker != nullptr) {
                    m_revoker->addIssued(input.address, input.network, *answer);
                }
                if (answer->account) {
                    take(*answer->account);
                }
                checkToken(answer->token);
            } else {
                personalDone({CheckState::Refused, answer.error()});
            }
        });
}

/// Tries the transactions first, as every service should have that call. If it is missing, any
/// other call that succeeds shows that the token is accepted.
void SignIn::checkToken(const Secret &token, bool earlier)
{
    m_attempt->personalToken = token;
    m_attempt->isEarlierToken = earlier;
    m_attempt->connection->auth().setPersonalToken(token);
    const ListTransactions newest{1, 1};
    tryPersonal(newest, [this] {
        tryPersonal(GetAccount{}, [this] {
            tryPersonal(GetBalance{}, [this] { tryPersonal(ListProxies{}, {}); });
        });
    });
}

template <class Endpoint>
void SignIn::tryPersonal(const Endpoint &endpoint, std::function<void()> otherwise)
{
    m_attempt->personalCall = m_attempt->connection->client().send(
        endpoint, this,
        [this,
         otherwise = std::move(otherwise)](const Result<typename Endpoint::Response> &answer) {
            if (answer) {
                take(*answer);
                readAccount();
            } else if (otherwise && isNotOffered(answer.error())) {
                otherwise();
            } else if (answer.error().kind == ErrorKind::Unauthorized &&
                       m_attempt->isEarlierToken) {
                m_issued.reset(); // it was revoked meanwhile
                issueToken();
            } else {
                personalDone({CheckState::Refused, answer.error()});
            }
        });
}

/// Loads the account of the token. The check does not fail if the service does not return it.
void SignIn::readAccount()
{
    if (m_findings.account) {
        personalDone({CheckState::Accepted, {}});
        return;
    }
    m_attempt->personalCall = m_attempt->connection->client().send(
        GetAccount{}, this, [this](const Result<Account> &answer) {
            if (answer) {
                take(*answer);
            }
            personalDone({CheckState::Accepted, {}});
        });
}

void SignIn::checkReseller()
{
    m_attempt->connection->auth().setResellerKey(m_attempt->input.resellerKey);
    tryReseller(GetResellerBalance{}, [this] { tryReseller(ListSubUsers{}, {}); });
}

template <class Endpoint>
void SignIn::tryReseller(const Endpoint &endpoint, std::function<void()> otherwise)
{
    m_attempt->resellerCall = m_attempt->connection->client().send(
        endpoint, this,
        [this,
         otherwise = std::move(otherwise)](const Result<typename Endpoint::Response> &answer) {
            if (answer) {
                take(*answer);
                resellerDone({CheckState::Accepted, {}});
            } else if (otherwise && isNotOffered(answer.error())) {
                otherwise();
            } else if (isOfReplacedToken(answer.error()) &&
                       !std::exchange(m_attempt->isResellerRetried, true)) {
                checkReseller();
            } else {
                resellerDone({CheckState::Refused, answer.error()});
            }
        });
}

void SignIn::take(const TransactionPage &page)
{
    for (const Transaction &row : page.items) {
        if (m_findings.userId.isEmpty() && !holdsMask(row.userId)) {
            m_findings.userId = row.userId;
        }
    }
}

void SignIn::take(const Account &account)
{
    m_findings.account = account;
}

void SignIn::take(const ResellerBalance &balance)
{
    m_findings.trafficTypes = int(balance.pools.size());
}

// Only the fact that there was a response matters.
void SignIn::take(const Balance &) {}
void SignIn::take(const PageOf<Proxy> &) {}
void SignIn::take(const PageOf<SubUser> &) {}

void SignIn::notePlainAddress(const SignInFindings::Check &check)
{
    const auto answers = [](const SignInFindings::Check &each) {
        return each.state == CheckState::Accepted || (each.error && each.error->httpStatus != 0);
    };
    if (answers(check) || answers(m_findings.personal) || answers(m_findings.reseller)) {
        m_findings.plainAddress.clear(); // TLS works
        return;
    }
    // A service without TLS may wait for the end of a line until the timeout.
    const bool mayBePlain = check.error && (check.error->kind == ErrorKind::Tls ||
                                            check.error->kind == ErrorKind::Timeout);
    const ServiceAddress &service = m_attempt->connection->client().service();
    QUrl plain = service.url();
    if (mayBePlain && service.isLoopback() && plain.scheme() == QLatin1String("https")) {
        plain.setScheme(QStringLiteral("http"));
        m_findings.plainAddress = plain.toString();
    }
}

void SignIn::personalDone(SignInFindings::Check check)
{
    notePlainAddress(check);
    if (check.error) {
        // At worst the service created a token that is not used, so the user may simply retry.
        check.error->mayHaveHappened = false;
        if (m_attempt->input.email.isEmpty() && isOfInput(*check.error)) {
            check.hint = swappedHint(m_attempt->personalToken, PastedKind::PersonalToken);
        }
    }
    m_findings.personal = std::move(check);
    Q_EMIT changed();
    finishWhenDone();
}

void SignIn::resellerDone(SignInFindings::Check check)
{
    notePlainAddress(check);
    if (check.error && isOfInput(*check.error)) {
        check.hint = swappedHint(m_attempt->input.resellerKey, PastedKind::ResellerKey);
    }
    m_findings.reseller = std::move(check);
    Q_EMIT changed();
    finishWhenDone();
}

void SignIn::finishWhenDone()
{
    if (isChecking() || !m_attempt) {
        return;
    }
    const bool refused = m_findings.personal.state == CheckState::Refused ||
                         m_findings.reseller.state == CheckState::Refused;
    const bool accepted = m_findings.personal.state == CheckState::Accepted ||
                          m_findings.reseller.state == CheckState::Accepted;
    if (accepted && !refused) {
        SignInResult result;
        result.address = m_attempt->input.address;
        result.personalToken = m_attempt->personalToken;
        result.resellerKey = m_attempt->input.resellerKey;
        result.network = m_attempt->input.network;
        result.account = m_findings.account;
        result.userId = m_findings.userId;
        m_result = std::move(result);
    }
    Q_EMIT finished();
}

} // namespace relaybook
