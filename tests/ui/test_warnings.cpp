// SPDX-License-Identifier: GPL-3.0-or-later
// Tests warnings outside of the window with real accounts: notifications, what a click opens, the
// webhook, privacy mode, their settings, and closing the window with and without a tray.
#include "models/accounts/accountsession.h"
#include "models/attention/attentiondesk.h"
#include "models/buying/purchasedesk.h"
#include "models/notify/webhookdesk.h"
#include "models/text/privacymode.h"
#include "tests/models/accountsfixture.h"
#include "tests/support/scriptedserver.h"
#include "tests/ui/everyattention.h"
#include "ui/attention/warningtext.h"
#include "ui/base/settings.h"
#include "ui/shell/closechoicedialog.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/notificationsettings.h"
#include "ui/shell/warningcentre.h"
#include "ui/shell/windowtray.h"
#include "ui/theme/theme.h"
#include "ui/widgets/sheetdialog.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDirIterator>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>
#include <vector>

using namespace relaybook;
using relaybook::testing::AccountService;
using relaybook::testing::AccountsFixture;
using relaybook::testing::ScriptedServer;

namespace {

class FakeNotifications final : public DesktopNotifications
{
public:
    struct Shown
    {
        QString id;
        QString title;
        QString text;
    };
    bool isThere = true;
    bool fails = false;
    int asked = 0;
    std::vector<Shown> messages;

    void ask() override
    {
        ++asked;
        setState(isThere ? State::Available : State::Unavailable);
    }
    void show(const QString &id, const QString &title, const QString &text) override
    {
        if (fails) {
            Q_EMIT failed(id);
            return;
        }
        messages.push_back({id, title, text});
        Q_EMIT shown(id);
    }
    void click(const QString &id) { Q_EMIT clicked(id); }
};

/// Its work never ends.
class BusySheet final : public SheetDialog
{
public:
    using SheetDialog::SheetDialog;

protected:
    void startSubmit() override {}
};

} // namespace

class TestWarnings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void anUnknownOrderIsToldOnce();
    void aClickOpensIt();
    void privacyModeHidesNamesAndAmounts();
    void aKindThatIsOffIsNotTold();
    void switchedOffNothingIsAsked();
    void whatStartsLaterShowsThem();
    void whatWasNotShownIsShownLater();
    void theWebhookGetsItOnce();
    void theWebhookGetsLaterWhatFailed();
    void texts();
    void theSectionSaysWhatIsMissing();
    void theAddressIsTypedStoredAndRemoved();
    void aBadAddressIsRefused();
    void withoutATrayClosingQuits();
    void theQuestionAtClosing();
    void closingHidesInTheTray();
    void aTrayThatGoesBringsTheWindowBack();
    void workInProgressIsNotHidden();
    void theSystemQuits();

private:
    void open();
    void makeUnknownOrder();
    [[nodiscard]] bool isUnknownOrderThere() const;
    [[nodiscard]] QStringList kindsAtTheHook() const;
    void useTray(const QString &closeWindow);
    [[nodiscard]] quint64 prepareOrder();
    [[nodiscard]] SheetDialog *openSettings()
    {
        m_window->findChild<QAction *>(QStringLiteral("settingsAction"))->trigger();
        return visible("settingsDialog");
    }
    [[nodiscard]] SheetDialog *visible(const char *name)
    {
        for (auto *found : m_window->findChildren<SheetDialog *>(QLatin1String(name))) {
            if (found->isVisible()) {
                return found;
            }
        }
        return nullptr;
    }
    template <class Widget>
    [[nodiscard]] static Widget *in(QWidget *parent, const char *name)
    {
        return parent->findChild<Widget *>(QLatin1String(name));
    }

    Theme m_theme;
    std::unique_ptr<AccountService> m_one;
    std::unique_ptr<AccountService> m_two;
    std::unique_ptr<AccountsFixture> m;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<MainWindow> m_window;
    std::unique_ptr<FakeNotifications> m_notifications;
    std::unique_ptr<WebhookDesk> m_webhook;
    std::unique_ptr<WarningCentre> m_centre;
    std::unique_ptr<ScriptedServer> m_hook;
    bool m_hasTray = false;
    QString m_first;
    QString m_second;
};

