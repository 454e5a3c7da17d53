// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/proxytests/proxytestexplanation.h"

#include "api/types/systemreason.h"
#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"

#include <QCoreApplication>
#include <QHostAddress>
#include <QLocale>

#include <algorithm>

namespace relaybook {
namespace {

struct ProxyTestText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::ProxyTest)
};

bool isHttp(const ProxyTestFacts &facts)
{
    return facts.protocol == ProxyProtocol::Http;
}

QString protocolName(ProxyProtocol protocol)
{
    return protocol == ProxyProtocol::Http ? QStringLiteral("HTTP") : QStringLiteral("SOCKS5");
}

QString otherProtocol(const ProxyTestFacts &facts)
{
    return protocolName(isHttp(facts) ? ProxyProtocol::Socks5 : ProxyProtocol::Http);
}

/// HTTP: 502 and 504. SOCKS5: the network or the host is unreachable, refused, or took too long.
bool saysThatThePageIsUnreachable(const ProxyTestResult &result, const ProxyTestFacts &facts)
{
    constexpr int badGateway = 502;
    constexpr int gatewayTimeout = 504;
    constexpr int firstOfSocks5 = 3;
    constexpr int lastOfSocks5 = 6;
    const int status = result.proxyStatus;
    return isHttp(facts) ? status == badGateway || status == gatewayTimeout
                         : status >= firstOfSocks5 && status <= lastOfSocks5;
}

/// " (407)": the status of an HTTP proxy, which support asks for.
QString statusOf(const ProxyTestResult &result, const ProxyTestFacts &facts)
{
    return isHttp(facts) && result.proxyStatus > 0 ? QStringLiteral(" (%1)").arg(result.proxyStatus)
                                                   : QString();
}

bool isUsedUp(const std::optional<TrafficAmount> &left)
{
    return left && (left->isZero() || left->isNegative());
}

QString loadAgain()
{
    return ProxyTestText::tr("Load the credentials again.");
}

ProxyTestExplanation timedOut(ProxyTestStage stage, const ProxyTestFacts &facts)
{
    switch (stage) {
    case ProxyTestStage::Name:
        return {ProxyTestText::tr("Looking up the host name %1 took too long.")
                    .arg(isolated(facts.host)),
                ProxyTestText::tr("Check the internet connection and its name server (DNS).")};
    case ProxyTestStage::Connection:
        return {ProxyTestText::tr("%1 did not answer on port %2 in time.")
                    .arg(isolated(facts.host), QString::number(facts.port)),
                ProxyTestText::tr("The proxy's host is down, or a firewall drops connections to "
                                  "it. Try another network.")};
    case ProxyTestStage::SignIn:
        return {ProxyTestText::tr("The proxy did not answer the sign-in in time."),
                ProxyTestText::tr("The proxy is overloaded, or port %1 is not its %2 port. Test "
                                  "again, or test %3.")
                    .arg(facts.port)
                    .arg(protocolName(facts.protocol), otherProtocol(facts))};
    case ProxyTestStage::Tunnel:
        return {ProxyTestText::tr("The proxy did not open a connection to %1 in time.")
                    .arg(isolated(facts.pageHost)),
                ProxyTestText::tr("The proxy may have no exit that is online. Test again, or test "
                                  "another page.")};
    case ProxyTestStage::Tls:
        return {ProxyTestText::tr("The TLS connection with %1 took too long.")
                    .arg(isolated(facts.pageHost)),
                ProxyTestText::tr("The exit is very slow or offline. Test again.")};
    case ProxyTestStage::FirstByte:
        return {ProxyTestText::tr("%1 did not answer through the proxy in time.")
                    .arg(isolated(facts.pageHost)),
                ProxyTestText::tr("The exit is very slow or offline. Test again, or test another "
                                  "page.")};
    case ProxyTestStage::Answer:
        break;
    }
    return {ProxyTestText::tr("The page's answer stopped before its end."),
            ProxyTestText::tr("The exit is very slow or offline. Test again.")};
}

/// The rule of a blocklist that names the page's host. Whether a rule for example.com includes
/// www.example.com is not known, so it may be the reason.
QString blockingRule(const ProxyTestFacts &facts)
{
    if (!facts.blocklist) {
        return {};
    }
    const QString host = facts.pageHost.toLower();
    for (const AccessRule &rule : *facts.blocklist) {
        QString domain = rule.pattern.toLower();
        while (domain.startsWith(u'*') || domain.startsWith(u'.')) {
            domain.remove(0, 1);
        }
        if (!domain.isEmpty() && (host == domain || host.endsWith(u'.' + domain))) {
            return rule.pattern;
        }
    }
    return {};
}

