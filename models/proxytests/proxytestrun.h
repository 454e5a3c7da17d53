// SPDX-License-Identifier: GPL-3.0-or-later
// Tests one proxy once, or several times to see how many exit addresses it has.

#pragma once

#include "api/proxytest/proxytest.h"
#include "models/text/credentialformat.h"

#include <QObject>
#include <QStringList>

#include <memory>

namespace relaybook {

/// Lives on the GUI thread. Destroying it cancels the test.
class ProxyTestRun : public QObject
{
    Q_OBJECT
public:
    struct Config
    {
        ProxyAccess access; ///< with host, port and password
        QUrl page;
        int requests = 1;
        ProxyTestLimits limits{};
    };
    explicit ProxyTestRun(Config config, QObject *parent = nullptr);
    ~ProxyTestRun() override;

    /// To be called once. finished() follows in any case, but not before this returns.
    void start();
    [[nodiscard]] const Config &config() const { return m_config; }
    /// Of the current request, as far as it is known, or of the last one.
    [[nodiscard]] const ProxyTestResult &result() const { return m_result; }
    [[nodiscard]] bool isRunning() const { return m_test != nullptr; }
    /// How many requests have ended.
    [[nodiscard]] int done() const { return m_done; }
    /// The exit addresses of the requests that worked, each once.
    [[nodiscard]] const QStringList &addresses() const { return m_addresses; }
    /// All bytes so far, without those of TLS.
    [[nodiscard]] qint64 bytes() const { return m_bytes; }

Q_SIGNALS:
    /// result(), done() or addresses() changed.
    void progressed();
    /// All requests have ended, or one has failed.
    void finished();

private:
    void next();
    void whenDone();

    Config m_config;
    std::unique_ptr<ProxyTest> m_test;
    ProxyTestResult m_result;
    QStringList m_addresses;
    int m_done = 0;
    qint64 m_bytes = 0;
};

} // namespace relaybook
