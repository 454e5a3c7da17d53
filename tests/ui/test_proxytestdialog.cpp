// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the dialog that tests a proxy or a sub-user, through the sandbox's gateway: what it says
// before and after, that nothing is sent without its button, and that no secret is shown.
#include "api/endpoints/subusers.h"
#include "models/proxytests/proxytestdesk.h"
#include "models/tables/proxytablemodel.h"
#include "models/tables/subusertablemodel.h"
#include "tests/support/waituntil.h"
#include "tests/ui/fitcheck.h"
#include "tests/ui/formatcheck.h"
#include "tests/ui/listfixture.h"
#include "tests/ui/namecheck.h"
#include "tests/ui/plaintextcheck.h"
#include "ui/charts/testline.h"
#include "ui/lists/proxytesttext.h"
#include "ui/proxies/proxiespage.h"
#include "ui/subusers/subuserspage.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/rowlist.h"
#include "ui/widgets/sheetdialog.h"

#include <QComboBox>
#include <QPointer>
#include <QRadioButton>
#include <QScopeGuard>

using namespace relaybook;
using relaybook::testing::ListFixture;

class TestProxyTestDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme.apply(*qApp); }
    void init();
    void cleanup() { m_desk.reset(); }

    void saysWhatItCostsAndSendsNothing();
    void showsStagesAndTheExit_data();
    void showsStagesAndTheExit();
    void marksAnotherCountry();
    void anEmptyCustomerIsNamed();
    void aCustomersAllowlistIsRead();
    void aFailureNamesItsStage();
    void canBeCancelled();
    void closingCancels();
    void countsTheAddressesOfARotation();
    void drawsTheLastTests();
    void loadsMissingCredentials();
    void offlineSaysWhy();
    void thePageIsASetting();
    void pagesThatCanBeUsed_data();
    void pagesThatCanBeUsed();
    void slowerThanLastWeekIsSaid();
    void showsNoSecret();
    void everyStateFits_data();
    void everyStateFits();

private:
    void check(const char *state) const;
    void load();
    void openOnProxy(const QString &behavior);
    void openOnSubUser(bool hasAllowlist = false);
    template <class Widget = QWidget>
    [[nodiscard]] Widget *in(const char *name) const
    {
        return m_dialog->findChild<Widget *>(QLatin1String(name));
    }
    void press(const char *name) const;
    void test() const;
    [[nodiscard]] bool isOver() const
    {
        return in<QPushButton>("testButton")->text() == QLatin1String("Test again") &&
               !in<QPushButton>("cancelTestButton")->isEnabled();
    }
    [[nodiscard]] QString valueOf(const QString &label) const;
    [[nodiscard]] QString shown() const;

    Theme m_theme;
    std::unique_ptr<ListFixture> m_desk;
    QPointer<SheetDialog> m_dialog;
    Proxy m_proxy;
    SubUser m_subUser;
};

void TestProxyTestDialog::init()
{
    m_desk = std::make_unique<ListFixture>(m_theme);
    m_desk->sandboxOptions.transactions = 5;
    m_desk->sandboxOptions.gateway = true;
}

void TestProxyTestDialog::load()
{
    m_desk->open();
    m_desk->account().start();
    QTRY_COMPARE(m_desk->account().status(Area::Proxies).state, AreaStatus::Loaded);
    QTRY_COMPARE(m_desk->account().status(Area::SubUsers).state, AreaStatus::Loaded);
    QTRY_COMPARE(m_desk->account().status(Area::Account).state, AreaStatus::Loaded);
}

