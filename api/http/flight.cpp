// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/http/flight.h"

#include "api/http/barerequest.h"
#include "api/http/connectionprobe.h"
#include "api/http/oncebody.h"
#include "api/http/openssl.h"
#include "api/http/retryafter.h"
#include "api/http/tlserrors.h"

#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QNetworkRequest>

namespace relaybook {
namespace {

constexpr int maxRedirects = 5;

bool isRedirect(int status)
{
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

/// Whether the network manager's error does not show what went wrong at the proxy.
bool isUnclear(const AttemptFacts &facts)
{
    const bool isOurs = facts.endedBy != AttemptFacts::EndedBy::Itself &&
                        facts.endedBy != AttemptFacts::EndedBy::IdleTimeout;
    return !isOurs && !facts.tlsFailed &&
           facts.networkError != QNetworkReply::ProxyAuthenticationRequiredError &&
           facts.networkError != QNetworkReply::SslHandshakeFailedError;
}

} // namespace

Flight::Flight(const Request &request, const ServiceAddress &service, const Secret &bearer,
               const FlightSettings &settings, std::shared_ptr<QNetworkAccessManager> shared,
               const Clock &clock, QObject *parent)
    : Attempt(parent)
    , m_request(request)
    , m_service(service)
    , m_url(service.urlOf(request.path))
    , m_bearer(bearer)
    , m_settings(settings)
    , m_clock(clock)
    , m_manager(std::move(shared))
    , m_watch(request.effect, settings.answerLimits)
{
    if (!request.query.isEmpty()) {
        m_url.setQuery(request.query);
    }
    m_idle.setSingleShot(true);
    m_idle.setInterval(settings.idleTimeout);
    connect(&m_idle, &QTimer::timeout, this, [this] { end(AttemptFacts::EndedBy::IdleTimeout); });
    connect(&m_watch, &AnswerWatch::tookTooLong, this,
            [this] { end(AttemptFacts::EndedBy::TooSlow); });
}

Flight::~Flight()
{
    Flight::abandon();
}

void Flight::start()
{
    if (isSecure()) {
        prepareTls();
    }
    if (m_request.effect != Effect::Reads) {
        m_manager = std::make_shared<QNetworkAccessManager>();
        m_manager->setProxy(m_settings.route.proxy);
    }
    send();
}

void Flight::abandon()
{
    m_idle.stop();
    m_watch.stop();
    m_probe.reset();
    if (m_reply != nullptr) {
        m_reply->disconnect(this);
        m_reply->abort();
        m_reply->deleteLater();
        m_reply = nullptr;
    }
}

QNetworkRequest Flight::networkRequest() const
{
    QNetworkRequest request = bareRequest(m_url, m_settings.route);
    request.setDecompressedSafetyCheckThreshold(m_settings.maxAnswerBytes);
    request.setRawHeader("Accept", "application/json");
    if (m_request.token != TokenKind::None) {
        request.setRawHeader("Authorization", "Bearer " + m_bearer.reveal());
    }
    if (m_request.resellerKey) {
        request.setRawHeader("X-Reseller-Key", m_request.resellerKey->reveal());
    }
    return request;
}

/// The only place that sends a call. The body cannot be rewound, so the network manager cannot send
/// it a second time. A change always has a body, a read has an empty one.
void Flight::send()
{
    m_facts = {};
    m_encrypted = false;
    QByteArray bytes = m_request.body;
    const bool mayBeEmpty = m_request.verb == Verb::Get || m_request.verb == Verb::Delete;
    if (bytes.isEmpty() && !mayBeEmpty) {
        bytes = QByteArrayLiteral("{}");
    }
    QNetworkRequest request = networkRequest();
    if (!bytes.isEmpty()) {
        request.setHeader(QNetworkRequest::ContentTypeHeader, QStringLiteral("application/json"));
    }
    request.setHeader(QNetworkRequest::ContentLengthHeader, bytes.size());
    request.setAttribute(QNetworkRequest::DoNotBufferUploadDataAttribute, true);
    delete m_body; // of the response that redirected here
    m_body = new OnceBody(bytes, this);
    // get() and deleteResource() accept no body.
    watch(m_manager->sendCustomRequest(request, verbText(m_request.verb), m_body));
    m_idle.start();
}

void Flight::watch(QNetworkReply *reply)
{
    m_reply = reply;
    connect(reply, &QNetworkReply::encrypted, this, [this] {
        noteProgress();
        m_encrypted = true;
    });
    connect(reply, &QNetworkReply::requestSent, this, [this] {
        noteProgress();
        limitReadAhead();
    });
    connect(reply, &QNetworkReply::uploadProgress, this, &Flight::noteProgress);
    connect(reply, &QNetworkReply::metaDataChanged, this, [this] {
        noteProgress();
        limitReadAhead();
        const auto length = m_reply->header(QNetworkRequest::ContentLengthHeader).toLongLong();
        if (length > m_settings.maxAnswerBytes) {
            end(AttemptFacts::EndedBy::TooLarge);
        }
    });
    connect(reply, &QNetworkReply::readyRead, this, [this] {
        noteProgress();
        takeBytes();
    });
    connect(reply, &QNetworkReply::sslErrors, this, [this](const QList<QSslError> &errors) {
        m_facts.tlsFailed = true;
        m_facts.tls = tlsFailureOf(errors);
    });
    connect(reply, &QNetworkReply::finished, this, &Flight::onFinished);
}

/// The first progress is that the connection is ready: from then on the call can be sent. A change
/// then has its whole time: a service may work on it without a word.
void Flight::noteProgress()
{
    if (m_request.effect == Effect::Reads) {
        m_idle.start();
    } else {
        m_idle.stop();
    }
    m_watch.start();
}

/// The network's thread must not read faster than takeBytes(): an endless answer would fill the
/// memory before its size is noticed. Qt ignores the limit until the request is on its way, and
/// takes it only when it has read all that has arrived.
void Flight::limitReadAhead()
{
    constexpr qint64 readAhead = qint64(1024) * 1024;
    m_reply->setReadBufferSize(readAhead);
}

void Flight::takeBytes()
{
    const QByteArray bytes = m_reply->readAll();
    m_watch.add(bytes.size());
    m_facts.body += bytes;
    if (m_facts.body.size() > m_settings.maxAnswerBytes) {
        end(AttemptFacts::EndedBy::TooLarge);
    }
}

/// Ends the attempt for our own reason. The network manager would only report "canceled".
void Flight::end(AttemptFacts::EndedBy why)
{
    if (m_reply == nullptr || m_facts.endedBy != AttemptFacts::EndedBy::Itself) {
        return;
    }
    m_facts.endedBy = why;
    m_reply->abort(); // finished() is emitted from within
}

void Flight::onFinished()
{
    m_idle.stop();
    QNetworkReply *reply = m_reply;
    // One that was aborted may still report what its network thread had received before.
    reply->disconnect(this);
    m_facts.networkError = reply->error();
    m_facts.networkText = reply->errorString();
    m_facts.status = reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    m_facts.isMitigated = !reply->rawHeader("cf-mitigated").isEmpty();
    m_facts.wasSent = wasSent();
    // Only https uses a tunnel through the proxy. Until the connection is encrypted, failures are
    // the proxy's.
    m_facts.isAtProxy = m_settings.route.hasProxy() && !m_encrypted && m_facts.status == 0;
    m_facts.rate = {leadingNumber(reply->rawHeader("X-RateLimit-Limit")),
                    leadingNumber(reply->rawHeader("X-RateLimit-Remaining"))};
    m_facts.encoding = reply->rawHeader("Content-Encoding").simplified();
    m_facts.date = httpDate(reply->rawHeader("Date"));
    // Both times are the service's: this computer's clock may be hours off.
    m_facts.retryAfter =
        parseRetryAfter(reply->rawHeader("Retry-After"), m_facts.date.value_or(m_clock.now()));
    constexpr int partialContent = 206;
    const QByteArray links = reply->rawHeader("Link").replace('"', "").toLower();
    m_facts.saysMore = m_facts.status == partialContent || links.contains("rel=next");
    if (m_facts.endedBy == AttemptFacts::EndedBy::Itself) {
        m_facts.body += reply->readAll();
        if (m_facts.body.size() > m_settings.maxAnswerBytes) {
            m_facts.endedBy = AttemptFacts::EndedBy::TooLarge;
        }
    }
    if (m_facts.endedBy == AttemptFacts::EndedBy::TooLarge) {
        m_facts.body.clear();
    }
    if (isRedirect(m_facts.status) && m_facts.endedBy == AttemptFacts::EndedBy::Itself) {
        if (followRedirect()) {
            return;
        }
        m_facts.endedBy = AttemptFacts::EndedBy::ForeignRedirect;
    }
    m_watch.stop();
    m_reply = nullptr;
    reply->deleteLater();
    if (m_facts.isAtProxy && isUnclear(m_facts)) {
        askWhatTheProxyHas();
    } else {
        Q_EMIT finished(m_facts);
    }
}

/// The network manager reports most failures of a proxy as one error, so this connects to the proxy
/// to find the cause. Nothing is sent to the service.
void Flight::askWhatTheProxyHas()
{
    constexpr std::chrono::seconds patience(5);
    ConnectionProbe::Config config{m_service};
    config.route = m_settings.route;
    config.patience = patience;
    config.onlyConnects = true;
    m_probe = std::make_unique<ConnectionProbe>(std::move(config), m_clock);
    connect(m_probe.get(), &ConnectionProbe::finished, this, [this] {
        m_facts.proxy = m_probe->findings().proxy;
        Q_EMIT finished(m_facts);
    });
    m_probe->start();
}

/// If the body was not read, the call was not sent. A call without a body may have been sent as
/// soon as there was a connection.
bool Flight::wasSent() const
{
    if (m_body->size() > 0) {
        return m_body->wasRead();
    }
    return isSecure() ? m_encrypted : !isConnectionFailure(m_reply->error());
}

/// Follows a redirect only for a GET to the same scheme, host and port: anything else would repeat
/// a call or send the token elsewhere.
bool Flight::followRedirect()
{
    const QUrl target =
        m_url.resolved(QUrl::fromEncoded(m_reply->rawHeader("Location"), QUrl::StrictMode));
    const bool reads = m_request.effect == Effect::Reads && m_request.verb == Verb::Get;
    const bool named = !m_reply->rawHeader("Location").isEmpty() && target.isValid();
    if (!reads || !named || !isSameOrigin(m_url, target) || m_redirects >= maxRedirects) {
        m_facts.redirectHost = named ? target.host() : QString();
        return false;
    }
    ++m_redirects;
    m_url = target;
    m_reply->deleteLater();
    m_reply = nullptr;
    send();
    return true;
}

} // namespace relaybook
