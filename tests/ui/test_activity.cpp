// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the activity page: every order with its state, evidence and receipt, the work in progress,
// and the user's decision if the evidence does not decide.
#include "models/buying/purchasedesk.h"
#include "models/tables/ordertablemodel.h"
#include "tests/ui/windowfixture.h"
#include "ui/orders/activitypage.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/rowlist.h"
#include "ui/widgets/sheetdialog.h"
#include "ui/widgets/tableview.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QTemporaryDir>

using namespace relaybook;
using relaybook::testing::WindowFixture;

class TestActivity : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme.apply(*qApp); }
    void init() { m_desk = std::make_unique<WindowFixture>(m_theme); }
    void cleanup() { m_desk.reset(); }

    void nothingYetLeadsToTheTopUp();
    void settledOrderWithItsReceipt();
    void newestOrderComesFirst();
    void unknownOrderIsDecidedByTheUser();
    void aTransactionWithoutTheFigures();
    void workUnderWay();
    void rowsAreCopied();
    void ordersAreExported();

private:
    [[nodiscard]] ActivityPage *page()
    {
        return m_desk->window().findChild<ActivityPage *>(QStringLiteral("activityPage"));
    }
    [[nodiscard]] TableView *table() { return WindowFixture::in<TableView>(page(), "table"); }
    [[nodiscard]] PurchaseDesk &orders() { return m_desk->session().purchases(); }
    [[nodiscard]] QString facts()
    {
        QStringList lines;
        for (const auto &row : WindowFixture::in<RowList>(page(), "orderFacts")->rows()) {
            lines.append(row.label % QLatin1String(": ") % row.value);
        }
        return lines.join(QLatin1Char('\n'));
    }
    void open()
    {
        m_desk->open();
        QTRY_VERIFY(orders().isReady());
        QTest::keyClick(&m_desk->window(), Qt::Key_5, Qt::ControlModifier);
        QCOMPARE(m_desk->window().currentPage(), page());
    }
    void fault(const char *text)
    {
        const auto problem = m_desk->server().faults().set(std::string_view(text));
        QVERIFY2(!problem, problem ? problem->c_str() : "");
    }
    // Buys without dialogs, which other tests cover.
    void buy(const char *gigabytes)
    {
        std::optional<Confirmation> made;
        const Call call = orders().prepare(QStringLiteral("residential"),
                                           *TrafficAmount::parseGb(QString::fromLatin1(gigabytes)),
                                           this, [&made](const Result<Confirmation> &answer) {
                                               if (answer) {
                                                   made = *answer;
                                               }
                                           });
        QTRY_VERIFY(made.has_value());
        QString id;
        orders().buy(made->number, true, this,
                     [&id](const BuyAnswer &answer) { id = answer.orderId; });
        QTRY_VERIFY(!id.isEmpty());
        QTRY_VERIFY(!orders().order(id)->isUnderWay());
    }

    Theme m_theme;
    std::unique_ptr<WindowFixture> m_desk;
};

void TestActivity::nothingYetLeadsToTheTopUp()
{
    open();
    const auto *empty = WindowFixture::in<EmptyState>(page(), "activityEmpty");
    QTRY_VERIFY(empty->isVisible());
    QCOMPARE(empty->content().title, QStringLiteral("No orders yet"));
    WindowFixture::click(WindowFixture::in(page(), "activityEmpty"), "emptyStateAction");
    QTRY_VERIFY(m_desk->sheet("topUpDialog") != nullptr);
}

void TestActivity::settledOrderWithItsReceipt()
{
    open();
    buy("95");
    QTRY_COMPARE(table()->model()->rowCount(), 1);
    const TopUpOrder order = orders().orders().front();
    QCOMPARE(int(order.state), int(OrderState::Completed));
    QTRY_VERIFY2(facts().contains(order.charged.value_or(Money()).text()), qPrintable(facts()));
    QVERIFY2(facts().contains(QStringLiteral("95 GB")), qPrintable(facts()));
    QVERIFY(WindowFixture::textOf(page(), "orderTitle").contains(QStringLiteral("bought")));
    QVERIFY(!WindowFixture::in(page(), "lookNow")->isVisible());
    QVERIFY(!WindowFixture::in(page(), "orderDecision")->isVisible());
}