QString whyForbidden(const ProxyTestFacts &facts)
{
    if (const QString rule = blockingRule(facts); !rule.isEmpty()) {
        return ProxyTestText::tr("The blocklist of %1 has “%2”, which may include the page. "
                                 "Test another page, or remove the rule.")
            .arg(isolated(facts.name), isolated(rule));
    }
    if (facts.allowlist && !facts.allowlist->empty()) {
        return ProxyTestText::tr("The allowlist of %1 is not empty, and this computer's address "
                                 "is probably not in it. Add the address, or test from an address "
                                 "that is allowed.")
            .arg(isolated(facts.name));
    }
    if (facts.isSubUser && facts.allowlist && facts.blocklist) {
        return ProxyTestText::tr("Its allowlist is empty, and its blocklist does not name the "
                                 "page. The service may block the page itself: test another one.");
    }
    return facts.isSubUser
               ? ProxyTestText::tr("This computer's address may not be in the allowlist of %1, or "
                                   "the page may be blocked. Check the access rules.")
                     .arg(isolated(facts.name))
               : ProxyTestText::tr("The service may not allow this computer's address or this "
                                   "page. Test another page.");
}

ProxyTestExplanation rejectedCertificate(const ProxyTestResult &result, const ProxyTestFacts &facts)
{
    const auto has = [&result](QSslError::SslError error) {
        return result.tlsErrors.contains(error);
    };
    QString advice = ProxyTestText::tr("Something between the proxy and the page may read the "
                                       "connection. Test another page.");
    if (has(QSslError::CertificateExpired) || has(QSslError::CertificateNotYetValid)) {
        advice = ProxyTestText::tr("It is expired or not valid yet. Check the date and time of "
                                   "this computer, or test another page.");
    } else if (has(QSslError::HostNameMismatch)) {
        advice = ProxyTestText::tr("It belongs to another host: something else answers in place "
                                   "of the page. Test another page.");
    }
    return {ProxyTestText::tr("The certificate of %1 was rejected.").arg(isolated(facts.pageHost)),
            advice};
}

/// Of the outcomes for which the traffic that is left can be the reason.
ProxyTestExplanation refused(const ProxyTestResult &result, const ProxyTestFacts &facts)
{
    const QString status = statusOf(result, facts);
    const QString noTraffic = withoutTraffic(facts);
    const auto orElse = [&noTraffic](const QString &advice) {
        return noTraffic.isEmpty() ? advice : noTraffic;
    };
    switch (result.outcome) {
    case ProxyTestOutcome::SignInNeeded:
        return {ProxyTestText::tr("The proxy asks for a password%1, and none is known here.")
                    .arg(status),
                loadAgain()};
    case ProxyTestOutcome::SignInRefused:
        if (!result.proxyWords.isEmpty()) { // 407 is also sent for other reasons
            return {ProxyTestText::tr("The proxy refused the sign-in%1.").arg(status),
                    orElse(ProxyTestText::tr("If it is about the password, load the credentials "
                                             "again."))};
        }
        return {ProxyTestText::tr("The proxy asks for another password%1.").arg(status),
                orElse(ProxyTestText::tr("The password known here may be outdated: load the "
                                         "credentials again."))};
    case ProxyTestOutcome::PaymentRequired:
        return {ProxyTestText::tr("The proxy asks for payment%1.").arg(status),
                orElse(ProxyTestText::tr("Its traffic is probably used up, although the stored "
                                         "figures say otherwise. They may be old: close this "
                                         "dialog and refresh (F5)."))};
    default:
        break;
    }
    return {ProxyTestText::tr("The proxy does not allow this connection%1.").arg(status),
            orElse(whyForbidden(facts))};
}

ProxyTestExplanation withoutConnection(const ProxyTestResult &result, const ProxyTestFacts &facts)
{
    const QString host = isolated(facts.host);
    switch (result.outcome) {
    case ProxyTestOutcome::SettingsUnusable:
        return {ProxyTestText::tr("The host or the port of the proxy, or the address of the page "
                                  "cannot be used. Nothing was sent."),
                loadAgain()};
    case ProxyTestOutcome::CredentialsUnusable:
        return {ProxyTestText::tr("%1 cannot send this user name and password. Nothing was sent.")
                    .arg(protocolName(facts.protocol)),
                ProxyTestText::tr("The user name has a colon, or one of them is too long. Test "
                                  "%1.")
                    .arg(otherProtocol(facts))};
    case ProxyTestOutcome::UnknownHost:
        return {ProxyTestText::tr("The proxy's host name %1 has no address.").arg(host),
                ProxyTestText::tr("Check the internet connection. If it works, the host may have "
                                  "changed: load the credentials again.")};
    case ProxyTestOutcome::Refused:
        return {ProxyTestText::tr("%1 refused the connection on port %2.")
                    .arg(host, QString::number(facts.port)),
                ProxyTestText::tr("The port may have changed, the proxy is down, or a firewall is "
                                  "in between: load the credentials again.")};
    default:
        break;
    }
    return {ProxyTestText::tr("There is no way to the proxy's host %1: %2.")
                .arg(host, systemReason(result.systemText,
                                        ProxyTestText::tr("the system gave no reason"))),
            ProxyTestText::tr("Check the internet connection, the VPN and the firewall.")};
}