void TestWarnings::initTestCase()
{
    m_theme.apply(*qApp);
}

void TestWarnings::init()
{
    m_one = std::make_unique<AccountService>(11, 20);
    m_two = std::make_unique<AccountService>(22, 20);
    m_hook = std::make_unique<ScriptedServer>();
    m_hook->start();
    m = std::make_unique<AccountsFixture>();
    m->open();
    m_first = m->add(*m_one);
    m->accounts->rename(m_first, QStringLiteral("Alpha"));
    m_second = m->add(*m_two);
    m->accounts->rename(m_second, QStringLiteral("Beta"));
    open();
}

void TestWarnings::open()
{
    m_settings = std::make_unique<Settings>(m->folder.path());
    m_window = std::make_unique<MainWindow>(m_theme, *m_settings);
    m_window->setAccounts(m->accounts.get());
    connect(m->accounts.get(), &OpenAccounts::shownChanged, m_window.get(), [this] {
        WindowAccount account;
        account.account = m->accounts->shown();
        m_window->setAccount(account);
    });
    WindowAccount account;
    account.account = m->accounts->shown();
    m_window->setAccount(account);
    m_notifications = std::make_unique<FakeNotifications>();
    m_webhook = std::make_unique<WebhookDesk>(
        WebhookDesk::Parts{.keychain = m->keychain,
                           .clock = m->clock,
                           .network = [](const QString &) { return NetworkSettings(); },
                           .retryAfter = {}});
    m_centre = std::make_unique<WarningCentre>(
        WarningCentre::Parts{*m_settings, *m->accounts, *m_notifications, *m_webhook, m->clock});
    m_window->setWarnings(m_centre.get());
    m_window->show();
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    m_centre->start();
}

void TestWarnings::cleanup()
{
    if (m_window) {
        m_window->setWarnings(nullptr);
    }
    m_centre.reset();
    m_webhook.reset();
    m->accounts->disconnect(m_window.get());
    m_window.reset();
    m->close();
    m.reset();
    m_settings.reset();
    m_notifications.reset();
    QGuiApplication::setQuitOnLastWindowClosed(true);
    setPrivacyOn(false);
}

quint64 TestWarnings::prepareOrder()
{
    PurchaseDesk &desk = m->session().purchases();
    std::optional<Confirmation> confirmation;
    QObject guard;
    if (!relaybook::testing::waitUntil([&] { return desk.isReady(); })) {
        return 0;
    }
    const Call call = desk.prepare(QStringLiteral("residential"), *TrafficAmount::parseGb(u"1"),
                                   &guard, [&](const Result<Confirmation> &answer) {
                                       if (answer) {
                                           confirmation = *answer;
                                       }
                                   });
    return relaybook::testing::waitUntil([&] { return confirmation.has_value(); })
               ? confirmation->number
               : 0;
}

/// Of the second account.
void TestWarnings::makeUnknownOrder()
{
    const quint64 number = prepareOrder();
    QVERIFY(number != 0);
    QVERIFY(!m_two->server.faults().set(std::string_view("drop,on=topUpTraffic,next=1")));
    QVERIFY(!m_two->server.faults().set(std::string_view("error-500,on=listTransactions")));
    QObject guard;
    m->session().purchases().buy(number, false, &guard, [](const BuyAnswer &) {});
    QTRY_COMPARE(m->entry(m_second).unknownOrders, 1);
    QTRY_VERIFY(isUnknownOrderThere());
}

bool TestWarnings::isUnknownOrderThere() const
{
    const auto &all = m->accounts->session(m_second)->attention().entries();
    return std::any_of(all.begin(), all.end(), [](const AttentionEntry &each) {
        return each.kind == AttentionKind::UnknownOrder;
    });
}

