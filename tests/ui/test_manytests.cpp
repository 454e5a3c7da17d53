// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the dialog that tests many proxies or sub-users, and what the page shows about it, through
// the sandbox's gateway: what it costs, that nothing is sent before its button, that the tests go
// on when it is closed, the failed ones in the table, and view only.
#include "models/proxytests/proxytestdesk.h"
#include "models/tables/proxytablemodel.h"
#include "tests/support/waituntil.h"
#include "tests/ui/fitcheck.h"
#include "tests/ui/formatcheck.h"
#include "tests/ui/listfixture.h"
#include "tests/ui/namecheck.h"
#include "tests/ui/plaintextcheck.h"
#include "ui/proxies/proxiespage.h"
#include "ui/subusers/subuserspage.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/filterchip.h"
#include "ui/widgets/sheetdialog.h"

#include <QComboBox>
#include <QListView>
#include <QPointer>
#include <QProgressBar>
#include <QScopeGuard>

using namespace relaybook;
using relaybook::testing::ListFixture;

class TestManyTests : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme.apply(*qApp); }
    void init();
    void cleanup() { m_desk.reset(); }

    void saysWhatItCostsAndSendsNothing();
    void customersPayForTheirTests();
    void rowsWithoutPasswordAreCounted();
    void goesOnWhenItIsClosed();
    void failedOnesAreShownInTheTable();
    void pausesAndCancels();
    void theLimitIsSaid();
    void viewOnlyRefusesWithASentence();
    void testsAllInTheTable();
    void theSubUsersPageTests();
    void everyStateFits_data();
    void everyStateFits();

private:
    template <class PageType>
    void show(int rows);
    void openForSelection(const char *action = "testManyAction");
    void findDialog();
    template <class Widget = QWidget>
    [[nodiscard]] Widget *in(const char *name) const
    {
        return m_dialog->findChild<Widget *>(QLatin1String(name));
    }
    [[nodiscard]] bool isIn(const char *name) const
    {
        const auto *found = in(name);
        return found != nullptr && found->isVisible();
    }
    void press(const char *name) const;
    void check(const char *state) const;
    [[nodiscard]] ProxyTestBatch *batch() const { return m_desk->account().proxyTests().batch(); }
    [[nodiscard]] Banner *pageBanner() const { return m_desk->find<Banner>("manyTestsBanner"); }
    void fault(const char *text) const
    {
        QVERIFY(!m_desk->server().faults().set(std::string_view(text)));
    }

    Theme m_theme;
    std::unique_ptr<ListFixture> m_desk;
    QPointer<SheetDialog> m_dialog;
};

void TestManyTests::init()
{
    m_desk = std::make_unique<ListFixture>(m_theme);
    m_desk->sandboxOptions.transactions = 5;
    m_desk->sandboxOptions.proxies = 30;
    m_desk->sandboxOptions.subUsers = 20;
    m_desk->sandboxOptions.gateway = true;
}

template <class PageType>
void TestManyTests::show(int rows)
{
    m_desk->open();
    m_desk->account().start();
    QTRY_COMPARE(m_desk->account().status(Area::Proxies).state, AreaStatus::Loaded);
    QTRY_COMPARE(m_desk->account().status(Area::SubUsers).state, AreaStatus::Loaded);
    QVERIFY(m_desk->show<PageType>() != nullptr);
    QTRY_COMPARE(m_desk->rows(), rows);
}

void TestManyTests::findDialog()
{
    m_dialog = nullptr;
    for (auto *dialog :
         m_desk->window().findChildren<SheetDialog *>(QStringLiteral("manyTestsDialog"))) {
        if (dialog->isVisible()) {
            m_dialog = dialog;
        }
    }
    QVERIFY(m_dialog != nullptr);
}

void TestManyTests::openForSelection(const char *action)
{
    m_desk->table().selectAll();
    QVERIFY(m_desk->chooseInMenu(action));
    findDialog();
}

void TestManyTests::press(const char *name) const
{
    auto *button = in<QPushButton>(name);
    QVERIFY2(button != nullptr && button->isVisible() && button->isEnabled(), name);
    button->click();
}

void TestManyTests::check(const char *state) const
{
    // Links of an earlier message.
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    const QStringList complaints = testing::lastingMisfits(m_dialog) +
                                   testing::namesMissing(m_dialog) + testing::tagsShown(m_dialog) +
                                   testing::foreignFormats(m_dialog);
    QVERIFY2(complaints.isEmpty(),
             qPrintable(QLatin1String(state) % u": " % complaints.join(u'\n')));
}