ProxyTestExplanation failedAtThePage(const ProxyTestResult &result, const ProxyTestFacts &facts)
{
    const QString page = isolated(facts.pageHost);
    const QString anotherPage = ProxyTestText::tr("Test another page.");
    switch (result.outcome) {
    case ProxyTestOutcome::CertificateRejected:
        return rejectedCertificate(result, facts);
    case ProxyTestOutcome::TlsFailed:
        return {ProxyTestText::tr("No TLS connection with %1 was possible through the proxy.")
                    .arg(page),
                ProxyTestText::tr("Something else may answer in place of the page. Test another "
                                  "page.")};
    case ProxyTestOutcome::PageRefused:
        return {ProxyTestText::tr("The proxy works, but the page answered with an error (%1).")
                    .arg(result.pageStatus),
                ProxyTestText::tr("The page may limit requests or refuse this exit. Test another "
                                  "page.")};
    case ProxyTestOutcome::PageUnreadable:
        return {ProxyTestText::tr("What %1 answered through the proxy is not HTTP.").arg(page),
                anotherPage};
    case ProxyTestOutcome::PageTooLarge:
        return {ProxyTestText::tr("The proxy works, but the page is too large for a test. The "
                                  "rest was not loaded."),
                ProxyTestText::tr("Choose a page that answers with an address only.")};
    default:
        break;
    }
    return {ProxyTestText::tr("The proxy works, but the page does not say from which address it "
                              "was loaded."),
            ProxyTestText::tr("Choose a page that answers with the address.")};
}

ProxyTestExplanation failedAtTheProxy(const ProxyTestResult &result, const ProxyTestFacts &facts)
{
    const QString status = statusOf(result, facts);
    switch (result.outcome) {
    case ProxyTestOutcome::SignInUnsupported:
        return {ProxyTestText::tr("The proxy accepts no sign-in with user name and password."),
                ProxyTestText::tr("Port %1 may belong to another proxy: load the credentials "
                                  "again, or test %2.")
                    .arg(facts.port)
                    .arg(otherProtocol(facts))};
    case ProxyTestOutcome::TooManyRequests:
        return {
            ProxyTestText::tr("The proxy says that there are too many connections%1.").arg(status),
            ProxyTestText::tr("Wait a minute and test again.")};
    case ProxyTestOutcome::ProxyFailure:
        return {(saysThatThePageIsUnreachable(result, facts)
                     ? ProxyTestText::tr("The proxy could not reach %1%2.")
                     : ProxyTestText::tr("The proxy reported a failure on the way to %1%2."))
                    .arg(isolated(facts.pageHost), status),
                mayHaveIpv6ExitOnly(result, facts)
                    ? ProxyTestText::tr("The page or the exit may be offline, or the exit has an "
                                        "IPv6 address only and the page has none. Test again, or "
                                        "test a page with IPv6.")
                    : ProxyTestText::tr("The page or the exit may be offline. Test again, or test "
                                        "another page.")};
    case ProxyTestOutcome::NotAProxy:
        return {ProxyTestText::tr("What answers at %1, port %2, is no %3 proxy.")
                    .arg(isolated(facts.host), QString::number(facts.port),
                         protocolName(facts.protocol)),
                ProxyTestText::tr("The port may belong to something else: load the credentials "
                                  "again, or test %1. On a public network, its sign-in page may "
                                  "answer instead.")
                    .arg(otherProtocol(facts))};
    case ProxyTestOutcome::ClosedEarly:
        return {ProxyTestText::tr("The proxy closed the connection without an answer."),
                ProxyTestText::tr("Port %1 may not be its %2 port, or this computer's address is "
                                  "blocked. Test %3.")
                    .arg(facts.port)
                    .arg(protocolName(facts.protocol), otherProtocol(facts))};
    default:
        break;
    }
    const QString noTraffic = withoutTraffic(facts);
    return {ProxyTestText::tr("The connection was closed after the proxy had opened it."),
            noTraffic.isEmpty() ? ProxyTestText::tr("The exit may have gone offline. Test again.")
                                : noTraffic};
}

} // namespace

