// SPDX-License-Identifier: GPL-3.0-or-later
// Sends one message to a webhook: an HTTPS POST of JSON to an address that the user gave. The
// address is a secret, because whoever knows it can post there: it is in no log and no error text.

#pragma once

#include "api/http/networkpath.h"
#include "api/types/clock.h"
#include "api/types/networksettings.h"
#include "api/types/secret.h"
#include "api/webhook/webhookresult.h"

#include <QByteArray>
#include <QObject>
#include <QSslConfiguration>
#include <QTimer>
#include <QUrl>

#include <chrono>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

class QNetworkAccessManager;
class QNetworkReply;

namespace relaybook {

/// Why this cannot be the address of a webhook: a sentence that does not contain it; nothing if it
/// can. It begins with https:// (or http:// for this computer), and has no user name.
[[nodiscard]] std::optional<QString> whyNoWebhookAddress(const Secret &address);

/// Lives on the GUI thread. The message is received once at most. A redirect is not followed.
class WebhookCall : public QObject
{
    Q_OBJECT

public:
    struct Config
    {
        Secret address;
        QByteArray body;                                             ///< JSON
        std::vector<std::pair<QByteArray, QByteArray>> headers = {}; ///< names and values
        NetworkSettings network;
        /// Until the answer is complete, once the way to the webhook is known.
        std::chrono::milliseconds patience{15'000};
        qint64 mostAnswerBytes = qint64(64) * 1024; ///< of the answer; more is not read
        std::optional<QSslConfiguration> tls;       ///< for tests: trusts other certificates
    };
    /// `clock` must outlive it.
    WebhookCall(Config config, const Clock &clock, QObject *parent = nullptr);
    /// Ends the call without finished().
    ~WebhookCall() override;

    /// To be called once. finished() follows, never from within this call.
    void start();

Q_SIGNALS:
    void finished(const relaybook::WebhookResult &result);

private:
    void whenPathSettled();
    void send();
    void takeAnswer();
    void runOut();
    void onReplyFinished();
    [[nodiscard]] WebhookResult resultOfReply() const;
    [[nodiscard]] QString wordsOfReply() const;
    void finish(const WebhookResult &result);

    Config m_config;
    const Clock &m_clock;
    QUrl m_url;
    std::unique_ptr<NetworkPath> m_path;
    std::unique_ptr<QNetworkAccessManager> m_manager;
    QNetworkReply *m_reply = nullptr;
    QTimer m_patience;
    qint64 m_received = 0;
    QByteArray m_answer; ///< its beginning
    bool m_isEncrypted = false;
    bool m_isTlsRefused = false;
    bool m_isTimedOut = false;
    bool m_isFinished = false;
};

} // namespace relaybook
