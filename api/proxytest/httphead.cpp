// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/proxytest/httphead.h"

#include <QByteArrayView>
#include <QList>

#include <algorithm>

namespace relaybook {

HttpHead::State HttpHead::take(QByteArray &received)
{
    constexpr int firstFinal = 200;
    constexpr int switching = 101;
    State state = takeOne(received);
    while (state == State::Complete && m_status < firstFinal && m_status != switching) {
        m_interim += m_head.size();
        m_head.clear();
        state = takeOne(received);
    }
    return state;
}

HttpHead::State HttpHead::takeOne(QByteArray &received)
{
    constexpr qsizetype endSize = 3; // "\n\r\n"
    const qsizetype before = m_head.size();
    const qsizetype room = largest - m_interim - before;
    const QByteArray added = received.left(room);
    m_head += added;
    static const QByteArray beginning("HTTP/");
    if (!m_head.startsWith(beginning.left(m_head.size()))) {
        return State::NotHttp;
    }
    const qsizetype from = std::max(qsizetype{0}, before - endSize);
    qsizetype end = -1;
    for (const char *mark : {"\n\r\n", "\n\n"}) {
        const QByteArrayView searched =
            end < 0 ? QByteArrayView(m_head) : QByteArrayView(m_head).first(end);
        const qsizetype at = searched.indexOf(mark, from);
        end = at < 0 ? end : at + QByteArrayView(mark).size();
    }
    if (end < 0) {
        received.remove(0, added.size());
        return m_head.size() + m_interim >= largest ? State::TooLarge : State::Incomplete;
    }
    received.remove(0, end - before);
    m_head.truncate(end);
    return readStatus() ? State::Complete : State::NotHttp;
}

/// "HTTP/1.1 200 OK"
bool HttpHead::readStatus()
{
    constexpr qsizetype digits = 3;
    constexpr int least = 100;
    const qsizetype space = m_head.indexOf(' ');
    const QByteArray code = m_head.mid(space + 1, digits);
    bool isNumber = false;
    m_status = code.toInt(&isNumber);
    return space > 0 && isNumber && m_status >= least && code.size() == digits;
}

QByteArray HttpHead::phrase() const
{
    const QByteArray line = m_head.left(m_head.indexOf('\n'));
    constexpr qsizetype codeSize = 5; // " 200 "
    return line.mid(line.indexOf(' ') + codeSize).trimmed();
}

QList<std::pair<QByteArray, QByteArray>> HttpHead::headers() const
{
    QList<std::pair<QByteArray, QByteArray>> found;
    for (const QByteArray &line : m_head.split('\n')) {
        const qsizetype colon = line.indexOf(':');
        if (colon > 0) {
            found.append({line.left(colon).trimmed().toLower(), line.mid(colon + 1).trimmed()});
        }
    }
    return found;
}

QByteArray HttpHead::values(const QByteArray &lowerCaseName) const
{
    QByteArray all;
    for (const auto &[name, value] : headers()) {
        if (name == lowerCaseName) {
            all += all.isEmpty() ? "" : ", ";
            all += value.toLower();
        }
    }
    return all;
}

} // namespace relaybook