void TestManyTests::saysWhatItCostsAndSendsNothing()
{
    show<ProxiesPage>(30);
    openForSelection();
    QCOMPARE(m_dialog->windowTitle(), QStringLiteral("Test 30 proxies"));
    const QString cost = in<QLabel>("manyTestsCost")->text();
    QVERIFY2(cost.contains(QLatin1String("about 2 KB")), qPrintable(cost));
    QVERIFY2(cost.contains(QLatin1String("traffic of its proxy: about 60 KB in all")),
             qPrintable(cost));
    QVERIFY2(!cost.contains(QLatin1String("password unknown")), qPrintable(cost));
    QCOMPARE(in<QComboBox>("testLimit")->currentText(), QStringLiteral("5 MB"));
    QCOMPARE(in<QPushButton>("startTests")->text(), QStringLiteral("Start 30 tests"));
    QVERIFY(!isIn("pauseTests") && !isIn("failedTests") && !isIn("manyTestsBar"));
    // Enter closes a dialog without a main button.
    QTest::keyClick(in<QWidget>("testHttp"), Qt::Key_Return);
    QTRY_VERIFY(m_dialog.isNull() || !m_dialog->isVisible());
    QVERIFY(batch() == nullptr);
    QVERIFY(!pageBanner()->isVisible());
}

void TestManyTests::customersPayForTheirTests()
{
    show<SubUsersPage>(20);
    openForSelection();
    QCOMPARE(m_dialog->windowTitle(), QStringLiteral("Test 20 sub-users as customer"));
    const QString cost = in<QLabel>("manyTestsCost")->text();
    QVERIFY2(cost.contains(QLatin1String("traffic of its customer: about 40 KB in all")),
             qPrintable(cost));
    press("startTests");
    QTRY_COMPARE(batch()->phase(), ProxyTestBatch::Phase::Finished);
    QVERIFY(batch()->isOfSubUsers());
    QCOMPARE(batch()->tested(), qint64{20});
    // Those with an allowlist refuse this computer.
    QVERIFY(batch()->count(ProxyTestBatch::State::Failed) > 0);
    QTRY_COMPARE(in<QListView>("failedTests")->model()->rowCount(),
                 static_cast<int>(batch()->failed().size()));
}

void TestManyTests::rowsWithoutPasswordAreCounted()
{
    show<ProxiesPage>(30);
    m_desk->account().forgetCredentials();
    openForSelection();
    const QString cost = in<QLabel>("manyTestsCost")->text();
    QVERIFY2(cost.contains(QLatin1String("30 are not tested: password unknown.")),
             qPrintable(cost));
    QVERIFY(!in<QPushButton>("startTests")->isEnabled());
    // They are forgotten after the dialog was opened.
    m_dialog->reject();
    m_desk->account().refresh(Area::Proxies);
    QTRY_COMPARE(m_desk->account().status(Area::Proxies).state, AreaStatus::Loaded);
    const ProxyId some = *m_desk->account().rows().proxyIds().cbegin();
    QTRY_VERIFY(m_desk->account().credentials().of(some).has_value());
    openForSelection();
    m_desk->account().forgetCredentials();
    press("startTests");
    QTRY_COMPARE(batch()->phase(), ProxyTestBatch::Phase::Finished);
    const auto *progress = in<QLabel>("manyTestsProgress");
    QTRY_VERIFY(progress->text().contains(QLatin1String("30 not tested: password unknown")));
    QVERIFY2(progress->text().contains(QLatin1String("0 failed")), qPrintable(progress->text()));
    QCOMPARE(m_dialog->banner()->lead(), QStringLiteral("Nothing was tested."));
    QVERIFY(!isIn("failedTests"));
}

