// SPDX-License-Identifier: GPL-3.0-or-later
// Tests giving traffic to sub-users, taking it back and deleting them as a person does it, in the
// window with the sandbox: what is shown is what is sent, once, and each result is said.
#include "api/endpoints/subusers.h"
#include "models/tables/subusertablemodel.h"
#include "models/text/format.h"
#include "tests/ui/servingwindow.h"
#include "ui/orderview/orderdialog.h"
#include "ui/orderview/ordertext.h"
#include "ui/serving/operationmodel.h"

#include <QApplication>
#include <QCheckBox>
#include <QRadioButton>

using namespace relaybook;
using namespace relaybook::testing;

class TestServingDialogs : public QObject, private testing::ServingWindow
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme.apply(*qApp); }
    void init() { makeWindow(m_theme); }
    void cleanup() { m.reset(); }

    void givesOnce();
    void amountsAreStrict_data();
    void amountsAreStrict();
    void quickAmounts();
    void fillsUp();
    void fillingUpFollowsWhatIsRead();
    void enterSendsNothing();
    void twoClicksSendOnce();
    void toManyWithARowEach();
    void refusedOnesAreTriedAgain();
    void theRestCanBeCancelled();
    void takesBackWhatIsLeft();
    void nothingLeftToTakeBack();
    void takesBackFromMany();
    void takesAnAmountBack_data();
    void takesAnAmountBack();
    void deletesAfterTheNameWasTyped();
    void deletesMany();
    void aLostAnswerIsFoundOut_data();
    void aLostAnswerIsFoundOut();
    void theUserDecides();
    void theUserDecidesAtOnceIfNothingCanBeRead();
    void anUnknownOneNamesTheRisk();
    void aRefusalIsSaidAtTheForm();
    void deletedElsewhereWhileTheDialogIsOpen_data();
    void deletedElsewhereWhileTheDialogIsOpen();
    void viewOnlySaysWhy();
    void viewOnlyWhileTheDialogIsOpen();
    void offlineSaysWhy();
    void cancelsWhatWaits();
    void theCommandsNeedASelection();

private:
    [[nodiscard]] OrderDialog *orderDialog()
    {
        return qobject_cast<OrderDialog *>(m->sheet("orderDialog"));
    }
    [[nodiscard]] QLineEdit *amountEdit() const
    {
        return WindowFixture::in<QLineEdit>(dialog(), "amountEdit");
    }
    void openGive(int row)
    {
        choose({row});
        WindowFixture::click(&page(), "giveButton");
        QTRY_VERIFY(dialog() != nullptr);
    }
    void typeAmount(const char *amount)
    {
        WindowFixture::type(dialog(), "amountEdit", QString::fromLatin1(amount));
    }
    [[nodiscard]] QString amountError() const
    {
        return WindowFixture::errorAt(dialog(), "amountEdit");
    }
    [[nodiscard]] QStringList states() const
    {
        QStringList states;
        const auto *rows = WindowFixture::in<QTableView>(dialog(), "servingTable");
        const int column = OperationModel::column("state");
        for (int row = 0; row < rows->model()->rowCount(); ++row) {
            states.append(rows->model()->index(row, column).data().toString());
        }
        return states;
    }
    /// Another program of the reseller deletes it.
    void deleteElsewhere(SubUserId id);

    Theme m_theme;
};

void TestServingDialogs::givesOnce()
{
    openPage();
    const int row = rowWith("0.1");
    const SubUserId id = idAt(row);
    const auto left = *leftThere(id);
    openGive(row);
    QCOMPARE(dialog()->objectName(), QStringLiteral("giveDialog"));
    QVERIFY(!submitOfDialog()->isEnabled());
    typeAmount("2.5");
    const QString after = format::trafficExact(*left.plus(gb("2.5")));
    QVERIFY2(rowsOf(dialog(), "giveSums").contains(after),
             qPrintable(rowsOf(dialog(), "giveSums")));
    QVERIFY(rowsOf(dialog(), "giveSums").contains(QStringLiteral("100 GB now, 97.5 GB after")));
    goToConfirm();
    const QString rows = rowsOf(dialog(), "orderRows");
    QVERIFY2(rows.contains(after) && rows.contains(QStringLiteral("97.5 GB after")),
             qPrintable(rows));
    QCOMPARE(arrived(giveCall), 0u);
    send();
    QTRY_VERIFY(dialog() == nullptr);
    QCOMPARE(arrived(giveCall), 1u);
    QCOMPARE(leftThere(id), left.plus(gb("2.5")));
    QVERIFY2(said().contains(QStringLiteral("2.5 GB given to ") % nameOf(id)), qPrintable(said()));
    QTRY_COMPARE(m->session().rows().subUser(id)->trafficLeft, left.plus(gb("2.5")));
}

