// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/orders/orderlooks.h"

#include <algorithm>
#include <utility>

namespace relaybook {

OrderLooks::OrderLooks(const Clock &clock, Tuning tuning,
                       std::function<void(const QString &id)> begin)
    : m_clock(clock)
    , m_tuning(std::move(tuning))
    , m_begin(std::move(begin))
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &OrderLooks::beginNext);
}

// ------------------------------------------------------------------------------------- planning

void OrderLooks::start(const QString &id, std::chrono::milliseconds pause)
{
    Planned planned;
    planned.startedAt = m_clock.monotonic();
    planned.dueAt = planned.startedAt + pause;
    m_planned.insert_or_assign(id, planned);
    plan();
}

void OrderLooks::startLate(const QString &id)
{
    start(id, latePause());
}

void OrderLooks::stop(const QString &id)
{
    m_planned.erase(id);
    plan();
}

void OrderLooks::clear()
{
    m_planned.clear();
    m_running.clear();
    m_timer.stop();
}

/// Each look takes calls of the service's limits: of many orders, each is looked at less often.
std::chrono::milliseconds OrderLooks::latePause() const
{
    constexpr qint64 few = 20;
    return m_tuning.latePause * (1 + static_cast<qint64>(m_planned.size()) / few);
}

std::optional<std::chrono::milliseconds> OrderLooks::nextIn(const QString &id) const
{
    const auto planned = m_planned.find(id);
    if (planned == m_planned.end() || m_running == id) {
        return std::nullopt;
    }
    return std::max(planned->second.dueAt - m_clock.monotonic(), std::chrono::milliseconds(0));
}

void OrderLooks::hurry(const QString &id)
{
    Planned &planned = m_planned[id];
    planned.dueAt = m_clock.monotonic();
    planned.isHurried = m_running == id;
    if (m_running.isEmpty()) {
        begin(id);
    }
}

void OrderLooks::restart(const QString &id)
{
    m_planned[id].step = 0;
    hurry(id);
}

void OrderLooks::hurryAfterPause(const std::function<bool(const QString &id)> &isConcerned)
{
    for (auto &[id, planned] : m_planned) {
        if (isConcerned(id)) {
            planned.step = 0;
            planned.dueAt = std::min(planned.dueAt, m_clock.monotonic() + m_tuning.pauses.front());
        }
    }
    plan();
}

std::map<QString, OrderLooks::Planned>::const_iterator OrderLooks::first() const
{
    return std::min_element(m_planned.begin(), m_planned.end(), [](const auto &a, const auto &b) {
        return a.second.dueAt < b.second.dueAt;
    });
}

void OrderLooks::plan()
{
    if (!m_running.isEmpty() || m_planned.empty()) {
        m_timer.stop();
        return;
    }
    const auto pause = first()->second.dueAt - m_clock.monotonic();
    m_timer.start(std::max(pause, std::chrono::milliseconds(0)));
}

// -------------------------------------------------------------------------------------- one look

void OrderLooks::beginNext()
{
    if (m_running.isEmpty() && !m_planned.empty()) {
        begin(first()->first);
    }
}

void OrderLooks::begin(const QString &id)
{
    m_timer.stop();
    m_running = id;
    m_began = m_clock.monotonic();
    m_begin(QString(m_running));
}

void OrderLooks::countQuiet(const QString &id, bool isQuiet, std::chrono::milliseconds began)
{
    const auto found = m_planned.find(id);
    if (found == m_planned.end()) {
        return;
    }
    Planned &planned = found->second;
    if (isQuiet && began < planned.startedAt) {
        return;
    }
    if (isQuiet) {
        planned.quietSince = planned.quietSince.value_or(m_clock.monotonic());
        ++planned.quietLooks;
    } else {
        planned.quietSince.reset();
        planned.quietLooks = 0;
    }
}

bool OrderLooks::isQuiet(const QString &id) const
{
    constexpr int enoughLooks = 3;
    const auto found = m_planned.find(id);
    return found != m_planned.end() && found->second.quietSince &&
           found->second.quietLooks >= enoughLooks &&
           m_clock.monotonic() - *found->second.quietSince >= m_tuning.quietFor;
}

void OrderLooks::ended(Next next)
{
    const QString id = std::exchange(m_running, QString());
    const auto found = m_planned.find(id);
    if (found == m_planned.end()) {
        plan(); // the order was decided in the meantime
        return;
    }
    Planned &planned = found->second;
    const auto now = m_clock.monotonic();
    const auto took = now - m_began;
    switch (next) {
    case Next::Soon:
    case Next::LongerPause: {
        planned.step =
            next == Next::Soon ? 0 : std::min(planned.step + 1, m_tuning.pauses.size() - 1);
        // A computer that slept meanwhile must not be waited for as long again.
        const auto rest = std::min(2 * took, m_tuning.pauses.back());
        planned.dueAt = now + std::max(m_tuning.pauses.at(planned.step), rest);
        break;
    }
    case Next::Late: {
        constexpr int share = 20;
        constexpr int mostPauses = 10;
        const auto rest = std::min(share * took, mostPauses * m_tuning.latePause);
        planned.dueAt = now + std::max(latePause(), rest);
        break;
    }
    case Next::Never:
        m_planned.erase(found);
        plan();
        return;
    }
    if (std::exchange(planned.isHurried, false)) {
        planned.dueAt = now;
    }
    plan();
}

} // namespace relaybook
