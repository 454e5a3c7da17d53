// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/webhook/webhookcall.h"

#include "api/http/barerequest.h"
#include "api/http/oncebody.h"
#include "api/http/openssl.h"
#include "api/http/retryafter.h"
#include "api/http/serviceaddress.h"
#include "api/json/foreignwords.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QNetworkRequest>
#include <QRegularExpression>
#include <QStringList>
#include <QUrlQuery>

#include <algorithm>
#include <utility>
#include <vector>

namespace relaybook {

namespace {

using namespace std::chrono_literals;

constexpr qsizetype longestWebhookAddress = 2000;

QString webhookSentence(const char *text)
{
    return QCoreApplication::translate("relaybook::WebhookCall", text);
}

QUrl urlOfWebhook(const Secret &address)
{
    return QUrl(QString::fromUtf8(address.reveal()).trimmed(), QUrl::StrictMode);
}

WebhookOutcome outcomeOfStatus(int status)
{
    constexpr int timeout = 408;
    constexpr int tooMany = 429;
    constexpr int hundred = 100;
    constexpr int success = 2;
    constexpr int redirect = 3;
    constexpr int failure = 5;
    if (status == tooMany) {
        return WebhookOutcome::TooMany;
    }
    switch (status / hundred) {
    case success:
        return WebhookOutcome::Delivered;
    case redirect:
        return WebhookOutcome::Redirected;
    case failure:
        return WebhookOutcome::ServiceFailure;
    default:
        return status == timeout ? WebhookOutcome::ServiceFailure : WebhookOutcome::Refused;
    }
}

/// A text may be quoted with escapes, such as \u002B for a plus sign.
QByteArray withoutUnicodeEscapes(const QByteArray &json)
{
    static const QRegularExpression escape(QStringLiteral("\\\\u00([2-7][0-9a-fA-F])"));
    QString text = QString::fromUtf8(json);
    qsizetype at = 0;
    for (auto found = escape.match(text); found.hasMatch(); found = escape.match(text, at)) {
        at = found.capturedStart() + 1;
        text.replace(found.capturedStart(), found.capturedLength(),
                     QChar(found.captured(1).toUShort(nullptr, 16)));
    }
    return text.toUtf8();
}

} // namespace

std::optional<QString> whyNoWebhookAddress(const Secret &address)
{
    const QUrl url = urlOfWebhook(address);
    if (address.isEmpty()) {
        return webhookSentence(
            QT_TRANSLATE_NOOP("relaybook::WebhookCall", "Enter the address of the webhook."));
    }
    const bool isPlain = url.scheme() == QLatin1String("http");
    if (url.isValid() && !isPlain && url.scheme() != QLatin1String("https")) {
        return webhookSentence(
            QT_TRANSLATE_NOOP("relaybook::WebhookCall", "The address must start with https://."));
    }
    if (!url.isValid() || url.host().isEmpty() || url.hasFragment() ||
        address.reveal().size() > longestWebhookAddress) {
        return webhookSentence(QT_TRANSLATE_NOOP("relaybook::WebhookCall",
                                                 "This is not a valid address of a webhook."));
    }
    if (!url.userInfo().isEmpty()) {
        return webhookSentence(QT_TRANSLATE_NOOP(
            "relaybook::WebhookCall", "The address must not contain a user name or a password."));
    }
    if (isPlain && !isLoopbackHost(url.host())) {
        return webhookSentence(QT_TRANSLATE_NOOP(
            "relaybook::WebhookCall", "Plain http:// works only for this computer. Use https://."));
    }
    return std::nullopt;
}

WebhookCall::WebhookCall(Config config, const Clock &clock, QObject *parent)
    : QObject(parent)
    , m_config(std::move(config))
    , m_clock(clock)
{
    m_patience.setSingleShot(true);
    connect(&m_patience, &QTimer::timeout, this, &WebhookCall::runOut);
}

WebhookCall::~WebhookCall()
{
    if (m_reply != nullptr) {
        m_reply->disconnect(this);
        m_reply->abort();
    }
}

void WebhookCall::start()
{
    if (m_config.address.isEmpty()) {
        finish({WebhookOutcome::NoAddress});
        return;
    }
    if (whyNoWebhookAddress(m_config.address)) {
        finish({WebhookOutcome::AddressUnusable});
        return;
    }
    m_url = urlOfWebhook(m_config.address);
    RouteRequest route;
    route.settings = m_config.network;
    // Without path and query: the system's proxies do not need to know the secret.
    route.service.setScheme(m_url.scheme());
    route.service.setHost(m_url.host());
    route.service.setPort(m_url.port());
    route.isLoopback = isLoopbackHost(m_url.host());
    route.tls = m_config.tls;
    m_path = std::make_unique<NetworkPath>(std::move(route), m_clock);
    if (m_path->state() == NetworkPath::State::Preparing) {
        connect(m_path.get(), &NetworkPath::settled, this, &WebhookCall::whenPathSettled);
    } else {
        whenPathSettled();
    }
}

void WebhookCall::whenPathSettled()
{
    m_path->disconnect(this);
    if (m_path->state() == NetworkPath::State::Ready) {
        send();
    } else {
        finish({WebhookOutcome::ProxyFailed});
    }
}

void WebhookCall::send()
{
    if (m_url.scheme() == QLatin1String("https")) {
        prepareTls();
    }
    const NetworkRoute &route = m_path->route();
    m_manager = std::make_unique<QNetworkAccessManager>();
    m_manager->setProxy(route.proxy);
    QNetworkRequest request = bareRequest(m_url, route);
    request.setHeader(QNetworkRequest::ContentTypeHeader, QStringLiteral("application/json"));
    request.setHeader(QNetworkRequest::ContentLengthHeader, m_config.body.size());
    for (const auto &[name, value] : m_config.headers) {
        request.setRawHeader(name, value);
    }
    request.setAttribute(QNetworkRequest::DoNotBufferUploadDataAttribute, true);
    request.setDecompressedSafetyCheckThreshold(m_config.mostAnswerBytes);
    m_patience.start(m_config.patience);
    auto *body = new OnceBody(m_config.body, m_manager.get());
    m_reply = m_manager->post(request, body);
    m_reply->setReadBufferSize(m_config.mostAnswerBytes);
    connect(m_reply, &QNetworkReply::encrypted, this, [this] { m_isEncrypted = true; });
    connect(m_reply, &QNetworkReply::sslErrors, this, [this] { m_isTlsRefused = true; });
    connect(m_reply, &QNetworkReply::readyRead, this, &WebhookCall::takeAnswer);
    connect(m_reply, &QNetworkReply::finished, this, &WebhookCall::onReplyFinished);
}

/// All of the answer is read, so that the connection ends in order.
void WebhookCall::takeAnswer()
{
    constexpr qsizetype most = 2000;
    const QByteArray come = m_reply->readAll();
    m_received += come.size();
    m_answer += come.left(most - m_answer.size());
    if (m_received > m_config.mostAnswerBytes) {
        m_reply->abort(); // the reply finishes from within
    }
}

void WebhookCall::runOut()
{
    m_isTimedOut = true;
    m_reply->abort();
}

void WebhookCall::onReplyFinished()
{
    m_patience.stop();
    const WebhookResult result = resultOfReply();
    m_reply->disconnect(this);
    m_reply->deleteLater();
    m_reply = nullptr;
    finish(result);
}

WebhookResult WebhookCall::resultOfReply() const
{
    const int status = m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    if (status != 0) {
        WebhookResult result{outcomeOfStatus(status), status};
        if (result.outcome != WebhookOutcome::Delivered) {
            result.retryAfter =
                parseRetryAfter(m_reply->rawHeader("Retry-After"), m_clock.now()).value_or(0s);
            result.words = wordsOfReply();
        }
        return result;
    }
    if (m_isTimedOut) {
        return {WebhookOutcome::TimedOut};
    }
    if (m_isTlsRefused) {
        return {WebhookOutcome::TlsFailed};
    }
    // Until the connection is encrypted, failures are the proxy's; Qt has one error for most.
    if (m_path->route().hasProxy() && !m_isEncrypted &&
        m_reply->error() != QNetworkReply::SslHandshakeFailedError) {
        return {WebhookOutcome::ProxyFailed};
    }
    switch (m_reply->error()) {
    case QNetworkReply::SslHandshakeFailedError:
        return {WebhookOutcome::TlsFailed};
    case QNetworkReply::RemoteHostClosedError:
    case QNetworkReply::ContentReSendError:
    case QNetworkReply::ProtocolFailure:
    case QNetworkReply::ProtocolUnknownError:
    case QNetworkReply::UnknownContentError:
        return {WebhookOutcome::ClosedEarly};
    default:
        return {WebhookOutcome::Unreachable};
    }
}

/// A short text or JSON, such as "no_service" or {"message":"Unknown Webhook"}.
QString WebhookCall::wordsOfReply() const
{
    constexpr qint64 longest = 1000;
    const QByteArray type = m_reply->header(QNetworkRequest::ContentTypeHeader).toByteArray();
    const bool isText = type.startsWith("text/plain") || type.contains("json");
    // Not a part of a text, which may end in a secret. Qt reports the status, not that it broke
    // off.
    const QVariant size = m_reply->header(QNetworkRequest::ContentLengthHeader);
    const bool isWhole = size.isValid() ? size.toLongLong() == m_received
                                        : QJsonDocument::fromJson(m_answer).isObject();
    if (!isText || !isWhole || m_received > longest || m_answer.trimmed().startsWith('<')) {
        return {};
    }
    // Whoever knows the address can post there: the answer may quote it, or a part of it.
    std::vector<QByteArray> secrets{m_url.toEncoded(),
                                    m_url.toEncoded(QUrl::RemoveScheme | QUrl::RemoveAuthority)};
    const auto hide = [&secrets](const QString &part) {
        constexpr qsizetype shortest = 4;
        static const QStringList usual{
            QStringLiteral("hook"),     QStringLiteral("hooks"),    QStringLiteral("webhook"),
            QStringLiteral("webhooks"), QStringLiteral("services"), QStringLiteral("workflows"),
            QStringLiteral("triggers"), QStringLiteral("manual"),   QStringLiteral("messages"),
            QStringLiteral("spaces"),   QStringLiteral("catch"),    QStringLiteral("incoming")};
        if (part.size() >= shortest && !usual.contains(part)) {
            secrets.push_back(part.toUtf8());
        }
    };
    for (const QString &part : m_url.path(QUrl::FullyDecoded).split(u'/')) {
        hide(part);
    }
    for (const auto &[name, value] : QUrlQuery(m_url).queryItems(QUrl::FullyDecoded)) {
        hide(value.isEmpty() ? name : value);
    }
    const QStringList labels = m_url.host().split(u'.');
    for (qsizetype i = 0; i + 2 < labels.size(); ++i) { // some services have the secret there
        hide(labels.at(i));
    }
    // The long ones first, which contain others.
    std::sort(secrets.begin(), secrets.end(),
              [](const QByteArray &a, const QByteArray &b) { return a.size() > b.size(); });
    const bool isJson = type.contains("json");
    const QString words =
        foreignWords(isJson ? withoutUnicodeEscapes(m_answer) : m_answer, std::move(secrets));
    const bool saysSomething =
        std::any_of(words.begin(), words.end(), [](QChar c) { return c.isLetter(); });
    return saysSomething ? words : QString();
}

/// Later, so that the receiver may destroy the call.
void WebhookCall::finish(const WebhookResult &result)
{
    if (std::exchange(m_isFinished, true)) {
        return;
    }
    m_config.address = {};
    m_url.clear();
    QMetaObject::invokeMethod(
        this, [this, result] { Q_EMIT finished(result); }, Qt::QueuedConnection);
}

} // namespace relaybook
