// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/errortext.h"

#include "api/types/systemreason.h"
#include "models/accounts/connectionverdicts.h"
#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"

#include <QCoreApplication>
#include <QStringList>

namespace relaybook {

namespace {

constexpr int firstOfRefusals = 400; // HTTP status

struct ErrorWords
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::ErrorText)
};

struct Sentences
{
    QString title;
    QString advice;
    QString details = {}; ///< what the details show; only where they are shown
};

// For a change whose answer was lost. Checked first, because it decides what the user does next.
Sentences unknownOutcome()
{
    return {ErrorWords::tr("The change was sent, but no clear answer arrived. It may or may not "
                           "have been applied."),
            ErrorWords::tr("Refresh and check whether it was applied before you send it again.")};
}

Sentences unauthorized(const ApiError &error)
{
    switch (error.serviceCode) {
    case 1001:
        return {ErrorWords::tr("The service says that no sign-in was sent with the request. This "
                               "is a bug in Relaybook."),
                ErrorWords::tr("Sign in again. If it keeps happening, report the bug.")};
    case 1002:
        if (isOfReseller(error)) { // its key was exchanged, nothing typed
            return {ErrorWords::tr("The service does not accept this account's Reseller Key."),
                    ErrorWords::tr("Sign in again with a valid one; what you typed is kept.")};
        }
        return {ErrorWords::tr("The service does not accept the e-mail address and password."),
                ErrorWords::tr("Check both for typing mistakes and try again.")};
    case 1003:
        return {ErrorWords::tr("Your sign-in has expired on the service."),
                ErrorWords::tr("Sign in again; what you typed is kept.")};
    case 1004:
        return {ErrorWords::tr(
                    "The service does not know this token or key; it may have been revoked."),
                ErrorWords::tr("Sign in again with a valid one; what you typed is kept.")};
    default:
        return {ErrorWords::tr("The service does not accept your sign-in."),
                ErrorWords::tr("Sign in again; what you typed is kept.")};
    }
}

Sentences forbidden(const ApiError &error)
{
    switch (error.serviceCode) {
    case 1006:
        return {
            ErrorWords::tr(
                "The service requires two-factor sign-in, which Relaybook does not support."),
            ErrorWords::tr("Create a personal access token on the service's web site and sign in "
                           "with it.")};
    case 1007:
        return {
            ErrorWords::tr("This account is not a reseller on the service."),
            ErrorWords::tr("Ask the service to enable reselling for your account, or use the key "
                           "of an account that has it.")};
    default:
        return {ErrorWords::tr("The service does not allow this for your account."),
                ErrorWords::tr("Ask the service which permission is missing.")};
    }
}

QString goneTitle(const ApiError &error)
{
    switch (error.serviceCode) {
    case 3002:
        return ErrorWords::tr("This proxy is no longer on the service.");
    case 3004:
        return ErrorWords::tr("This token is no longer on the service.");
    case 3005:
        return ErrorWords::tr("This sub-user is no longer on the service.");
    case 3006:
        return ErrorWords::tr("This product is no longer offered by the service.");
    default:
        return ErrorWords::tr(
            "The service could not find the requested item. It may have been deleted.");
    }
}

Sentences tooMany(const ApiError &error)
{
    if (!error.retryAfter) {
        return {ErrorWords::tr("Too many requests were sent; the service asks for a pause."),
                ErrorWords::tr("Wait a minute and try again.")};
    }
    const int seconds = static_cast<int>(error.retryAfter->count());
    return {
        ErrorWords::tr("Too many requests were sent; the service asks for a pause."),
        ErrorWords::tr("Try again in %1 seconds.", nullptr, seconds).arg(format::count(seconds))};
}

Sentences serviceFailure(const ApiError &error)
{
    if (error.httpStatus == 503) {
        return {ErrorWords::tr(
                    "The service is not available at the moment. The problem is on its side."),
                ErrorWords::tr("Nothing is wrong on this computer. Try again in a few minutes.")};
    }
    constexpr int firstRedirect = 300;
    if (error.httpStatus < firstRedirect) { // no answer, or only a part of it
        return {ErrorWords::tr("The connection was lost before the service answered."),
                ErrorWords::tr("Try again. If it keeps happening, check your network.")};
    }
    return {
        ErrorWords::tr(
            "The service failed while processing this request. The problem is on its side."),
        ErrorWords::tr(
            "Try again in a few minutes. If it keeps happening, contact the service's support.")};
}