void TestServingDialogs::amountsAreStrict_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("says");
    QTest::newRow("fine") << "2.000000001"
                          << "";
    QTest::newRow("least") << "0.01"
                           << "";
    QTest::newRow("all of the pool") << "100"
                                     << "";
    QTest::newRow("nothing") << "0"
                             << "0.01 GB";
    QTest::newRow("too small") << "0.0099"
                               << "0.01 GB";
    QTest::newRow("negative") << "-1"
                              << "0 GB or more";
    QTest::newRow("two readings") << "1,234"
                                  << "can mean";
    QTest::newRow("words") << "ten"
                           << "not a number";
    QTest::newRow("ten decimals") << "1.0000000001"
                                  << "nine decimals";
    QTest::newRow("more than the pool") << "100.000000001"
                                        << "only 100 GB left";
    QTest::newRow("too large") << "99999999999999999999"
                               << "too large";
}

void TestServingDialogs::amountsAreStrict()
{
    QFETCH(QString, typed);
    QFETCH(QString, says);
    openPage();
    openGive(0);
    WindowFixture::type(dialog(), "amountEdit", typed);
    QCOMPARE(submitOfDialog()->isEnabled(), says.isEmpty());
    QVERIFY2(amountError().contains(says), qPrintable(amountError()));
    QCOMPARE(amountError().isEmpty(), says.isEmpty());
}

void TestServingDialogs::quickAmounts()
{
    openPage();
    openGive(0);
    WindowFixture::click(dialog(), "quick25");
    QCOMPARE(amountEdit()->text(), QStringLiteral("25"));
    QTRY_VERIFY(amountEdit()->hasFocus());
    QVERIFY(submitOfDialog()->text().contains(QStringLiteral("Give 25 GB")));
}

void TestServingDialogs::fillsUp()
{
    openPage();
    const int row = rowWith("0.1");
    const SubUserId id = idAt(row);
    const auto left = *leftThere(id);
    openGive(row);
    WindowFixture::in<QRadioButton>(dialog(), "fillUp")->click();
    typeAmount("0.01");
    QVERIFY(WindowFixture::textOf(dialog(), "leftOut").contains(QStringLiteral("already")));
    QVERIFY(!submitOfDialog()->isEnabled());
    const auto target = *left.plus(gb("7"));
    WindowFixture::type(dialog(), "amountEdit", target.gbText());
    QVERIFY(submitOfDialog()->text().contains(QStringLiteral("Give 7 GB")));
    goToConfirm();
    send();
    QTRY_VERIFY(dialog() == nullptr);
    QCOMPARE(leftThere(id), std::optional(target));
}

/// The customer used traffic, or got some, since the table was loaded.
void TestServingDialogs::fillingUpFollowsWhatIsRead()
{
    openPage();
    const int row = rowWith("0.1");
    const SubUserId id = idAt(row);
    const auto target = *leftThere(id)->plus(gb("7"));
    bool answered = false;
    QObject guard;
    const Call call = m->client().send(AddSubUserTraffic{id, gb("2")}, &guard,
                                       [&](const Result<TrafficMove> &) { answered = true; });
    QTRY_VERIFY(answered);
    openGive(row);
    WindowFixture::in<QRadioButton>(dialog(), "fillUp")->click();
    WindowFixture::type(dialog(), "amountEdit", target.gbText());
    goToConfirm();
    QVERIFY2(submitOfDialog()->text().contains(QStringLiteral("Give 5 GB")),
             qPrintable(submitOfDialog()->text()));
    send();
    QTRY_VERIFY(dialog() == nullptr);
    QCOMPARE(leftThere(id), std::optional(target));
}

void TestServingDialogs::enterSendsNothing()
{
    openPage();
    openGive(0);
    typeAmount("1");
    for (int i = 0; i < 5; ++i) {
        QTest::keyClick(amountEdit(), Qt::Key_Return);
    }
    QCOMPARE(dialog()->step(), ServingDialog::Step::Form);
    QTest::keyClick(amountEdit(), Qt::Key_Enter, Qt::ControlModifier);
    waitForConfirm();
    QTRY_VERIFY(submitOfDialog()->isEnabled());
    for (int i = 0; i < 5; ++i) {
        QTest::keyClick(dialog(), Qt::Key_Return);
        QTest::keyClick(dialog()->focusWidget(), Qt::Key_Enter, Qt::ControlModifier);
    }
    QCOMPARE(dialog()->step(), ServingDialog::Step::Confirm);
    QCOMPARE(arrived(giveCall), 0u);
    // Tab and Enter do.
    for (int i = 0; i < 20 && !submitOfDialog()->hasFocus(); ++i) {
        QTest::keyClick(dialog()->focusWidget(), Qt::Key_Tab);
    }
    QVERIFY(submitOfDialog()->hasFocus());
    QTest::keyClick(submitOfDialog(), Qt::Key_Return);
    QTRY_VERIFY(dialog() == nullptr);
    QCOMPARE(arrived(giveCall), 1u);
}