QUrl ipv6TestPage()
{
    return QUrl(QStringLiteral("https://v6.ipinfo.io/json"));
}

bool mayHaveIpv6ExitOnly(const ProxyTestResult &result, const ProxyTestFacts &facts)
{
    return result.outcome == ProxyTestOutcome::ProxyFailure &&
           saysThatThePageIsUnreachable(result, facts) && QHostAddress(facts.pageHost).isNull() &&
           facts.pageHost != QLatin1String("localhost") && facts.pageHost != ipv6TestPage().host();
}

QString withoutTraffic(const ProxyTestFacts &facts)
{
    const QString name = isolated(facts.name);
    if (isUsedUp(facts.left)) {
        return facts.isSubUser
                   ? ProxyTestText::tr("No traffic left: %1 has %2. Give it traffic, and test "
                                       "again.")
                         .arg(name, format::traffic(*facts.left))
                   : ProxyTestText::tr("No traffic left: %1 has used its limit of %2. Raise the "
                                       "limit, and test again.")
                         .arg(name, format::trafficExact(facts.limit.value_or(TrafficAmount())));
    }
    if (!facts.isSubUser && isUsedUp(facts.poolLeft)) {
        return ProxyTestText::tr("No traffic left: the account has %1 of %2. Buy traffic, and "
                                 "test again.")
            .arg(format::traffic(*facts.poolLeft), isolated(format::proxyType(facts.pool)));
    }
    return {};
}

namespace {

ProxyTestExplanation explainedByOutcome(const ProxyTestResult &result, const ProxyTestFacts &facts)
{
    switch (result.outcome) {
    case ProxyTestOutcome::Works:
        return {ProxyTestText::tr("The proxy works."), {}};
    case ProxyTestOutcome::SettingsUnusable:
    case ProxyTestOutcome::CredentialsUnusable:
    case ProxyTestOutcome::UnknownHost:
    case ProxyTestOutcome::Refused:
    case ProxyTestOutcome::Unreachable:
        return withoutConnection(result, facts);
    case ProxyTestOutcome::TimedOut:
        return timedOut(result.stage, facts);
    case ProxyTestOutcome::SignInNeeded:
    case ProxyTestOutcome::SignInRefused:
    case ProxyTestOutcome::PaymentRequired:
    case ProxyTestOutcome::Forbidden:
        return refused(result, facts);
    case ProxyTestOutcome::SignInUnsupported:
    case ProxyTestOutcome::TooManyRequests:
    case ProxyTestOutcome::ProxyFailure:
    case ProxyTestOutcome::NotAProxy:
    case ProxyTestOutcome::ClosedEarly:
    case ProxyTestOutcome::ClosedAfterTunnel:
        return failedAtTheProxy(result, facts);
    case ProxyTestOutcome::CertificateRejected:
    case ProxyTestOutcome::TlsFailed:
    case ProxyTestOutcome::PageRefused:
    case ProxyTestOutcome::PageUnreadable:
    case ProxyTestOutcome::PageTooLarge:
    case ProxyTestOutcome::NoAddress:
        break;
    }
    return failedAtThePage(result, facts);
}

} // namespace

ProxyTestExplanation explain(const ProxyTestResult &result, const ProxyTestFacts &facts)
{
    ProxyTestExplanation words = explainedByOutcome(result, facts);
    if (!result.proxyWords.isEmpty() && !isPrivacyOn()) { // they may name anything
        words.happened = ProxyTestText::tr("%1 It says: “%2”.", "a sentence, the proxy's own words")
                             .arg(words.happened, isolated(result.proxyWords));
    }
    return words;
}

std::optional<bool> isOtherCountry(const QString &promised, const QString &found)
{
    if (promised.isEmpty() || found.isEmpty()) {
        return std::nullopt;
    }
    if (promised.size() == found.size()) {
        return promised.compare(found, Qt::CaseInsensitive) != 0;
    }
    const QLocale::Territory territory = QLocale::codeToTerritory(promised);
    const QString name = QLocale::territoryToString(territory);
    if (territory == QLocale::AnyTerritory) {
        return std::nullopt;
    }
    // Names have many spellings, so another name may still be the same country.
    return name.compare(found, Qt::CaseInsensitive) == 0 ? std::optional(false) : std::nullopt;
}

} // namespace relaybook
