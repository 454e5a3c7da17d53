// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/http/answerwatch.h"

namespace relaybook {
namespace {

/// The window of a read moves on in so many steps.
constexpr int ticksPerWindow = 12;

} // namespace

AnswerWatch::AnswerWatch(Effect effect, const AnswerLimits &limits)
    : m_effect(effect)
    , m_limits(limits)
{
    m_timer.setInterval(effect == Effect::Reads ? limits.readWindow / ticksPerWindow
                                                : limits.change);
    connect(&m_timer, &QTimer::timeout, this, &AnswerWatch::onTick);
}

void AnswerWatch::start()
{
    if (m_atTicks.empty()) {
        m_atTicks.push_back(m_bytes);
        m_timer.start();
    }
}

void AnswerWatch::onTick()
{
    m_atTicks.push_back(m_bytes);
    const bool isWindowOver = m_atTicks.size() > ticksPerWindow;
    if (m_effect != Effect::Reads ||
        (isWindowOver && m_bytes - m_atTicks.front() < m_limits.leastBytes)) {
        m_timer.stop();
        Q_EMIT tookTooLong();
    } else if (isWindowOver) {
        m_atTicks.erase(m_atTicks.begin());
    }
}

} // namespace relaybook