void TestServingDialogs::twoClicksSendOnce()
{
    openPage();
    choose({0});
    // On the button that opens the dialog.
    auto *give = WindowFixture::in<QAbstractButton>(&page(), "giveButton");
    give->click();
    give->click();
    QTRY_VERIFY(dialog() != nullptr);
    QCOMPARE(m->window().findChildren<ServingDialog *>().size(), 1);
    typeAmount("1");
    // On the one that leads to the confirmation, at whose place is the one that sends.
    submitOfDialog()->click();
    waitForConfirm();
    submitOfDialog()->click();
    QCOMPARE(dialog()->step(), ServingDialog::Step::Confirm);
    QTRY_VERIFY(submitOfDialog()->isEnabled());
    QPushButton *submit = submitOfDialog();
    submit->click();
    submit->click();
    QTRY_VERIFY(dialog() == nullptr);
    QTRY_VERIFY(!desk().isUnderWay());
    QCOMPARE(arrived(giveCall), 1u);
    QCOMPARE(desk().operations().size(), size_t(1));
}

void TestServingDialogs::toManyWithARowEach()
{
    openPage();
    const QList<int> rows{0, 1, 2};
    std::vector<std::pair<SubUserId, TrafficAmount>> before;
    for (const int row : rows) {
        before.emplace_back(idAt(row), *leftThere(idAt(row)));
    }
    choose(rows);
    trigger("giveTrafficAction");
    QTRY_VERIFY(dialog() != nullptr);
    typeAmount("1.5");
    QVERIFY2(rowsOf(dialog(), "giveSums").contains(QStringLiteral("Given in all: 4.5 GB")),
             qPrintable(rowsOf(dialog(), "giveSums")));
    goToConfirm();
    QCOMPARE(WindowFixture::in<QTableView>(dialog(), "servingItems")->model()->rowCount(), 3);
    send();
    QTRY_COMPARE(dialog()->step(), ServingDialog::Step::Results);
    QTRY_COMPARE(states().join(u' '), QStringLiteral("Completed Completed Completed"));
    QTRY_COMPARE(WindowFixture::in<FindingLine>(dialog(), "servingSummary")->text(),
                 QStringLiteral("3 completed"));
    QVERIFY(!submitOfDialog()->isVisible());
    for (const auto &[id, left] : before) {
        QCOMPARE(leftThere(id), left.plus(gb("1.5")));
    }
    dialog()->reject();
    QTRY_VERIFY(dialog() == nullptr);
    QCOMPARE(arrived(giveCall), 3u);
}

void TestServingDialogs::refusedOnesAreTriedAgain()
{
    openPage();
    choose({0, 1, 2});
    trigger("giveTrafficAction");
    QTRY_VERIFY(dialog() != nullptr);
    typeAmount("1");
    goToConfirm();
    fault("forbid=1005,after=1,next=1,on=addSubUserTraffic");
    send();
    QTRY_COMPARE(dialog()->step(), ServingDialog::Step::Results);
    QTRY_VERIFY(!desk().isUnderWay());
    QCOMPARE(states().value(0), QStringLiteral("Completed"));
    QCOMPARE(states().value(1), QStringLiteral("Refused"));
    QTRY_VERIFY(submitOfDialog()->isVisible() && submitOfDialog()->isEnabled());
    const auto unmoved =
        states().count(QStringLiteral("Refused")) + states().count(QStringLiteral("Not sent"));
    m->server().faults().clearAll();
    const auto done = arrived(giveCall) - 1;
    submitOfDialog()->click();
    QCOMPARE(dialog()->step(), ServingDialog::Step::Form);
    QCOMPARE(amountEdit()->text(), QStringLiteral("1"));
    goToConfirm();
    send();
    QTRY_VERIFY(!desk().isUnderWay() && desk().operations().size() == size_t(3 + unmoved));
    QCOMPARE(arrived(giveCall), done + 1 + quint64(unmoved));
    for (const SubUserId id : {idAt(0), idAt(1), idAt(2)}) {
        const auto &all = desk().operations();
        QCOMPARE(std::count_if(all.begin(), all.end(),
                               [id](const SubUserOrder &each) {
                                   return each.request.subUser == id &&
                                          each.state == OrderState::Completed;
                               }),
                 1);
    }
}

