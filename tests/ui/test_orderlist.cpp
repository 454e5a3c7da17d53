// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the list of orders on the activity page with orders of all kinds: search, filters, export,
// columns and keyboard, preparing orders again, and what is shown until an order whose result is
// unknown was looked for after a start.
#include "models/tables/ordertablemodel.h"
#include "tests/ui/servingwindow.h"
#include "ui/orders/activitypage.h"
#include "ui/orderview/subuserordertext.h"
#include "ui/proxies/newproxydialog.h"
#include "ui/serving/createdialog.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/tableview.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QComboBox>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QRadioButton>
#include <QTemporaryDir>

using namespace relaybook;
using namespace relaybook::testing;

class TestOrderList : public QObject, private testing::ServingWindow
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme.apply(*qApp); }
    void init() { makeWindow(m_theme); }
    void cleanup() { m.reset(); }

    void allKindsAreInOneList();
    void searchAndKeywords_data();
    void searchAndKeywords();
    void chipsCountAndFilter();
    void nothingMatchesOffersToClear();
    void allKindsAreExported_data();
    void allKindsAreExported();
    void keysLeadFromTheSearchToTheOrder();
    void amountsAndStatesAreNotCut();
    void severalAreCounted();
    void aTopUpIsPreparedAgain();
    void aGiftIsPreparedAgain();
    void differentGiftsArePreparedAgain();
    void aRemovalIsPreparedAgain_data();
    void aRemovalIsPreparedAgain();
    void creationsArePreparedAgain();
    void aProxyIsPreparedAgain();
    void theDeletedAreLeftOut();
    void whyNothingIsPrepared();
    void theFirstLookIsAwaited();
    void offlineSaysWhyNothingIsChecked();
    void aResolvedOrderIsNotInDoubt();