void TestProxyTestDialog::openOnProxy(const QString &behavior)
{
    QVERIFY(m_desk->show<ProxiesPage>() != nullptr);
    QTRY_COMPARE(m_desk->rows(), m_desk->sandboxOptions.proxies);
    const auto &model = static_cast<const ProxyTableModel &>(*m_desk->table().model());
    for (int row = 0; row < m_desk->rows(); ++row) {
        QTRY_VERIFY(model.at(row).has_value());
        m_proxy = *model.at(row);
        const bool hasTraffic =
            !m_proxy.trafficLimit || *m_proxy.trafficUsed < *m_proxy.trafficLimit;
        if (m_proxy.behavior == behavior && hasTraffic && !m_proxy.country.isEmpty() &&
            m_proxy.rotateType != rotateAtInterval) {
            m_desk->chooseRow(row);
            QTRY_VERIFY(m_desk->isShown("testProxyButton"));
            QVERIFY(m_desk->chooseInMenu("testProxyAction"));
            m_dialog = m_desk->find<SheetDialog>("proxyTestDialog");
            QVERIFY(m_dialog != nullptr);
            return;
        }
    }
    QFAIL("no such proxy");
}

void TestProxyTestDialog::openOnSubUser(bool hasAllowlist)
{
    QVERIFY(m_desk->show<SubUsersPage>() != nullptr);
    QTRY_COMPARE(m_desk->rows(), m_desk->sandboxOptions.subUsers);
    const auto &model = static_cast<const SubUserTableModel &>(*m_desk->table().model());
    for (int row = 0; row < m_desk->rows(); ++row) {
        QTRY_VERIFY(model.at(row).has_value());
        m_subUser = *model.at(row);
        const std::string lists = *m_desk->server().subUserLists(m_subUser.id.value());
        const bool isOpen = lists.find("\"whitelist\":[]") != std::string::npos;
        if (isOpen != hasAllowlist && lists.find("\"blocklist\":[]") != std::string::npos &&
            !m_subUser.trafficLeft->isZero()) {
            m_desk->chooseRow(row);
            QTRY_VERIFY(m_desk->isShown("testProxyButton"));
            QVERIFY(m_desk->chooseInMenu("testProxyAction"));
            m_dialog = m_desk->find<SheetDialog>("proxyTestDialog");
            QVERIFY(m_dialog != nullptr);
            return;
        }
    }
    QFAIL("no such sub-user");
}

void TestProxyTestDialog::press(const char *name) const
{
    auto *button = in<QPushButton>(name);
    QVERIFY2(button != nullptr && button->isVisible() && button->isEnabled(), name);
    button->click();
}

void TestProxyTestDialog::test() const
{
    press("testButton");
    QTRY_VERIFY(isOver());
}

QString TestProxyTestDialog::valueOf(const QString &label) const
{
    for (const RowList::Row &row : in<RowList>("testRows")->rows()) {
        if (row.label == label) {
            return row.value;
        }
    }
    return QStringLiteral("(no %1)").arg(label);
}

/// Every text of the dialog, with those for screen readers.
QString TestProxyTestDialog::shown() const
{
    QStringList texts;
    for (const QWidget *widget : m_dialog->findChildren<QWidget *>()) {
        texts << widget->accessibleName() << widget->accessibleDescription() << widget->toolTip();
    }
    for (const auto *label : m_dialog->findChildren<QLabel *>()) {
        texts << label->text();
    }
    for (const auto *edit : m_dialog->findChildren<QLineEdit *>()) {
        texts << edit->text();
    }
    return texts.join(u'\n');
}

// ---- before the test

void TestProxyTestDialog::saysWhatItCostsAndSendsNothing()
{
    load();
    openOnSubUser();
    const QString cost = in<QLabel>("testCost")->text();
    QVERIFY2(cost.contains(QLatin1String("about 2 KB")), qPrintable(cost));
    QVERIFY2(cost.contains(QLatin1String("uses the customer's traffic")), qPrintable(cost));
    QVERIFY2(cost.contains(m_subUser.username), qPrintable(cost));
    QCOMPARE(in<QLineEdit>("testPage")->text(),
             QString::fromStdString(m_desk->server().access().testPage));
    const auto usedNow = [this] { return m_desk->server().subUser(m_subUser.id.value()); };
    const auto before = usedNow();
    // Enter closes a dialog without a main button.
    QTest::keyClick(in<QWidget>("testHttp"), Qt::Key_Return);
    QTRY_VERIFY(m_dialog.isNull() || !m_dialog->isVisible());
    QCOMPARE(usedNow(), before);
    m_desk->account().kept().waitForWriter();
    QVERIFY(m_desk->account().proxyTests().testsOf(m_subUser.id).empty());
}

