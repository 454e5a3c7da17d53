// SPDX-License-Identifier: GPL-3.0-or-later
// Tests serving sub-users where something comes at a bad moment: a click while requests are being
// stored, figures that changed after the table was loaded, a dialog that is closed too early.

#include "api/endpoints/subusers.h"
#include "tests/ui/servingwindow.h"
#include "ui/serving/newsubusers.h"
#include "ui/serving/servingtext.h"

#include <QApplication>
#include <QPlainTextEdit>
#include <QRadioButton>

namespace relaybook {

using testing::giveCall;
using testing::WindowFixture;

class TestServingEdges : public QObject, private testing::ServingWindow
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme.apply(*qApp); }
    void init() { makeWindow(m_theme); }
    void cleanup() { m.reset(); }

    void cancelRightAfterConfirming_data();
    void cancelRightAfterConfirming();
    void fillUpOfManyIsCompared();
    void fillUpOfOneThatIsFull();
    void credentialsOfEarlierTries();
    void credentialsAfterClosing();
    void viewOnlyIsSaidBeforeAnotherTry();
    void escapeKeepsThePastedLines();
    void lineOfTitles();

private:
    void giveElsewhere(SubUserId id, const char *amount);
    void openGive(const QList<int> &rows);
    void openListOf(const QString &lines);

    Theme m_theme;
};

void TestServingEdges::giveElsewhere(SubUserId id, const char *amount)
{
    bool isGiven = false;
    QObject guard;
    const Call call =
        m->client().send(AddSubUserTraffic{id, gb(amount)}, &guard,
                         [&](const Result<TrafficMove> &answer) { isGiven = answer.has_value(); });
    QTRY_VERIFY(isGiven);
}

void TestServingEdges::openGive(const QList<int> &rows)
{
    choose(rows);
    trigger("giveTrafficAction");
    QTRY_VERIFY(dialog() != nullptr);
}

void TestServingEdges::openListOf(const QString &lines)
{
    openPage();
    trigger("createSubUsersAction");
    QTRY_VERIFY(dialog() != nullptr);
    WindowFixture::in<QPlainTextEdit>(dialog(), "linesEdit")->setPlainText(lines);
    QTRY_VERIFY(submitOfDialog()->isEnabled());
}

void TestServingEdges::cancelRightAfterConfirming_data()
{
    QTest::addColumn<QList<int>>("rows");
    QTest::newRow("one") << QList<int>{0};
    QTest::newRow("many") << QList<int>{0, 1, 2};
}

/// While they are being stored nothing was sent: the button still says "Cancel".
void TestServingEdges::cancelRightAfterConfirming()
{
    QFETCH(QList<int>, rows);
    openPage();
    openGive(rows);
    WindowFixture::type(dialog(), "amountEdit", QStringLiteral("5"));
    goToConfirm();
    send();
    dialog()->cancelButton()->click();
    QTRY_VERIFY(dialog() == nullptr);
    QTRY_COMPARE(qsizetype(desk().operations().size()), rows.size());
    QTRY_VERIFY(!desk().isUnderWay());
    for (const SubUserOrder &each : desk().operations()) {
        QVERIFY(each.notSentFor == NotSentFor::Cancelled);
    }
    QCOMPARE(arrived(giveCall), 0U);
}

void TestServingEdges::fillUpOfManyIsCompared()
{
    for (const char *pool : {"residential", "mobile", "residential_premium", "mobile_premium"}) {
        (void)m->server().setPoolGb(pool, "9000"); // not every sandbox has all of them
    }
    openPage();
    const SubUserId full = idAt(0);
    const SubUserId other = idAt(1);
    const auto least = std::max(*leftThere(full), *leftThere(other));
    giveElsewhere(full, "20");
    openGive({0, 1});
    WindowFixture::in<QRadioButton>(dialog(), "fillUp")->click();
    const auto wanted = *least.plus(gb("3"));
    WindowFixture::type(dialog(), "amountEdit", wanted.gbText());
    goToConfirm();
    send();
    QTRY_VERIFY(!desk().isUnderWay() && desk().operations().size() == 2);
    for (const SubUserOrder &each : desk().operations()) {
        const bool isFull = each.request.subUser == full;
        QVERIFY(each.state == (isFull ? OrderState::NotSent : OrderState::Completed));
        QVERIFY(!isFull || each.notSentFor == NotSentFor::Fuller);
    }
    QCOMPARE(arrived(giveCall), 2U); // with that of somebody else
    QCOMPARE(*leftThere(other), wanted);
}

