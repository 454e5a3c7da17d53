// SPDX-License-Identifier: GPL-3.0-or-later
// Opens every dialog of a window, one after another, for tests that look at all of them.

#pragma once

#include "api/types/apierror.h"
#include "tests/ui/windowfixture.h"
#include "ui/account/whichaccountdialog.h"
#include "ui/base/errordetails.h"
#include "ui/ledger/findingsdialog.h"
#include "ui/ledger/ledgerrangedialogs.h"
#include "ui/lists/addrowsdialog.h"
#include "ui/lists/copycredentialsdialog.h"
#include "ui/lists/unreadablerowsdialog.h"
#include "ui/proxies/proxydialog.h"
#include "ui/subusers/notedialog.h"

#include <QPointer>

#include <functional>

namespace relaybook::testing {

using LookAtDialog = std::function<void(SheetDialog &dialog)>;

/// The dialogs that the window itself opens.
inline void withDialogsOfWindow(WindowFixture &desk, const LookAtDialog &look)
{
    const std::pair<const char *, const char *> dialogs[] = {
        {"connectAction", "signInDialog"},
        {"topUpAction", "topUpDialog"},
        {"settingsAction", "settingsDialog"},
        {"exportAction", "exportDialog"},
        {"shortcutsAction", "shortcutsDialog"},
        {"aboutAction", "aboutDialog"},
        {"resetSandboxAction", "resetSandboxDialog"},
        {"showOverviewAction", "welcomeDialog"},
    };
    for (const auto &[action, name] : dialogs) {
        desk.trigger(action);
        if (QLatin1String(name) == QLatin1String("welcomeDialog")) {
            desk.window().signIn().showWelcome();
        }
        const QPointer<SheetDialog> dialog = desk.sheet(name);
        QVERIFY2(dialog != nullptr, name);
        look(*dialog);
        // The other form of the sign-in too.
        if (auto *toEmail = WindowFixture::in<QAbstractButton>(dialog, "useEmail")) {
            toEmail->click();
            look(*dialog);
        }
        dialog->reject();
        QTRY_VERIFY(dialog.isNull());
    }
}

/// The dialogs about a row, an error or a filter.
inline void withDialogsOfPages(WindowFixture &desk, Theme &theme, const LookAtDialog &look)
{
    QWidget *window = &desk.window();
    const auto &rows = desk.session().rows();
    const auto subUser = rows.subUser(SubUserId(desk.server().subUserIds().front()));
    const auto proxy =
        rows.proxy(ProxyId(QString::fromStdString(desk.server().proxyIds().front())));
    StoredAccount stored;
    stored.givenName = QStringLiteral("North Relay");
    LedgerEvidence evidence;
    evidence.vanished.push_back({});
    ApiError error;
    error.kind = ErrorKind::ServiceFailure;
    error.httpStatus = 500;
    NoteDialog note(desk.context(), subUser.value_or(SubUser{}), window);
    ProxyDialog edit(desk.context(), proxy.value_or(Proxy{}), window);
    AddRowsDialog proxies(desk.context(), AddRowsDialog::What::Proxies, window);
    AddRowsDialog subUsers(desk.context(), AddRowsDialog::What::SubUsers, window);
    WhichAccountDialog which(theme, {}, {stored}, window);
    DatesDialog dates(theme, {}, QTimeZone("Europe/Zurich"), window);
    AmountsDialog amounts(theme, {}, window);
    FindingsDialog findings(theme, evidence, QStringLiteral("USD"), window);
    UnreadableRowsDialog unreadable(theme, {{QStringLiteral("7"), QStringLiteral("odd"), "{}"}}, 1,
                                    window);
    ErrorDetails details(theme, error, window);
    const CredentialChoice own{CredentialFormat::Own, ProxyProtocol::Http, {}};
    CopyCredentialsDialog copy(
        theme, 2, own, [](ProxyProtocol) { return ProxyAccess(); }, window);
    const std::initializer_list<SheetDialog *> dialogs{&note,       &edit,    &proxies, &subUsers,
                                                       &which,      &dates,   &amounts, &findings,
                                                       &unreadable, &details, &copy};
    for (SheetDialog *dialog : dialogs) {
        dialog->open();
        look(*dialog);
        dialog->reject();
    }
}

} // namespace relaybook::testing