void TestServingDialogs::theRestCanBeCancelled()
{
    openPage();
    choose({0, 1, 2, 3});
    trigger("giveTrafficAction");
    QTRY_VERIFY(dialog() != nullptr);
    typeAmount("1");
    goToConfirm();
    fault("latency=60000,on=addSubUserTraffic");
    send();
    QTRY_COMPARE(arrived(giveCall), 1u);
    QTRY_VERIFY(WindowFixture::in(dialog(), "cancelRest")->isVisible());
    WindowFixture::click(dialog(), "cancelRest");
    m->server().faults().clearAll();
    m->server().endLatency();
    QTRY_COMPARE(states().join(u' '), QStringLiteral("Completed Not sent Not sent Not sent"));
    QCOMPARE(arrived(giveCall), 1u);
}

void TestServingDialogs::takesBackWhatIsLeft()
{
    openPage();
    const int row = rowWith("0.1");
    const SubUserId id = idAt(row);
    const auto left = *leftThere(id);
    choose({row});
    WindowFixture::click(&page(), "takeButton");
    QTRY_VERIFY(dialog() != nullptr);
    QCOMPARE(dialog()->objectName(), QStringLiteral("takeDialog"));
    goToConfirm(); // nothing has to be filled in
    const QString figure = format::trafficExact(left);
    QVERIFY(rowsOf(dialog(), "orderRows").contains(QStringLiteral("Returns to you: ") % figure));
    QVERIFY(submitOfDialog()->text().contains(figure));
    QCOMPARE(arrived(takeCall), 0u);
    send();
    QTRY_VERIFY(dialog() == nullptr);
    QCOMPARE(leftThere(id), std::optional(TrafficAmount()));
    QCOMPARE(arrived(takeCall), 1u);
}

void TestServingDialogs::nothingLeftToTakeBack()
{
    takesBackWhatIsLeft();
    WindowFixture::click(&page(), "takeButton");
    QTRY_VERIFY(dialog() != nullptr);
    send();
    auto *problem = WindowFixture::in<FindingLine>(dialog(), "returnProblem");
    QTRY_VERIFY2(problem->text().contains(QStringLiteral("no traffic to take back")),
                 qPrintable(problem->text()));
    QCOMPARE(dialog()->step(), ServingDialog::Step::Form);
    QCOMPARE(arrived(takeCall), 1u);
}

void TestServingDialogs::takesBackFromMany()
{
    takesBackWhatIsLeft();
    // What is chosen comes from the table, which follows the stored row a moment later.
    QTRY_COMPARE(table()
                     .currentIndex()
                     .siblingAtColumn(SubUserTableModel::column("traffic-left"))
                     .data()
                     .toString(),
                 QStringLiteral("%1 left").arg(format::traffic(TrafficAmount())));
    QList<int> rows;
    std::optional<TrafficAmount> sum{TrafficAmount()};
    int withTraffic = 0;
    for (int row = 0; row < 6; ++row) {
        rows.append(row);
        sum = sum->plus(*leftThere(idAt(row)));
        withTraffic += leftThere(idAt(row))->isZero() ? 0 : 1;
    }
    const int emptyRow = table().currentIndex().row();
    if (emptyRow >= 6) {
        rows.append(emptyRow);
    }
    choose(rows);
    trigger("takeTrafficAction");
    QTRY_VERIFY(dialog() != nullptr);
    QVERIFY(WindowFixture::in(dialog(), "leftOut")->isVisible());
    goToConfirm();
    QVERIFY2(rowsOf(dialog(), "orderRows")
                 .contains(QStringLiteral("Returns to you in all: ") % format::trafficExact(*sum)),
             qPrintable(rowsOf(dialog(), "orderRows")));
    send();
    QTRY_COMPARE(dialog()->step(), ServingDialog::Step::Results);
    QTRY_VERIFY(!desk().isUnderWay());
    QCOMPARE(states().count(QStringLiteral("Completed")), withTraffic);
    QCOMPARE(arrived(takeCall), 1u + quint64(withTraffic));
}

void TestServingDialogs::takesAnAmountBack_data()
{
    QTest::addColumn<bool>("ignored");
    QTest::newRow("as asked") << false;
    QTest::newRow("the service takes all") << true;
}