void TestProxyTestDialog::pagesThatCanBeUsed_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("usable");
    const auto row = [](const char *text, bool usable) {
        QTest::newRow(text) << QString::fromLatin1(text) << usable;
    };
    row("https://ipinfo.io/json", true);
    row("http://127.0.0.1:8080/exit-address", true);
    row(" https://ipinfo.io ", true);
    row("ftp://ipinfo.io", false);
    row("file:///etc/passwd", false);
    row("ipinfo.io", false);
    row("https://", false);
    row("https://user:secret@ipinfo.io/", false);
    row("javascript:alert(1)", false);
    row("", false);
}

void TestProxyTestDialog::pagesThatCanBeUsed()
{
    QFETCH(QString, text);
    QFETCH(bool, usable);
    QCOMPARE(testPageFrom(text).has_value(), usable);
}

void TestProxyTestDialog::thePageIsASetting()
{
    m_desk->hasTestPage = false;
    load();
    openOnProxy(QStringLiteral("keep"));
    auto *page = in<QLineEdit>("testPage");
    QCOMPARE(page->text(), QStringLiteral("https://ipinfo.io/json"));
    QVERIFY(in<QLabel>("testCost")->text().contains(QLatin1String("about 8 KB")));
    QVERIFY(shown().contains(QLatin1String("The provider of the page sees the address of the "
                                           "exit")));
    page->selectAll();
    QTest::keyClicks(page, QStringLiteral("ftp://example.com"));
    QVERIFY(!in<QPushButton>("testButton")->isEnabled());
    QVERIFY(!in<QPushButton>("testRotation")->isEnabled());
    QVERIFY(shown().contains(QLatin1String("Enter an address that begins with https://")));
    page->selectAll();
    const QString own = QString::fromStdString(m_desk->server().access().testPage);
    QTest::keyClicks(page, own);
    test();
    QVERIFY2(m_dialog->banner()->tone() == Tone::Good, qPrintable(m_dialog->banner()->text()));
    QCOMPARE(m_desk->settings().text(Setting::ProxyTestPage), own);
}

// ---- results

void TestProxyTestDialog::showsStagesAndTheExit_data()
{
    QTest::addColumn<QByteArray>("button");
    QTest::newRow("http") << QByteArray("testHttp");
    QTest::newRow("socks5") << QByteArray("testSocks5");
}

void TestProxyTestDialog::showsStagesAndTheExit()
{
    QFETCH(QByteArray, button);
    load();
    openOnProxy(QStringLiteral("keep"));
    in<QRadioButton>(button.constData())->click();
    test();
    QCOMPARE(m_dialog->banner()->lead(), QStringLiteral("The proxy works."));
    QCOMPARE(m_dialog->banner()->tone(), Tone::Good);
    for (const char *stage : {"Connection", "Tunnel", "First byte", "Rest of the answer"}) {
        const QString time = valueOf(QLatin1String(stage));
        QVERIFY2(time.endsWith(QLatin1String(" ms")), qPrintable(time));
    }
    const auto tests = [this] { return m_desk->account().proxyTests().testsOf(m_proxy.id); };
    QTRY_COMPARE(tests().size(), std::size_t{1});
    QCOMPARE(valueOf(QStringLiteral("Exit address")), tests().front().result.exitAddress);
    const QString country = valueOf(QStringLiteral("Country"));
    QVERIFY2(country.endsWith(QLatin1String("(%1), as promised").arg(m_proxy.country)),
             qPrintable(country));
}

