// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the Activity page beside a new proxy whose answer was lost: what is known of it is shown,
// the user decides, and a damaged file of creations is offered to be set aside.
#include "api/endpoints/proxies.h"
#include "tests/support/waituntil.h"
#include "tests/ui/listfixture.h"
#include "ui/orders/activitypage.h"
#include "ui/proxies/proxiespage.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/rowlist.h"
#include "ui/widgets/sheetdialog.h"

#include <QApplication>
#include <QComboBox>
#include <QDirIterator>

using namespace relaybook;
using namespace std::chrono_literals;
using relaybook::testing::ListFixture;
using relaybook::testing::waitUntil;

class TestCreationActivity : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme.apply(*qApp); }
    void init();
    void cleanup() { m_desk.reset(); }

    void anUnknownOneIsShownAndDecided_data();
    void anUnknownOneIsShownAndDecided();
    void theListSettlesItWhileItIsShown();
    void severalThatFitAreChosenFrom();
    void aDamagedFileIsOfferedToBeSetAside_data();
    void aDamagedFileIsOfferedToBeSetAside();

private:
    [[nodiscard]] ProxyDesk &creating() { return m_desk->account().creating(); }
    void openActivity()
    {
        m_desk->open();
        m_desk->account().start();
        m_desk->show<ActivityPage>();
        QVERIFY(waitUntil(
            [&] { return m_desk->account().status(Area::Proxies).state == AreaStatus::Loaded; }));
    }
    void loseCreation(const char *fault = "do-and-drop,on=createProxy,next=1")
    {
        QVERIFY(!m_desk->server().faults().set(std::string_view(fault)));
        creating().create(
            {QStringLiteral("mobile"), QStringLiteral("DE"), QStringLiteral("keep"), {}}, this,
            [](const auto &) {});
        QVERIFY(waitUntil([&] {
            return creating().open() != nullptr && creating().open()->state == OrderState::Unknown;
        }));
    }
    void showPanel() { QTRY_VERIFY(m_desk->isShown("orderDetails")); }
    [[nodiscard]] QString facts()
    {
        QStringList lines;
        for (const auto &row : m_desk->find<RowList>("orderFacts")->rows()) {
            lines.append(row.label % QStringLiteral(": ") % row.value);
        }
        return lines.join(u'\n');
    }
    void agree(const char *name)
    {
        QTRY_VERIFY(m_desk->find<SheetDialog>(name) != nullptr);
        m_desk->find<SheetDialog>(name)->submit();
    }

    Theme m_theme;
    std::unique_ptr<ListFixture> m_desk;
};

void TestCreationActivity::init()
{
    m_desk = std::make_unique<ListFixture>(m_theme);
    m_desk->sandboxOptions.transactions = 5;
    m_desk->sandboxOptions.proxies = 12;
    m_desk->creating.looks.pauses = {1h};
    m_desk->creating.looks.quietFor = 0ms;
}

void TestCreationActivity::anUnknownOneIsShownAndDecided_data()
{
    QTest::addColumn<bool>("created");
    QTest::newRow("created") << true;
    QTest::newRow("not created") << false;
}

void TestCreationActivity::anUnknownOneIsShownAndDecided()
{
    QFETCH(bool, created);
    openActivity();
    loseCreation();
    // After a start without a connection it is still there, and no list settles it.
    m_desk->open(true);
    m_desk->show<ActivityPage>();
    QTRY_VERIFY(creating().open() != nullptr);
    showPanel();
    QVERIFY(!m_desk->find("lookNow")->isEnabled());
    QCOMPARE(m_desk->text("orderTitle"), QStringLiteral("The result of this order is unknown"));
    QVERIFY2(m_desk->text("orderSubtitle").contains(QStringLiteral("not sent again")),
             qPrintable(m_desk->text("orderSubtitle")));
    QVERIFY2(facts().contains(QStringLiteral("Order: Create the proxy Mobile, DE")) &&
                 facts().contains(QStringLiteral("Your proxies: 12 before, ")) &&
                 facts().contains(QStringLiteral("Last check: ")),
             qPrintable(facts()));
    QVERIFY(m_desk->isShown("orderDecision"));
    const QString id = creating().open()->id;
    m_desk->click(created ? "decideDone" : "decideNotDone");
    // Nothing is decided before the question is answered.
    QTRY_VERIFY(m_desk->find<SheetDialog>("decideDialog") != nullptr);
    QVERIFY(creating().open() != nullptr);
    agree("decideDialog");
    QTRY_VERIFY(creating().open() == nullptr);
    QCOMPARE(creating().order(id)->state, created ? OrderState::Completed : OrderState::NotDone);
    // The result stays on the page.
    QVERIFY(m_desk->isShown("orderDetails"));
    QVERIFY(!m_desk->isShown("orderDecision"));
    QCOMPARE(m_desk->text("orderTitle"), created ? QStringLiteral("The proxy was created")
                                                 : QStringLiteral("This order was not done"));
    QCOMPARE(m_desk->server().counters().of("createProxy").arrived, 1U);
}