void TestServingDialogs::takesAnAmountBack()
{
    QFETCH(bool, ignored);
    openPage();
    const int row = rowWith("1");
    const SubUserId id = idAt(row);
    const auto left = *leftThere(id);
    const auto rest = *left.minus(gb("0.5"));
    if (ignored) {
        fault("drop-all,on=dropSubUserTraffic");
    }
    choose({row});
    WindowFixture::click(&page(), "takeButton");
    QTRY_VERIFY(dialog() != nullptr);
    const auto sums = [this] { return rowsOf(dialog(), "returnSums"); };
    QVERIFY2(sums().contains(QStringLiteral("Returns to you: ") % format::trafficExact(left)),
             qPrintable(sums()));
    // What cannot be read takes nothing.
    typeAmount("1,000.5.1");
    QVERIFY(!submitOfDialog()->isEnabled());
    typeAmount(" GB");
    QVERIFY(!submitOfDialog()->isEnabled());
    typeAmount("0.5");
    QVERIFY2(sums().contains(QStringLiteral("%1 now, %2 after")
                                 .arg(format::trafficExact(left), format::trafficExact(rest))),
             qPrintable(sums()));
    // More than is left is said before anything is sent.
    typeAmount("9000");
    QVERIFY2(!sums().contains(QStringLiteral(" after")), qPrintable(sums()));
    send();
    auto *problem = WindowFixture::in<FindingLine>(dialog(), "returnProblem");
    QTRY_VERIFY2(problem->text().contains(QStringLiteral("Less traffic is left")),
                 qPrintable(problem->text()));
    typeAmount("0.5");
    QVERIFY(problem->text().isEmpty());
    goToConfirm();
    const QString shown = rowsOf(dialog(), "orderRows");
    QVERIFY2(shown.contains(QStringLiteral("Returns to you: 0.5 GB")), qPrintable(shown));
    // A screen reader says it with the window, and with each of its buttons.
    QVERIFY(dialog()->accessibleDescription().startsWith(QStringLiteral("Each request is sent")));
    for (const QWidget *heard :
         std::initializer_list<QWidget *>{dialog(), submitOfDialog(), dialog()->cancelButton()}) {
        QVERIFY2(heard->accessibleDescription().contains(
                     QStringLiteral("Take back from: %1. Returns to you: 0.5 GB. Traffic left: ")
                         .arg(nameOf(id))),
                 qPrintable(heard->accessibleDescription()));
    }
    QVERIFY(bannerOf(dialog(), "priceChanged")
                .contains(QStringLiteral("not known whether the service accepts an amount")));
    QCOMPARE(arrived(takeCall), 0u);
    send();
    QTRY_COMPARE(arrived(takeCall), 1u);
    if (!ignored) {
        QTRY_VERIFY(dialog() == nullptr);
        QCOMPARE(leftThere(id), std::optional(rest));
        return;
    }
    // The rest can be given back at once; it is confirmed like any other.
    QTRY_VERIFY(m->window().findChild<OrderDialog *>() != nullptr);
    QCOMPARE(leftThere(id), std::optional(TrafficAmount()));
    auto *order = m->window().findChild<OrderDialog *>();
    QVERIFY(rowsOf(order, "orderFacts")
                .contains(QStringLiteral("The service took back %1, not 0.5 GB.")
                              .arg(format::trafficExact(left))));
    auto *back = WindowFixture::in<QPushButton>(order, "orderAgain");
    QCOMPARE(back->text(), QStringLiteral("Give back %1…").arg(format::trafficExact(rest)));
    back->click();
    QTRY_VERIFY(dialog() != nullptr);
    QCOMPARE(dialog()->objectName(), QStringLiteral("giveDialog"));
    goToConfirm();
    QCOMPARE(arrived(giveCall), 0u);
    send();
    QTRY_COMPARE(leftThere(id), std::optional(rest));
    // The next time, the question says so.
    QTRY_VERIFY(dialog() == nullptr);
    WindowFixture::click(&page(), "takeButton");
    QTRY_VERIFY(dialog() != nullptr);
    typeAmount("0.1");
    goToConfirm();
    QVERIFY(bannerOf(dialog(), "priceChanged").contains(QStringLiteral("it took back more")));
}

void TestServingDialogs::deletesAfterTheNameWasTyped()
{
    openPage();
    const int row = rowWith("0.1");
    const SubUserId id = idAt(row);
    const QString name = nameOf(id);
    const auto left = *leftThere(id);
    choose({row});
    WindowFixture::click(&page(), "deleteButton");
    QTRY_VERIFY(dialog() != nullptr);
    waitForConfirm();
    QVERIFY(rowsOf(dialog(), "orderRows")
                .contains(QStringLiteral("Returns to you: ") % format::trafficExact(left)));
    auto *typed = WindowFixture::in<QLineEdit>(dialog(), "typedNameEdit");
    QVERIFY(typed->isVisible());
    QVERIFY(!submitOfDialog()->isEnabled());
    WindowFixture::type(dialog(), "typedNameEdit", name);
    QTRY_VERIFY(submitOfDialog()->isEnabled()); // the pause after the first button is over
    WindowFixture::type(dialog(), "typedNameEdit", name.chopped(1));
    QVERIFY(!submitOfDialog()->isEnabled());
    WindowFixture::type(dialog(), "typedNameEdit", name);
    QTest::keyClick(typed, Qt::Key_Return);
    QCOMPARE(arrived(deleteCall), 0u);
    send();
    QTRY_VERIFY(dialog() == nullptr);
    QCOMPARE(arrived(deleteCall), 1u);
    QVERIFY(!leftThere(id));
    QTRY_COMPARE(table().model()->rowCount(), m->sandboxOptions.subUsers - 1);
}

