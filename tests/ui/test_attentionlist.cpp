// SPDX-License-Identifier: GPL-3.0-or-later
// Tests "Needs attention" in the window: the card of the overview, the bell, the list behind it,
// its buttons, and hiding entries.
#include "api/endpoints/reseller.h"
#include "models/attention/attentiondesk.h"
#include "models/proxytests/proxytestrecord.h"
#include "tests/ui/everyattention.h"
#include "tests/ui/windowfixture.h"
#include "ui/attention/attentiondialog.h"
#include "ui/attention/attentionlist.h"
#include "ui/attention/attentiontext.h"
#include "ui/ledger/transactionspage.h"
#include "ui/shell/attentionbell.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/label.h"

#include <QComboBox>
#include <QMenu>
#include <QPushButton>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

using namespace relaybook;
using relaybook::testing::WindowFixture;

class TestAttentionList : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme.apply(*qApp); }
    void init()
    {
        m_desk = std::make_unique<WindowFixture>(m_theme);
        m_desk->sandboxOptions.subUsers = 0; // some of the sample's run out of traffic
        m_desk->settings().setValue(Setting::AttentionDays, 1); // so do its pools, in some days
    }
    void cleanup() { m_desk.reset(); }

    void nothingNeedsAttention();
    void nothingIsClaimedWhileLoading();
    void offlineWithoutData();
    void equalPurchasesLeadToTheLedger();
    void aFailedTestIsRemindedAndHidden();
    void manyFailedTestsLeadToTheirRows();
    void aKindIsHiddenAndShownAgain();
    void theKeyboardReachesEverything();
    void manySubUsersAreGrouped();
    void theLimitsAreSettings();
    void everyKindHasWordsAndAButton();

private:
    [[nodiscard]] AttentionDesk &attention() { return m_desk->session().attention(); }
    [[nodiscard]] QAbstractButton *bell()
    {
        return WindowFixture::in<QAbstractButton>(&m_desk->window(), "attention");
    }
    [[nodiscard]] QWidget *card()
    {
        return WindowFixture::in<QWidget>(&m_desk->window(), "attentionCard");
    }
    [[nodiscard]] SheetDialog *openBell()
    {
        bell()->click();
        return m_desk->sheet("attentionDialog");
    }
    void openComplete()
    {
        m_desk->open();
        QTRY_COMPARE(attention().state(), AttentionDesk::State::Complete);
    }
    /// A failed test of the first proxy.
    void failTest()
    {
        ProxyTestRecord test;
        test.at = m_desk->clock().now();
        test.result.outcome = ProxyTestOutcome::Refused;
        keepProxyTest(ProxyId(QString::fromStdString(m_desk->server().proxyIds().front())), test,
                      m_desk->session().kept());
        QTRY_VERIFY(!attention().entries().empty() || !attention().hidden().empty());
    }
    /// Of all proxies but the first.
    void failAllTests();
    void buyElsewhere()
    {
        bool isBought = false;
        const Call call = m_desk->client().send(
            TopUpTraffic{*TrafficAmount::parseGb(u"7"), QStringLiteral("residential")}, this,
            [&isBought](const Result<TopUpReceipt> &answer) { isBought = answer.has_value(); });
        QTRY_VERIFY(isBought);
    }
    void choose(QWidget *parent, const char *button, const char *action)
    {
        const auto *later = WindowFixture::in<QToolButton>(parent, button);
        QVERIFY(later != nullptr);
        later->menu()->findChild<QAction *>(QLatin1String(action))->trigger();
    }

    Theme m_theme;
    int m_failed = 0;
    std::unique_ptr<WindowFixture> m_desk;
};