void TestActivity::newestOrderComesFirst()
{
    open();
    OrderTableModel model(m_desk->session().orderEngines());
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    buy("10");
    buy("20");
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(inserted.size(), 2);
    QCOMPARE(model.index(0, OrderTableModel::column("amount")).data().toString(),
             QStringLiteral("20 GB"));
    QCOMPARE(model.index(1, OrderTableModel::column("amount")).data().toString(),
             QStringLiteral("10 GB"));
    QCOMPARE(model.rowOf(model.orderIdAt(1)), 1);
    QCOMPARE(model.rowOf(QStringLiteral("no such order")), -1);
}

void TestActivity::unknownOrderIsDecidedByTheUser()
{
    open();
    fault("drop=close,next=1,on=topUpTraffic");
    buy("10");
    // Before the first check: an order is only created if the newest row of the ledger can be
    // noted.
    fault("error-500,on=listTransactions");
    const QString id = orders().orders().front().id;
    QCOMPARE(int(orders().order(id)->state), int(OrderState::Unknown));
    const QPushButton *show = nullptr;
    QTRY_VERIFY((show = m_desk->window().findChild<QPushButton *>(QStringLiteral("showOrder"))) !=
                nullptr);
    const auto *entry =
        m_desk->window().findChild<QAbstractButton *>(QStringLiteral("nav-activityPage"));
    QTRY_VERIFY(entry->accessibleDescription().contains(QStringLiteral("unknown result")));
    QTRY_VERIFY(WindowFixture::in(page(), "lookNow")->isVisible());
    // The notice is hidden where the card and the table say the same, and comes back.
    QVERIFY(!show->isVisible());
    m_desk->trigger("showOverviewAction");
    QTRY_VERIFY(show->isVisible());
    m_desk->trigger("showActivityAction");
    QTRY_VERIFY(!show->isVisible());
    QTRY_VERIFY(!orders().order(id)->looks.empty());
    QTRY_VERIFY(WindowFixture::in(page(), "orderDecision")->isVisible());
    QVERIFY2(facts().contains(QStringLiteral("Could not be loaded")), qPrintable(facts()));
    WindowFixture::click(page(), "decideNotDone");
    QTRY_VERIFY(m_desk->sheet("decideDialog") != nullptr);
    QCOMPARE(int(orders().order(id)->state), int(OrderState::Unknown));
    WindowFixture::click(m_desk->sheet("decideDialog"), "submit");
    QTRY_COMPARE(int(orders().order(id)->state), int(OrderState::NotDone));
    QCOMPARE(int(orders().order(id)->decidedBy), int(DecidedBy::User));
    QTRY_VERIFY(entry->accessibleDescription().isEmpty());
    QTRY_VERIFY(!WindowFixture::in(page(), "orderDecision")->isVisible());
    QVERIFY(!orders().order(id)->looks.empty());
    // The sentence that it was unknown is gone; how it ended is not told to whom decided it.
    QTRY_VERIFY(m_desk->window().findChild<QPushButton *>(QStringLiteral("showOrder")) == nullptr);
}

/// A transaction matches, but the traffic left could not be loaded at that check.
void TestActivity::aTransactionWithoutTheFigures()
{
    open();
    fault("do-and-drop,next=1,on=topUpTraffic");
    buy("10");
    fault("error-500,on=getBalance");
    const QString id = orders().orders().front().id;
    QTRY_VERIFY(!orders().order(id)->looks.empty());
    QTRY_VERIFY(WindowFixture::in(page(), "orderDecision")->isVisible());
    const auto *look = WindowFixture::in<QLabel>(page(), "orderLook");
    QTRY_VERIFY2(look->text().contains(QStringLiteral("the traffic left, before the order or now, "
                                                      "is not known")),
                 qPrintable(look->text()));
    QCOMPARE(int(orders().order(id)->state), int(OrderState::Unknown));
    m_desk->server().faults().clearAll();
    orders().look(id);
    QTRY_COMPARE(int(orders().order(id)->state), int(OrderState::Completed));
}