private:
    [[nodiscard]] ActivityPage &activity() const
    {
        return *m->window().findChild<ActivityPage *>(QStringLiteral("activityPage"));
    }
    [[nodiscard]] TableView &list() const
    {
        return *WindowFixture::in<TableView>(&activity(), "table");
    }
    [[nodiscard]] QString cell(int row, const char *column) const
    {
        return list().model()->index(row, OrderTableModel::column(column)).data().toString();
    }
    [[nodiscard]] QStringList column(const char *name) const
    {
        QStringList texts;
        for (int row = 0; row < list().model()->rowCount(); ++row) {
            texts.append(cell(row, name));
        }
        return texts;
    }
    [[nodiscard]] QLineEdit &searchEdit() const
    {
        return *WindowFixture::in<QLineEdit>(&activity(), "search");
    }
    [[nodiscard]] QPushButton &prepare() const
    {
        return *WindowFixture::in<QPushButton>(&activity(), "prepareAgain");
    }
    [[nodiscard]] QString facts() const { return rowsOf(&activity(), "orderFacts"); }
    void openActivity()
    {
        openPage();
        m->trigger("showActivityAction");
    }
    void forbid(const char *call)
    {
        fault(qPrintable(QStringLiteral("forbid=1005,next=1,on=") % QLatin1String(call)));
    }
    QString buy(const char *amount)
    {
        PurchaseDesk &purchases = m->session().purchases();
        std::optional<Confirmation> made;
        const Call call = purchases.prepare(QStringLiteral("residential"), gb(amount), this,
                                            [&made](const Result<Confirmation> &answer) {
                                                made = answer ? std::optional(*answer) : made;
                                            });
        if (!waitUntil([&] { return made.has_value(); })) {
            return {};
        }
        QString id;
        purchases.buy(made->number, true, this,
                      [&id](const BuyAnswer &answer) { id = answer.orderId; });
        const bool ended =
            waitUntil([&] { return !id.isEmpty() && !purchases.order(id)->isUnderWay(); });
        return ended ? id : QString();
    }
    QStringList serve(const std::vector<SubUserRequest> &requests)
    {
        std::optional<SubUserConfirmation> shown;
        const Call call =
            desk().prepare(requests, this, [&](const Result<SubUserConfirmation> &answer) {
                shown = answer ? std::optional(*answer) : shown;
            });
        if (!waitUntil([&] { return shown.has_value(); })) {
            return {};
        }
        QStringList ids;
        desk().run(shown->number, true, this,
                   [&](const RunAnswer &answer) { ids = answer.operations; });
        const bool ended = waitUntil([&] { return !ids.isEmpty() && !desk().isUnderWay(); });
        return ended ? ids : QStringList();
    }
    [[nodiscard]] SubUserRequest request(ServingKind kind, int place, const char *amount = "2")
    {
        SubUserRequest made;
        made.kind = kind;
        if (kind == ServingKind::Create) {
            made.username = QStringLiteral("new_customer_%1").arg(place);
            made.serviceType = QStringLiteral("mobile");
            made.note = QStringLiteral("Invoice 7");
        } else {
            made.subUser = m_ids.at(place);
            made.username = nameOf(made.subUser);
            const auto row = m->session().rows().subUser(made.subUser);
            made.serviceType = row->serviceType;
            made.shownLeft = row->trafficLeft;
        }
        if (kind == ServingKind::Give || kind == ServingKind::Create) {
            made.amount = gb(amount);
        }
        return made;
    }
    QString createProxy(const NewProxy &wanted)
    {
        bool answered = false;
        m->session().creating().create(wanted, this, [&](const auto &) { answered = true; });
        return waitUntil([&] { return answered; }) ? m->session().creating().creations().back().id
                                                   : QString();
    }
    [[nodiscard]] static NewProxy wantedProxy()
    {
        NewProxy wanted{QStringLiteral("mobile"), QStringLiteral("DE"), QStringLiteral("keep"), {}};
        wanted.options.name = QStringLiteral("berlin-7");
        wanted.options.trafficLimit = gb("3");
        return wanted;
    }
    /// A refused one of each kind but a proxy, and a top-up, two gifts and a proxy that are done.
    void makeAll()
    {
        noteIds();
        QVERIFY(!buy("12").isEmpty());
        QCOMPARE(serve({request(ServingKind::Give, 0), request(ServingKind::Give, 1, "3")}).size(),
                 2);
        forbid(takeCall);
        QVERIFY(!serve({request(ServingKind::Take, place(true))}).isEmpty());
        forbid(createCall);
        QVERIFY(!serve({request(ServingKind::Create, 1, "5")}).isEmpty());
        forbid(deleteCall);
        QVERIFY(!serve({request(ServingKind::Delete, 2)}).isEmpty());
        QVERIFY(!createProxy(wantedProxy()).isEmpty());
        forbid("topUpTraffic");
        QVERIFY(!buy("1.5").isEmpty());
    }
    void noteIds()
    {
        m_ids.clear();
        const QSet<SubUserId> ids = m->session().rows().subUserIds();
        m_ids.assign(ids.begin(), ids.end());
        std::sort(m_ids.begin(), m_ids.end());
    }
    /// Of a sub-user with traffic left, or with none.
    [[nodiscard]] int place(bool hasTraffic) const
    {
        for (std::size_t i = 3; i < m_ids.size(); ++i) {
            if ((*leftThere(m_ids[i]) > gb("0.5")) == hasTraffic) {
                return static_cast<int>(i);
            }
        }
        return -1;
    }
    void chooseRows(const QList<int> &rows) const
    {
        auto *selection = list().selectionModel();
        selection->clearSelection();
        for (const int row : rows) {
            selection->setCurrentIndex(list().model()->index(row, 0),
                                       QItemSelectionModel::Select | QItemSelectionModel::Rows);
        }
    }
    void show(const QString &id) { activity().showOrder(id); }

    Theme m_theme;
    std::vector<SubUserId> m_ids;
};