void TestServingDialogs::deletesMany()
{
    openPage();
    choose({0, 1, 2});
    const QList<SubUserId> ids{idAt(0), idAt(1), idAt(2)};
    std::optional<TrafficAmount> sum{TrafficAmount()};
    for (const SubUserId id : ids) {
        sum = sum->plus(*leftThere(id));
    }
    trigger("deleteSubUsersAction");
    QTRY_VERIFY(dialog() != nullptr);
    waitForConfirm();
    QVERIFY(rowsOf(dialog(), "orderRows")
                .contains(QStringLiteral("Returns to you in all: ") % format::trafficExact(*sum)));
    WindowFixture::type(dialog(), "typedNameEdit", QStringLiteral("3"));
    send();
    QTRY_COMPARE(dialog()->step(), ServingDialog::Step::Results);
    QTRY_COMPARE(states().join(u' '), QStringLiteral("Completed Completed Completed"));
    for (const SubUserId id : ids) {
        QVERIFY(!leftThere(id));
    }
    QTRY_COMPARE(table().model()->rowCount(), m->sandboxOptions.subUsers - 3);
}

void TestServingDialogs::aLostAnswerIsFoundOut_data()
{
    QTest::addColumn<QString>("button");
    QTest::addColumn<QString>("call");
    QTest::addColumn<QString>("says");
    QTest::newRow("give") << QStringLiteral("giveButton") << QString::fromLatin1(giveCall)
                          << QStringLiteral("3 GB given to");
    QTest::newRow("take back") << QStringLiteral("takeButton") << QString::fromLatin1(takeCall)
                               << QStringLiteral("taken back from");
    QTest::newRow("delete") << QStringLiteral("deleteButton") << QString::fromLatin1(deleteCall)
                            << QStringLiteral("was deleted");
}

void TestServingDialogs::aLostAnswerIsFoundOut()
{
    QFETCH(QString, button);
    QFETCH(QString, call);
    QFETCH(QString, says);
    openPage();
    const int row = rowWith("0.1");
    const SubUserId id = idAt(row);
    const QString name = nameOf(id);
    const auto left = *leftThere(id);
    choose({row});
    WindowFixture::click(&page(), qPrintable(button));
    QTRY_VERIFY(dialog() != nullptr);
    if (call == QLatin1String(giveCall)) {
        typeAmount("3");
    }
    if (call == QLatin1String(deleteCall)) {
        waitForConfirm();
    } else {
        goToConfirm();
    }
    if (call == QLatin1String(deleteCall)) {
        WindowFixture::type(dialog(), "typedNameEdit", name);
    }
    fault(qPrintable(QStringLiteral("do-and-drop,next=1,on=") % call));
    send();
    QTRY_VERIFY(orderDialog() != nullptr);
    QVERIFY(dialog() == nullptr);
    QTRY_COMPARE(int(desk().operations().front().state), int(OrderState::Completed));
    QTRY_VERIFY2(WindowFixture::textOf(orderDialog(), "sheetTitle").contains(says),
                 qPrintable(WindowFixture::textOf(orderDialog(), "sheetTitle")));
    QCOMPARE(arrived(qPrintable(call)), 1u);
    const auto now = leftThere(id);
    if (call == QLatin1String(giveCall)) {
        QCOMPARE(now, left.plus(gb("3")));
    } else {
        QCOMPARE(now.value_or(TrafficAmount()), TrafficAmount());
        QCOMPARE(now.has_value(), call == QLatin1String(takeCall));
    }
}