void TestAttentionList::nothingNeedsAttention()
{
    openComplete();
    QVERIFY(attention().entries().empty());
    QVERIFY(!card()->isVisible());
    QCOMPARE(bell()->accessibleDescription(), QStringLiteral("Nothing needs attention"));
    SheetDialog *dialog = openBell();
    QVERIFY(dialog != nullptr);
    const auto *empty = WindowFixture::in<EmptyState>(dialog, "attentionEmpty");
    QVERIFY(empty->isVisible());
    QCOMPARE(empty->content().title, QStringLiteral("Nothing needs attention"));
    QVERIFY(!WindowFixture::in(dialog, "showHiddenAttention")->isVisible());
}

void TestAttentionList::nothingIsClaimedWhileLoading()
{
    m_desk->showWindow();
    m_desk->openAccount();
    QCOMPARE(attention().state(), AttentionDesk::State::Loading);
    QCOMPARE(bell()->accessibleDescription(), QStringLiteral("Checking the account…"));
    SheetDialog *dialog = openBell();
    QVERIFY(dialog != nullptr);
    const auto *empty = WindowFixture::in<EmptyState>(dialog, "attentionEmpty");
    QCOMPARE(empty->content().title, QStringLiteral("Checking the account…"));
    QTRY_COMPARE(empty->content().title, QStringLiteral("Nothing needs attention"));
    // Some may be asked for once more by now.
    for (const Area area : {Area::Account, Area::Proxies, Area::SubUsers, Area::Transactions}) {
        QVERIFY(m_desk->session().status(area).asOf);
    }
    QVERIFY(m_desk->session().summary().ledger.complete);
}

void TestAttentionList::offlineWithoutData()
{
    m_desk->windowAccount.offline = true;
    m_desk->showWindow();
    m_desk->openAccount();
    QTRY_COMPARE(attention().state(), AttentionDesk::State::Incomplete);
    QVERIFY(bell()->accessibleDescription().contains(QStringLiteral("Some data is missing")));
    QVERIFY(!card()->isVisible());
}

void TestAttentionList::equalPurchasesLeadToTheLedger()
{
    openComplete();
    buyElsewhere();
    buyElsewhere();
    m_desk->session().refreshAll();
    QTRY_VERIFY(card()->isVisible());
    QCOMPARE(WindowFixture::textOf(card(), "attentionTitle1"),
             QStringLiteral("2 equal purchases within minutes: 7 GB Residential"));
    const QString text = WindowFixture::textOf(card(), "attentionText1");
    QCOMPARE(text.count(QStringLiteral("Charged: ")), 2);
    QVERIFY(text.contains(QStringLiteral("Nothing like them was ordered here")));
    QCOMPARE(bell()->accessibleDescription(), attentionCountText(1));
    WindowFixture::click(card(), "attentionAction1");
    const auto *ledger = qobject_cast<TransactionsPage *>(m_desk->window().currentPage());
    QVERIFY(ledger != nullptr);
    const auto *table = WindowFixture::in<QTableView>(m_desk->window().currentPage(), "table");
    QTRY_COMPARE(table->model()->rowCount(), 2);
}

void TestAttentionList::aFailedTestIsRemindedAndHidden()
{
    openComplete();
    failTest();
    QTRY_VERIFY(card()->isVisible());
    choose(card(), "attentionLater1", "remindTomorrow");
    QTRY_VERIFY(!card()->isVisible());
    SheetDialog *dialog = openBell();
    QVERIFY(dialog != nullptr);
    QVERIFY(WindowFixture::in(dialog, "attentionEmpty")->isVisible());
    WindowFixture::click(dialog, "showHiddenAttention");
    QTRY_VERIFY(WindowFixture::in(dialog, "attentionRow1") != nullptr);
    choose(dialog, "attentionLater1", "neverForThis");
    QTRY_VERIFY(WindowFixture::in(dialog, "attentionRow1") == nullptr);
    dialog->reject();
    m_desk->session().flush();
    m_desk->reopen();
    QTRY_COMPARE(attention().hidden().size(), size_t{1});
    QVERIFY(!card()->isVisible());
    dialog = openBell();
    WindowFixture::click(dialog, "showHiddenAttention");
    QTRY_VERIFY(WindowFixture::in(dialog, "attentionAction1") != nullptr);
    WindowFixture::click(dialog, "attentionAction1"); // closes the dialog, shows the proxy
    QTRY_COMPARE(m_desk->window().currentPage()->objectName(), QStringLiteral("proxiesPage"));
    QTRY_VERIFY(m_desk->sheet("attentionDialog") == nullptr);
}

