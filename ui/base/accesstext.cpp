// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/accesstext.h"

#include "models/accounts/accountsession.h"

#include <QCoreApplication>

namespace relaybook {

namespace {

struct AccessWords
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::AccessText)
};

using Does = AccessText::Does;

AccessText neverGiven(TokenKind token)
{
    if (token == TokenKind::Reseller) {
        return {AccessWords::tr("This needs a Reseller Key"),
                AccessWords::tr("This account has a personal token only: balance, proxies and "
                                "transactions. Sub-users and top-ups need a Reseller Key."),
                AccessWords::tr("Add a Reseller Key…"), Does::SignIn};
    }
    return {AccessWords::tr("This needs a personal token"),
            AccessWords::tr("This account has a Reseller Key only: sub-users and top-ups. Balance, "
                            "proxies and transactions need a personal token."),
            AccessWords::tr("Add a personal token…"), Does::SignIn};
}

AccessText refused(TokenKind token)
{
    const QString text = AccessWords::tr("It may have expired or been revoked. Sign in again; what "
                                         "you typed is kept.");
    return {token == TokenKind::Reseller
                ? AccessWords::tr("The service does not accept this account's Reseller Key")
                : AccessWords::tr("The service does not accept this account's personal token"),
            text, AccessWords::tr("Sign in…"), Does::SignIn, Tone::Bad};
}

/// The token by which an area is read. The account itself is read with either.
TokenKind tokenFor(const AccountSession &account, Area area)
{
    const bool isOther =
        area == Area::Account && account.tokenState(TokenKind::Personal) == TokenState::NeverGiven;
    return isOther ? TokenKind::Reseller : tokenServing(area);
}

} // namespace

AccessText accessText(TokenState state, TokenKind token)
{
    switch (state) {
    case TokenState::NeverGiven:
        return neverGiven(token);
    case TokenState::Refused:
        return refused(token);
    case TokenState::Awaited:
        return {AccessWords::tr("Waiting for the keychain"),
                AccessWords::tr(
                    "It may be asking for your permission. Stored data is shown meanwhile."),
                {},
                Does::Nothing,
                Tone::Accent};
    case TokenState::Locked:
        return {AccessWords::tr("The keychain is locked"),
                AccessWords::tr("It has the sign-in of this account. Unlock it and try again."),
                AccessWords::tr("Try again"), Does::LookAgain};
    case TokenState::NoKeychain:
        return {AccessWords::tr("No keychain is running"),
                AccessWords::tr("The sign-in of this account is in this computer's keychain. Start "
                                "the keychain and try again, or sign in for this session."),
                AccessWords::tr("Try again"), Does::LookAgain};
    case TokenState::Unreadable:
        return {AccessWords::tr("The stored sign-in cannot be read"),
                AccessWords::tr("Sign in again; this replaces it in the keychain."),
                AccessWords::tr("Sign in…"), Does::SignIn};
    case TokenState::Unconfirmed:
        return {AccessWords::tr("The connection settings are not those of the sign-in"),
                AccessWords::tr("Nothing is sent until you check and save them in the account's "
                                "settings."),
                QString()};
    case TokenState::SignedOut:
        return {AccessWords::tr("You are signed out of this account"),
                AccessWords::tr("Nothing is loaded until you sign in."),
                AccessWords::tr("Sign in…"), Does::SignIn, Tone::Accent};
    case TokenState::Offline:
        return {
            AccessWords::tr("Relaybook was started offline"),
            AccessWords::tr("It sends no requests. Start it without “--offline” to load current "
                            "data."),
            {},
            Does::Nothing,
            Tone::Accent};
    case TokenState::NotStored:
    case TokenState::Usable:
        break;
    }
    return {AccessWords::tr("This account is not signed in"),
            AccessWords::tr("Its sign-in is not stored on this computer. Sign in to load current "
                            "data."),
            AccessWords::tr("Sign in…"), Does::SignIn};
}

std::optional<AccessText> accessProblem(const AccountSession &account, Area area)
{
    const AreaStatus status = account.status(area);
    const bool isUnread = status.state == AreaStatus::Failed && status.error &&
                          status.error->kind == ErrorKind::TokenUnavailable;
    if (status.state != AreaStatus::NoAccess && !isUnread) {
        return std::nullopt;
    }
    const TokenKind token = tokenFor(account, area);
    return accessText(account.tokenState(token), token);
}

bool isReportedAbove(const AccountSession &account, const std::optional<AccessText> &access,
                     const std::optional<ApiError> &error)
{
    const AccountNotices::Reported &reported = account.notices().reported();
    if (access) {
        return reported.noAccess;
    }
    const bool isUnreached =
        error && error->httpStatus == 0 &&
        (error->kind == ErrorKind::Offline || error->kind == ErrorKind::Timeout);
    return isUnreached && reported.noConnection;
}

} // namespace relaybook
