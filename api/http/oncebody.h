// SPDX-License-Identifier: GPL-3.0-or-later
// A request body that can be read only once, so that Qt cannot send the call a second time.

#pragma once

#include <QByteArray>
#include <QIODevice>

namespace relaybook {

/// QNetworkAccessManager repeats calls by itself, GET and POST alike, when the connection closes
/// without a response (Qt 6.4: two to four times). To do so it must rewind the body, and this
/// device refuses to seek: the call is received once and ends with
/// QNetworkReply::ContentReSendError. A QBuffer does not help, because Qt takes its bytes directly
/// without calling the device.
class OnceBody : public QIODevice
{
    Q_OBJECT
public:
    explicit OnceBody(QByteArray bytes, QObject *parent = nullptr);

    /// True after the first byte was read: from then on the service may have received the call.
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
