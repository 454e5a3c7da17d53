// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/proxytests/proxytestrun.h"

#include <utility>

namespace relaybook {

ProxyTestRun::ProxyTestRun(Config config, QObject *parent)
    : QObject(parent)
    , m_config(std::move(config))
{
}

ProxyTestRun::~ProxyTestRun() = default;

void ProxyTestRun::start()
{
    next();
}

void ProxyTestRun::next()
{
    ProxyTest::Config config;
    config.protocol = m_config.access.protocol == ProxyProtocol::Http
                          ? ProxyTest::Protocol::HttpConnect
                          : ProxyTest::Protocol::Socks5;
    config.host = m_config.access.host;
    config.port = m_config.access.port.value_or(0);
    config.user = m_config.access.user;
    config.password = m_config.access.password.value_or(Secret());
    config.page = m_config.page;
    config.limits = m_config.limits;
    m_test = std::make_unique<ProxyTest>(std::move(config));
    connect(m_test.get(), &ProxyTest::stageReached, this, [this] {
        m_result = m_test->result();
        Q_EMIT progressed();
    });
    connect(m_test.get(), &ProxyTest::finished, this, &ProxyTestRun::whenDone);
    m_test->start();
}

void ProxyTestRun::whenDone()
{
    m_result = m_test->result();
    m_test.reset();
    ++m_done;
    m_bytes += m_result.bytesSent + m_result.bytesReceived;
    const bool works = m_result.outcome == ProxyTestOutcome::Works;
    if (works && !m_addresses.contains(m_result.exitAddress)) {
        m_addresses.append(m_result.exitAddress);
    }
    if (works && m_done < m_config.requests) {
        next();
        Q_EMIT progressed();
    } else {
        m_config.access.password = {};
        Q_EMIT finished();
    }
}

} // namespace relaybook