void TestOrderList::allKindsAreInOneList()
{
    openActivity();
    const QAbstractItemModelTester tester(list().model(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    makeAll();
    QTRY_COMPARE(list().model()->rowCount(), 8);
    QCOMPARE(column("kind"),
             (QStringList{QStringLiteral("Top up"), QStringLiteral("New proxy"),
                          QStringLiteral("Delete sub-user"), QStringLiteral("New sub-user"),
                          QStringLiteral("Take back"), QStringLiteral("Give traffic"),
                          QStringLiteral("Give traffic"), QStringLiteral("Top up")}));
    QCOMPARE(cell(0, "state"), QStringLiteral("Refused"));
    QCOMPARE(cell(7, "state"), QStringLiteral("Completed"));
    QCOMPARE(cell(7, "amount"), QStringLiteral("12 GB"));
    QCOMPARE(cell(7, "what"), QStringLiteral("Residential"));
    QCOMPARE(cell(3, "what"), QStringLiteral("new_customer_1"));
    QCOMPARE(cell(6, "what"), nameOf(m_ids.at(0)));
    QVERIFY2(cell(1, "what").contains(QStringLiteral("berlin-7")), qPrintable(cell(1, "what")));
    // A screen reader reads the whole row.
    const QString spoken = list().model()->index(7, 0).data(Qt::AccessibleTextRole).toString();
    QVERIFY2(spoken.contains(QStringLiteral("Top up, Residential, Residential, 12 GB")),
             qPrintable(spoken));
    // Each kind has the one view.
    for (int row = 0; row < list().model()->rowCount(); ++row) {
        chooseRows({row});
        QVERIFY(!WindowFixture::textOf(&activity(), "orderTitle").isEmpty());
        QVERIFY2(facts().startsWith(QStringLiteral("Order: ")), qPrintable(facts()));
    }
    // The same after a start.
    m->reopen();
    m->trigger("showActivityAction");
    QTRY_COMPARE(list().model()->rowCount(), 8);
    QCOMPARE(cell(7, "amount"), QStringLiteral("12 GB"));
}

void TestOrderList::searchAndKeywords_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<int>("rows");
    const auto row = [](const char *typed, int rows) {
        QTest::newRow(typed) << QString::fromLatin1(typed) << rows;
    };
    row("", 8);
    row("kind:top-up", 2);
    row("kind:top-up state:refused", 1);
    row("KIND:Give", 2);
    row("state:refused", 4);
    row("state:refused,completed", 8);
    row("state:\"Not done\"", 0);
    row("customer:new_customer_1", 1);
    row("type:mobile kind:new-proxy", 1);
    row("berlin", 1);
    row("refused top", 1);
    row("12", 1);
    row("2 gb", 1);
    row("nobody", 0);
}

void TestOrderList::searchAndKeywords()
{
    QFETCH(QString, typed);
    QFETCH(int, rows);
    openActivity();
    makeAll();
    const QAbstractItemModelTester tester(list().model(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    if (typed == QLatin1String("2 gb") || typed == QLatin1String("12")) {
        searchEdit().setText(QStringLiteral("kind:top-up,give ") + typed);
        const QString number = typed.section(u' ', 0, 0);
        for (int i = 0; i < list().model()->rowCount(); ++i) {
            bool isSeen = false; // in a date, an amount or a name, and not in what is not shown
            for (int at = 0; at < list().model()->columnCount(); ++at) {
                isSeen = isSeen || list().model()->index(i, at).data().toString().contains(number);
            }
            QVERIFY2(isSeen, qPrintable(cell(i, "what")));
        }
        QVERIFY(list().model()->rowCount() >= rows);
        return;
    }
    searchEdit().setText(typed);
    QCOMPARE(list().model()->rowCount(), rows);
    // What changes while it is filtered is shown if it matches.
    const QString id = buy("7");
    QVERIFY(!id.isEmpty());
    const bool matches = typed.isEmpty() || typed == QLatin1String("kind:top-up") ||
                         typed == QLatin1String("state:refused,completed");
    QCOMPARE(list().model()->rowCount(), rows + (matches ? 1 : 0));
    activity().showOrder(id); // removes a filter that hides it
    QCOMPARE(searchEdit().text().isEmpty(), !matches || typed.isEmpty());
    QVERIFY(facts().contains(QStringLiteral("7 GB")));
}

void TestOrderList::chipsCountAndFilter()
{
    openActivity();
    makeAll();
    auto *menu = activity().findChild<QMenu *>(QStringLiteral("stateChipMenu"));
    QVERIFY(menu != nullptr);
    menu->popup(QPoint());
    QTRY_VERIFY(menu->findChild<QAction *>(QStringLiteral("state-refused")) != nullptr);
    auto *refused = menu->findChild<QAction *>(QStringLiteral("state-refused"));
    QCOMPARE(refused->text(), QStringLiteral("Refused\t4"));
    refused->trigger();
    menu->close();
    QCOMPARE(searchEdit().text(), QStringLiteral("state:refused"));
    QCOMPARE(list().model()->rowCount(), 4);
    QCOMPARE(WindowFixture::in<QAbstractButton>(&activity(), "stateChip")->accessibleName(),
             QStringLiteral("State: Refused"));
    // The other chips count what matches with it.
    auto *kinds = activity().findChild<QMenu *>(QStringLiteral("kindChipMenu"));
    kinds->popup(QPoint());
    QTRY_VERIFY(kinds->findChild<QAction *>(QStringLiteral("kind-top-up")) != nullptr);
    QCOMPARE(kinds->findChild<QAction *>(QStringLiteral("kind-top-up"))->text(),
             QStringLiteral("Top up\t1"));
    QVERIFY(kinds->findChild<QAction *>(QStringLiteral("kind-give")) == nullptr);
    kinds->close();
    WindowFixture::click(&activity(), "clearFilters");
    QCOMPARE(list().model()->rowCount(), 8);
}

void TestOrderList::nothingMatchesOffersToClear()
{
    openActivity();
    makeAll();
    searchEdit().setText(QStringLiteral("state:waiting"));
    const auto *empty = WindowFixture::in<EmptyState>(&activity(), "activityEmpty");
    QTRY_VERIFY(empty->isVisible());
    QVERIFY2(empty->content().text.contains(QStringLiteral("None of the 8 orders")),
             qPrintable(empty->content().text));
    QVERIFY(!WindowFixture::in(&activity(), "orderDetails")->isVisible());
    QVERIFY(WindowFixture::in(&activity(), "exportButton")->isEnabled());
    QCOMPARE(empty->content().action, QStringLiteral("Clear filters"));
    WindowFixture::click(WindowFixture::in(&activity(), "activityEmpty"), "emptyStateAction");
    QVERIFY(!empty->isVisible());
    QCOMPARE(list().model()->rowCount(), 8);
    QTRY_VERIFY(WindowFixture::in(&activity(), "orderDetails")->isVisible());
}

void TestOrderList::allKindsAreExported_data()
{
    QTest::addColumn<bool>("filtered");
    QTest::addColumn<QString>("format");
    QTest::newRow("all as JSON") << false << QStringLiteral("formatJson");
    QTest::newRow("filtered as JSON") << true << QStringLiteral("formatJson");
    QTest::newRow("all as CSV") << false << QStringLiteral("formatCsv");
    QTest::newRow("filtered as CSV") << true << QStringLiteral("formatCsv");
    QTest::newRow("all as XLSX") << false << QStringLiteral("formatXlsx");
}

void TestOrderList::allKindsAreExported()
{
    QFETCH(bool, filtered);
    QFETCH(QString, format);
    openActivity();
    makeAll();
    if (filtered) {
        searchEdit().setText(QStringLiteral("state:refused"));
    }
    WindowFixture::click(&activity(), "exportButton");
    QTRY_VERIFY(m->sheet("exportDialog") != nullptr);
    SheetDialog *sheet = m->sheet("exportDialog");
    QVERIFY(WindowFixture::in<QRadioButton>(sheet, "exportOrders")->isChecked());
    QCOMPARE(WindowFixture::in<QRadioButton>(sheet, "rowsAll")->text(), QStringLiteral("All (8)"));
    WindowFixture::in<QRadioButton>(sheet, qPrintable(format))->click();
    const QTemporaryDir out;
    const QString path = out.filePath(QStringLiteral("orders"));
    WindowFixture::in<QLineEdit>(sheet, "pathEdit")->setText(path);
    sheet->submit();
    QTRY_VERIFY(QFile::exists(path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray content = file.readAll();
    QVERIFY(!content.isEmpty());
    if (format == QLatin1String("formatCsv")) {
        QCOMPARE(content.count("new_customer_1"), 1);
        QCOMPARE(content.contains("berlin-7"), !filtered);
        return;
    }
    if (format == QLatin1String("formatXlsx")) {
        return;
    }
    const QJsonArray rows =
        QJsonDocument::fromJson(content).object().value(QLatin1String("rows")).toArray();
    QStringList kinds;
    for (const auto &row : rows) {
        kinds.append(row.toObject().value(QLatin1String("kind")).toString());
        if (kinds.constLast() == QLatin1String("new-sub-user")) {
            QCOMPARE(row.toObject().value(QLatin1String("customer")).toString(),
                     QStringLiteral("new_customer_1"));
            QCOMPARE(row.toObject().value(QLatin1String("state")).toString(),
                     QStringLiteral("refused"));
            QCOMPARE(row.toObject().value(QLatin1String("amount_gb")).toVariant().toString(),
                     QStringLiteral("5"));
        }
    }
    QCOMPARE(kinds,
             filtered
                 ? (QStringList{QStringLiteral("top-up"), QStringLiteral("delete-sub-user"),
                                QStringLiteral("new-sub-user"), QStringLiteral("take-back")})
                 : (QStringList{QStringLiteral("top-up"), QStringLiteral("new-proxy"),
                                QStringLiteral("delete-sub-user"), QStringLiteral("new-sub-user"),
                                QStringLiteral("take-back"), QStringLiteral("give"),
                                QStringLiteral("give"), QStringLiteral("top-up")}));
}

void TestOrderList::keysLeadFromTheSearchToTheOrder()
{
    openActivity();
    makeAll();
    QTest::keyClick(&m->window(), Qt::Key_F, Qt::ControlModifier);
    QTRY_VERIFY(searchEdit().hasFocus());
    QTest::keyClicks(&searchEdit(), QStringLiteral("kind:give"));
    QCOMPARE(list().model()->rowCount(), 2);
    QTest::keyClick(&searchEdit(), Qt::Key_Down);
    QTRY_VERIFY(list().hasFocus());
    QCOMPARE(list().currentIndex().row(), 0);
    QTest::keyClick(&list(), Qt::Key_Down);
    QCOMPARE(list().currentIndex().row(), 1);
    QVERIFY2(facts().contains(nameOf(m_ids.at(0))), qPrintable(facts()));
    QTest::keyClick(&list(), Qt::Key_Up, Qt::ShiftModifier);
    QVERIFY(WindowFixture::textOf(&activity(), "orderTitle").startsWith(QStringLiteral("2 ")));
    QVERIFY(activity().can(Page::Command::SelectAll));
    QVERIFY(activity().can(Page::Command::Search));
}

/// In a window of 1280 x 800: also with long names, large amounts, and from right to left.
void TestOrderList::amountsAndStatesAreNotCut()
{
    m->serving.looks.pauses = {std::chrono::hours(1)};
    openActivity();
    noteIds();
    QVERIFY(m->server().setPoolGb("mobile", "99999999"));
    SubUserRequest large = request(ServingKind::Create, 1, "12345678.25");
    large.username = QString(200, u'W');
    QVERIFY(!serve({large}).isEmpty());
    QVERIFY(!buy("12").isEmpty());
    m->window().resize(1280, 800);
    for (const Qt::LayoutDirection direction : {Qt::LeftToRight, Qt::RightToLeft}) {
        QApplication::setLayoutDirection(direction);
        QCoreApplication::processEvents();
        QTRY_COMPARE(list().model()->rowCount(), 2);
        for (const char *name : {"time", "kind", "amount", "charged", "state"}) {
            const int section = OrderTableModel::column(name);
            QVERIFY2(!list().isColumnHidden(section), name);
            const QAbstractItemView &view = list();
            for (int row = 0; row < 2; ++row) {
                const QModelIndex index = list().model()->index(row, section);
                QTRY_VERIFY2(view.sizeHintForIndex(index).width() <= list().columnWidth(section),
                             name);
                const QRect place = list().visualRect(index);
                QVERIFY2(list().viewport()->rect().contains(place.adjusted(1, 0, -1, 0)), name);
            }
        }
    }
    QApplication::setLayoutDirection(Qt::LeftToRight);
}

void TestOrderList::severalAreCounted()
{
    openActivity();
    makeAll();
    list().selectAll();
    QCOMPARE(WindowFixture::textOf(&activity(), "orderTitle"), QStringLiteral("8 orders"));
    const QString counts = WindowFixture::textOf(&activity(), "orderSubtitle");
    QVERIFY2(counts.contains(QStringLiteral("Refused: 4")) &&
                 counts.contains(QStringLiteral("Completed: 4")),
             qPrintable(counts));
    QVERIFY(!WindowFixture::in(&activity(), "orderView")->isVisible());
    QVERIFY(!WindowFixture::in(&activity(), "lookNow")->isVisible());
    // Some of them were done.
    QVERIFY(prepare().isVisible());
    QVERIFY(!prepare().isEnabled());
    QVERIFY(!prepare().accessibleDescription().isEmpty());
    chooseRows({7});
    QVERIFY(!prepare().isVisible());
}

void TestOrderList::aTopUpIsPreparedAgain()
{
    openActivity();
    forbid("topUpTraffic");
    show(buy("12.5"));
    QTRY_VERIFY(prepare().isEnabled());
    const auto sent = arrived("topUpTraffic");
    prepare().click();
    QTRY_VERIFY(m->sheet("topUpDialog") != nullptr);
    QCOMPARE(WindowFixture::in<QLineEdit>(m->sheet("topUpDialog"), "amountEdit")->text(),
             QStringLiteral("12.5"));
    QVERIFY(WindowFixture::in<QComboBox>(m->sheet("topUpDialog"), "typeBox")
                ->currentData()
                .toString() == QLatin1String("residential"));
    QCOMPARE(arrived("topUpTraffic"), sent); // nothing is sent
}

void TestOrderList::aGiftIsPreparedAgain()
{
    openActivity();
    noteIds();
    forbid(giveCall);
    const QStringList ids = serve({request(ServingKind::Give, 1, "4.5")});
    show(ids.front());
    QTRY_VERIFY(prepare().isEnabled());
    prepare().click();
    QTRY_VERIFY(dialog() != nullptr);
    QCOMPARE(dialog()->objectName(), QStringLiteral("giveDialog"));
    QCOMPARE(WindowFixture::in<QLineEdit>(dialog(), "amountEdit")->text(), QStringLiteral("4.5"));
    QVERIFY(rowsOf(dialog(), "giveSums").startsWith(nameOf(m_ids.at(1))));
    // The user confirms it as any other.
    goToConfirm();
    QCOMPARE(arrived(giveCall), 1u);
    send();
    QTRY_COMPARE(arrived(giveCall), 2u);
    QTRY_COMPARE(desk().operations().back().state, OrderState::Completed);
    QCOMPARE(desk().operations().back().request.amount, gb("4.5"));
}

void TestOrderList::differentGiftsArePreparedAgain()
{
    openActivity();
    noteIds();
    fault("forbid=1005,on=addSubUserTraffic");
    QStringList ids;
    for (const char *amount : {"1", "2"}) {
        ids += serve({request(ServingKind::Give, int(ids.size()), amount)});
    }
    QCOMPARE(ids.size(), 2);
    m->server().faults().clearAll();
    chooseRows({0, 1});
    QTRY_VERIFY2(prepare().isEnabled(), qPrintable(prepare().toolTip()));
    prepare().click();
    QTRY_VERIFY(dialog() != nullptr);
    QVERIFY(WindowFixture::in<QLineEdit>(dialog(), "amountEdit")->text().isEmpty());
    QVERIFY2(rowsOf(dialog(), "giveSums").contains(QStringLiteral("Given in all: 3 GB")),
             qPrintable(rowsOf(dialog(), "giveSums")));
    goToConfirm();
    send();
    QTRY_COMPARE(desk().operations().size(), std::size_t(4));
    QTRY_VERIFY(!desk().isUnderWay());
    QCOMPARE(desk().operations()[2].request.amount, gb("1"));
    QCOMPARE(desk().operations()[3].request.amount, gb("2"));
    QCOMPARE(desk().operations()[3].state, OrderState::Completed);
}

void TestOrderList::aRemovalIsPreparedAgain_data()
{
    QTest::addColumn<bool>("isDelete");
    QTest::newRow("take back") << false;
    QTest::newRow("delete") << true;
}

void TestOrderList::aRemovalIsPreparedAgain()
{
    QFETCH(bool, isDelete);
    openActivity();
    noteIds();
    const char *call = isDelete ? deleteCall : takeCall;
    forbid(call);
    const int where = place(true);
    SubUserRequest lost = request(isDelete ? ServingKind::Delete : ServingKind::Take, where);
    lost.amount = isDelete ? TrafficAmount() : gb("0.1");
    show(serve({lost}).front());
    QTRY_VERIFY(prepare().isEnabled());
    prepare().click();
    QTRY_VERIFY(dialog() != nullptr);
    QCOMPARE(dialog()->objectName(),
             isDelete ? QStringLiteral("deleteDialog") : QStringLiteral("takeDialog"));
    if (!isDelete) {
        QCOMPARE(WindowFixture::in<QLineEdit>(dialog(), "amountEdit")->text(),
                 QStringLiteral("0.1"));
        submitOfDialog()->click();
    }
    waitForConfirm();
    QVERIFY(rowsOf(dialog(), "orderRows").contains(nameOf(m_ids.at(where))));
    QCOMPARE(arrived(call), 1u);
}

void TestOrderList::creationsArePreparedAgain()
{
    openActivity();
    fault("forbid=1005,on=createSubUser");
    QStringList ids = serve({request(ServingKind::Create, 1, "5")});
    ids += serve({request(ServingKind::Create, 2, "6")});
    QCOMPARE(ids.size(), 2);
    show(ids.front());
    QTRY_VERIFY(prepare().isEnabled());
    prepare().click();
    QTRY_VERIFY(dialog() != nullptr);
    QCOMPARE(dialog()->objectName(), QStringLiteral("createDialog"));
    const auto text = [this](const char *edit) {
        return WindowFixture::in<QLineEdit>(dialog(), edit)->text();
    };
    QCOMPARE(text("nameEdit"), QStringLiteral("new_customer_1"));
    QCOMPARE(text("amountEdit"), QStringLiteral("5"));
    QCOMPARE(text("noteEdit"), QStringLiteral("Invoice 7"));
    QCOMPARE(WindowFixture::in<QComboBox>(dialog(), "serviceBox")->currentData().toString(),
             QStringLiteral("mobile"));
    dialog()->done(QDialog::Rejected);
    QTRY_VERIFY(m->window().findChildren<ServingDialog *>().isEmpty());
    chooseRows({0, 1});
    prepare().click();
    QTRY_VERIFY(dialog() != nullptr);
    QCOMPARE(dialog()->objectName(), QStringLiteral("createManyDialog"));
    const QString lines = WindowFixture::in<QPlainTextEdit>(dialog(), "linesEdit")->toPlainText();
    QVERIFY2(lines.contains(QStringLiteral("new_customer_1")) &&
                 lines.contains(QStringLiteral("new_customer_2")) &&
                 lines.contains(QStringLiteral("Invoice 7")),
             qPrintable(lines));
    QCOMPARE(arrived(createCall), 2u);
}

void TestOrderList::aProxyIsPreparedAgain()
{
    openActivity();
    forbid("createProxy");
    show(createProxy(wantedProxy()));
    QTRY_VERIFY(prepare().isEnabled());
    prepare().click();
    QTRY_VERIFY(m->sheet("newProxyDialog") != nullptr);
    QWidget *sheet = m->sheet("newProxyDialog");
    QCOMPARE(WindowFixture::in<QLineEdit>(sheet, "nameEdit")->text(), QStringLiteral("berlin-7"));
    QCOMPARE(WindowFixture::in<QLineEdit>(sheet, "limitEdit")->text(), QStringLiteral("3"));
    QCOMPARE(WindowFixture::textOf(sheet, "sheetTitle"), QStringLiteral("New proxy"));
    QCOMPARE(arrived("createProxy"), 1u);
}

/// A sub-user that no longer exists is left out, and that is said; if none is left, the button is
/// disabled and says why.
void TestOrderList::theDeletedAreLeftOut()
{
    openActivity();
    noteIds();
    fault("forbid=1005,on=addSubUserTraffic");
    QStringList ids = serve({request(ServingKind::Give, 0)});
    ids += serve({request(ServingKind::Give, 1)});
    m->server().faults().clearAll();
    QCOMPARE(serve({request(ServingKind::Delete, 0)}).size(), 1);
    QTRY_VERIFY(!m->session().rows().subUser(m_ids.at(0)));
    show(ids.front());
    QTRY_VERIFY(!prepare().isEnabled());
    QVERIFY2(prepare().toolTip().contains(QStringLiteral("no longer exist")),
             qPrintable(prepare().toolTip()));
    chooseRows({1, 2});
    QTRY_VERIFY2(prepare().isEnabled(), qPrintable(prepare().toolTip()));
    prepare().click();
    QTRY_VERIFY(dialog() != nullptr);
    QVERIFY(rowsOf(dialog(), "giveSums").startsWith(nameOf(m_ids.at(1))));
    QVERIFY2(bannerOf(&activity(), "undoBar").contains(QStringLiteral("were left out")),
             qPrintable(bannerOf(&activity(), "undoBar")));
}

void TestOrderList::whyNothingIsPrepared()
{
    openActivity();
    noteIds();
    fault("forbid=1005,on=addSubUserTraffic");
    QStringList ids = serve({request(ServingKind::Give, 0)});
    ids += serve({request(ServingKind::Give, 0)});
    fault("forbid=1005,on=topUpTraffic");
    buy("1");
    buy("2");
    QTRY_COMPARE(list().model()->rowCount(), 4);
    const auto reason = [this](const QList<int> &rows) {
        chooseRows(rows);
        return prepare().isEnabled() ? QString() : prepare().toolTip();
    };
    QVERIFY(reason({0, 1}).contains(QStringLiteral("one at a time")));
    QVERIFY(reason({0, 2}).contains(QStringLiteral("one kind")));
    QVERIFY(reason({2, 3}).contains(QStringLiteral("more than one of these orders")));
    QVERIFY(reason({2}).isEmpty());
}

/// After a start it is not said that the evidence could not be loaded, and the user need not
/// decide, before the service was asked.
void TestOrderList::theFirstLookIsAwaited()
{
    openActivity();
    noteIds();
    fault("drop,next=1,on=addSubUserTraffic");
    fault("error-500,on=listSubUserAllocations,after=1");
    const QString id = serve({request(ServingKind::Give, 0)}).front();
    QTRY_VERIFY(!desk().operation(id)->looks.empty());
    QTRY_VERIFY(WindowFixture::in(&activity(), "orderDecision")->isVisible());
    QVERIFY2(facts().contains(QStringLiteral("Could not be loaded")), qPrintable(facts()));
    m->close();
    m->server().faults().clearAll();
    QVERIFY(!m->server().faults().set(std::string_view("latency=60000,on=getSubUser")));
    QVERIFY(!m->server().faults().set(std::string_view("latency=60000,on=listSubUserAllocations")));
    m->open();
    m->trigger("showActivityAction");
    QTRY_COMPARE(list().model()->rowCount(), 1);
    show(id);
    QTRY_VERIFY2(facts().contains(QStringLiteral("Last check: Being checked…")),
                 qPrintable(facts()));
    QVERIFY2(!facts().contains(QStringLiteral("Could not be loaded")), qPrintable(facts()));
    QVERIFY(!WindowFixture::in(&activity(), "orderDecision")->isVisible());
    m->server().faults().clearAll();
    m->server().endLatency();
    QTRY_VERIFY2(!facts().contains(QStringLiteral("Being checked…")), qPrintable(facts()));
}

void TestOrderList::offlineSaysWhyNothingIsChecked()
{
    openActivity();
    noteIds();
    fault("drop,next=1,on=addSubUserTraffic");
    fault("error-500,on=listSubUserAllocations,after=1");
    const QString id = serve({request(ServingKind::Give, 0)}).front();
    QTRY_VERIFY(!desk().operation(id)->looks.empty());
    m->windowAccount.offline = true;
    m->reopen();
    m->trigger("showActivityAction");
    QTRY_COMPARE(list().model()->rowCount(), 1);
    show(id);
    QTRY_VERIFY2(facts().contains(QStringLiteral("Not possible: Relaybook works offline")),
                 qPrintable(facts()));
    QVERIFY2(!facts().contains(QStringLiteral("Being checked")), qPrintable(facts()));
    QVERIFY(!WindowFixture::in(&activity(), "lookNow")->isEnabled());
}

/// Its lost answer is told as what it was; that it may have been carried out is not said any more.
void TestOrderList::aResolvedOrderIsNotInDoubt()
{
    openActivity();
    noteIds();
    fault("do-and-drop,next=1,on=addSubUserTraffic");
    const QString given = serve({request(ServingKind::Give, 0)}).front();
    QTRY_COMPARE(desk().operation(given)->state, OrderState::Completed);
    fault("do-and-drop,next=1,on=topUpTraffic");
    const QString bought = buy("3");
    QTRY_COMPARE(m->session().purchases().order(bought)->state, OrderState::Completed);
    for (const QString &id : {given, bought}) {
        show(id);
        const QString all = facts() + WindowFixture::textOf(&activity(), "orderSubtitle") +
                            WindowFixture::textOf(&activity(), "orderTitle");
        QVERIFY2(!all.contains(QStringLiteral("may have")) &&
                     !all.contains(QStringLiteral("Reason")),
                 qPrintable(all));
        QVERIFY2(all.contains(QStringLiteral("Answer: ")), qPrintable(all));
        QVERIFY2(all.contains(QStringLiteral("The service's data shows that it was done.")),
                 qPrintable(all));
    }
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestOrderList)
#include "test_orderlist.moc"
