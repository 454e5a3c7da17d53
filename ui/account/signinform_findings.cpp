// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the results of a sign-in check in SignInForm, each at its field.
#include "ui/account/signinform.h"

#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "ui/base/errortext.h"
#include "ui/widgets/fieldrow.h"
#include "ui/widgets/findingline.h"

#include <QPushButton>

namespace relaybook {

namespace {

using Check = SignInFindings::Check;

// Shown once, at the address: the two tokens are not the cause.
bool isAboutTheAddress(const Check &check)
{
    if (!check.error) {
        return false;
    }
    switch (check.error->kind) {
    case ErrorKind::Offline:
    case ErrorKind::Tls:
    case ErrorKind::Timeout:
    case ErrorKind::NotUnderstood:
    case ErrorKind::NotFound:
        return true;
    default:
        return false;
    }
}

// Error 404 means a wrong address here: nothing was requested that could have been deleted.
QString wordsAboutTheAddress(const Check &check, const QString &plainAddress)
{
    const ApiError error = check.error.value_or(ApiError{});
    if (error.kind == ErrorKind::Tls && error.tls.problem == TlsFailure::Unknown &&
        !plainAddress.isEmpty()) {
        return SignInForm::tr("The address was taken as https, but there is no TLS with a valid "
                              "certificate. If the service on this computer uses plain http, "
                              "enter %1.")
            .arg(plainAddress);
    }
    if (error.kind == ErrorKind::Timeout && !plainAddress.isEmpty()) {
        return SignInForm::tr("The service did not answer in time. Try again; or, if the "
                              "service on this computer uses plain http, enter %1.")
            .arg(plainAddress);
    }
    constexpr int nothingThere = 404;
    if (error.kind == ErrorKind::NotFound || error.httpStatus == nothingThere) {
        return SignInForm::tr("There is no such service at this address. Check the address; it "
                              "usually looks like %1.")
            .arg(QLatin1String("https://api.example.net"));
    }
    return errorSentences(error);
}

// The account's email or name, as far as the service reports it.
QString whose(const SignInFindings &findings)
{
    const Account account = findings.account.value_or(Account());
    for (const QString &name : {account.email, account.name}) {
        if (!name.isEmpty()) {
            return privateText(name);
        }
    }
    return findings.userId.isEmpty() ? QString() : SignInForm::tr("user %1").arg(findings.userId);
}

QString wordsAbout(const Check &check, const QString &whenUnauthorized)
{
    if (!check.error) {
        return {};
    }
    if (check.error->kind == ErrorKind::Local && !check.error->message.isEmpty()) {
        return check.error->message; // a whole sentence about the input
    }
    const QString words = check.error->kind == ErrorKind::Unauthorized
                              ? whenUnauthorized
                              : errorSentences(*check.error);
    return check.hint.isEmpty() ? words
                                : SignInForm::tr("%1 %2", "two sentences").arg(words, check.hint);
}

} // namespace

void SignInForm::show(const SignInFindings &findings)
{
    clearErrors();
    if (findings.address.error) {
        m_addressRow->setError(serviceText(*findings.address.error));
    } else if (isAboutTheAddress(findings.personal)) {
        m_addressRow->setError(wordsAboutTheAddress(findings.personal, findings.plainAddress));
    } else if (isAboutTheAddress(findings.reseller)) {
        m_addressRow->setError(wordsAboutTheAddress(findings.reseller, findings.plainAddress));
    }
    m_checkConnection->setVisible(m_canCheckConnection && m_addressRow->hasError() &&
                                  !findings.address.error);
    showPersonal(findings);
    showReseller(findings);
    noteMissingKind();
}

void SignInForm::showPersonal(const SignInFindings &findings)
{
    m_personalFinding->setFinding(Tone::Quiet, {});
    switch (findings.personal.state) {
    case Check::State::NotGiven:
        return;
    case Check::State::Checking:
        m_personalFinding->setFinding(Tone::Accent, tr("Checking the personal sign-in…"));
        return;
    case Check::State::Accepted:
        m_personalFinding->setFinding(Tone::Good,
                                      whose(findings).isEmpty()
                                          ? tr("Personal token accepted")
                                          : tr("Personal token accepted: %1").arg(whose(findings)));
        return;
    case Check::State::Refused:
        break;
    }
    if (isAboutTheAddress(findings.personal)) {
        return;
    }
    if (!m_withEmail) {
        m_tokenRow->setError(
            wordsAbout(findings.personal, tr("The service does not accept this token.")));
        return;
    }
    const QString words = wordsAbout(
        findings.personal, tr("The service does not accept this e-mail address and password."));
    const ApiError error = findings.personal.error.value_or(ApiError{});
    for (const FieldError &field : error.fields) {
        FieldRow *row = field.field == QLatin1String("password") ? m_passwordRow : m_emailRow;
        row->setError(field.message.isEmpty() ? words
                                              : tr("The service says: %1").arg(field.message));
    }
    if (error.fields.empty()) {
        m_passwordRow->setError(words);
    }
}

void SignInForm::showReseller(const SignInFindings &findings)
{
    m_resellerFinding->setFinding(Tone::Quiet, {});
    switch (findings.reseller.state) {
    case Check::State::NotGiven:
        return;
    case Check::State::Checking:
        m_resellerFinding->setFinding(Tone::Accent, tr("Checking the Reseller Key…"));
        return;
    case Check::State::Accepted:
        m_resellerFinding->setFinding(
            Tone::Good, findings.trafficTypes ? tr("Reseller Key accepted: %1 traffic types",
                                                   nullptr, *findings.trafficTypes)
                                                    .arg(format::count(*findings.trafficTypes))
                                              : tr("Reseller Key accepted."));
        return;
    case Check::State::Refused:
        break;
    }
    if (!isAboutTheAddress(findings.reseller)) {
        m_keyRow->setError(
            wordsAbout(findings.reseller, tr("The service does not accept this Reseller Key.")));
    }
}

void SignInForm::refuseAccount(const QString &name)
{
    m_personalFinding->setFinding(Tone::Quiet, {});
    (m_withEmail ? m_emailRow : m_tokenRow)
        ->setError(tr("This sign-in belongs to another account (%1). Connect it with Account › "
                      "Add account… instead.")
                       .arg(name));
}

void SignInForm::clearFindings()
{
    clearErrors();
    m_personalFinding->setFinding(Tone::Quiet, {});
    m_resellerFinding->setFinding(Tone::Quiet, {});
    m_checkConnection->hide();
    noteMissingKind();
}

QList<QWidget *> SignInForm::verdicts() const
{
    if (FieldRow *wrong = firstError()) {
        return {wrong, m_checkConnection};
    }
    return {m_personalFinding, m_resellerFinding, m_missing};
}

void SignInForm::noteMissingKind()
{
    const SignInInput typed = input();
    const bool personal = !typed.personalToken.isEmpty() || !typed.email.isEmpty();
    const bool reseller = !typed.resellerKey.isEmpty();
    QString words;
    if (m_restricted) {
        words.clear();
    } else if (typed.address.isEmpty() && (personal || reseller)) {
        words = missingText();
    } else if (personal && !reseller) {
        words = tr("Without a Reseller Key, sub-users, traffic balances and top-ups are not "
                   "available. You can add it later.");
    } else if (reseller && !personal) {
        words = m_withEmail
                    ? tr("Without your e-mail and password, balance, proxies and transactions are "
                         "not available. You can add them later.")
                    : tr("Without a personal token, balance, proxies and transactions are not "
                         "available. You can add it later.");
    } else if (!personal && !reseller) {
        words = m_withEmail
                    ? tr("Your e-mail and password give access to balance, proxies and "
                         "transactions, a Reseller Key to sub-users and traffic. One of them is "
                         "enough.")
                    : tr("A personal token gives access to balance, proxies and transactions, a "
                         "Reseller Key to sub-users and traffic. One of them is enough.");
    }
    m_missing->setFinding(Tone::Quiet, words);
}

} // namespace relaybook
