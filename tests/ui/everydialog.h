// SPDX-License-Identifier: GPL-3.0-or-later
// Opens every dialog of a window, one after another, for tests that look at all of them.

#pragma once

#include "api/types/apierror.h"
#include "models/account/proxydeletionrun.h"
#include "models/account/proxyeditrun.h"
#include "models/buying/purchasedesk.h"
#include "models/store/accountkey.h"
#include "models/subusers/accessrules.h"
#include "tests/ui/everyattention.h"
#include "tests/ui/someaccounts.h"
#include "tests/ui/windowfixture.h"
#include "ui/account/accountsettingsdialog.h"
#include "ui/account/connectioncheckdialog.h"
#include "ui/account/manageaccountsdialog.h"
#include "ui/account/removeaccountdialog.h"
#include "ui/account/renameaccountdialog.h"
#include "ui/account/signoutdialog.h"
#include "ui/account/whichaccountdialog.h"
#include "ui/attention/attentiondialog.h"
#include "ui/attention/attentionlist.h"
#include "ui/attention/evidencedialog.h"
#include "ui/base/errordetails.h"
#include "ui/ledger/acknowledgedialog.h"
#include "ui/ledger/findingsdialog.h"
#include "ui/ledger/ledgerrangedialogs.h"
#include "ui/lists/addrowsdialog.h"
#include "ui/lists/copycredentialsdialog.h"
#include "ui/lists/manytestsdialog.h"
#include "ui/lists/proxytestdialog.h"
#include "ui/lists/secretclipboard.h"
#include "ui/lists/unreadablerowsdialog.h"
#include "ui/orderview/orderdialog.h"
#include "ui/proxies/deleteproxiesdialog.h"
#include "ui/proxies/deleteproxydialog.h"
#include "ui/proxies/editproxiesdialog.h"
#include "ui/proxies/newproxydialog.h"
#include "ui/proxies/proxydeletionrundialog.h"
#include "ui/proxies/proxydialog.h"
#include "ui/proxies/proxyeditrundialog.h"
#include "ui/serving/createddialog.h"
#include "ui/serving/createdialog.h"
#include "ui/serving/createmanydialog.h"
#include "ui/serving/givedialog.h"
#include "ui/serving/handoverdialog.h"
#include "ui/serving/returndialog.h"
#include "ui/shell/settingsdialog.h"
#include "ui/shell/windowtray.h"
#include "ui/subusers/accessrulesdialog.h"
#include "ui/subusers/copyrulesdialog.h"
#include "ui/subusers/manynotesdialog.h"
#include "ui/subusers/notedialog.h"
#include "ui/subusers/subuserdialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QPointer>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <functional>

