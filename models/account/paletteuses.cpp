// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/account/paletteuses.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cmath>

namespace relaybook {

// An object by id, each with [times, milliseconds].
PaletteUses::PaletteUses(const QByteArray &stored)
{
    const QJsonObject all = QJsonDocument::fromJson(stored).object();
    for (auto each = all.begin(); each != all.end() && m_uses.size() < mostKept; ++each) {
        const QJsonArray parts = each.value().toArray();
        const int times = parts.at(0).toInt();
        if (times > 0) {
            m_uses.insert(each.key(),
                          {times, fromMillis(static_cast<qint64>(parts.at(1).toDouble()))});
        }
    }
}

QByteArray PaletteUses::stored() const
{
    QJsonObject all;
    for (auto each = m_uses.begin(); each != m_uses.end(); ++each) {
        all.insert(each.key(), QJsonArray{each->times, static_cast<double>(toMillis(each->last))});
    }
    return QJsonDocument(all).toJson(QJsonDocument::Compact);
}

void PaletteUses::add(const QString &id, Instant at)
{
    constexpr int mostTimes = 1'000'000;
    Use &use = m_uses[id];
    use.times = std::min(use.times + 1, mostTimes);
    use.last = at;
    if (m_uses.size() > mostKept) {
        m_uses.remove(latest().constLast());
    }
}

int PaletteUses::weightOf(const QString &id, Instant now) const
{
    const auto use = m_uses.constFind(id);
    if (use == m_uses.constEnd()) {
        return 0;
    }
    constexpr int mostForTimes = 25;
    constexpr int perDoubling = 5;
    const int often = std::min(
        mostForTimes, static_cast<int>(std::lround(perDoubling * std::log2(1 + use->times))));
    constexpr int forToday = 15;
    constexpr int forThisWeek = 8;
    constexpr int daysOfWeek = 7;
    const auto passed = now - use->last; // negative if the clock was set back
    const auto day = std::chrono::hours(24);
    const int lately = passed < day ? forToday : passed < daysOfWeek * day ? forThisWeek : 0;
    return often + lately;
}

QStringList PaletteUses::latest() const
{
    QStringList ids = m_uses.keys();
    std::sort(ids.begin(), ids.end(), [this](const QString &a, const QString &b) {
        const Instant lastOfA = m_uses.value(a).last;
        const Instant lastOfB = m_uses.value(b).last;
        return lastOfA != lastOfB ? lastOfA > lastOfB : a < b;
    });
    return ids;
}

} // namespace relaybook