void TestServingEdges::fillUpOfOneThatIsFull()
{
    openPage();
    const auto wanted = *leftThere(idAt(0))->plus(gb("7"));
    giveElsewhere(idAt(0), "7");
    openGive({0});
    WindowFixture::in<QRadioButton>(dialog(), "fillUp")->click();
    WindowFixture::type(dialog(), "amountEdit", wanted.gbText());
    QTRY_VERIFY(submitOfDialog()->isEnabled());
    submitOfDialog()->click();
    QTRY_VERIFY(!submitOfDialog()->isEnabled() && dialog()->state() == SheetDialog::State::Editing);
    QVERIFY(dialog()->step() == ServingDialog::Step::Form);
    QVERIFY(desk().operations().empty());
    QCOMPARE(*leftThere(idAt(0)), wanted);
}

void TestServingEdges::credentialsOfEarlierTries()
{
    openListOf(QStringLiteral("n1,1\nn2,1\nn3,1\nn4,1"));
    goToConfirm();
    fault("forbid=1005,after=2,next=1,on=createSubUser");
    send();
    QTRY_COMPARE(dialog()->step(), ServingDialog::Step::Results);
    QTRY_VERIFY(!desk().isUnderWay());
    m->server().faults().clearAll();
    QTRY_VERIFY(submitOfDialog()->isVisible() && submitOfDialog()->isEnabled());
    submitOfDialog()->click(); // try again with the others
    goToConfirm();
    send();
    QTRY_VERIFY(!desk().isUnderWay() && desk().operations().size() > 4);
    QTRY_VERIFY(WindowFixture::in(dialog(), "copyCreated")->isVisible());
    WindowFixture::click(dialog(), "copyCreated");
    QTRY_VERIFY(m->sheet("createdDialog") != nullptr);
    QVERIFY2(m->sheet("createdDialog")->windowTitle().contains(u'4'),
             qPrintable(m->sheet("createdDialog")->windowTitle()));
}

void TestServingEdges::credentialsAfterClosing()
{
    openListOf(QStringLiteral("n1,1\nn2,1\nn3,1"));
    goToConfirm();
    send();
    QTRY_COMPARE(dialog()->step(), ServingDialog::Step::Results);
    dialog()->reject();
    QTRY_VERIFY(m->sheet("createdDialog") != nullptr);
    QVERIFY(!desk().isUnderWay());
    for (const SubUserOrder &each : desk().operations()) {
        QVERIFY(!desk().takeCreated(each.id)); // the dialog has all of them
    }
}

void TestServingEdges::viewOnlyIsSaidBeforeAnotherTry()
{
    openPage();
    openGive({0, 1, 2});
    WindowFixture::type(dialog(), "amountEdit", QStringLiteral("1"));
    goToConfirm();
    fault("latency=60000,on=addSubUserTraffic");
    send();
    QTRY_COMPARE(arrived(giveCall), 1U);
    m->client().setViewOnly(true);
    m->server().faults().clearAll();
    m->server().endLatency();
    QTRY_VERIFY(!desk().isUnderWay());
    QTRY_VERIFY(submitOfDialog()->isVisible() && submitOfDialog()->isEnabled());
    submitOfDialog()->click();
    QTRY_VERIFY(!bannerOf(dialog()).isEmpty());
    QVERIFY(!submitOfDialog()->isEnabled());
    QCOMPARE(arrived(giveCall), 1U);
}

void TestServingEdges::escapeKeepsThePastedLines()
{
    openListOf(QStringLiteral("n1,1\nn2,1"));
    goToConfirm();
    QTest::keyClick(dialog(), Qt::Key_Escape);
    QTRY_VERIFY(dialog() != nullptr && bannerOf(dialog()).contains(QStringLiteral("Close")));
    QVERIFY(dialog()->isVisible());
}

void TestServingEdges::lineOfTitles()
{
    NewSubUserDefaults defaults;
    defaults.amount = gb("1");
    defaults.serviceTypes = {QStringLiteral("residential")};
    // A word that may be a title is a note here.
    const auto lines = readNewSubUsers(
        QStringLiteral("anna,10,residential,login\nbert,10,residential,vip"), defaults);
    QCOMPARE(qsizetype(lines.lines.size()), 2);
    QCOMPARE(lines.lines.front().request.username, QStringLiteral("anna"));
    QCOMPARE(lines.lines.front().request.amount, gb("10"));
    const auto titled = readNewSubUsers(QStringLiteral("User name;Traffic (GB)\nanna;5"), defaults);
    QCOMPARE(qsizetype(titled.lines.size()), 1);
    QCOMPARE(titled.lines.front().request.amount, gb("5"));
    QVERIFY(titled.problem.isEmpty());
    const auto megabytes =
        readNewSubUsers(QStringLiteral("User name;Traffic (MB)\nanna;500"), defaults);
    QVERIFY2(megabytes.problem.contains(QStringLiteral("Traffic (MB)")),
             qPrintable(megabytes.problem));
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, relaybook::TestServingEdges)
#include "test_servingedges.moc"
