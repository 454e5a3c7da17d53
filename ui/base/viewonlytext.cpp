// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/viewonlytext.h"

#include "models/accounts/accountsession.h"
#include "ui/base/accesstext.h"

#include <QCoreApplication>

namespace relaybook {

namespace {

struct ViewOnlyText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::ViewOnlyText)
};

QString noChange(const AccessText &access)
{
    return ViewOnlyText::tr("Nothing can be changed here. %1. %2", "two sentences")
        .arg(access.title, access.text);
}

} // namespace

QString viewOnlyReason()
{
    return ViewOnlyText::tr("This account is view only: nothing can be changed or bought. You can "
                            "switch this off in the account's settings.");
}

QString notSignedInReason(const AccountEntry &account)
{
    return noChange(
        accessText(stateWithoutToken(account.access, account.isSignedOut), TokenKind::Personal));
}

QString whyNoChange(const AccountSession &account, Area area)
{
    if (account.isViewOnly()) {
        return viewOnlyReason();
    }
    if (account.isOffline() || account.hasToken(tokenServing(area))) {
        return {};
    }
    const TokenKind token = tokenServing(area);
    return noChange(accessText(account.tokenState(token), token));
}

} // namespace relaybook