void TestManyTests::goesOnWhenItIsClosed()
{
    show<ProxiesPage>(30);
    fault("gateway-slow=200");
    openForSelection();
    press("startTests");
    QVERIFY(isIn("manyTestsBar") && isIn("pauseTests") && isIn("cancelTests"));
    QVERIFY(!isIn("startTests") && !isIn("testHttp"));
    m_dialog->reject();
    QTRY_VERIFY(m_dialog.isNull() || !m_dialog->isVisible());
    QVERIFY(batch()->isOpen());
    QTRY_VERIFY(pageBanner()->isVisible());
    QVERIFY2(pageBanner()->lead().contains(QLatin1String("Testing proxies")),
             qPrintable(pageBanner()->lead()));
    // Another run is not begun: the one that runs is shown.
    openForSelection();
    QCOMPARE(m_dialog->windowTitle(), QStringLiteral("Tests of 30 proxies"));
    m_dialog->reject();
    QTRY_COMPARE(batch()->phase(), ProxyTestBatch::Phase::Finished);
    QTRY_COMPARE(pageBanner()->lead(), QStringLiteral("The tests have ended."));
    m_desk->click("showTests");
    findDialog();
    QVERIFY(m_dialog->banner()->isVisible());
    QCOMPARE(in<QProgressBar>("manyTestsBar")->value(), 30);
    m_dialog->reject();
    Q_EMIT pageBanner()->dismissed();
    QVERIFY(batch() == nullptr);
    QVERIFY(!pageBanner()->isVisible());
}

void TestManyTests::failedOnesAreShownInTheTable()
{
    show<ProxiesPage>(30);
    fault("gateway-407,next=3");
    openForSelection();
    press("startTests");
    QTRY_COMPARE(batch()->phase(), ProxyTestBatch::Phase::Finished);
    const auto failed = static_cast<int>(batch()->failed().size());
    QVERIFY(failed >= 3);
    QTRY_VERIFY(m_dialog->banner()->isVisible());
    QCOMPARE(m_dialog->banner()->tone(), Tone::Warning);
    const auto *list = in<QListView>("failedTests");
    QCOMPARE(list->model()->rowCount(), failed);
    QStringList reasons;
    for (int row = 0; row < failed; ++row) {
        reasons.append(list->model()->index(row, 0).data().toString());
    }
    QCOMPARE(reasons.filter(QStringLiteral("asks for another password (407)")).size(), 3);
    press("showFailedTests");
    QTRY_VERIFY(m_dialog.isNull() || !m_dialog->isVisible());
    QCOMPARE(m_desk->find<QLineEdit>("search")->text(), QStringLiteral("test:failed"));
    QTRY_COMPARE(m_desk->rows(), failed);
    const int column = ProxyTableModel::column("last-test");
    QCOMPARE(m_desk->column(column).filter(QStringLiteral("Wrong password · ")).size(), 3);
    QCOMPARE(m_desk->find<FilterChip>("testChip")->text().contains(QLatin1String("Failed test")),
             true);
    // The menu of the chip has the counts once they are read, while it is open.
    auto *menu = m_desk->find<QMenu>("testChipMenu");
    menu->popup({});
    const auto countIn = [menu](const char *choice) {
        const auto *action = menu->findChild<QAction *>(QLatin1String(choice));
        return action != nullptr ? action->text().section(u'\t', 1) : QString();
    };
    QTRY_COMPARE(countIn("test-failed"), QString::number(failed));
    QTRY_COMPARE(countIn("test-worked"), QString::number(30 - failed));
    menu->close();
}

void TestManyTests::pausesAndCancels()
{
    show<ProxiesPage>(30);
    fault("gateway-silent");
    openForSelection();
    press("startTests");
    QTRY_COMPARE(batch()->count(ProxyTestBatch::State::Running), qint64{ProxyTestBatch::atOnce});
    press("pauseTests");
    QCOMPARE(batch()->phase(), ProxyTestBatch::Phase::Paused);
    QCOMPARE(in<QPushButton>("pauseTests")->text(), QStringLiteral("Continue"));
    press("pauseTests");
    QCOMPARE(batch()->phase(), ProxyTestBatch::Phase::Running);
    press("cancelTests");
    QCOMPARE(batch()->phase(), ProxyTestBatch::Phase::Cancelled);
    QCOMPARE(m_dialog->banner()->lead(), QStringLiteral("The tests were cancelled."));
    QVERIFY2(m_dialog->banner()->text().contains(QLatin1String("30 were not tested yet.")),
             qPrintable(m_dialog->banner()->text()));
    QVERIFY(!isIn("cancelTests") && !isIn("pauseTests"));
}

void TestManyTests::theLimitIsSaid()
{
    show<ProxiesPage>(30);
    ProxyTestBatch::Plan plan;
    for (const ProxyId &id : m_desk->account().rows().proxyIds()) {
        plan.tested.emplace_back(id);
    }
    plan.page = m_desk->account().proxyTests().ownPage();
    plan.byteLimit = 6 * 1024;
    QVERIFY(m_desk->account().proxyTests().startBatch(std::move(plan)) != nullptr);
    QTRY_COMPARE(batch()->phase(), ProxyTestBatch::Phase::LimitReached);
    QTRY_COMPARE(pageBanner()->lead(), QStringLiteral("The limit of traffic is reached."));
    m_desk->click("showTests");
    findDialog();
    QCOMPARE(m_dialog->banner()->lead(), QStringLiteral("The limit of 6 KB is reached."));
    const qint64 tested = batch()->tested();
    press("raiseTestLimit");
    QTRY_VERIFY(batch()->tested() > tested);
}

