// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the answer of a test page from bytes as they arrive: status, body (with a length, in chunks
// or until the connection ends), and the exit address in it.

#pragma once

#include "api/proxytest/exitaddress.h"
#include "api/proxytest/httphead.h"
#include "api/proxytest/proxytestresult.h"

#include <QByteArray>

namespace relaybook {

class PageAnswer
{
public:
    /// A body with more bytes, with the lines between its chunks, is refused.
    explicit PageAnswer(qint64 largestBody)
        : m_largest(largestBody)
    {
    }

    /// Takes all of `received`. To be called until isOver().
    void take(QByteArray &received);
    /// The connection has ended. isOver() is true afterwards.
    void end();

    [[nodiscard]] bool isOver() const { return m_part == Part::Over; }
    [[nodiscard]] ProxyTestOutcome outcome() const { return m_outcome; }
    [[nodiscard]] int status() const { return m_head.status(); }
    [[nodiscard]] const ExitAddress &exit() const { return m_exit; }

private:
    enum class Part { Head, Length, Chunks, UntilEnd, Over };

    void takeHead(QByteArray &received);
    void takeChunks(QByteArray &received);
    void takeChunkSize(QByteArray &received);
    void add(QByteArray &received, qint64 atMost);
    void finish();
    void fail(ProxyTestOutcome outcome);

    qint64 m_largest;
    Part m_part = Part::Head;
    HttpHead m_head;
    QByteArray m_body;
    qint64 m_left = 0;      ///< of the body, or of the current chunk
    qint64 m_lineBytes = 0; ///< of the lines between chunks
    QByteArray m_chunkLine; ///< the size of the next chunk, as far as it has arrived
    ProxyTestOutcome m_outcome = ProxyTestOutcome::ClosedAfterTunnel;
    ExitAddress m_exit;
};

} // namespace relaybook
