// SPDX-License-Identifier: GPL-3.0-or-later
// For tests of ProxyTest: runs one to its end, and checks what must hold of every result.

#pragma once

#include "api/proxytest/proxytest.h"
#include "tests/support/waituntil.h"

#include <QTest>

#include <numeric>

namespace relaybook::testing {

inline const QString testedUser = QStringLiteral("customer-7");
inline const QByteArray testedPassword("pass-w0rd:7@x");

[[nodiscard]] inline ProxyTest::Config testOf(ProxyTest::Protocol protocol, int port,
                                              const QUrl &page)
{
    ProxyTest::Config config;
    config.protocol = protocol;
    config.host = QStringLiteral("127.0.0.1");
    config.port = port;
    config.user = testedUser;
    config.password = Secret(testedPassword);
    config.page = page;
    return config;
}

/// Every text of a result. None may hold a secret.
[[nodiscard]] inline QString textsOf(const ProxyTestResult &result)
{
    return QStringList{result.exitAddress, result.country, result.systemText}.join(u'\n');
}

[[nodiscard]] inline ProxyTestResult runTest(const ProxyTest::Config &config)
{
    ProxyTest test(config);
    int ended = 0;
    QObject::connect(&test, &ProxyTest::finished, &test, [&ended] { ++ended; });
    test.start();
    [&] {
        QCOMPARE(ended, 0);
        QTRY_COMPARE(ended, 1);
        const ProxyTestResult &result = test.result();
        QVERIFY(!textsOf(result).contains(QString::fromUtf8(testedPassword)));
        QVERIFY(!textsOf(result).contains(testedUser));
        const auto sum =
            std::accumulate(result.times.begin(), result.times.end(), std::chrono::microseconds(0),
                            [](auto so, const auto &each) {
                                return so + each.value_or(std::chrono::microseconds(0));
                            });
        QVERIFY(sum <= result.total + std::chrono::milliseconds(1));
        for (std::size_t i = static_cast<std::size_t>(result.stage) + 1; i < proxyTestStages; ++i) {
            QVERIFY2(!result.times.at(i), "a stage after the last one has a time");
        }
    }();
    return test.result();
}

/// A short description of a result, for comparing.
[[nodiscard]] inline QByteArray summary(ProxyTestOutcome outcome, ProxyTestStage stage)
{
    return QByteArray::number(static_cast<int>(outcome)) + " in stage " +
           QByteArray::number(static_cast<int>(stage));
}
[[nodiscard]] inline QByteArray summary(const ProxyTestResult &result)
{
    return summary(result.outcome, result.stage);
}

} // namespace relaybook::testing

Q_DECLARE_METATYPE(relaybook::ProxyTest::Protocol)
Q_DECLARE_METATYPE(relaybook::ProxyTestOutcome)
Q_DECLARE_METATYPE(relaybook::ProxyTestStage)