void TestManyTests::viewOnlyRefusesWithASentence()
{
    show<ProxiesPage>(30);
    openForSelection();
    m_desk->client().setViewOnly(true);
    const QString why = QStringLiteral("A test uses traffic, so nothing can be tested while this "
                                       "account is view only.");
    QCOMPARE(in<QLabel>("manyTestsCost")->text(), why);
    QVERIFY(!in<QPushButton>("startTests")->isEnabled());
    m_dialog->reject();
    m_desk->chooseRow(1);
    QTRY_VERIFY(m_desk->isShown("testProxyButton"));
    m_desk->click("testProxyButton");
    m_dialog = m_desk->find<SheetDialog>("proxyTestDialog");
    QVERIFY(m_dialog != nullptr);
    QCOMPARE(in<QLabel>("testCost")->text(), why);
    QVERIFY(!in<QPushButton>("testButton")->isEnabled());
    QVERIFY(!in<QPushButton>("testRotation")->isEnabled());
    m_desk->client().setViewOnly(false);
    QVERIFY(in<QPushButton>("testButton")->isEnabled());
}

void TestManyTests::testsAllInTheTable()
{
    show<ProxiesPage>(30);
    m_desk->search(QStringLiteral("type:mobile"));
    QTRY_VERIFY(m_desk->rows() > 1 && m_desk->rows() < 30);
    const int rows = m_desk->rows();
    m_desk->chooseRow(0);
    QVERIFY(m_desk->chooseInMenu("testAllAction"));
    findDialog();
    press("startTests");
    QTRY_COMPARE(batch()->phase(), ProxyTestBatch::Phase::Finished);
    QCOMPARE(batch()->tested(), qint64{rows});
}

void TestManyTests::theSubUsersPageTests()
{
    show<SubUsersPage>(20);
    m_desk->chooseRow(2);
    QTRY_VERIFY(m_desk->isShown("openSubUserButton"));
    m_desk->click("openSubUserButton");
    m_dialog = m_desk->find<SheetDialog>("subUserDialog");
    QVERIFY(m_dialog != nullptr);
    press("profileTest");
    const QPointer<SheetDialog> test =
        m_dialog->findChild<SheetDialog *>(QStringLiteral("proxyTestDialog"));
    QVERIFY(test != nullptr && test->isVisible());
    QCOMPARE(test->windowTitle(), QStringLiteral("Test as customer"));
    const QString cost = test->findChild<QLabel *>(QStringLiteral("testCost"))->text();
    QVERIFY2(cost.contains(QLatin1String("uses the customer's traffic")), qPrintable(cost));
    test->reject();
    QVERIFY(m_dialog->isVisible());
}

void TestManyTests::everyStateFits_data()
{
    QTest::addColumn<QByteArray>("fault");
    QTest::addColumn<qreal>("font");
    QTest::newRow("works") << QByteArray() << 1.0;
    QTest::newRow("407") << QByteArray("gateway-407") << 1.5;
    QTest::newRow("running") << QByteArray("gateway-silent,after=5") << 1.5;
}

void TestManyTests::everyStateFits()
{
    QFETCH(QByteArray, fault);
    QFETCH(qreal, font);
    const QFont usual = QApplication::font();
    QFont large = usual;
    large.setPointSizeF(large.pointSizeF() * font);
    QApplication::setFont(large);
    const auto restore = qScopeGuard([&usual] { QApplication::setFont(usual); });
    show<ProxiesPage>(30);
    openForSelection();
    check("before");
    if (!fault.isEmpty()) {
        this->fault(fault.constData());
    }
    press("startTests");
    if (fault.startsWith("gateway-silent")) {
        QTRY_COMPARE(batch()->count(ProxyTestBatch::State::Running),
                     qint64{ProxyTestBatch::atOnce});
        check("running");
        press("cancelTests");
    } else {
        QTRY_COMPARE(batch()->phase(), ProxyTestBatch::Phase::Finished);
        QTRY_VERIFY(m_dialog->banner()->isVisible());
    }
    check("ended");
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestManyTests)
#include "test_manytests.moc"
