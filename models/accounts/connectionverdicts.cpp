// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/accounts/connectionverdicts.h"

#include "api/types/systemreason.h"
#include "models/text/format.h"
#include "models/text/showntext.h"

#include <QCoreApplication>
#include <QHostAddress>

#include <algorithm>

namespace relaybook {
namespace {

struct CheckText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::ConnectionCheck)
};

StepVerdict good(const QString &text)
{
    return {ConnectionStep::Good, text};
}

StepVerdict warning(const QString &text)
{
    return {ConnectionStep::Warning, text};
}

StepVerdict bad(const QString &text)
{
    return {ConnectionStep::Bad, text};
}

QString reasonOf(const QString &text)
{
    return systemReason(text, CheckText::tr("the system gave no reason"));
}

StepVerdict proxyVerdict(const ProbeFindings &found)
{
    switch (found.proxy) {
    case ProxyProblem::NotFound:
        return bad(CheckText::tr("The proxy %1 was not found. Check its host in the connection "
                                 "settings.")
                       .arg(found.proxyName));
    case ProxyProblem::Refused:
        return bad(CheckText::tr("The proxy %1 refused the connection. Check its host and port, "
                                 "and whether it is running.")
                       .arg(found.proxyName));
    case ProxyProblem::SignIn:
        return bad(CheckText::tr("The proxy %1 does not accept the user name and password. Enter "
                                 "the proxy's own ones in the connection settings.")
                       .arg(found.proxyName));
    case ProxyProblem::TimedOut:
        return bad(CheckText::tr("The proxy %1 did not answer in time. Check its host and port.")
                       .arg(found.proxyName));
    case ProxyProblem::Closed:
        return bad(CheckText::tr("The proxy %1 closed the connection. Check whether it is an HTTP "
                                 "or a SOCKS5 proxy.")
                       .arg(found.proxyName));
    case ProxyProblem::Unreachable:
    case ProxyProblem::None:
        break;
    }
    return bad(CheckText::tr("The proxy %1 works but cannot reach the service, or does not allow "
                             "it. Check the address of the service.")
                   .arg(found.proxyName));
}

QString dayText(const QDateTime &time)
{
    return format::dateTime(fromMillis(time.toMSecsSinceEpoch()));
}

StepVerdict badTls(const ProbeFindings &found)
{
    const TlsFailure failure = found.tls.value_or(TlsFailure());
    if (const TlsText text = tlsText(failure); !text.problem.isEmpty()) {
        return bad(CheckText::tr("%1 %2", "two sentences").arg(text.problem, text.advice));
    }
    // The user may have typed the address without a scheme, for which https is used.
    if (found.isHere) {
        return bad(
            found.timedOut
                ? CheckText::tr("There is no answer to the TLS handshake. If the service on this "
                                "computer uses plain http, put http:// in front of its address.")
                : CheckText::tr("No secure connection (TLS) could be made. If the service on this "
                                "computer uses plain http, put http:// in front of its address."));
    }
    if (found.timedOut) {
        return bad(CheckText::tr("There is no answer to the TLS handshake. Check the address and "
                                 "its port."));
    }
    return bad(CheckText::tr("No secure connection could be made: %1. Check the address and its "
                             "port.")
                   .arg(reasonOf(found.error)));
}

QString nameOf(TokenKind token)
{
    return token == TokenKind::Personal ? CheckText::tr("personal token")
                                        : CheckText::tr("Reseller Key");
}

bool isRefused(const TokenAnswer &answer)
{
    return answer.error && answer.error->kind == ErrorKind::Unauthorized;
}

bool isMissing(const TokenAnswer &answer)
{
    return answer.error &&
           (isNotOffered(*answer.error) || (answer.error->isPage && !answer.isCertain));
}

template <class Condition>
QStringList listOf(const std::vector<TokenAnswer> &answers, Condition condition)
{
    QStringList names;
    for (const TokenAnswer &each : answers) {
        if (condition(each)) {
            names.append(each.opens);
        }
    }
    return names;
}

/// Without the service's own message, which may repeat what was sent.
QString reasonOfFailure(const ApiError &error)
{
    return error.httpStatus == 0 ? reasonOf(error.message)
                                 : CheckText::tr("HTTP status %1").arg(error.httpStatus);
}