QStringList TestWarnings::kindsAtTheHook() const
{
    QStringList kinds;
    for (const auto &each : m_hook->requests()) {
        kinds.append(
            QJsonDocument::fromJson(each.body).object()[QStringLiteral("kind")].toString());
    }
    return kinds;
}

void TestWarnings::anUnknownOrderIsToldOnce()
{
    makeUnknownOrder();
    QTRY_VERIFY([this] {
        m_centre->look();
        return m_notifications->messages.size() == 1;
    }());
    const auto &shown = m_notifications->messages.front();
    QVERIFY2(shown.title.contains(QStringLiteral("unknown"), Qt::CaseInsensitive) ||
                 shown.title.contains(QStringLiteral("order"), Qt::CaseInsensitive),
             qPrintable(shown.title));
    QVERIFY2(shown.text.startsWith(QStringLiteral("Beta: ")), qPrintable(shown.text));
    m->clock.advance(std::chrono::hours(2));
    m_centre->look();
    QCOMPARE(m_notifications->messages.size(), std::size_t(1));
    // As after a restart.
    m_window->setWarnings(nullptr);
    m_centre = std::make_unique<WarningCentre>(
        WarningCentre::Parts{*m_settings, *m->accounts, *m_notifications, *m_webhook, m->clock});
    m_centre->start();
    m_centre->look();
    QCOMPARE(m_notifications->messages.size(), std::size_t(1));
    m->clock.advance(std::chrono::hours(23));
    WarningCentre nextDay(
        WarningCentre::Parts{*m_settings, *m->accounts, *m_notifications, *m_webhook, m->clock});
    nextDay.start();
    nextDay.look();
    QCOMPARE(m_notifications->messages.size(), std::size_t(2));
}

void TestWarnings::aClickOpensIt()
{
    makeUnknownOrder();
    QTRY_VERIFY([this] {
        m_centre->look();
        return m_notifications->messages.size() == 1;
    }());
    for (auto *sheet : m_window->findChildren<SheetDialog *>()) {
        sheet->reject();
    }
    m->accounts->show(m_first);
    QTRY_COMPARE(m->accounts->shownKey(), m_first);
    m_window->showMinimized();
    m_notifications->click(m_notifications->messages.front().id);
    QTRY_COMPARE(m->accounts->shownKey(), m_second);
    QTRY_VERIFY(visible("orderDialog") != nullptr);
    QVERIFY(!m_window->isMinimized());
    // With a dialog open, a click only brings the window to the front.
    m_notifications->click(m_notifications->messages.front().id);
    QVERIFY(visible("orderDialog") != nullptr);
    m_notifications->click(QStringLiteral("no such notification"));
}

void TestWarnings::privacyModeHidesNamesAndAmounts()
{
    m_settings->setValue(Setting::PrivacyMode, true);
    QVERIFY(isPrivacyOn());
    makeUnknownOrder();
    QTRY_VERIFY([this] {
        m_centre->look();
        return m_notifications->messages.size() == 1;
    }());
    const auto &shown = m_notifications->messages.front();
    QCOMPARE(shown.title, QStringLiteral("The result of an order is unknown"));
    QCOMPARE(shown.text, QString());
    m_settings->setValue(Setting::PrivacyMode, false);
}

void TestWarnings::aKindThatIsOffIsNotTold()
{
    m_settings->setValue(Setting::WarnOrders, false);
    makeUnknownOrder();
    m_centre->look();
    QVERIFY(m_notifications->messages.empty());
    // Switched on again, it is told.
    m_settings->setValue(Setting::WarnOrders, true);
    QTRY_VERIFY([this] {
        m_centre->look();
        return m_notifications->messages.size() == 1;
    }());
}

