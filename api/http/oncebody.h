// SPDX-License-Identifier: GPL-3.0-or-later
// The body of a call, which can be sent once and never again.

#pragma once

#include <QByteArray>
#include <QIODevice>

namespace relaybook {

/// QNetworkAccessManager repeats calls by itself, GET and POST alike, when the connection closes
/// without an answer (6.4: twice to four times). It has to rewind the body for that, and this one
/// refuses: one arrival, and QNetworkReply::ContentReSendError. A QBuffer would not do, its bytes
/// are taken without the device being asked.
class OnceBody : public QIODevice
{
    Q_OBJECT
public:
    explicit OnceBody(QByteArray bytes, QObject *parent = nullptr);

    /// True once a byte was taken: from then on the service may have seen the call.
    [[nodiscard]] bool wasRead() const { return m_wasRead; }

    [[nodiscard]] bool isSequential() const override { return false; }
    [[nodiscard]] qint64 size() const override { return m_bytes.size(); }
    bool seek(qint64 /*position*/) override { return false; }

protected:
    qint64 readData(char *data, qint64 maxSize) override;
    qint64 writeData(const char *data, qint64 size) override;

private:
    QByteArray m_bytes;
    qint64 m_at = 0;
    bool m_wasRead = false;
};

} // namespace relaybook
