// SPDX-License-Identifier: GPL-3.0-or-later
// Test fixture: the client with a whole service to test it against: the sandbox, or the one in
// RELAYBOOK_TEST_SERVICE. In that case RELAYBOOK_TEST_EMAIL, _PASSWORD, _PERSONAL_TOKEN,
// _RESELLER_KEY, _PROXY_ID and _SUB_USER_ID say what exists there.

#pragma once

#include "api/http/apiclient.h"
#include "sandbox/server.h"
#include "tests/support/describe.h"
#include "tests/support/waituntil.h"

#include <QTest>

#include <memory>
#include <optional>

namespace relaybook::testing {

struct ContractAccess
{
    QString url;
    QString email;
    Secret password;
    Secret personalToken;
    Secret resellerKey;
    QString proxyId;
    qint64 subUserId = 0;
};

class ContractFixture : public QObject
{
protected:
    /// Call it from initTestCase(). Returns what went wrong, or an empty text.
    [[nodiscard]] QString open(const sandbox::Offer &offer)
    {
        if (qEnvironmentVariableIsEmpty("RELAYBOOK_TEST_SERVICE")) {
            if (QString problem = startSandbox(offer); !problem.isEmpty()) {
                return problem;
            }
        } else {
            readEnvironment();
        }
        const auto address = ServiceAddress::parse(m_access.url);
        if (!address) {
            return m_access.url + QLatin1String(" is no address of a service");
        }
        m_auth.setPersonalToken(m_access.personalToken);
        m_auth.setResellerKey(m_access.resellerKey);
        m_client =
            std::make_unique<ApiClient>(ApiClient::Config{*address}, m_auth, m_pacer, m_clock);
        return {};
    }

    template <class Endpoint>
    Result<typename Endpoint::Response> ask(const Endpoint &endpoint)
    {
        std::optional<Result<typename Endpoint::Response>> answer;
        Call call =
            m_client->send(endpoint, this, [&](auto result) { answer = std::move(result); });
        if (!waitUntil([&] { return answer.has_value(); })) {
            return localError(QStringLiteral("no answer came"));
        }
        return *answer;
    }

    template <class Endpoint>
    Result<typename Endpoint::Response> askWith(AuthSession &auth, const Endpoint &endpoint)
    {
        const auto other = std::exchange(
            m_client, std::make_unique<ApiClient>(ApiClient::Config{m_client->service()}, auth,
                                                  m_pacer, m_clock));
        auto answer = ask(endpoint);
        m_client = std::make_unique<ApiClient>(ApiClient::Config{other->service()}, m_auth, m_pacer,
                                               m_clock);
        return answer;
    }

    [[nodiscard]] const ContractAccess &access() const { return m_access; }
    /// Null if another service is used.
    [[nodiscard]] sandbox::Server *sandboxServer() { return m_sandbox.get(); }

private:
    [[nodiscard]] QString startSandbox(const sandbox::Offer &offer)
    {
        sandbox::Options options;
        options.proxies = 40;
        options.subUsers = 20;
        options.transactions = 450;
        options.rateLimit = false;
        options.offer = offer;
        m_sandbox = std::make_unique<sandbox::Server>(options);
        if (const auto problem = m_sandbox->start()) {
            return QString::fromStdString(*problem);
        }
        const sandbox::Access access = m_sandbox->access();
        m_access = {QString::fromStdString(access.url),
                    QString::fromStdString(access.email),
                    Secret(QByteArray::fromStdString(access.password)),
                    Secret(QByteArray::fromStdString(access.personalToken)),
                    Secret(QByteArray::fromStdString(access.resellerKey)),
                    QString::fromStdString(m_sandbox->proxyIds().front()),
                    m_sandbox->subUserIds().front()};
        return {};
    }

    void readEnvironment()
    {
        m_access.url = qEnvironmentVariable("RELAYBOOK_TEST_SERVICE");
        m_access.email = qEnvironmentVariable("RELAYBOOK_TEST_EMAIL");
        m_access.password = Secret(qEnvironmentVariable("RELAYBOOK_TEST_PASSWORD"));
        m_access.personalToken = Secret(qEnvironmentVariable("RELAYBOOK_TEST_PERSONAL_TOKEN"));
        m_access.resellerKey = Secret(qEnvironmentVariable("RELAYBOOK_TEST_RESELLER_KEY"));
        m_access.proxyId = qEnvironmentVariable("RELAYBOOK_TEST_PROXY_ID");
        m_access.subUserId = qEnvironmentVariable("RELAYBOOK_TEST_SUB_USER_ID").toLongLong();
    }

    SystemClock m_clock;
    Pacer m_pacer{m_clock};
    AuthSession m_auth;
    ContractAccess m_access;
    std::unique_ptr<sandbox::Server> m_sandbox;
    std::unique_ptr<ApiClient> m_client;
};

template <class T>
QByteArray whyNot(const Result<T> &result)
{
    return result ? QByteArray() : describe(result.error()).join(u'\n').toUtf8();
}

} // namespace relaybook::testing

#define VERIFY_OK(result) QVERIFY2((result).has_value(), whyNot(result).constData())
