// SPDX-License-Identifier: GPL-3.0-or-later
// Tests how the window follows operations on sub-users: the Activity page, the badge in the side
// bar, what is said of those that no dialog shows, and the questions before they are left.
#include "models/tables/ordertablemodel.h"
#include "models/text/format.h"
#include "tests/ui/servingwindow.h"
#include "ui/orders/activitypage.h"
#include "ui/widgets/tableview.h"

#include <QApplication>

using namespace relaybook;
using namespace relaybook::testing;

class TestServingActivity : public QObject, private testing::ServingWindow
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme.apply(*qApp); }
    void init() { makeWindow(m_theme); }
    void cleanup() { m.reset(); }

    void operationsAreListed();
    void anUnknownOneIsDecidedOnThePage();
    void theBadgeCountsBoth();
    void manyInProgress();
    void whatEndsWithoutADialogIsSaid();
    void quittingAsks();
    void whatWaitedIsSaidAfterAStart();
    void whatIsFoundAfterAStartIsSaid();
    void anUnknownOneIsSaidAfterAStart();

private:
    void giveTo(const QList<int> &rows, const char *amount)
    {
        choose(rows);
        trigger("giveTrafficAction");
        QTRY_VERIFY(dialog() != nullptr);
        WindowFixture::type(dialog(), "amountEdit", QString::fromLatin1(amount));
        goToConfirm();
        send();
    }
    void closeDialogs()
    {
        for (auto *sheet : m->window().findChildren<SheetDialog *>()) {
            if (sheet->isVisible()) {
                sheet->reject();
            }
        }
    }
    [[nodiscard]] ActivityPage &activity() const
    {
        return *m->window().findChild<ActivityPage *>(QStringLiteral("activityPage"));
    }
    [[nodiscard]] TableView &operations() const
    {
        return *WindowFixture::in<TableView>(&activity(), "table");
    }
    /// The number in the badge of the side bar; empty if there is none.
    [[nodiscard]] QString badge() const
    {
        const auto *entry =
            m->window().findChild<QAbstractButton *>(QStringLiteral("nav-activityPage"));
        return entry->accessibleDescription().section(u' ', 0, 0);
    }
    [[nodiscard]] QString notices() const
    {
        QStringList texts;
        for (const auto *banner : m->window().findChildren<Banner *>()) {
            if (!banner->isHidden() && banner->objectName().startsWith(QStringLiteral("notice"))) {
                texts.append(banner->lead());
            }
        }
        return texts.join(u'\n');
    }
    void withoutHistory()
    {
        sandbox::Offer offer;
        offer.without = {"listSubUserAllocations"};
        QVERIFY(!m->server().setOffer(offer));
    }

    Theme m_theme;
};

void TestServingActivity::operationsAreListed()
{
    openPage();
    QVERIFY(badge().isEmpty());
    const QString name = nameOf(idAt(0));
    giveTo({0}, "2");
    QTRY_VERIFY(dialog() == nullptr);
    m->trigger("showActivityAction");
    QTRY_COMPARE(operations().model()->rowCount(), 1);
    const auto cell = [this](const char *column) {
        return operations().model()->index(0, OrderTableModel::column(column)).data().toString();
    };
    QCOMPARE(cell("kind"), QStringLiteral("Give traffic"));
    QCOMPARE(cell("what"), name);
    QCOMPARE(cell("amount"), QStringLiteral("2 GB"));
    QCOMPARE(cell("state"), QStringLiteral("Completed"));
    QCOMPARE(cell("decided-by"), QStringLiteral("Answer"));
    QVERIFY(rowsOf(&activity(), "orderFacts").contains(QStringLiteral("Moved: 2 GB")));
    QCOMPARE(WindowFixture::textOf(&activity(), "orderTitle"),
             QStringLiteral("2 GB given to ") % name);
    QVERIFY(activity().can(Page::Command::Copy));
    QTRY_VERIFY(badge().isEmpty());
    QVERIFY(notices().isEmpty()); // the page said it
}

