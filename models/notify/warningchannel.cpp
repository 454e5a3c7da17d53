// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/notify/warningchannel.h"

#include <QCryptographicHash>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStringList>

#include <algorithm>
#include <map>
#include <utility>

namespace relaybook {

namespace {

// The names of the stored members.
const QString toldMember = QStringLiteral("told");
const QString pausesMember = QStringLiteral("pauses");

QString hashOfKey(const QString &key)
{
    constexpr qsizetype length = 16;
    return QString::fromLatin1(
        QCryptographicHash::hash(key.toUtf8(), QCryptographicHash::Sha256).toHex().left(length));
}

QHash<QString, Instant> timesFrom(const QJsonObject &object, qsizetype most)
{
    QHash<QString, Instant> times;
    for (auto each = object.begin(); each != object.end() && times.size() < most; ++each) {
        if (each.value().isDouble()) {
            times.insert(each.key(), fromMillis(each.value().toInteger()));
        }
    }
    return times;
}

QJsonObject objectOfTimes(const QHash<QString, Instant> &times)
{
    QJsonObject object;
    for (auto each = times.begin(); each != times.end(); ++each) {
        object.insert(each.key(), toMillis(each.value()));
    }
    return object;
}

} // namespace

WarningChannel::WarningChannel(Limits limits, const QByteArray &stored)
    : m_limits(limits)
{
    const QJsonObject all = QJsonDocument::fromJson(stored).object();
    m_told = timesFrom(all.value(toldMember).toObject(), mostKept);
    m_pauses = timesFrom(all.value(pausesMember).toObject(), mostKept);
}

QByteArray WarningChannel::stored() const
{
    return QJsonDocument(QJsonObject{{toldMember, objectOfTimes(m_told)},
                                     {pausesMember, objectOfTimes(m_pauses)}})
        .toJson(QJsonDocument::Compact);
}

/// A time of the future means that the clock was set back since. It counts as now: nothing is told
/// again at once, and nothing is held back for longer than its own span.
void WarningChannel::passTime(Instant now)
{
    const auto pass = [now](QHash<QString, Instant> &times, std::chrono::milliseconds span) {
        for (auto each = times.begin(); each != times.end();) {
            each.value() = std::min(each.value(), now);
            each = now - each.value() >= span ? times.erase(each) : std::next(each);
        }
    };
    pass(m_told, toldFor);
    pass(m_pauses, m_limits.pause);
}

QString WarningChannel::pauseOf(const Warning &warning) const
{
    return m_limits.isPerKind ? warningKindName(warning.kind) : QStringLiteral("all");
}

std::vector<std::vector<Warning>> WarningChannel::take(const std::vector<Warning> &present,
                                                       Instant now)
{
    passTime(now);
    QSet<QString> keys;
    std::map<QString, std::vector<Warning>> messages;
    for (const Warning &warning : present) {
        keys.insert(warning.key());
        if (m_told.contains(hashOfKey(warning.key()))) {
            m_taken.insert(warning.key()); // also told if it stays for longer than toldFor
        }
        const QString pause = pauseOf(warning);
        if (!m_taken.contains(warning.key()) && !m_pauses.contains(pause)) {
            messages[pause].push_back(warning);
        }
    }
    // One that went away may come back: then it is told again, but not within toldFor.
    m_taken.intersect(keys);
    std::vector<std::vector<Warning>> taken;
    for (auto &[pause, warnings] : messages) {
        m_pauses.insert(pause, now);
        for (const Warning &warning : warnings) {
            m_taken.insert(warning.key());
        }
        taken.push_back(std::move(warnings));
    }
    return taken;
}

void WarningChannel::noteTold(const QStringList &keys, Instant now)
{
    for (const QString &key : keys) {
        m_told.insert(hashOfKey(key), now);
    }
    limitSize();
}

void WarningChannel::forget(const QStringList &keys)
{
    for (const QString &key : keys) {
        m_taken.remove(key);
    }
}

void WarningChannel::limitSize()
{
    while (m_told.size() > mostKept) {
        m_told.erase(std::min_element(m_told.begin(), m_told.end()));
    }
}

} // namespace relaybook