/// For a token with which nothing could be loaded: the service's reason.
StepVerdict nothingOpened(TokenKind token, const std::vector<TokenAnswer> &answers)
{
    const auto failed = std::find_if(answers.begin(), answers.end(), [](const TokenAnswer &each) {
        return each.error && !isMissing(each);
    });
    if (failed == answers.end()) {
        return bad(CheckText::tr("Nothing that this address offers can be read with the %1. Check "
                                 "that it is the address of the service's API.")
                       .arg(nameOf(token)));
    }
    const ApiError &error = *failed->error;
    switch (error.kind) {
    case ErrorKind::Forbidden:
        return bad(CheckText::tr("The service accepts the %1 but allows nothing with it. Ask the "
                                 "service which permission is missing.")
                       .arg(nameOf(token)));
    case ErrorKind::TokenUnavailable:
        return missingTokenVerdict(token, true);
    case ErrorKind::Blocked:
        return warning(CheckText::tr("A protection in front of the service blocked the requests, "
                                     "so the %1 could not be tried. Try again in a few minutes, or "
                                     "from another network.")
                           .arg(nameOf(token)));
    case ErrorKind::TooManyRequests:
        return warning(CheckText::tr("The limit of requests is used up, so the %1 could not be "
                                     "tried. Try again in a few minutes.")
                           .arg(nameOf(token)));
    case ErrorKind::NotUnderstood:
        return bad(CheckText::tr("The answer could not be understood. Check that the address is "
                                 "that of the service's API."));
    default:
        break;
    }
    return bad(CheckText::tr("The %1 could not be tried: %2. Try again later.")
                   .arg(nameOf(token), reasonOfFailure(error)));
}

} // namespace

TlsText tlsText(const TlsFailure &failure)
{
    switch (failure.problem) {
    case TlsFailure::Expired:
        return {CheckText::tr("The service's certificate expired on %1.")
                    .arg(format::dateTime(failure.validUntil)),
                CheckText::tr("Check this computer's clock; if it is right, tell the service.")};
    case TlsFailure::NotYetValid:
        return {CheckText::tr("The service's certificate is valid from %1 only.")
                    .arg(format::dateTime(failure.validFrom)),
                CheckText::tr("Check this computer's clock; if it is right, tell the service.")};
    case TlsFailure::OtherHost:
        return {CheckText::tr("The service's certificate belongs to another host."),
                CheckText::tr("Check the address: somebody may answer in the service's place.")};
    case TlsFailure::UnknownAuthority:
        return {CheckText::tr("The service's certificate is issued by “%1”, which is not trusted.")
                    .arg(isolated(failure.issuer)),
                CheckText::tr("If the service has an authority of its own, set its certificate "
                              "file. Do not continue on a network you do not trust.")};
    case TlsFailure::TooOld:
        return {CheckText::tr("The service only offers a version of TLS that is too old to be "
                              "safe."),
                CheckText::tr("Ask the service to allow TLS 1.2 or newer.")};
    case TlsFailure::Unknown:
        break;
    }
    return {};
}

StepVerdict nameVerdict(const ProbeFindings &found, const QString &host)
{
    if (found.reached == ProbeFindings::Step::Route) {
        return {ConnectionStep::Skipped,
                CheckText::tr("The connection settings cannot be used, see below.")};
    }
    if (!found.proxyName.isEmpty()) {
        return good(CheckText::tr("The proxy %1 looks up the name.").arg(found.proxyName));
    }
    if (!QHostAddress(host).isNull()) {
        return good(CheckText::tr("The address is a number, so there is no name to look up."));
    }
    if (found.reached == ProbeFindings::Step::Name) {
        return bad(found.timedOut
                       ? CheckText::tr("The name %1 could not be looked up in time. Check your "
                                       "internet connection.")
                             .arg(host)
                       : CheckText::tr("There is no host of the name %1. Check the address for "
                                       "typing mistakes, and your internet connection.")
                             .arg(host));
    }
    constexpr int mostListed = 3;
    return good(CheckText::tr("%1 was found: %2", "host, addresses")
                    .arg(host, found.addresses.mid(0, mostListed).join(QLatin1String(", "))));
}

StepVerdict connectionVerdict(const ProbeFindings &found)
{
    if (found.reached == ProbeFindings::Step::Route) {
        return bad(found.error);
    }
    if (found.reached != ProbeFindings::Step::Connection) {
        return good(
            found.proxyName.isEmpty()
                ? CheckText::tr("The service accepts connections.")
                : CheckText::tr("The proxy %1 connects to the service.").arg(found.proxyName));
    }
    if (!found.proxyName.isEmpty()) {
        return proxyVerdict(found);
    }
    if (found.refused) {
        return bad(CheckText::tr("The host refused the connection: nothing listens at this port. "
                                 "Check the address and its port."));
    }
    if (found.timedOut) {
        return bad(CheckText::tr("The host did not answer in time. Check the address, your "
                                 "internet connection and whether a proxy is needed."));
    }
    return bad(CheckText::tr("No connection could be made: %1. Check your internet connection.")
                   .arg(reasonOf(found.error)));
}