void TestWarnings::switchedOffNothingIsAsked()
{
    m_settings->setValue(Setting::Notifications, false);
    const int asked = m_notifications->asked;
    // As after a restart.
    m_window->setWarnings(nullptr);
    m_centre = std::make_unique<WarningCentre>(
        WarningCentre::Parts{*m_settings, *m->accounts, *m_notifications, *m_webhook, m->clock});
    m_centre->start();
    makeUnknownOrder();
    m_centre->look();
    QVERIFY(m_notifications->messages.empty());
    m_notifications->isThere = false;
    m_centre->look();
    QCOMPARE(m_notifications->asked, asked);
}

void TestWarnings::whatStartsLaterShowsThem()
{
    m_notifications->isThere = false;
    m_notifications->ask();
    makeUnknownOrder();
    m_centre->look();
    QVERIFY(m_notifications->messages.empty());
    m_notifications->isThere = true;
    m_centre->look(); // asks
    QTRY_VERIFY([this] {
        m_centre->look();
        return m_notifications->messages.size() == 1;
    }());
}

void TestWarnings::whatWasNotShownIsShownLater()
{
    m_notifications->fails = true;
    makeUnknownOrder();
    m_centre->look();
    m_notifications->fails = false;
    m_centre->look(); // too soon
    QVERIFY(m_notifications->messages.empty());
    m->clock.advance(std::chrono::minutes(1));
    m_centre->look();
    QCOMPARE(m_notifications->messages.size(), std::size_t(1));
    m->clock.advance(std::chrono::hours(2));
    m_centre->look();
    QCOMPARE(m_notifications->messages.size(), std::size_t(1));
}

void TestWarnings::theWebhookGetsItOnce()
{
    m_hook->thenAnswer({});
    QSignalSpy changed(m_webhook.get(), &WebhookDesk::addressChanged);
    m_webhook->setAddress({Secret(m_hook->url() + QStringLiteral("/hook/walrus"))});
    QTRY_COMPARE(changed.size(), 1);
    makeUnknownOrder();
    QTRY_VERIFY([this] {
        m_centre->look();
        return m_hook->arrivals() == 1;
    }());
    const QByteArray body = m_hook->requests().front().body;
    QVERIFY2(body.contains(R"("kind":"unknown-order")"), body.constData());
    QVERIFY2(body.contains(R"("account":"Beta")"), body.constData());
    QTRY_COMPARE(m_webhook->log().rows().size(), std::size_t(1));
    m->clock.advance(std::chrono::hours(2));
    m_centre->look();
    QVERIFY(!m_webhook->isTesting());
    QSignalSpy tested(m_webhook.get(), &WebhookDesk::tested);
    m_centre->testWebhook(); // ends after whatever was sent before
    QTRY_COMPARE(tested.size(), 1);
    QCOMPARE(kindsAtTheHook(),
             (QStringList{QStringLiteral("unknown-order"), QStringLiteral("test")}));
    // Neither the address nor what was told is in the settings.
    m_settings->save();
    QFile file(m->folder.filePath(QStringLiteral("settings.ini")));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray stored = file.readAll();
    QVERIFY(stored.contains("webhook"));
    QVERIFY(!stored.contains("walrus"));
    QVERIFY(!stored.contains(QByteArray::number(m_hook->serverPort())));
}

void TestWarnings::theWebhookGetsLaterWhatFailed()
{
    m_hook->thenAnswer({404, "", {}});
    m_hook->thenAnswer({});
    QSignalSpy changed(m_webhook.get(), &WebhookDesk::addressChanged);
    QSignalSpy ended(m_webhook.get(), &WebhookDesk::ended);
    m_webhook->setAddress({Secret(m_hook->url() + QStringLiteral("/hook/walrus"))});
    QTRY_COMPARE(changed.size(), 1);
    makeUnknownOrder();
    m_centre->look();
    QTRY_COMPARE(ended.size(), 1);
    for (const auto pause : {std::chrono::minutes(59), std::chrono::minutes(1)}) {
        m_centre->look(); // too soon
        m->clock.advance(pause);
    }
    m_centre->look();
    QTRY_COMPARE(ended.size(), 2);
    m->clock.advance(std::chrono::hours(2));
    m_centre->look();
    QSignalSpy tested(m_webhook.get(), &WebhookDesk::tested);
    m_centre->testWebhook();
    QTRY_COMPARE(tested.size(), 1);
    QCOMPARE(kindsAtTheHook(),
             (QStringList{QStringLiteral("unknown-order"), QStringLiteral("unknown-order"),
                          QStringLiteral("test")}));
}

