// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/http/networkpath.h"

#include "api/types/jobs.h"

#include <QCoreApplication>

namespace relaybook {
namespace {

using namespace std::chrono_literals;

/// If the system takes longer to name its proxy, no answer is expected any more.
constexpr std::chrono::milliseconds patienceWithSystem = 20s;
constexpr std::chrono::milliseconds keepsFor = 1min;
constexpr std::chrono::milliseconds pauseAfterFailure = 3s;

ApiError noAnswer()
{
    ApiError error;
    error.kind = ErrorKind::BadSettings;
    error.message = QCoreApplication::translate(
        "relaybook::NetworkRoute", "This computer did not say in time which proxy is to be used.");
    return error;
}

} // namespace

NetworkPath::NetworkPath(RouteRequest request, const Clock &clock, QObject *parent)
    : QObject(parent)
    , m_request(std::move(request))
    , m_clock(clock)
    , m_mailbox(std::make_shared<Mailbox<NetworkPath>>(*this))
{
    m_patience.setSingleShot(true);
    m_patience.setInterval(patienceWithSystem);
    connect(&m_patience, &QTimer::timeout, this, [this] {
        if (m_state == State::Preparing) { // a later answer is still used
            m_state = State::Broken;
            m_error = noAnswer();
            Q_EMIT settled();
        }
    });
    prepare();
}

NetworkPath::~NetworkPath()
{
    m_mailbox->close();
}

void NetworkPath::set(const NetworkSettings &settings)
{
    m_request.settings = settings;
    m_state = State::Preparing;
    prepare();
}

void NetworkPath::noteUse()
{
    if (usesSystemProxy()) {
        prepareAgainAfter(keepsFor);
    }
}

void NetworkPath::noteFailure()
{
    if (m_request.isSlow()) {
        prepareAgainAfter(pauseAfterFailure);
    }
}

void NetworkPath::noteCall()
{
    if (m_state == State::Broken && m_request.isSlow() && !m_isAsking) {
        m_state = State::Preparing;
        prepare();
    }
}

bool NetworkPath::usesSystemProxy() const
{
    return m_request.settings.proxy == NetworkSettings::Proxy::System && !m_request.isLoopback;
}

/// The known route is used meanwhile.
void NetworkPath::prepareAgainAfter(std::chrono::milliseconds pause)
{
    if (!m_isAsking && m_clock.monotonic() - m_preparedAt >= pause) {
        prepare();
    }
}

void NetworkPath::prepare()
{
    const quint64 number = ++m_number;
    m_preparedAt = m_clock.monotonic();
    if (!m_request.isSlow()) {
        take(number, routeTo(m_request));
        return;
    }
    m_isAsking = true;
    m_patience.start();
    startJob(*QThreadPool::globalInstance(), [number, request = m_request, mailbox = m_mailbox] {
        mailbox->post(
            [number, route = routeTo(request)](NetworkPath &path) { path.take(number, route); });
    });
}

void NetworkPath::take(quint64 number, const Result<NetworkRoute> &route)
{
    if (number != m_number) {
        return;
    }
    m_isAsking = false;
    m_patience.stop();
    if (route) {
        m_state = State::Ready;
        m_route = *route;
    } else {
        m_state = State::Broken;
        m_error = route.error();
    }
    Q_EMIT settled();
}

} // namespace relaybook