void TestAttentionList::failAllTests()
{
    std::vector<std::pair<TestedProxy, ProxyTestRecord>> tests;
    for (const std::string &id : m_desk->server().proxyIds()) {
        ProxyTestRecord test;
        test.at = m_desk->clock().now();
        test.result.outcome = tests.empty() ? ProxyTestOutcome::Works : ProxyTestOutcome::TimedOut;
        tests.emplace_back(ProxyId(QString::fromStdString(id)), test);
    }
    keepProxyTests(tests, m_desk->session().kept());
    m_failed = static_cast<int>(tests.size()) - 1;
    QTRY_COMPARE(attention().entries().size(), size_t{1});
    QTRY_COMPARE(attention().entries().front().count, qint64{m_failed});
}

void TestAttentionList::manyFailedTestsLeadToTheirRows()
{
    openComplete();
    failAllTests();
    QVERIFY(m_failed > 3);
    QCOMPARE(WindowFixture::textOf(card(), "attentionTitle1"),
             QStringLiteral("%1 proxies failed their last test").arg(m_failed));
    QVERIFY(WindowFixture::textOf(card(), "attentionText1").startsWith(QLatin1String("Timed out")));
    WindowFixture::click(card(), "attentionAction1");
    QTRY_COMPARE(m_desk->window().currentPage()->objectName(), QStringLiteral("proxiesPage"));
    auto *page = m_desk->window().currentPage();
    const auto *table = WindowFixture::in<QTableView>(page, "table");
    QVERIFY(table != nullptr);
    QTRY_COMPARE(table->model()->rowCount(), m_failed);
}

void TestAttentionList::aKindIsHiddenAndShownAgain()
{
    openComplete();
    failAllTests();
    choose(card(), "attentionLater1", "neverForKind");
    QTRY_VERIFY(attention().entries().empty());
    QTRY_VERIFY(!card()->isVisible());
    failTest(); // of another reason, so a new matter, but of the same kind
    QTRY_COMPARE(attention().hidden().size(), size_t{2});
    QVERIFY(attention().entries().empty());
    SheetDialog *dialog = openBell();
    WindowFixture::click(dialog, "showHiddenAttention");
    QTRY_COMPARE(attention().entries().size(), size_t{2});
    QVERIFY(attention().hidden().empty());
    // A kind that is hidden and has no entry can be shown again, too.
    attention().hideKind(AttentionKind::UnreadableRows);
    QTRY_VERIFY(WindowFixture::in(dialog, "showHiddenAttention")->isVisible());
    WindowFixture::click(dialog, "showHiddenAttention");
    QVERIFY(!attention().isAnyKindHidden());
    QTRY_VERIFY(!WindowFixture::in(dialog, "showHiddenAttention")->isVisible());
}

void TestAttentionList::theKeyboardReachesEverything()
{
    openComplete();
    failTest();
    bell()->setFocus(Qt::TabFocusReason);
    QTest::keyClick(bell(), Qt::Key_Space);
    SheetDialog *dialog = m_desk->sheet("attentionDialog");
    QVERIFY(dialog != nullptr);
    QStringList reached;
    for (int i = 0; i < 10; ++i) {
        QTest::keyClick(dialog, Qt::Key_Tab);
        if (dialog->focusWidget() != nullptr) {
            reached.append(dialog->focusWidget()->objectName());
        }
    }
    QVERIFY2(reached.contains(QStringLiteral("attentionAction1")), qPrintable(reached.join(u' ')));
    QVERIFY2(reached.contains(QStringLiteral("attentionLater1")), qPrintable(reached.join(u' ')));
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(m_desk->sheet("attentionDialog") == nullptr);
}