Sentences localFault(const ApiError &error)
{
    Q_UNUSED(error)
    return {ErrorWords::tr("Something went wrong on this computer, not at the service."),
            ErrorWords::tr("Check that the disk is not full and that the data folder can be "
                           "written to."),
            ErrorWords::tr("The details show the reason.")};
}

Sentences proxyFailure(ProxyProblem problem)
{
    switch (problem) {
    case ProxyProblem::NotFound:
        return {ErrorWords::tr("The proxy was not found: there is no computer of its name."),
                ErrorWords::tr("Check the proxy's host in the account's connection settings.")};
    case ProxyProblem::Refused:
        return {ErrorWords::tr("The proxy refused the connection."),
                ErrorWords::tr("Check the proxy's host and port, and whether it is running.")};
    case ProxyProblem::SignIn:
        return {ErrorWords::tr("The proxy does not accept the user name and password."),
                ErrorWords::tr("Enter those of the proxy in the account's connection settings. "
                               "Nothing was sent to the service.")};
    case ProxyProblem::TimedOut:
        return {ErrorWords::tr("The proxy did not answer in time."),
                ErrorWords::tr("Check the proxy's host and port, and your network.")};
    case ProxyProblem::Closed:
        return {ErrorWords::tr("The proxy closed the connection."),
                ErrorWords::tr("Check that it is a proxy of the kind that is set, HTTP or SOCKS5, "
                               "and that it accepts your user name and password.")};
    case ProxyProblem::Unreachable:
        return {ErrorWords::tr("The proxy could not reach the service."),
                ErrorWords::tr("Check the service address, and whether the proxy allows it.")};
    case ProxyProblem::None:
        break;
    }
    return {};
}

Sentences sentencesOf(const ApiError &error)
{
    if (error.proxy != ProxyProblem::None) {
        return proxyFailure(error.proxy);
    }
    switch (error.kind) {
    case ErrorKind::Offline:
        return {ErrorWords::tr("The service could not be reached from this computer."),
                ErrorWords::tr("Check your internet connection and the service address.")};
    case ErrorKind::Tls:
        if (const TlsText tls = tlsText(error.tls); !tls.problem.isEmpty()) {
            return {tls.problem,
                    ErrorWords::tr("Nothing was sent. %1", "what to do").arg(tls.advice)};
        }
        return {ErrorWords::tr(
                    "The service's identity could not be verified: its certificate is not valid."),
                ErrorWords::tr("Nothing was sent. Check the address and this computer's clock. Do "
                               "not continue on a network you do not trust.")};
    case ErrorKind::Timeout:
        return {ErrorWords::tr("The service did not answer in time."),
                ErrorWords::tr("Try again; the service or your network may be slow.")};
    case ErrorKind::Cancelled:
        return {ErrorWords::tr("This was cancelled."),
                ErrorWords::tr("Start it again when you want to.")};
    case ErrorKind::Unauthorized:
        return unauthorized(error);
    case ErrorKind::Forbidden:
        return forbidden(error);
    case ErrorKind::NotFound:
        return {goneTitle(error), ErrorWords::tr("Refresh the list to see its current state.")};
    case ErrorKind::NotOffered:
        return {ErrorWords::tr("This service does not offer this function."),
                ErrorWords::tr("Everything else works without it.")};
    case ErrorKind::Validation:
        return error.fields.empty()
                   ? Sentences{ErrorWords::tr("The service does not accept this."),
                               ErrorWords::tr("Nothing was changed."),
                               ErrorWords::tr("The details show what the service answered.")}
                   : Sentences{ErrorWords::tr("The service does not accept what was entered."),
                               ErrorWords::tr("Correct the marked fields and send it again; "
                                              "nothing was changed.")};
    case ErrorKind::NotEnoughMoney:
        return {ErrorWords::tr("The balance is too low for this."),
                ErrorWords::tr("Nothing was bought. Choose less, or add money to the account.")};
    case ErrorKind::TooManyRequests:
        return tooMany(error);
    case ErrorKind::Refused:
        return {ErrorWords::tr("The service refused this."), ErrorWords::tr("Nothing was changed."),
                ErrorWords::tr("The details show the reason.")};
    case ErrorKind::ServiceFailure:
        return serviceFailure(error);
    case ErrorKind::NotUnderstood:
        if (error.isPage) {
            return {ErrorWords::tr("A web page arrived instead of the service's answer."),
                    ErrorWords::tr("If this network asks you to sign in, do so in a browser. "
                                   "Otherwise check that the address is that of the service's "
                                   "API.")};
        }
        return {ErrorWords::tr("The service's answer could not be understood."),
                ErrorWords::tr("Check that the address is that of the service's API."),
                ErrorWords::tr("The details show which part of the answer is wrong.")};
    case ErrorKind::Local:
        return localFault(error);
    case ErrorKind::TokenUnavailable:
        return {ErrorWords::tr("This account is not signed in."),
                ErrorWords::tr("Nothing was sent. Sign in and try again.")};
    case ErrorKind::ViewOnly:
        return {ErrorWords::tr("This account is set to view only, so nothing was sent."),
                ErrorWords::tr("Turn off “View only” for this account to make changes.")};
    case ErrorKind::BadSettings:
        return {error.message.isEmpty()
                    ? ErrorWords::tr("This account's connection settings cannot be used.")
                    : error.message,
                ErrorWords::tr("Nothing was sent. Change the proxy or the certificate file in the "
                               "account's settings.")};
    case ErrorKind::Blocked:
        return {ErrorWords::tr("A protection in front of the service blocked this request."),
                ErrorWords::tr("This says nothing about your account. Try again in a few minutes, "
                               "or from another network.")};
    }
    return {};
}