namespace relaybook::testing {

using LookAtDialog = std::function<void(SheetDialog &dialog)>;
using LookAtWindow = std::function<void(QWidget &window)>;

inline void chooseOwnProxy(QWidget &dialog)
{
    auto *kind = WindowFixture::in<QComboBox>(&dialog, "proxyKind");
    kind->setCurrentIndex(kind->findData(static_cast<int>(NetworkSettings::Proxy::Socks5)));
}

/// The steps of a connection check in every state.
inline std::vector<ConnectionStep> someSteps()
{
    const QString words = QStringLiteral(
        "This computer's clock is 7 minutes behind the service's. Set it to the current time.");
    std::vector<ConnectionStep> steps;
    for (const auto state :
         {ConnectionStep::Good, ConnectionStep::Warning, ConnectionStep::Bad,
          ConnectionStep::Running, ConnectionStep::Waiting, ConnectionStep::Skipped}) {
        const QString name = QStringLiteral("step%1").arg(steps.size() + 1);
        steps.push_back({name, name, state, state < ConnectionStep::Good ? QString() : words});
    }
    return steps;
}

/// The settings with the sizes of accounts, of which one has files that were set aside.
inline void withSettingsOfAccounts(WindowFixture &desk, Theme &theme, const LookAtDialog &look)
{
    std::vector<AccountEntry> accounts = someAccounts();
    AccountEntry &stored = accounts.at(2); // with a long name
    stored.key = accountKey(QStringLiteral("https://a.example"), stored.name);
    const QString folder = accountsFolder(desk.folder()) + u'/' + stored.key;
    QVERIFY(QDir().mkpath(folder));
    for (const char *name : {"cache.sqlite", "cache.damaged-20261128T110500Z.sqlite"}) {
        QFile file(folder + u'/' + QLatin1String(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.resize(7LL * 1024 * 1024 * 1024));
    }
    SettingsDialog dialog({theme, desk.settings()}, &desk.window());
    dialog.setAccounts(accounts);
    dialog.open();
    QTRY_VERIFY(WindowFixture::in(&dialog, "dataRows3") != nullptr);
    look(dialog);
    dialog.done(QDialog::Rejected);
    QVERIFY(QDir(folder).removeRecursively());
}

/// The dialogs about accounts.
inline void withDialogsOfAccounts(WindowFixture &desk, Theme &theme, const LookAtDialog &look)
{
    QWidget *window = &desk.window();
    const QString reason =
        QStringLiteral("An order of this account is on its way. Wait until its result is known.");
    const AccountEntry longName = someAccounts().at(2);
    ManageAccountsDialog manage(theme, someAccounts(), window);
    ManageAccountsDialog manageMany(theme, manyAccounts(40), window);
    RenameAccountDialog rename(
        theme, longName.name, [](const QString &) { return QString(); }, window);
    AccountSettingsDialog settings(theme, longName, {}, window);
    settings.setCanCheck(true);
    chooseOwnProxy(settings);
    SignOutDialog signOut(theme, longName, {}, window);
    SignOutDialog cannotSignOut(theme, longName, reason, window);
    RemoveAccountDialog remove(theme, {longName, reason}, window);
    remove.setOrders(OrderCounts{3, 1});
    RemoveAccountDialog removeSandbox(theme, {sandboxAccount(), {}}, window);
    AccountEntry unreadable = longName;
    unreadable.isUnreadable = true;
    unreadable.problem = reason;
    SignOutDialog signOutUnreadable(theme, unreadable, {}, window);
    RemoveAccountDialog removeUnreadable(theme, {unreadable, {}}, window);
    removeUnreadable.setOrders({});
    ConnectionCheckDialog check(theme, longName.name, window);
    check.setReport(reason);
    check.showSteps(someSteps(), true);
    ConnectionCheckDialog checked(theme, longName.name, window);
    checked.setReport(reason);
    checked.showSteps(someSteps(), false);
    const std::initializer_list<SheetDialog *> dialogs{
        &manage, &manageMany,    &rename, &settings, &signOut,           &cannotSignOut,
        &remove, &removeSandbox, &check,  &checked,  &signOutUnreadable, &removeUnreadable};
    for (SheetDialog *dialog : dialogs) {
        dialog->open();
        look(*dialog);
        dialog->done(QDialog::Rejected);
    }
    withSettingsOfAccounts(desk, theme, look);
}

/// The dialogs that the window itself opens.
inline void withDialogsOfWindow(WindowFixture &desk, const LookAtDialog &look)
{
    const std::pair<const char *, const char *> dialogs[] = {
        {"connectAction", "signInDialog"},       {"topUpAction", "topUpDialog"},
        {"settingsAction", "settingsDialog"},    {"exportAction", "exportDialog"},
        {"findAnythingAction", "paletteDialog"}, {"shortcutsAction", "shortcutsDialog"},
        {"aboutAction", "aboutDialog"},          {"resetSandboxAction", "resetSandboxDialog"},
        {"showOverviewAction", "welcomeDialog"},
    };
    desk.window().tray().ask();
    const QPointer<SheetDialog> question = desk.sheet("closeChoiceDialog");
    QVERIFY(question != nullptr);
    look(*question);
    question->done(QDialog::Rejected);
    for (const auto &[action, name] : dialogs) {
        desk.trigger(action);
        if (QLatin1String(name) == QLatin1String("welcomeDialog")) {
            desk.window().signIn().showWelcome();
        }
        const QPointer<SheetDialog> dialog = desk.sheet(name);
        QVERIFY2(dialog != nullptr, name);
        look(*dialog);
        // The other form of the sign-in too, and all of its fields.
        if (auto *toEmail = WindowFixture::in<QAbstractButton>(dialog, "useEmail")) {
            toEmail->click();
            look(*dialog);
            chooseOwnProxy(*dialog);
            WindowFixture::in<QAbstractButton>(dialog, "moreButton")->setChecked(true);
            look(*dialog);
        }
        dialog->reject();
        QTRY_VERIFY(dialog.isNull());
    }
}

/// A change of many proxies: the fields, the preview, and the run with a proxy that failed and one
/// that was changed elsewhere.
inline void withManyEdits(WindowFixture &desk, const Proxy &proxy, const LookAtDialog &look)
{
    Proxy other = proxy; // as the preview showed it, before it was changed elsewhere
    other.trafficLimit = TrafficAmount::parseGb(u"12345678.5").value();
    EditProxiesDialog fields(desk.context(), {proxy, other}, &desk.window());
    fields.open();
    look(fields);
    WindowFixture::in<QCheckBox>(&fields, "choose_traffic_limit")->click();
    WindowFixture::type(&fields, "limitEdit", QStringLiteral("77"));
    WindowFixture::in<QCheckBox>(&fields, "choose_rotate_interval")->click();
    fields.submit(); // a field is empty
    look(fields);
    WindowFixture::in<QCheckBox>(&fields, "choose_rotate_interval")->click();
    fields.submit();
    QTRY_VERIFY(WindowFixture::in(&fields, "editPreview")->isVisible());
    look(fields);
    QVERIFY(!desk.server().faults().set(std::string_view("error-500=undone,on=updateProxy")));
    fields.submit();
    ProxyEditRunDialog run(desk.context(), &desk.window());
    run.open();
    look(run);
    QTRY_VERIFY(!desk.session().proxyEdits().isRunning());
    look(run);
    desk.session().proxyEdits().leaveChanged();
    QTest::qWait(0); // the links of the question are deleted
    look(run);
    desk.server().faults().clearAll();
    desk.session().proxyEdits().discard();
    run.done(QDialog::Rejected);
}

/// A deletion of many proxies: the confirmation, and the run with one that was refused and one that
/// is still there after its answer was lost. Every call is refused or lost.
inline void withManyDeletions(WindowFixture &desk, const Proxy &proxy, const LookAtDialog &look)
{
    DeleteProxiesDialog asks(desk.context(), {proxyToDelete(proxy), proxyToDelete(proxy)},
                             &desk.window());
    asks.open();
    look(asks);
    if (auto *show = asks.findChild<QPushButton *>(QStringLiteral("showAmounts"))) {
        show->click();
        look(asks);
    }
    WindowFixture::type(&asks, "typedNumberEdit", QStringLiteral("2"));
    look(asks);
    QVERIFY(
        !desk.server().faults().set(std::string_view("repeat-secrets=422,on=deleteProxy,next=1")));
    QVERIFY(!desk.server().faults().set(std::string_view("drop,on=deleteProxy,after=1")));
    asks.submit();
    ProxyDeletionRunDialog run(desk.context(), &desk.window());
    run.open();
    look(run);
    QTRY_VERIFY(!desk.session().proxyDeletions().isRunning());
    look(run);
    desk.server().faults().clearAll();
    desk.session().proxyDeletions().discard();
    run.done(QDialog::Rejected);
}

/// The evidence of a gap, while it is collected, and each of its files.
inline void withEvidence(WindowFixture &desk, Theme &theme, const LookAtDialog &look)
{
    LedgerBreak gap;
    const auto rows = desk.server().transactions();
    if (rows.size() > 1) {
        gap.earlier = TransactionId(rows.at(rows.size() - 2).id);
        gap.later = TransactionId(rows.back().id);
    }
    gap.unexplained = Money::fromCents(-1'250);
    EvidenceDialog evidence(theme, desk.session(), gap, &desk.window());
    evidence.open();
    look(evidence);
    QTRY_VERIFY(evidence.submitButton()->isEnabled());
    auto *files = WindowFixture::in<QTreeWidget>(&evidence, "evidenceFiles");
    for (int i = 0; i < files->topLevelItemCount(); ++i) {
        files->setCurrentItem(files->topLevelItem(i));
        look(evidence);
    }
    evidence.done(QDialog::Rejected);
}

/// The dialogs about a row, an error or a filter.
inline void withDialogsOfPages(WindowFixture &desk, Theme &theme,
                               const std::optional<SubUser> &subUser,
                               const std::optional<Proxy> &proxy, const LookAtDialog &look)
{
    QVERIFY(subUser && proxy);
    QWidget *window = &desk.window();
    StoredAccount stored;
    stored.givenName = QStringLiteral("North Relay");
    LedgerEvidence evidence;
    evidence.vanished.push_back({});
    ApiError error;
    error.kind = ErrorKind::ServiceFailure;
    error.httpStatus = 500;
    NoteDialog note(desk.context(), *subUser, window);
    SecretClipboard secrets;
    SubUserDialog profile(desk.context(), subUser->id, secrets, window);
    AccessRulesDialog allowlist(desk.context(), *subUser, AccessKind::Allowlist, window);
    AccessRulesDialog blocklist(desk.context(), *subUser, AccessKind::Blocklist, window);
    CopyRulesDialog copyRules(desk.context(), SubUserId(1), AccessKind::Allowlist, window);
    ProxyDialog edit(desk.context(), *proxy, window);
    NewProxyDialog newProxy(desk.context(), {}, window);
    NewProxyDialog clone(desk.context(), *proxy, window);
    DeleteProxyDialog removeProxy(desk.context(), *proxy, window);
    ManyNotesDialog notes(desk.context(), {SubUserId(1), SubUserId(2)}, window);
    AddRowsDialog proxies(desk.context(), AddRowsDialog::What::Proxies, window);
    AddRowsDialog subUsers(desk.context(), AddRowsDialog::What::SubUsers, window);
    WhichAccountDialog which(theme, {}, {stored}, window);
    DatesDialog dates(theme, {}, QTimeZone("Europe/Zurich"), window);
    AmountsDialog amounts(theme, {}, window);
    FindingsDialog findings(theme, evidence, QStringLiteral("USD"), desk.session().kept(), window);
    AcknowledgeDialog acknowledge(
        theme, {QStringLiteral("Transaction 7 is no longer listed by the service.")}, window);
    UnreadableRowsDialog unreadable(theme, {{QStringLiteral("7"), QStringLiteral("odd"), "{}"}}, 1,
                                    window);
    ErrorDetails details(theme, error, window);
    const CredentialChoice own{CredentialFormat::Own, ProxyProtocol::Http, {}};
    CopyCredentialsDialog copy(
        theme, 2, own, [](ProxyProtocol) { return ProxyAccess(); }, window);
    SecretClipboard clipboard;
    HandOver card;
    card.name = QStringLiteral("client_003");
    card.service = QStringLiteral("Residential");
    card.http = {ProxyProtocol::Http,
                 {},
                 {},
                 QStringLiteral("gw.example.net"),
                 5000,
                 QStringLiteral("sub-41f4e630"),
                 Secret(QByteArrayLiteral("geheim"))};
    card.socks5 = card.http;
    HandOverDialog handOver(desk.context(), {card}, 0, clipboard, window);
    HandOverDialog handOverMany(desk.context(), std::vector(15, card), 3, clipboard, window);
    const ServingTarget target = targetOf(*subUser);
    GiveDialog give(desk.context(), {target}, window);
    GiveDialog giveMany(desk.context(), {target, target, target}, window);
    ReturnDialog take(desk.context(), ReturnDialog::What::TakeBack, {target}, window);
    ReturnDialog remove(desk.context(), ReturnDialog::What::Delete, {target}, window);
    CreateDialog create(desk.context(), window);
    CreateManyDialog createMany(desk.context(), window);
    CreatedDialog created(desk.context(), {*subUser},
                          {QStringLiteral("The service created “anna_1” with 4 GB, not “anna” with "
                                          "5 GB. The service of “anna_1” is Mobile, not "
                                          "Residential.")},
                          clipboard, window);
    ProxyTestDialog testProxy(desk.context(), proxy->id, clipboard, window);
    ProxyTestDialog testAsCustomer(desk.context(), subUser->id, clipboard, window);
    ManyTestsDialog testProxies(desk.context(), {{proxy->id, proxy->id}, 1, false}, window);
    ManyTestsDialog testCustomers(desk.context(), {{subUser->id, subUser->id}, 0, true}, window);
    OrderDialog operation(theme, desk.session(), QString(), window);
    AttentionDialog attention(theme, desk.session(), window);
    SheetDialog allAttention(theme, QStringLiteral("Needs attention"), window);
    allAttention.setObjectName(QStringLiteral("allAttentionDialog"));
    allAttention.setCloseOnly();
    auto *entries = new AttentionList(desk.session(), theme, &allAttention);
    entries->setGroups(everyAttention());
    allAttention.contentLayout()->addWidget(entries);
    const std::initializer_list<SheetDialog *> dialogs{
        &note,      &profile,      &edit,      &proxies,      &subUsers,    &which,
        &dates,     &amounts,      &findings,  &unreadable,   &details,     &copy,
        &give,      &giveMany,     &take,      &remove,       &create,      &createMany,
        &created,   &operation,    &newProxy,  &clone,        &removeProxy, &notes,
        &allowlist, &blocklist,    &copyRules, &acknowledge,  &testProxy,   &testAsCustomer,
        &handOver,  &handOverMany, &attention, &allAttention, &testProxies, &testCustomers};
    for (SheetDialog *dialog : dialogs) {
        dialog->open();
        look(*dialog);
        dialog->done(QDialog::Rejected);
    }
    withManyEdits(desk, *proxy, look);
    withManyDeletions(desk, *proxy, look);
    withEvidence(desk, theme, look);
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
    QTRY_VERIFY(WindowFixture::in(sheet, "orderConfirm")->isVisible());
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