void TestServingActivity::anUnknownOneIsDecidedOnThePage()
{
    withoutHistory();
    openPage();
    giveTo({0}, "2");
    QTRY_VERIFY(dialog() == nullptr);
    fault("do-and-drop,next=1,on=addSubUserTraffic");
    const auto left = *leftThere(idAt(1));
    giveTo({1}, "3");
    QTRY_VERIFY(m->sheet("orderDialog") != nullptr);
    closeDialogs();
    QTRY_COMPARE(badge(), QStringLiteral("1"));
    QTRY_VERIFY2(notices().contains(QStringLiteral("The result of this order is unknown")),
                 qPrintable(notices()));
    auto *show = m->window().findChild<QPushButton *>(QStringLiteral("showOrder"));
    QVERIFY(show != nullptr);
    show->click();
    QTRY_VERIFY(m->sheet("orderDialog") != nullptr);
    closeDialogs();
    m->trigger("showActivityAction");
    activity().showUnknown();
    QTRY_VERIFY(operations().isVisible());
    QVERIFY(!notices().contains(QStringLiteral("The result of")));
    // The unknown one is selected, with both readings.
    QTRY_VERIFY(WindowFixture::in(&activity(), "orderDecision")->isVisible());
    const QString facts = rowsOf(&activity(), "orderFacts");
    QVERIFY2(facts.contains(format::trafficExact(left) % QStringLiteral(" before, ") %
                            format::trafficExact(*left.plus(gb("3"))) % QStringLiteral(" now")),
             qPrintable(facts));
    // So is the pool, which settles nothing by itself.
    const QByteArray service = desk().operations().back().request.serviceType.toLatin1();
    const TrafficAmount pool = gb(m->server().poolGb(service.toStdString()).c_str());
    const QString moved = QStringLiteral("Your traffic: %1 before, %2 now");
    const auto *look = WindowFixture::in<QLabel>(&activity(), "orderLook");
    QVERIFY2(facts.contains(
                 moved.arg(format::trafficExact(*pool.plus(gb("3"))), format::trafficExact(pool))),
             qPrintable(facts));
    QVERIFY2(look->text().contains(QStringLiteral("does not show the result by itself")),
             qPrintable(look->text()));
    WindowFixture::click(&activity(), "decideDone");
    QTRY_VERIFY(m->sheet("decideDialog") != nullptr);
    m->sheet("decideDialog")->submit();
    QTRY_VERIFY(badge().isEmpty());
    QCOMPARE(int(desk().operations().back().state), int(OrderState::Completed));
    QVERIFY(!WindowFixture::in(&activity(), "orderDecision")->isVisible());
    QCOMPARE(arrived(giveCall), 2u);
}

void TestServingActivity::theBadgeCountsBoth()
{
    withoutHistory();
    openPage();
    fault("drop,on=addSubUserTraffic");
    giveTo({0, 1}, "1");
    QTRY_VERIFY(!desk().isUnderWay());
    closeDialogs();
    const auto unknown = desk().unknownCount();
    QVERIFY(unknown > 0);
    QTRY_COMPARE(badge(), QString::number(unknown));
}

void TestServingActivity::manyInProgress()
{
    openPage();
    fault("latency=60000,on=addSubUserTraffic");
    giveTo({0, 1, 2}, "1");
    QTRY_COMPARE(arrived(giveCall), 1u);
    closeDialogs();
    m->trigger("showActivityAction");
    QTRY_COMPARE(badge(), QStringLiteral("3"));
    auto *work = WindowFixture::in(&activity(), "workCard");
    QTRY_VERIFY(work->isVisible());
    const QString batch = desk().operations().front().batch;
    const QString cancel = QStringLiteral("cancelBatch-") % batch;
    QTRY_VERIFY(WindowFixture::in(work, qPrintable(cancel)) != nullptr);
    WindowFixture::click(work, qPrintable(cancel));
    m->server().faults().clearAll();
    m->server().endLatency();
    QTRY_VERIFY(!desk().isUnderWay());
    QCOMPARE(arrived(giveCall), 1u);
    QTRY_VERIFY(badge().isEmpty());
}

