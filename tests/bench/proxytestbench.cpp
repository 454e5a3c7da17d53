// SPDX-License-Identifier: GPL-3.0-or-later
// Benchmark: tests proxies, several at a time, and prints how long all tests took together.
// Usage: proxytestbench PAGE COUNT PARALLEL PROXY...; a proxy is "socks5://user:password@host:port"
// or the same with http.

#include "api/proxytest/proxytest.h"
#include "api/types/proxyaddress.h"

#include <QCoreApplication>
#include <QElapsedTimer>

#include <cstdio>
#include <vector>

using namespace relaybook;

namespace {

/// Starts the next test when one has ended.
class Run
{
public:
    Run(std::vector<ProxyTest::Config> proxies, int count)
        : m_proxies(std::move(proxies))
        , m_count(count)
    {
    }

    void startNext()
    {
        if (m_started == m_count) {
            return;
        }
        auto *test =
            new ProxyTest(m_proxies.at(static_cast<std::size_t>(m_started) % m_proxies.size()));
        ++m_started;
        QObject::connect(test, &ProxyTest::finished, test, [this, test] {
            m_works += test->result().outcome == ProxyTestOutcome::Works ? 1 : 0;
            test->deleteLater();
            startNext();
            if (++m_ended == m_count) {
                QCoreApplication::quit();
            }
        });
        test->start();
    }
    [[nodiscard]] int works() const { return m_works; }

private:
    std::vector<ProxyTest::Config> m_proxies;
    int m_count;
    int m_started = 0;
    int m_ended = 0;
    int m_works = 0;
};

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    constexpr int firstProxy = 4;
    std::vector<ProxyTest::Config> proxies;
    for (const QString &address : arguments.mid(firstProxy)) {
        const auto settings = proxyFromUrl(Secret(address));
        if (!settings) {
            std::fputs("one of the addresses is no proxy's\n", stderr);
            return 2;
        }
        ProxyTest::Config config;
        config.protocol = settings->proxy == NetworkSettings::Proxy::Socks5
                              ? ProxyTest::Protocol::Socks5
                              : ProxyTest::Protocol::HttpConnect;
        config.host = settings->host;
        config.port = settings->port;
        config.user = settings->user;
        config.password = settings->password;
        config.page = QUrl(arguments.at(1));
        proxies.push_back(std::move(config));
    }
    if (proxies.empty()) {
        std::fputs("proxytestbench PAGE COUNT PARALLEL PROXY...\n", stderr);
        return 2;
    }
    const int count = arguments.at(2).toInt();
    Run run(std::move(proxies), count);
    QElapsedTimer timer;
    timer.start();
    for (int i = 0; i < arguments.at(3).toInt(); ++i) {
        run.startNext();
    }
    QCoreApplication::exec();
    std::printf("%lld ms for %d tests\n", static_cast<long long>(timer.elapsed()), count);
    if (run.works() != count) {
        std::fprintf(stderr, "%d of them failed\n", count - run.works());
        return 1;
    }
    return 0;
}