void TestWarnings::texts()
{
    AccountSession *session = &m->session();
    const SessionOf sessionOf = [session](const QString &) { return session; };
    std::vector<Warning> all;
    for (const auto &[kind, attention] :
         {std::pair(WarningKind::OutOfTraffic, AttentionKind::PoolRunsOut),
          std::pair(WarningKind::OutOfTraffic, AttentionKind::SubUserRunsOut),
          std::pair(WarningKind::UnknownOrder, AttentionKind::UnknownOrder),
          std::pair(WarningKind::DoubleCharge, AttentionKind::DoubleCharge)}) {
        all.push_back({kind, m_second, testing::someAttention(attention)});
        QVERIFY(!warningText({all.back()}, sessionOf, false).title.isEmpty());
        const WarningText hidden = warningText({all.back()}, sessionOf, true);
        for (const char *part : {"client_003", "GB", "$", "24.50", "mobile"}) {
            QVERIFY2(!QString(hidden.title + hidden.text).contains(QLatin1String(part)),
                     qPrintable(hidden.title));
        }
    }
    const WarningText several = warningText(all, sessionOf, false);
    QCOMPARE(several.title, QStringLiteral("4 things need attention"));
    QCOMPARE(several.text,
             QStringLiteral("Traffic that lasts less than a day: 2. Orders whose result is "
                            "unknown: 1. Purchases that may be charged twice: 1."));
    QCOMPARE(warningText({}, sessionOf, false), WarningText());
}

void TestWarnings::theSectionSaysWhatIsMissing()
{
    m_notifications->isThere = false;
    SheetDialog *settings = openSettings();
    QVERIFY(settings != nullptr);
    auto *state = in<QLabel>(settings, "notificationsState");
    QVERIFY(state->isVisibleTo(settings));
    QVERIFY(state->text().contains(QStringLiteral("nothing that shows notifications")));
    // The tests' platform has no tray.
    QVERIFY(!in<QCheckBox>(settings, "trayIcon")->isEnabled());
    QVERIFY(in<QLabel>(settings, "trayState")->isVisibleTo(settings));
    QVERIFY(!in<QComboBox>(settings, "closeWindow")->isEnabled());
    m_notifications->isThere = true;
    m_notifications->ask();
    QVERIFY(!state->isVisibleTo(settings));
    for (const auto &[name, setting] : {std::pair("warnTraffic", Setting::WarnTraffic),
                                        std::pair("warnOrders", Setting::WarnOrders),
                                        std::pair("warnCharges", Setting::WarnCharges),
                                        std::pair("notifications", Setting::Notifications)}) {
        auto *box = in<QCheckBox>(settings, name);
        QVERIFY2(box->isChecked(), name);
        box->click();
        QVERIFY2(!m_settings->flag(setting), name);
    }
    settings->reject();
}