void TestServingActivity::whatEndsWithoutADialogIsSaid()
{
    openPage();
    fault("latency=60000,on=addSubUserTraffic");
    giveTo({0, 1}, "1");
    QTRY_COMPARE(arrived(giveCall), 1u);
    closeDialogs();
    QTRY_VERIFY(dialog() == nullptr);
    m->server().faults().clearAll();
    m->server().endLatency();
    QTRY_VERIFY(!desk().isUnderWay());
    QTRY_VERIFY2(notices().contains(QStringLiteral("2 orders were completed")),
                 qPrintable(notices()));
}

void TestServingActivity::quittingAsks()
{
    openPage();
    fault("latency=60000,on=addSubUserTraffic");
    giveTo({0}, "1");
    QTRY_COMPARE(arrived(giveCall), 1u);
    m->window().close();
    QVERIFY(m->window().isVisible());
    QTRY_VERIFY(m->sheet("quitDialog") != nullptr);
    QVERIFY(WindowFixture::textOf(m->sheet("quitDialog"), "confirmWords")
                .contains(QStringLiteral("stored on this computer")));
    m->sheet("quitDialog")->reject();
    m->server().faults().clearAll();
    m->server().endLatency();
    QTRY_VERIFY(!desk().isUnderWay());
}

void TestServingActivity::whatWaitedIsSaidAfterAStart()
{
    openPage();
    fault("latency=60000,on=addSubUserTraffic");
    giveTo({0, 1, 2}, "1");
    QTRY_COMPARE(arrived(giveCall), 1u);
    m->close();
    m->server().faults().clearAll();
    m->server().endLatency();
    m->open();
    QTRY_VERIFY2(notices().contains(QStringLiteral("2 orders were waiting")),
                 qPrintable(notices()));
    QCOMPARE(arrived(giveCall), 1u);
}

/// What was unknown when the program ended, and is decided after the next start.
void TestServingActivity::whatIsFoundAfterAStartIsSaid()
{
    m->serving.looks.pauses = {std::chrono::hours(1)};
    openPage();
    fault("do-and-drop,next=2,on=addSubUserTraffic");
    giveTo({0, 1}, "1");
    QTRY_COMPARE(desk().unknownCount(), qint64(2));
    closeDialogs();
    m->close();
    m->server().faults().clearAll();
    m->serving.looks.pauses = {std::chrono::milliseconds(20)};
    m->open();
    // Each is looked at by itself: they are told together if both are found at once.
    const auto areTold = [this] {
        return notices().contains(QStringLiteral("2 orders were completed")) ||
               notices().count(QStringLiteral("1 GB given to ")) == 2;
    };
    QTRY_VERIFY2(areTold(), qPrintable(notices()));
    QTRY_VERIFY2(!notices().contains(QStringLiteral("unknown")), qPrintable(notices()));
    QCOMPARE(arrived(giveCall), 2u);
}

void TestServingActivity::anUnknownOneIsSaidAfterAStart()
{
    withoutHistory();
    openPage();
    fault("drop,next=1,on=addSubUserTraffic");
    giveTo({0}, "1");
    QTRY_VERIFY(m->sheet("orderDialog") != nullptr);
    closeDialogs();
    m->reopen();
    QTRY_COMPARE(badge(), QStringLiteral("1"));
    QTRY_VERIFY(notices().contains(QStringLiteral("The result of this order is unknown")));
    QTRY_VERIFY(m->sheet("orderDialog") != nullptr);
    // The account keeps it until it is decided: its evidence would be lost.
    QCOMPARE(desk().unknownCount(), qint64(1));
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestServingActivity)
#include "test_servingactivity.moc"
