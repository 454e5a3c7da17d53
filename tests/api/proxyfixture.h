// SPDX-License-Identifier: GPL-3.0-or-later
// Test fixture: a client whose service is behind a proxy, over TLS with an authority of its own.

#pragma once

#include "tests/api/clientfixture.h"
#include "tests/support/realproxy.h"

#include <QFile>

namespace relaybook::testing {

/// A service that is no address of this computer to the client, and is on this computer all the
/// same: 0.0.0.0.
inline QString addressBehindProxy(quint16 port)
{
    return QStringLiteral("https://0.0.0.0:") + QString::number(port);
}

struct ProxyFixture
{
    ProxyFixture()
    {
        server.useTls(certificate);
        server.start();
        auth.setTokens(Secret(QByteArray("1|personal")), Secret(QByteArray("the-reseller-key")));
        authorities = folder.filePath(QStringLiteral("own authorities.pem"));
        write(authorities, authority.certificate.toPem());
    }
    static void write(const QString &path, const QByteArray &bytes)
    {
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate) ||
            file.write(bytes) != bytes.size()) {
            qFatal("a file of the test cannot be written");
        }
    }
    [[nodiscard]] NetworkSettings through(NetworkSettings::Proxy kind, quint16 port,
                                          const QString &user = {},
                                          const QByteArray &password = {}) const
    {
        NetworkSettings settings;
        settings.proxy = kind;
        settings.host = QStringLiteral("127.0.0.1");
        settings.port = port;
        settings.user = user;
        settings.password = Secret(password);
        settings.caFile = authorities;
        return settings;
    }
    void connect(const NetworkSettings &network)
    {
        connect(network, addressBehindProxy(server.serverPort()));
    }
    void connect(const NetworkSettings &network, const QString &address)
    {
        client.reset();
        ApiClient::Config config{*ServiceAddress::parse(address)};
        config.network = network;
        config.idleTimeout = idleTimeout;
        config.repeatPause = std::chrono::milliseconds(1);
        if (systemProxies) {
            config.systemProxies = systemProxies;
        }
        client = std::make_unique<ApiClient>(config, auth, pacer, clock);
    }
    template <class Endpoint>
    std::shared_ptr<Outcome> send(const Endpoint &endpoint)
    {
        auto outcome = std::make_shared<Outcome>();
        outcome->handle =
            client->send(endpoint, &guard,
                         [weak = std::weak_ptr<Outcome>(outcome)](const Result<QByteArray> &got) {
                             if (const auto kept = weak.lock()) {
                                 ++kept->calls;
                                 kept->body = got.value_or(QByteArray());
                                 if (!got) {
                                     kept->error = got.error();
                                     kept->lines = describe(got.error());
                                 }
                             }
                         });
        return outcome;
    }
    [[nodiscard]] int changesThatArrived() const
    {
        return static_cast<int>(std::count_if(server.requests().begin(), server.requests().end(),
                                              [](const auto &each) { return each.verb != "GET"; }));
    }

    ManualClock clock;
    QTemporaryDir folder;
    QString authorities;
    TestCertificate authority = TestCertificate::make();
    TestCertificate certificate = authority.issue();
    ScriptedServer server;
    AuthSession auth;
    Pacer pacer{clock};
    QObject guard;
    std::chrono::milliseconds idleTimeout{std::chrono::seconds(15)};
    SystemProxies systemProxies;
    std::unique_ptr<ApiClient> client;
};

} // namespace relaybook::testing
