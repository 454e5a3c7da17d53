// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/viewonlytext.h"

#include "models/accounts/accountsession.h"

#include <QCoreApplication>

namespace relaybook {

namespace {

struct ViewOnlyText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::ViewOnlyText)
};

} // namespace

QString viewOnlyReason()
{
    return ViewOnlyText::tr("This account is view only: nothing can be changed or bought. You can "
                            "switch this off in the account's settings.");
}

QString notSignedInReason()
{
    return ViewOnlyText::tr(
        "This account is not signed in: nothing can be changed. Sign in first.");
}

QString whyNoChange(const AccountSession &account, Area area)
{
    if (account.isViewOnly()) {
        return viewOnlyReason();
    }
    if (account.isOffline() || account.hasToken(tokenServing(area))) {
        return {};
    }
    if (!account.hasToken(TokenKind::Personal) && !account.hasToken(TokenKind::Reseller)) {
        return notSignedInReason();
    }
    return tokenServing(area) == TokenKind::Reseller
               ? ViewOnlyText::tr(
                     "Sub-users cannot be changed without a Reseller Key. Sign in with "
                     "one first.")
               : ViewOnlyText::tr("Proxies cannot be changed without a personal token. Sign in "
                                  "with one first.");
}

} // namespace relaybook