void TestProxyTestDialog::marksAnotherCountry()
{
    load();
    openOnProxy(QStringLiteral("keep"));
    QVERIFY(!m_desk->server().faults().set(std::string_view("gateway-country=ZZ")));
    test();
    QCOMPARE(m_dialog->banner()->tone(), Tone::Warning);
    const QString country = valueOf(QStringLiteral("Country"));
    QVERIFY2(country.startsWith(QLatin1String("ZZ, but ")) &&
                 country.endsWith(QLatin1String("(%1) was promised").arg(m_proxy.country)),
             qPrintable(country));
}

void TestProxyTestDialog::anEmptyCustomerIsNamed()
{
    load();
    openOnSubUser();
    bool isDropped = false;
    const Call call = m_desk->client().send(
        DropSubUserTraffic{m_subUser.id, {}}, this,
        [&isDropped](const Result<TrafficMove> &answer) { isDropped = answer.has_value(); });
    QTRY_VERIFY(isDropped);
    m_desk->account().refresh(Area::SubUsers);
    QTRY_VERIFY(m_desk->account().rows().subUser(m_subUser.id)->trafficLeft->isZero());
    test();
    QCOMPARE(m_dialog->banner()->tone(), Tone::Bad);
    QCOMPARE(m_dialog->banner()->lead(),
             QStringLiteral("The proxy asks for payment (402). It says: “No traffic is left”."));
    const QString advice = m_dialog->banner()->text();
    QVERIFY2(advice.startsWith(QLatin1String("No traffic left: ")) &&
                 advice.contains(m_subUser.username),
             qPrintable(advice));
    press("giveTraffic");
    auto *give = m_desk->find<SheetDialog>("giveDialog");
    QTRY_VERIFY(give != nullptr && give->isVisible());
    QCOMPARE(give->parentWidget(), static_cast<QWidget *>(m_dialog.data()));
    give->reject();
    QTRY_VERIFY(m_dialog->isActiveWindow()); // to test again
}

void TestProxyTestDialog::aCustomersAllowlistIsRead()
{
    load();
    openOnSubUser(true);
    QCOMPARE(m_desk->server().counters().of("listAllowed").arrived, std::uint64_t{0});
    test();
    QCOMPARE(
        m_dialog->banner()->lead(),
        QStringLiteral("The proxy does not allow this connection (403). It says: “Your address "
                       "is not in the allowlist”."));
    QTRY_VERIFY(m_dialog->banner()->text().contains(QLatin1String("The allowlist of ")));
}

void TestProxyTestDialog::aFailureNamesItsStage()
{
    load();
    openOnProxy(QStringLiteral("keep"));
    QVERIFY(!m_desk->server().faults().set(std::string_view("gateway-407")));
    test();
    QCOMPARE(
        m_dialog->banner()->lead(),
        QStringLiteral("The proxy refused the sign-in (407). It says: “The user or password is "
                       "wrong”."));
    QVERIFY(valueOf(QStringLiteral("Proxy sign-in")).startsWith(QLatin1String("failed")));
    QCOMPARE(valueOf(QStringLiteral("Exit address")), QStringLiteral("(no Exit address)"));
    // What it advises is one click away.
    const auto read = [this] { return m_desk->server().counters().of("getProxy").arrived; };
    const auto before = read();
    press("loadAgain");
    QTRY_COMPARE(m_dialog->banner()->lead(), QStringLiteral("The credentials were loaded."));
    QCOMPARE(read(), before + 1);
    m_desk->server().faults().clearAll();
    test();
    QCOMPARE(m_dialog->banner()->tone(), Tone::Good);
}

