// SPDX-License-Identifier: GPL-3.0-or-later
// Opens every dialog of a window, one after another, for tests that look at all of them.

#pragma once

#include "api/types/apierror.h"
#include "models/buying/purchasedesk.h"
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

#include <QCheckBox>
#include <QPointer>
#include <QPushButton>

#include <functional>

namespace relaybook::testing {

using LookAtDialog = std::function<void(SheetDialog &dialog)>;
using LookAtWindow = std::function<void(QWidget &window)>;

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

/// The question before a ledger check that takes long. Needs a ledger of many pages
/// (WindowFixture::sandboxOptions).
inline void withCostOfCheck(WindowFixture &desk, const LookAtDialog &look)
{
    desk.trigger("showTransactionsAction");
    QTRY_VERIFY(WindowFixture::in(desk.window().currentPage(), "checkLedgerButton")->isEnabled());
    WindowFixture::click(desk.window().currentPage(), "checkLedgerButton");
    const QPointer<SheetDialog> dialog = desk.sheet("checkCostDialog");
    QVERIFY(dialog != nullptr);
    look(*dialog);
    dialog->reject();
    QTRY_VERIFY(dialog.isNull());
}

/// Opens the order dialog with its confirmation.
inline void goToConfirmation(WindowFixture &desk, const LookAtDialog &look)
{
    desk.trigger("topUpAction");
    const QPointer<SheetDialog> sheet = desk.sheet("topUpDialog");
    QVERIFY(sheet != nullptr);
    WindowFixture::type(sheet, "amountEdit", QStringLiteral("95"));
    QTest::qWait(0);
    look(*sheet);
    QTRY_VERIFY(WindowFixture::in<QPushButton>(sheet, "submit")->isEnabled());
    sheet->submit();
    QTRY_VERIFY(WindowFixture::in(sheet, "topUpConfirm")->isVisible());
    look(*sheet);
    if (auto *risk = WindowFixture::in<QCheckBox>(sheet, "acceptRisk"); risk->isVisible()) {
        risk->click();
    }
}

/// The confirmation, waiting for the answer, the order whose outcome is unknown, the decision about
/// it in the window, and the confirmation that names the risk. Leaves an order behind. The service
/// stops in the middle of its answer, so WindowFixture::idleTimeout should be short.
inline void withStepsOfBuying(WindowFixture &desk, const LookAtDialog &look,
                              const LookAtWindow &lookAtWindow)
{
    QTRY_VERIFY(desk.session().purchases().isReady());
    goToConfirmation(desk, look);
    QPointer<SheetDialog> sheet = desk.sheet("topUpDialog");
    auto &faults = desk.server().faults();
    QVERIFY(!faults.set(std::string_view("half-then-hang,on=topUpTraffic,next=1")));
    QVERIFY(!faults.set(std::string_view("error-500,on=listTransactions")));
    QTRY_VERIFY(WindowFixture::in<QPushButton>(sheet, "submit")->isEnabled());
    sheet->submit();
    QTRY_VERIFY(desk.session().purchases().underWay() != nullptr);
    look(*sheet);
    QTRY_VERIFY(desk.sheet("orderDialog") != nullptr);
    QTRY_VERIFY(!desk.session().purchases().orders().front().looks.empty());
    sheet = desk.sheet("orderDialog");
    look(*sheet);
    sheet->reject();
    QTRY_VERIFY(sheet.isNull());
    // The sentence stays in the window, and the decision is on the page.
    QTRY_VERIFY(desk.window().findChild<QPushButton *>(QStringLiteral("showOrder")) != nullptr);
    desk.trigger("showActivityAction");
    QTRY_VERIFY(WindowFixture::in(desk.window().currentPage(), "orderDecision")->isVisible());
    lookAtWindow(desk.window());
    faults.clearAll();
    goToConfirmation(desk, look);
    desk.sheet("topUpDialog")->reject();
}

} // namespace relaybook::testing