void addLine(QStringList &lines, const QString &line, bool said)
{
    if (said) {
        lines.append(line);
    }
}

/// Whether its message is the service's: only a refusal contains it. Other texts are written by
/// this program.
bool isOfService(const ApiError &error)
{
    return error.httpStatus >= firstOfRefusals || error.serviceCode != 0;
}

QString detailsOf(const ApiError &error)
{
    QStringList lines;
    const bool isReason = !error.message.isEmpty() && error.kind != ErrorKind::Local &&
                          error.kind != ErrorKind::BadSettings; // already shown as its title
    addLine(lines, ErrorWords::tr("The service says: %1").arg(isolated(privateText(error.message))),
            isReason && isOfService(error));
    addLine(lines, ErrorWords::tr("Reason: %1").arg(error.message),
            isReason && !isOfService(error));
    addLine(lines, systemReason(error.message, ErrorWords::tr("This computer gave no reason.")),
            error.kind == ErrorKind::Local && !error.message.isEmpty());
    addLine(lines, ErrorWords::tr("Its hint: %1").arg(isolated(privateText(error.description))),
            !error.description.isEmpty());
    for (const FieldError &field : error.fields) {
        lines.append(ErrorWords::tr("Field %1: %2")
                         .arg(isolated(field.field), isolated(privateText(field.message))));
    }
    addLine(lines, ErrorWords::tr("Service code: %1").arg(error.serviceCode),
            error.serviceCode != 0);
    addLine(lines, ErrorWords::tr("HTTP status: %1").arg(error.httpStatus), error.httpStatus != 0);
    addLine(lines, ErrorWords::tr("Place in the answer: %1").arg(error.jsonPath),
            !error.jsonPath.isEmpty());
    addLine(lines, ErrorWords::tr("Request: %1").arg(error.operation), !error.operation.isEmpty());
    addLine(lines, privateText(error.curl), !error.curl.isEmpty());
    return lines.join(QLatin1Char('\n'));
}

} // namespace

ErrorText errorText(const ApiError &error)
{
    const Sentences sentences = error.mayHaveHappened ? unknownOutcome() : sentencesOf(error);
    const QString advice = sentences.details.isEmpty()
                               ? sentences.advice
                               : sentences.advice % u' ' % sentences.details;
    return {sentences.title, advice, detailsOf(error)};
}

QString errorSentences(const ApiError &error)
{
    const Sentences sentences = error.mayHaveHappened ? unknownOutcome() : sentencesOf(error);
    QStringList all{sentences.title, sentences.advice};
    const QString own = serviceText(error);
    if (!own.isEmpty() && isOfService(error)) {
        all.append(ErrorWords::tr("The service says: %1").arg(isolated(own)));
    }
    if (!error.jsonPath.isEmpty()) {
        all.append(ErrorWords::tr("Place in the answer: %1").arg(error.jsonPath));
    }
    all.removeAll(QString());
    return all.join(u' ');
}

bool isOfReseller(const ApiError &error)
{
    return error.operation.contains(QLatin1String(" /reseller/"));
}

bool isSolvedBySignIn(const ApiError &error)
{
    constexpr int needsSecondFactor = 1006;
    constexpr int isNoReseller = 1007;
    return error.kind == ErrorKind::Unauthorized || error.kind == ErrorKind::TokenUnavailable ||
           (error.kind == ErrorKind::Forbidden &&
            (error.serviceCode == needsSecondFactor || error.serviceCode == isNoReseller));
}

QString serviceText(const ApiError &error)
{
    return privateText(error.description.isEmpty() ? error.message : error.description);
}

} // namespace relaybook