void TestCreationActivity::theListSettlesItWhileItIsShown()
{
    openActivity();
    loseCreation();
    showPanel();
    m_desk->click("lookNow");
    QTRY_COMPARE(m_desk->text("orderTitle"), QStringLiteral("The proxy was created"));
    QCOMPARE(m_desk->text("orderSubtitle"),
             QStringLiteral("The answer was lost. The service's data shows that it was done."));
    QCOMPARE(m_desk->server().counters().of("createProxy").arrived, 1U);
}

void TestCreationActivity::severalThatFitAreChosenFrom()
{
    openActivity();
    loseCreation();
    const QString id = creating().open()->id;
    bool isMade = false;
    const NewProxy other{
        QStringLiteral("mobile"), QStringLiteral("DE"), QStringLiteral("keep"), {}};
    const Call call = m_desk->client().send(
        CreateProxy{other}, this, [&](const auto &answer) { isMade = answer.has_value(); });
    QTRY_VERIFY(isMade);
    showPanel();
    m_desk->click("lookNow");
    QTRY_COMPARE(creating().open()->candidates.size(), std::size_t(2));
    auto *box = m_desk->find<QComboBox>("candidateBox");
    QTRY_VERIFY(box->isVisible());
    QCOMPARE(box->count(), 3); // and none of these
    box->setCurrentIndex(1);
    const QString chosen = box->currentData().toString();
    m_desk->click("decideDone");
    agree("decideDialog");
    QTRY_VERIFY(creating().open() == nullptr);
    QCOMPARE(creating().order(id)->proxy.value(), chosen);
}

void TestCreationActivity::aDamagedFileIsOfferedToBeSetAside_data()
{
    QTest::addColumn<bool>("onProxies");
    QTest::newRow("on the Activity page") << false;
    QTest::newRow("above the proxies") << true;
}

void TestCreationActivity::aDamagedFileIsOfferedToBeSetAside()
{
    QFETCH(bool, onProxies);
    openActivity();
    loseCreation();
    m_desk->close();
    QDirIterator files(m_desk->folder(), {QStringLiteral("orders.sqlite")}, QDir::Files,
                       QDirIterator::Subdirectories);
    QVERIFY(files.hasNext());
    QFile file(files.next());
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray(9000, 'x'));
    file.close();
    const char *banner = onProxies ? "creationBanner" : "buyingProblem";
    if (onProxies) {
        m_desk->open();
        m_desk->account().start();
        m_desk->show<ProxiesPage>();
    } else {
        openActivity();
    }
    QTRY_VERIFY(m_desk->isShown(banner));
    QCOMPARE(m_desk->find<Banner>(banner)->lead(),
             QStringLiteral("Orders are disabled: the file with your orders is damaged."));
    QVERIFY(m_desk->isShown("useJournalAsItIs"));
    m_desk->click("setJournalAside");
    QTRY_VERIFY(m_desk->find<SheetDialog>("journalAsideDialog") != nullptr);
    QVERIFY(creating().problem()); // not before it was answered
    agree("journalAsideDialog");
    QTRY_VERIFY(!creating().problem());
    QTRY_VERIFY(!m_desk->isShown(banner));
    QVERIFY(creating().creations().empty());
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestCreationActivity)
#include "test_creationactivity.moc"