void TestServingDialogs::theUserDecides()
{
    sandbox::Offer offer;
    offer.without = {"listSubUserAllocations"};
    QVERIFY(!m->server().setOffer(offer));
    openPage();
    openGive(0);
    typeAmount("3");
    goToConfirm();
    fault("drop,next=1,on=addSubUserTraffic");
    send();
    QTRY_VERIFY(orderDialog() != nullptr);
    const QString id = desk().operations().front().id;
    QTRY_VERIFY(WindowFixture::in(orderDialog(), "orderDecision")->isVisible());
    const QString facts = rowsOf(orderDialog(), "orderFacts");
    QVERIFY2(facts.contains(QStringLiteral("unchanged so far")) &&
                 facts.contains(QStringLiteral("Not reported by the service")),
             qPrintable(facts));
    WindowFixture::click(orderDialog(), "decideNotDone");
    QTRY_VERIFY(m->sheet("decideDialog") != nullptr);
    QCOMPARE(int(desk().operation(id)->state), int(OrderState::Unknown));
    m->sheet("decideDialog")->submit();
    QTRY_COMPARE(int(desk().operation(id)->state), int(OrderState::NotDone));
    QVERIFY(!WindowFixture::in(orderDialog(), "orderDecision")->isVisible());
    QCOMPARE(arrived(giveCall), 1u);
}

/// The service has neither the call nor anything that tells its result.
void TestServingDialogs::theUserDecidesAtOnceIfNothingCanBeRead()
{
    openPage();
    openGive(0);
    typeAmount("3");
    goToConfirm();
    sandbox::Offer offer;
    offer.without = {"addSubUserTraffic", "getSubUser", "listSubUsers", "listSubUserAllocations"};
    QVERIFY(!m->server().setOffer(offer));
    send();
    QTRY_VERIFY(orderDialog() != nullptr);
    QTRY_VERIFY(WindowFixture::in(orderDialog(), "orderDecision")->isVisible());
    const QString why = orderHeading(&desk().operations().front()).subtitle;
    QVERIFY2(why.contains(QStringLiteral("HTTP 404. It may not offer this call")), qPrintable(why));
    const auto *look = WindowFixture::in<QLabel>(orderDialog(), "orderLook");
    QVERIFY2(look->text().startsWith(QStringLiteral("This service offers nothing that shows")),
             qPrintable(look->text()));
    WindowFixture::click(orderDialog(), "decideNotDone");
    QTRY_VERIFY(m->sheet("decideDialog") != nullptr);
    m->sheet("decideDialog")->submit();
    QTRY_COMPARE(int(desk().operations().front().state), int(OrderState::NotDone));
    QCOMPARE(int(desk().operations().front().decidedBy), int(DecidedBy::User));
}

void TestServingDialogs::anUnknownOneNamesTheRisk()
{
    sandbox::Offer offer;
    offer.without = {"listSubUserAllocations"};
    QVERIFY(!m->server().setOffer(offer));
    openPage();
    openGive(0);
    typeAmount("3");
    goToConfirm();
    fault("drop,next=1,on=addSubUserTraffic");
    send();
    QTRY_VERIFY(orderDialog() != nullptr);
    orderDialog()->reject();
    QTRY_VERIFY(orderDialog() == nullptr);
    openGive(0);
    typeAmount("3");
    goToConfirm();
    QVERIFY(!bannerOf(dialog(), "unknownOrder").isEmpty());
    auto *risk = WindowFixture::in<QCheckBox>(dialog(), "acceptRisk");
    QVERIFY(risk->isVisible() && !risk->isChecked());
    QVERIFY(!submitOfDialog()->isEnabled());
    risk->click();
    QTRY_VERIFY(submitOfDialog()->isEnabled()); // the pause after the first button is over
    risk->click();
    QVERIFY(!submitOfDialog()->isEnabled());
    risk->click();
    send();
    QTRY_VERIFY(dialog() == nullptr);
    QCOMPARE(arrived(giveCall), 2u);
}

void TestServingDialogs::aRefusalIsSaidAtTheForm()
{
    openPage();
    const auto left = leftThere(idAt(0));
    openGive(0);
    typeAmount("50");
    goToConfirm();
    for (const auto *pool : {"residential", "mobile", "residential_premium", "mobile_premium"}) {
        [[maybe_unused]] const bool isSold = m->server().setPoolGb(pool, "10");
    }
    send();
    QTRY_COMPARE(dialog()->step(), ServingDialog::Step::Form);
    // The figures were old: they are loaded again, and what is missing can be bought.
    QTRY_VERIFY2(amountError().contains(QStringLiteral("only 10 GB left")),
                 qPrintable(amountError()));
    auto *buy = WindowFixture::in<QPushButton>(dialog(), "topUpMissing");
    QTRY_VERIFY(buy->isVisible());
    QCOMPARE(buy->text(), QStringLiteral("Buy the missing 40 GB…"));
    QVERIFY(!bannerOf(dialog()).isEmpty());
    QCOMPARE(amountEdit()->text(), QStringLiteral("50"));
    QCOMPARE(leftThere(idAt(0)), left);
    QCOMPARE(arrived(giveCall), 1u);
}