void TestWarnings::theAddressIsTypedStoredAndRemoved()
{
    m_hook->thenAnswer({});
    m_hook->thenAnswer({404, "", {}});
    SheetDialog *settings = openSettings();
    QVERIFY(settings != nullptr);
    auto *address = in<QLineEdit>(settings, "webhookAddress");
    auto *save = in<QPushButton>(settings, "saveWebhook");
    auto *test = in<QPushButton>(settings, "testWebhook");
    auto *remove = in<QPushButton>(settings, "removeWebhook");
    auto *result = in<QLabel>(settings, "webhookResult");
    auto *log = in<QListWidget>(settings, "webhookLog");
    QCOMPARE(address->echoMode(), QLineEdit::Password);
    QVERIFY(!save->isEnabled() && !test->isEnabled() && !remove->isEnabled());
    QVERIFY(!log->isVisibleTo(settings));
    QTest::keyClicks(address, m_hook->url() + QStringLiteral("/hook/walrus"));
    in<QToolButton>(settings, "webhookAddressEye")->click(); // a masked field has no undo
    QVERIFY(address->isUndoAvailable());
    save->click();
    QVERIFY(address->text().isEmpty());
    QVERIFY(!address->isUndoAvailable());
    address->undo();
    QVERIFY(address->text().isEmpty());
    QTRY_VERIFY(test->isEnabled());
    test->click();
    QVERIFY(!test->isEnabled());
    QTRY_COMPARE(result->text(), QStringLiteral("Test message: Delivered."));
    QVERIFY(test->isEnabled());
    test->click();
    QTRY_VERIFY(result->text().contains(QStringLiteral("HTTP 404")));
    QCOMPARE(log->count(), 2);
    QVERIFY(log->isVisibleTo(settings));
    QVERIFY(log->item(0)->text().contains(QStringLiteral("404")));
    QVERIFY(log->item(1)->text().contains(QStringLiteral("Test message")));
    remove->click();
    QTRY_VERIFY(!remove->isEnabled());
    QVERIFY(!test->isEnabled());
    QCOMPARE(m_settings->text(Setting::WebhookEntry), QString());
    for (const auto &[name, secrets] : m->keychain.entries) {
        QVERIFY2(secrets.webhookAddress.isEmpty(), qPrintable(name));
    }
    settings->reject();
}

void TestWarnings::aBadAddressIsRefused()
{
    SheetDialog *settings = openSettings();
    QVERIFY(settings != nullptr);
    auto *address = in<QLineEdit>(settings, "webhookAddress");
    QTest::keyClicks(address, QStringLiteral("http://walrus.example/hook"));
    in<QPushButton>(settings, "saveWebhook")->click();
    const QString said = in<QLabel>(settings, "webhookResult")->text();
    QVERIFY2(said.contains(QStringLiteral("Use https://")), qPrintable(said));
    QVERIFY(!said.contains(QStringLiteral("walrus")));
    QVERIFY(!address->text().isEmpty()); // to be corrected
    QVERIFY(!m_webhook->isSet());
    settings->reject();
}

void TestWarnings::withoutATrayClosingQuits()
{
    m_settings->setValue(Setting::TrayIcon, true);
    m_settings->setValue(Setting::CloseWindow, QStringLiteral("tray"));
    QVERIFY(!WindowTray::isPossible());
    QVERIFY(!m_window->tray().isShown());
    QCOMPARE(m_window->tray().closing(), WindowTray::Closing::Quits);
    m_window->close();
    QVERIFY(!m_window->isVisible());
    QVERIFY(visible("closeChoiceDialog") == nullptr);
    QVERIFY(QGuiApplication::quitOnLastWindowClosed());
}

/// The tests' platform has none.
void TestWarnings::useTray(const QString &closeWindow)
{
    m_hasTray = true;
    m_window->tray().useTray([this] { return m_hasTray; });
    m_settings->setValue(Setting::CloseWindow, closeWindow);
    m_settings->setValue(Setting::TrayIcon, true);
}