void TestAttentionList::manySubUsersAreGrouped()
{
    m_desk->open();
    AttentionList list(m_desk->session(), m_theme, &m_desk->window());
    std::vector<AttentionEntry> entries;
    for (int i = 0; i < 1000; ++i) {
        entries.push_back(testing::someAttention(AttentionKind::SubUserRunsOut));
        entries.back().key += QString::number(i);
    }
    list.setGroups(groupedAttention(entries));
    QVERIFY(WindowFixture::in(&list, "attentionRow20") != nullptr);
    QVERIFY(WindowFixture::in(&list, "attentionRow21") == nullptr);
    auto *more = WindowFixture::in<QPushButton>(&list, "attentionMore");
    QCOMPARE(more->text(), QStringLiteral("and 980 more sub-users"));
    bool isWanted = false;
    connect(&list, &AttentionList::allWanted, this, [&isWanted] { isWanted = true; });
    more->click();
    QVERIFY(isWanted);
    entries.resize(1);
    list.setGroups(groupedAttention(entries));
    QVERIFY(WindowFixture::in(&list, "attentionMore") == nullptr);
}

void TestAttentionList::theLimitsAreSettings()
{
    m_desk->settings().setValue(Setting::AttentionDays, AttentionLimits().days);
    openComplete();
    QCOMPARE(attention().limits(), AttentionLimits());
    // Opened from the list that they are about.
    WindowFixture::click(&m_desk->window(), "attention");
    SheetDialog *list = m_desk->sheet("attentionDialog");
    QVERIFY(list != nullptr);
    WindowFixture::click(list, "attentionSettings");
    SheetDialog *dialog = m_desk->sheet("settingsDialog");
    QVERIFY(dialog != nullptr);
    QTRY_VERIFY(WindowFixture::in(dialog, "attentionDays")->hasFocus());
    const auto pick = [dialog](const char *box, int number) {
        auto *choices = WindowFixture::in<QComboBox>(dialog, box);
        QVERIFY(choices->findData(number) >= 0);
        choices->setCurrentIndex(choices->findData(number));
    };
    pick("attentionDays", 14);
    pick("attentionGb", 20);
    pick("proposedDays", 60);
    QCOMPARE(attention().limits().days, 14);
    QCOMPARE(attention().limits().proposedDays, 60);
    QCOMPARE(attention().limits().left, TrafficAmount::parseGb(u"20"));
    pick("attentionGb", 0);
    QVERIFY(!attention().limits().left);
    m_desk->settings().setValue(Setting::AttentionDays, -7); // is not stored
    QCOMPARE(attention().limits().days, 14);
}

void TestAttentionList::everyKindHasWordsAndAButton()
{
    m_desk->open();
    AttentionList list(m_desk->session(), m_theme, &m_desk->window());
    list.setGroups(testing::everyAttention());
    for (int i = 1; i <= static_cast<int>(AttentionKind::DecidedOrder) + 1; ++i) {
        const QString number = QString::number(i);
        const auto *title = list.findChild<QLabel *>(QStringLiteral("attentionTitle") + number);
        const auto *action =
            list.findChild<QPushButton *>(QStringLiteral("attentionAction") + number);
        QVERIFY2(title != nullptr && !title->text().isEmpty(), qPrintable(number));
        QVERIFY2(!title->text().endsWith(u'.'), qPrintable(title->text()));
        QVERIFY2(!title->text().contains(u'%'), qPrintable(title->text()));
        QVERIFY2(action != nullptr && !action->text().isEmpty(), qPrintable(title->text()));
    }
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestAttentionList)
#include "test_attentionlist.moc"