void TestServingDialogs::deleteElsewhere(SubUserId id)
{
    bool answered = false;
    QObject guard;
    const Call call =
        m->client().send(DeleteSubUser{id}, &guard, [&](const auto &) { answered = true; });
    QTRY_VERIFY(answered);
}

void TestServingDialogs::deletedElsewhereWhileTheDialogIsOpen_data()
{
    QTest::addColumn<bool>("confirming");
    QTest::newRow("at the form") << false;
    QTest::newRow("at the confirmation") << true;
}

void TestServingDialogs::deletedElsewhereWhileTheDialogIsOpen()
{
    QFETCH(bool, confirming);
    openPage();
    const SubUserId id = idAt(0);
    openGive(0);
    typeAmount("1");
    if (confirming) {
        goToConfirm();
        deleteElsewhere(id);
        send();
    } else {
        deleteElsewhere(id);
        submitOfDialog()->click();
    }
    QTRY_VERIFY(!bannerOf(dialog()).isEmpty() && dialog()->state() == SheetDialog::State::Editing);
    QCOMPARE(dialog()->step(), ServingDialog::Step::Form);
    QVERIFY(!submitOfDialog()->isEnabled());
    QCOMPARE(dialog()->cancelButton()->text(), QStringLiteral("Close"));
    dialog()->reject();
    QTRY_VERIFY(dialog() == nullptr);
    QTRY_COMPARE(table().model()->rowCount(), m->sandboxOptions.subUsers - 1);
}

void TestServingDialogs::viewOnlySaysWhy()
{
    openPage();
    choose({0});
    m->client().setViewOnly(true);
    for (const char *name : {"giveButton", "takeButton", "deleteButton"}) {
        auto *button = WindowFixture::in<QAbstractButton>(&page(), name);
        QTRY_VERIFY2(!button->isEnabled(), name);
        QVERIFY(button->toolTip().contains(QStringLiteral("view only")));
    }
    for (const char *name : {"giveTrafficAction", "takeTrafficAction", "deleteSubUsersAction"}) {
        const auto *action = page().findChild<QAction *>(QLatin1String(name));
        QVERIFY(!action->isEnabled());
        QVERIFY(action->toolTip().contains(QStringLiteral("view only")));
    }
}

void TestServingDialogs::viewOnlyWhileTheDialogIsOpen()
{
    openPage();
    openGive(0);
    typeAmount("1");
    goToConfirm();
    QTRY_VERIFY(submitOfDialog()->isEnabled());
    m->client().setViewOnly(true);
    QTRY_VERIFY(!submitOfDialog()->isEnabled());
    QVERIFY(bannerOf(dialog()).contains(QStringLiteral("view only")));
    QCOMPARE(arrived(giveCall), 0u);
}

void TestServingDialogs::offlineSaysWhy()
{
    openPage();
    m->close();
    m->windowAccount.offline = true;
    m->open();
    m->trigger("showSubUsersAction");
    QTRY_COMPARE(table().model()->rowCount(), m->sandboxOptions.subUsers);
    openGive(0);
    typeAmount("1");
    QVERIFY2(bannerOf(dialog()).contains(QStringLiteral("connection")),
             qPrintable(bannerOf(dialog())));
    QVERIFY(!submitOfDialog()->isEnabled());
}

void TestServingDialogs::cancelsWhatWaits()
{
    openPage();
    openGive(0);
    typeAmount("1");
    goToConfirm();
    QTRY_VERIFY(submitOfDialog()->isEnabled());
    m->clock().advance(std::chrono::minutes(5)); // the sub-user is read again before
    fault("latency=60000,on=getSubUser");
    submitOfDialog()->click();
    QTRY_COMPARE(dialog()->cancelButton()->text(), QStringLiteral("Cancel order"));
    dialog()->reject();
    QTRY_VERIFY(dialog() == nullptr);
    m->server().faults().clearAll();
    m->server().endLatency();
    QTRY_VERIFY(!desk().isUnderWay());
    QCOMPARE(int(desk().operations().front().state), int(OrderState::NotSent));
    QCOMPARE(arrived(giveCall), 0u);
}

void TestServingDialogs::theCommandsNeedASelection()
{
    openPage();
    choose({0});
    auto *give = page().findChild<QAction *>(QStringLiteral("giveTrafficAction"));
    QVERIFY(give->isEnabled());
    table().clearSelection();
    QTRY_VERIFY(!give->isEnabled());
    // They are in the menu of the button and in that of a row.
    auto *menu = page().findChild<QMenu *>(QStringLiteral("subUserActionsMenu"));
    QVERIFY(menu->actions().contains(give));
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestServingDialogs)
#include "test_servingdialogs.moc"