void TestProxyTestDialog::slowerThanLastWeekIsSaid()
{
    load();
    openOnProxy(QStringLiteral("keep"));
    ProxyTestRecord fast;
    fast.result.outcome = ProxyTestOutcome::Works;
    fast.result.total = std::chrono::microseconds(1);
    for (int i = 1; i <= 3; ++i) {
        fast.at = SystemClock().now() - std::chrono::hours(i);
        keepProxyTest(m_proxy.id, fast, m_desk->account().kept());
    }
    m_desk->account().kept().waitForWriter();
    test();
    const QString total = valueOf(QStringLiteral("Total"));
    QVERIFY2(total.endsWith(QLatin1String("slower than last week: usually 0 ms")),
             qPrintable(total));
}

void TestProxyTestDialog::drawsTheLastTests()
{
    load();
    openOnProxy(QStringLiteral("keep"));
    QCOMPARE(in<QLabel>("testHistory")->text(), QStringLiteral("No stored tests."));
    QVERIFY(in<QWidget>("testLine")->isHidden());
    test();
    QVERIFY(!m_desk->server().faults().set(std::string_view("gateway-407")));
    press("testButton");
    const auto *line = in<TestLine>("testLine");
    QTRY_COMPARE(line->points().size(), std::size_t{2});
    QVERIFY(line->isVisible());
    QVERIFY(!line->points().front().hasFailed);
    QVERIFY(line->points().back().hasFailed);
    QVERIFY(in<QLabel>("testHistory")
                ->text()
                .startsWith(QLatin1String("1 of the last 2 tests worked")));
}

void TestProxyTestDialog::countsTheAddressesOfARotation()
{
    load();
    openOnProxy(QStringLiteral("rotate"));
    auto *requests = in<QComboBox>("rotationRequests");
    requests->setCurrentIndex(requests->findData(5));
    press("testRotation");
    QTRY_VERIFY(isOver());
    const QString text = QStringLiteral("5 of 5 requests: 5 different exit addresses.");
    QCOMPARE(in<QLabel>("rotationResult")->text(), text);
    QCOMPARE(m_dialog->banner()->text(), text);
}

// ---- cancel

void TestProxyTestDialog::canBeCancelled()
{
    load();
    openOnProxy(QStringLiteral("keep"));
    QVERIFY(!m_desk->server().faults().set(std::string_view("gateway-silent")));
    press("testButton");
    QVERIFY(!in<QPushButton>("testButton")->isEnabled());
    QCOMPARE(m_dialog->focusWidget(), in<QPushButton>("cancelTestButton"));
    QVERIFY(!in<QPushButton>("testRotation")->isEnabled());
    QTRY_COMPARE(valueOf(QStringLiteral("Tunnel")), QStringLiteral("in progress…"));
    press("cancelTestButton");
    QCOMPARE(m_dialog->banner()->lead(), QStringLiteral("The test was cancelled."));
    QVERIFY(isOver());
    m_desk->server().faults().clearAll();
    test();
    QCOMPARE(m_dialog->banner()->tone(), Tone::Good);
    const auto tests = [this] { return m_desk->account().proxyTests().testsOf(m_proxy.id); };
    QTRY_COMPARE(tests().size(), std::size_t{1});
}

void TestProxyTestDialog::closingCancels()
{
    load();
    openOnProxy(QStringLiteral("keep"));
    QVERIFY(!m_desk->server().faults().set(std::string_view("gateway-silent")));
    press("testButton");
    m_dialog->reject();
    QTRY_VERIFY(m_dialog.isNull());
    m_desk->account().kept().waitForWriter();
    QVERIFY(m_desk->account().proxyTests().testsOf(m_proxy.id).empty());
}

// ---- credentials

void TestProxyTestDialog::loadsMissingCredentials()
{
    load();
    openOnProxy(QStringLiteral("keep"));
    m_desk->account().forgetCredentials();
    QVERIFY(!in<QPushButton>("testButton")->isEnabled());
    QVERIFY(in<QLabel>("credentialsText")->isVisible());
    press("readCredentialsButton");
    QTRY_VERIFY(in<QPushButton>("testButton")->isEnabled());
    QVERIFY(!in<QWidget>("credentials")->isVisible());
    test();
    QCOMPARE(m_dialog->banner()->tone(), Tone::Good);
}

