// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/proxytest/pageanswer.h"

#include <algorithm>

namespace relaybook {

void PageAnswer::take(QByteArray &received)
{
    if (m_part == Part::Head) {
        takeHead(received);
    }
    switch (m_part) {
    case Part::Length:
        add(received, m_left);
        if (m_part == Part::Length && m_left == 0) {
            finish();
        }
        break;
    case Part::Chunks:
        takeChunks(received);
        break;
    case Part::UntilEnd:
        add(received, received.size());
        break;
    case Part::Head:
    case Part::Over:
        break;
    }
    if (m_part == Part::Over) {
        received.clear();
    }
}

void PageAnswer::end()
{
    if (m_part == Part::UntilEnd) {
        finish();
    } else if (m_part != Part::Over) {
        fail(ProxyTestOutcome::ClosedAfterTunnel);
    }
}

void PageAnswer::takeHead(QByteArray &received)
{
    constexpr int ok = 200;
    switch (m_head.take(received)) {
    case HttpHead::State::Incomplete:
        return;
    case HttpHead::State::NotHttp:
    case HttpHead::State::TooLarge:
        fail(ProxyTestOutcome::PageUnreadable);
        return;
    case HttpHead::State::Complete:
        break;
    }
    if (status() != ok) {
        fail(ProxyTestOutcome::PageRefused);
        return;
    }
    const QByteArray length = m_head.values("content-length");
    if (m_head.values("transfer-encoding").contains("chunked")) {
        m_part = Part::Chunks;
    } else if (!length.isEmpty()) {
        bool isNumber = false;
        m_left = length.toLongLong(&isNumber);
        m_part = Part::Length;
        if (!isNumber || m_left < 0) {
            fail(ProxyTestOutcome::PageUnreadable);
        } else if (m_left > m_largest) {
            fail(ProxyTestOutcome::PageTooLarge);
        }
    } else {
        m_part = Part::UntilEnd;
    }
}

/// Moves up to `atMost` bytes to the body.
void PageAnswer::add(QByteArray &received, qint64 atMost)
{
    const qsizetype count = std::min(qsizetype(atMost), received.size());
    if (m_body.size() + m_lineBytes + count > m_largest) {
        fail(ProxyTestOutcome::PageTooLarge);
        return;
    }
    m_body += received.left(count);
    received.remove(0, count);
    m_left -= std::min(m_left, qint64(count));
}

void PageAnswer::takeChunks(QByteArray &received)
{
    while (m_part == Part::Chunks && !received.isEmpty()) {
        if (m_left > 0) {
            add(received, m_left);
        } else {
            takeChunkSize(received);
        }
    }
}

/// "1a;extension\r\n". The empty line after the chunk before is skipped.
void PageAnswer::takeChunkSize(QByteArray &received)
{
    constexpr qsizetype longestLine = 1024;
    constexpr int hexadecimal = 16;
    const qsizetype end = received.indexOf('\n');
    const qsizetype count = end < 0 ? received.size() : end + 1;
    m_chunkLine += received.left(count);
    received.remove(0, count);
    m_lineBytes += count;
    if (m_chunkLine.size() > longestLine) {
        fail(ProxyTestOutcome::PageUnreadable);
        return;
    }
    if (!m_chunkLine.endsWith('\n')) {
        return;
    }
    // They are paid traffic too: a chunk of one byte may have a line of a thousand.
    if (m_body.size() + m_lineBytes > m_largest) {
        fail(ProxyTestOutcome::PageTooLarge);
        return;
    }
    const QByteArray line = m_chunkLine.trimmed();
    m_chunkLine.clear();
    if (line.isEmpty()) {
        return;
    }
    bool isNumber = false;
    const qsizetype semicolon = line.indexOf(';');
    m_left = line.left(semicolon < 0 ? line.size() : semicolon)
                 .trimmed()
                 .toLongLong(&isNumber, hexadecimal);
    if (!isNumber || m_left < 0) {
        fail(ProxyTestOutcome::PageUnreadable);
    } else if (m_left == 0) {
        finish();
    }
}

void PageAnswer::finish()
{
    m_part = Part::Over;
    m_exit = exitAddressIn(m_body);
    m_outcome = m_exit.address.isEmpty() ? ProxyTestOutcome::NoAddress : ProxyTestOutcome::Works;
}

void PageAnswer::fail(ProxyTestOutcome outcome)
{
    m_part = Part::Over;
    m_outcome = outcome;
}

} // namespace relaybook
