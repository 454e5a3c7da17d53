// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/http/answerwatch.h"

namespace relaybook {
namespace {

/// The window of a read moves on in so many steps.
constexpr int ticksPerWindow = 12;

} // namespace

AnswerWatch::AnswerWatch(Effect effect, const AnswerLimits &limits)
    : m_limits(limits)
{
    const bool reads = effect == Effect::Reads;
    m_whole.setSingleShot(true);
    m_whole.setInterval(reads ? limits.read : limits.change);
    connect(&m_whole, &QTimer::timeout, this, &AnswerWatch::end);
    if (reads) {
        m_window.setInterval(limits.readWindow / ticksPerWindow);
        connect(&m_window, &QTimer::timeout, this, &AnswerWatch::onTick);
    }
}

void AnswerWatch::start()
{
    if (!m_atTicks.empty()) {
        return;
    }
    m_atTicks.push_back(m_bytes);
    m_whole.start();
    if (m_window.interval() > 0) {
        m_window.start();
    }
}

void AnswerWatch::stop()
{
    m_whole.stop();
    m_window.stop();
}

void AnswerWatch::onTick()
{
    m_atTicks.push_back(m_bytes);
    if (m_atTicks.size() <= ticksPerWindow) {
        return;
    }
    if (m_bytes - m_atTicks.front() < m_limits.leastBytes) {
        end();
    } else {
        m_atTicks.erase(m_atTicks.begin());
    }
}

void AnswerWatch::end()
{
    stop();
    Q_EMIT tookTooLong();
}

} // namespace relaybook