void TestWarnings::theQuestionAtClosing()
{
    useTray(QStringLiteral("ask"));
    QSignalSpy hides(&m_window->tray(), &WindowTray::hideWanted);
    QSignalSpy quits(&m_window->tray(), &WindowTray::quitWanted);
    m_window->close();
    QVERIFY(m_window->isVisible());
    SheetDialog *question = visible("closeChoiceDialog");
    QVERIFY(question != nullptr);
    m_window->tray().ask();
    QCOMPARE(m_window->findChildren<CloseChoiceDialog *>().size(), 1);
    question->reject(); // cancelled: asked again the next time
    QCOMPARE(m_settings->text(Setting::CloseWindow), QStringLiteral("ask"));
    QVERIFY(m_window->isVisible());
    m_window->tray().ask();
    visible("closeChoiceDialog")->submitButton()->click();
    QTRY_COMPARE(hides.size(), 1);
    QCOMPARE(m_settings->text(Setting::CloseWindow), QStringLiteral("tray"));
    QTRY_VERIFY(!m_window->isVisible()); // it keeps running
    QVERIFY(!QGuiApplication::quitOnLastWindowClosed());
    Q_EMIT m_window->tray().openWanted();
    QVERIFY(m_window->isVisible());
    QVERIFY(QGuiApplication::quitOnLastWindowClosed());
    m_window->tray().ask();
    question = visible("closeChoiceDialog");
    in<QPushButton>(question, "quitInstead")->click();
    QTRY_COMPARE(quits.size(), 1);
    QCOMPARE(m_settings->text(Setting::CloseWindow), QStringLiteral("quit"));
    QTRY_VERIFY(!m_window->isVisible());
    QVERIFY(QGuiApplication::quitOnLastWindowClosed());
}

void TestWarnings::closingHidesInTheTray()
{
    useTray(QStringLiteral("tray"));
    QVERIFY(m_window->tray().isShown());
    QCOMPARE(m_window->tray().closing(), WindowTray::Closing::Hides);
    m_window->close();
    QVERIFY(!m_window->isVisible());
    QVERIFY(visible("closeChoiceDialog") == nullptr);
    QVERIFY(!QGuiApplication::quitOnLastWindowClosed());
    Q_EMIT m_window->tray().openWanted();
    QVERIFY(m_window->isVisible());
    QVERIFY(QGuiApplication::quitOnLastWindowClosed());
    m_window->quit();
    QVERIFY(!m_window->isVisible());
    QVERIFY(QGuiApplication::quitOnLastWindowClosed()); // not hidden, but closed
}

void TestWarnings::aTrayThatGoesBringsTheWindowBack()
{
    useTray(QStringLiteral("tray"));
    m_window->close();
    QVERIFY(!m_window->isVisible());
    m_hasTray = false;
    m_window->tray().look();
    QVERIFY(m_window->isVisible());
    QVERIFY(!m_window->tray().isShown());
    QVERIFY(QGuiApplication::quitOnLastWindowClosed());
    m_hasTray = true;
    m_window->tray().look();
    QVERIFY(m_window->tray().isShown());
    // Gone since the last look.
    m_hasTray = false;
    Q_EMIT m_window->tray().hideWanted();
    QVERIFY(m_window->isVisible());
    QCOMPARE(m_window->tray().closing(), WindowTray::Closing::Quits);
}

void TestWarnings::workInProgressIsNotHidden()
{
    useTray(QStringLiteral("tray"));
    QPointer<SheetDialog> sheet = new BusySheet(m_theme, QStringLiteral("Busy"), m_window.get());
    sheet->setAttribute(Qt::WA_DeleteOnClose);
    sheet->open();
    sheet->submit();
    QCOMPARE(sheet->state(), SheetDialog::State::Submitting);
    m_window->close();
    QVERIFY(m_window->isVisible());
    QVERIFY(sheet != nullptr && sheet->isVisible());
    QCOMPARE(sheet->state(), SheetDialog::State::Submitting);
    sheet->reject(); // stops waiting
    m_window->close();
    QVERIFY(!m_window->isVisible());
}

void TestWarnings::theSystemQuits()
{
    useTray(QStringLiteral("tray"));
    // Only the window's part: Qt would end the test's event loop, too.
    QEvent quit(QEvent::Quit);
    QObject &window = *m_window;
    QVERIFY(!window.eventFilter(qApp, &quit));
    m_window->close();
    QVERIFY(!m_window->isVisible());
    QVERIFY(QGuiApplication::quitOnLastWindowClosed()); // not hidden, but closed
    // Only for that event.
    QCoreApplication::processEvents();
    m_window->show();
    m_window->close();
    QVERIFY(!m_window->isVisible());
    QVERIFY(!QGuiApplication::quitOnLastWindowClosed());
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestWarnings)
#include "test_warnings.moc"