void TestProxyTestDialog::offlineSaysWhy()
{
    load();
    m_desk->account().flush();
    m_desk->open(true);
    openOnProxy(QStringLiteral("keep"));
    QVERIFY(!in<QPushButton>("testButton")->isEnabled());
    QVERIFY(in<QLabel>("credentialsText")->text().contains(QLatin1String("loaded when connected")));
}

void TestProxyTestDialog::showsNoSecret()
{
    load();
    openOnProxy(QStringLiteral("keep"));
    const auto access = m_desk->account().proxyTests().accessOf(m_proxy.id, ProxyProtocol::Http);
    QVERIFY(access && !access->password->isEmpty());
    const QString password = QString::fromUtf8(access->password->reveal());
    QVERIFY(!shown().contains(password));
    for (const char *fault : {"gateway-407", "gateway-402", "gateway-garbage", "gateway-close"}) {
        m_desk->server().faults().clearAll();
        QVERIFY(!m_desk->server().faults().set(std::string_view(fault)));
        press("testButton");
        QTRY_VERIFY(isOver());
        QVERIFY(!shown().contains(password));
        QVERIFY(!shown().contains(access->user));
    }
}

// ---- how it looks

void TestProxyTestDialog::everyStateFits_data()
{
    QTest::addColumn<qreal>("font");
    QTest::addColumn<QString>("locale");
    QTest::newRow("usual") << 1.0 << QStringLiteral("en_US");
    QTest::newRow("150 %") << 1.5 << QStringLiteral("en_US");
    QTest::newRow("German formats") << 1.0 << QStringLiteral("de_DE");
}

/// Names, fit, plain text and formats, as test_everyview checks them before a test is started.
void TestProxyTestDialog::check(const char *state) const
{
    // Links of an earlier message.
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    const QStringList complaints = testing::lastingMisfits(m_dialog) +
                                   testing::namesMissing(m_dialog) + testing::tagsShown(m_dialog) +
                                   testing::foreignFormats(m_dialog);
    QVERIFY2(complaints.isEmpty(),
             qPrintable(QLatin1String(state) % u": " % complaints.join(u'\n')));
}

void TestProxyTestDialog::everyStateFits()
{
    QFETCH(qreal, font);
    QFETCH(QString, locale);
    const QFont usual = QApplication::font();
    QFont large = usual;
    large.setPointSizeF(large.pointSizeF() * font);
    QApplication::setFont(large);
    QLocale::setDefault(QLocale(locale));
    const auto restore = qScopeGuard([&usual] {
        QApplication::setFont(usual);
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    });
    load();
    openOnProxy(QStringLiteral("rotate"));
    check("before");
    test();
    press("testButton");
    QTRY_VERIFY(in<QWidget>("testLine")->isVisible());
    QTRY_VERIFY(isOver());
    check("works");
    press("testRotation");
    QTRY_VERIFY(isOver());
    check("rotation");
    sandbox::Faults &faults = m_desk->server().faults();
    QVERIFY(!faults.set(std::string_view("gateway-country=ZZ")));
    test();
    check("country");
    faults.clearAll();
    QVERIFY(!faults.set(std::string_view("gateway-garbage")));
    test();
    check("garbage");
    faults.clearAll();
    QVERIFY(!faults.set(std::string_view("gateway-silent")));
    press("testButton");
    QTRY_COMPARE(valueOf(QStringLiteral("Tunnel")), QStringLiteral("in progress…"));
    check("running");
    press("cancelTestButton");
    m_desk->account().forgetCredentials();
    check("cancelled");
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestProxyTestDialog)
#include "test_proxytestdialog.moc"