StepVerdict tlsVerdict(const ProbeFindings &found, Instant now)
{
    if (!found.isSecure) {
        return {ConnectionStep::Skipped,
                CheckText::tr("The service runs on this computer and uses plain http.")};
    }
    if (found.reached == ProbeFindings::Step::Tls) {
        return badTls(found);
    }
    const QString text = found.isOwnAuthority
                             ? CheckText::tr("%1, issued by “%2” of your own certificate file, "
                                             "valid until %3.")
                             : CheckText::tr("%1, issued by “%2”, valid until %3.");
    const QString said = text.arg(found.protocol, found.issuer, dayText(found.validUntil));
    constexpr std::chrono::hours soon{14 * 24};
    if (fromMillis(found.validUntil.toMSecsSinceEpoch()) - now < soon) {
        return warning(CheckText::tr("%1 It expires soon: the service has to renew it.").arg(said));
    }
    return good(said);
}

StepVerdict clockVerdict(std::optional<std::chrono::milliseconds> ahead,
                         const std::optional<ApiError> &error)
{
    if (error && error->httpStatus == 0) {
        if (error->kind == ErrorKind::Timeout) {
            return bad(CheckText::tr("The service accepts connections but does not answer. Try "
                                     "again later."));
        }
        return bad(CheckText::tr("The service did not answer a request: %1. Check the address.")
                       .arg(reasonOf(error->message)));
    }
    if (!ahead) {
        return good(CheckText::tr("The service answers. It sends no date, so the clocks were "
                                  "not compared."));
    }
    constexpr std::chrono::seconds tolerated(60);
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(std::chrono::abs(*ahead));
    if (seconds < tolerated) {
        return good(CheckText::tr("This computer's clock agrees with the service's."));
    }
    const QString text =
        ahead->count() > 0
            ? CheckText::tr("This computer's clock is %1 ahead of the service's. Set it: with a "
                            "wrong clock certificates may be refused, and times and forecasts are "
                            "wrong.")
            : CheckText::tr("This computer's clock is %1 behind the service's. Set it: with a "
                            "wrong clock certificates may be refused, and times and forecasts are "
                            "wrong.");
    return warning(text.arg(format::duration(seconds)));
}

StepVerdict tokenVerdict(TokenKind token, const std::vector<TokenAnswer> &answers)
{
    if (std::any_of(answers.begin(), answers.end(), isRefused)) {
        return bad(CheckText::tr("The service does not accept the %1; it may have been revoked. "
                                 "Sign in again with a valid one.")
                       .arg(nameOf(token)));
    }
    const QString between = QStringLiteral(", ");
    const auto opened = listOf(answers, [](const auto &each) { return !each.error; });
    if (opened.isEmpty()) {
        return nothingOpened(token, answers);
    }
    QStringList sentences{
        CheckText::tr("Accepted. It gives access to: %1.", "list").arg(opened.join(between))};
    const auto absent = listOf(answers, isMissing);
    const auto failed =
        listOf(answers, [](const auto &each) { return each.error && !isMissing(each); });
    const bool lacksCertain = std::any_of(answers.begin(), answers.end(), [](const auto &each) {
        return each.isCertain && isMissing(each);
    });
    if (!failed.isEmpty()) {
        sentences.append(CheckText::tr("Could not be read: %1.", "list").arg(failed.join(between)));
    }
    if (!absent.isEmpty()) {
        sentences.append(
            lacksCertain
                ? CheckText::tr("The service does not offer what every service should: %1.", "list")
                      .arg(absent.join(between))
                : CheckText::tr("Not offered by this service, and not needed: %1.", "list")
                      .arg(absent.join(between)));
    }
    const QString text = sentences.join(u' ');
    return failed.isEmpty() && !lacksCertain ? good(text) : warning(text);
}

StepVerdict missingTokenVerdict(TokenKind token, bool isGivenUp)
{
    if (isGivenUp) {
        return warning(CheckText::tr("The %1 could not be read from the keychain. Unlock the "
                                     "keychain, or sign in again.")
                           .arg(nameOf(token)));
    }
    return {ConnectionStep::Skipped,
            token == TokenKind::Personal
                ? CheckText::tr("There is none. It would open proxies and transactions.")
                : CheckText::tr("There is none. It would open sub-users and buying traffic.")};
}

StepVerdict limitsVerdict(const RateHeaders &personal, const RateHeaders &reseller)
{
    QStringList parts;
    bool isLow = false;
    const auto add = [&](const RateHeaders &limits, const QString &text) {
        if (limits.limit && limits.remaining) {
            parts.append(text.arg(format::count(*limits.remaining), format::count(*limits.limit)));
            constexpr qint64 share = 10;
            isLow = isLow || *limits.remaining * share < *limits.limit;
        }
    };
    add(personal, CheckText::tr("Requests left with the personal token: %1 of %2."));
    add(reseller, CheckText::tr("Requests left with the Reseller Key: %1 of %2."));
    if (parts.isEmpty()) {
        return good(CheckText::tr("The service does not say how many requests are left."));
    }
    const QString text = parts.join(u' ');
    return isLow ? warning(CheckText::tr("%1 The limit is nearly used up: Relaybook waits until "
                                         "more requests are allowed.")
                               .arg(text))
                 : good(text);
}

} // namespace relaybook