void TestActivity::workUnderWay()
{
    m_desk->sandboxOptions.transactions = 5000;
    m_desk->sandboxOptions.latency = std::chrono::milliseconds(120);
    m_desk->showWindow();
    m_desk->openAccount();
    m_desk->trigger("showActivityAction");
    QTRY_VERIFY(m_desk->session().ledger().progress().state == LedgerProgress::Running);
    QTRY_VERIFY(WindowFixture::in<QPushButton>(page(), "pauseWork") != nullptr);
    WindowFixture::click(page(), "pauseWork");
    QTRY_VERIFY(m_desk->session().ledger().progress().state == LedgerProgress::Paused);
    QTRY_VERIFY(WindowFixture::in<QPushButton>(page(), "resumeWork") != nullptr);
    WindowFixture::click(page(), "cancelWork");
    QTRY_VERIFY(m_desk->session().ledger().progress().state == LedgerProgress::Idle);
    QTRY_VERIFY(!WindowFixture::in(page(), "workCard")->isVisible());
}

void TestActivity::rowsAreCopied()
{
    open();
    buy("12.5");
    QTRY_COMPARE(table()->model()->rowCount(), 1);
    // Not selectRow(), which toggles while the Ctrl of Ctrl+5 still counts as pressed.
    table()->selectionModel()->select(table()->model()->index(0, 0),
                                      QItemSelectionModel::ClearAndSelect |
                                          QItemSelectionModel::Rows);
    table()->setFocus();
    m_desk->trigger("copyAction");
    const auto copied = [] {
        return QApplication::clipboard()->text().trimmed().split(QLatin1Char('\n'));
    };
    QTRY_COMPARE(copied().size(), 2);
    const QStringList lines = copied();
    QVERIFY2(lines.back().contains(QStringLiteral("12.5 GB")), qPrintable(lines.back()));
}

/// The button of the page opens the dialog with the orders selected, and the file has what the
/// journal has: one order resolved by its receipt, one by evidence.
void TestActivity::ordersAreExported()
{
    open();
    QVERIFY(!WindowFixture::in(page(), "exportButton")->isEnabled());
    buy("95");
    fault("do-and-drop,next=1,on=topUpTraffic");
    buy("12.5");
    const auto newest = [this]() -> const TopUpOrder & { return orders().orders().front(); };
    QTRY_COMPARE(int(newest().state), int(OrderState::Completed));
    WindowFixture::click(page(), "exportButton");
    QTRY_VERIFY(m_desk->sheet("exportDialog") != nullptr);
    SheetDialog *dialog = m_desk->sheet("exportDialog");
    QVERIFY(WindowFixture::in<QRadioButton>(dialog, "exportOrders")->isChecked());
    QCOMPARE(WindowFixture::in<QRadioButton>(dialog, "rowsAll")->text(), QStringLiteral("All (2)"));
    WindowFixture::in<QRadioButton>(dialog, "formatJson")->click();
    const QTemporaryDir out;
    const QString path = out.filePath(QStringLiteral("orders.json"));
    WindowFixture::in<QLineEdit>(dialog, "pathEdit")->setText(path);
    dialog->submit();
    QTRY_VERIFY(QFile::exists(path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonArray rows =
        QJsonDocument::fromJson(file.readAll()).object().value(QLatin1String("rows")).toArray();
    QCOMPARE(rows.size(), 2);
    const QJsonObject evidence = rows.at(0).toObject();
    const QJsonObject receipt = rows.at(1).toObject();
    const auto text = [](const QJsonObject &row, const char *name) {
        return row.value(QLatin1String(name)).toVariant().toString();
    };
    QCOMPARE(text(receipt, "state"), QStringLiteral("completed"));
    QCOMPARE(text(receipt, "decided_by"), QStringLiteral("answer"));
    QCOMPARE(text(receipt, "amount_gb"), QStringLiteral("95"));
    QCOMPARE(text(receipt, "charged"), QStringLiteral("247.00"));
    QCOMPARE(text(evidence, "decided_by"), QStringLiteral("evidence"));
    QCOMPARE(text(evidence, "amount_gb"), QStringLiteral("12.5"));
    QCOMPARE(text(evidence, "charged"), QStringLiteral("37.50"));
    QCOMPARE(text(evidence, "transaction_id"), newest().proof->text());
    const QJsonArray looks = evidence.value(QLatin1String("looks")).toArray();
    QVERIFY(!looks.isEmpty());
    QCOMPARE(text(looks.last().toObject(), "says"), QStringLiteral("bought"));
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestActivity)
#include "test_activity.moc"
