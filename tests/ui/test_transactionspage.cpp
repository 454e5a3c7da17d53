// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/transactiontablemodel.h"
#include "models/text/format.h"
#include "tests/support/waituntil.h"
#include "tests/ui/accessibletext.h"
#include "tests/ui/listfixture.h"
#include "tests/ui/partialledger.h"
#include "ui/ledger/transactionspage.h"
#include "ui/lists/allfields.h"
#include "ui/widgets/tableview.h"

#include <QApplication>

using namespace relaybook;
using relaybook::testing::accessibleText;
using relaybook::testing::ListFixture;
using Body = ListState::Body;

class TestTransactionsPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme.apply(*qApp); }
    void init() { m_desk = std::make_unique<ListFixture>(m_theme); }
    void cleanup() { m_desk.reset(); }

    void newestOnTop();
    void enterShowsAllOfTheRow();
    void amountsThatContradictTheBalancesAreShownAsWritten();
    void footerCountsAndSums();
    void footerCountsUnreadableRows();
    void footerOfAnIncompleteLedger();
    void aFailedSyncCanBeTriedAgain();
    void searchLooksIntoMetadata();
    void theSelectedRowIsInViewAfterSorting();

private:
    TransactionsPage *showLoaded(int rows = 250);
    [[nodiscard]] sandbox::TransactionView truth(int row);

    Theme m_theme;
    std::unique_ptr<ListFixture> m_desk;
};

TransactionsPage *TestTransactionsPage::showLoaded(int rows)
{
    m_desk->open();
    m_desk->account().start();
    auto *page = m_desk->show<TransactionsPage>();
    return testing::waitUntil([&] { return m_desk->rows() == rows; }) ? page : nullptr;
}

sandbox::TransactionView TestTransactionsPage::truth(int row)
{
    const qint64 id = m_desk->table().model()->index(row, 0).data(KeyRole).toLongLong();
    return m_desk->server().transaction(id).value_or(sandbox::TransactionView());
}

void TestTransactionsPage::newestOnTop()
{
    auto *page = showLoaded();
    QVERIFY(page);
    const auto all = m_desk->server().transactions();
    QCOMPARE(truth(0).id, all.back().id);
    QCOMPARE(truth(249).id, all.front().id);
    // Nothing is selected: the user first sees the whole ledger.
    QVERIFY(!m_desk->table().selectionModel()->hasSelection());
    QVERIFY(!page->can(Page::Command::Edit));
    QVERIFY(!page->can(Page::Command::CopyCredentials));
}

void TestTransactionsPage::enterShowsAllOfTheRow()
{
    QVERIFY(showLoaded());
    QVERIFY(!m_desk->isShown("detailPane"));
    auto &table = m_desk->table();
    table.setFocus();
    table.setCurrentIndex(table.model()->index(7, 0));
    QTest::keyClick(&table, Qt::Key_Return);
    QVERIFY(m_desk->isShown("detailPane"));
    QVERIFY(m_desk->find("allFieldsButton")->hasFocus());
    const auto row = truth(7);
    QCOMPARE(m_desk->text("inspectorTitle"), QStringLiteral("Transaction %1").arg(row.id));
    const QString said = accessibleText(*m_desk->find("detailPane"));
    for (const int column :
         {TransactionTableModel::column("amount"), TransactionTableModel::column("before"),
          TransactionTableModel::column("after"), TransactionTableModel::column("type")}) {
        QVERIFY2(said.contains(m_desk->cell(7, column)), qPrintable(m_desk->cell(7, column)));
    }
    m_desk->click("allFieldsButton");
    auto *tree = m_desk->find<AllFieldsTree>("allFieldsTree");
    const auto items = tree->findItems(QStringLiteral("balance_after"), Qt::MatchExactly, 0);
    QCOMPARE(items.size(), 1);
    QCOMPARE(items.first()->text(1), QString::fromStdString(row.balanceAfter));
}

void TestTransactionsPage::amountsThatContradictTheBalancesAreShownAsWritten()
{
    m_desk->startSandbox();
    const auto all = m_desk->server().transactions();
    const auto broken = all.at(all.size() - 5).id;
    QVERIFY(!m_desk->server().faults().set("broken-chain=" + std::to_string(broken) + ":amount"));
    QVERIFY(showLoaded());
    m_desk->click("inspectorButton");
    m_desk->chooseRow(4);
    QCOMPARE(m_desk->text("inspectorTitle"), QStringLiteral("Transaction %1").arg(broken));
    QVERIFY(accessibleText(*m_desk->find("detailPane"))
                .contains(QStringLiteral("which differs from the change in balance")));
    m_desk->chooseRow(5);
    QVERIFY(!accessibleText(*m_desk->find("detailPane"))
                 .contains(QStringLiteral("which differs from the change in balance")));
}

void TestTransactionsPage::footerCountsAndSums()
{
    QVERIFY(showLoaded());
    QTRY_COMPARE(m_desk->text("ledgerCount"), QStringLiteral("250 in this view"));
    QVERIFY(m_desk->text("ledgerPlace").startsWith(QStringLiteral("Rows 1–")));
    QVERIFY(!m_desk->isShown("ledgerSelected"));
    auto &table = m_desk->table();
    table.setFocus();
    table.setCurrentIndex(table.model()->index(2, 0));
    QTest::keyClick(&table, Qt::Key_Down, Qt::ShiftModifier);
    QTest::keyClick(&table, Qt::Key_Down, Qt::ShiftModifier);
    // From after the newest of the three to before the oldest: their total.
    const auto newest = Money::parse(QString::fromStdString(truth(2).balanceAfter));
    const auto oldest = Money::parse(QString::fromStdString(truth(4).balanceBefore));
    QVERIFY(newest && oldest);
    const auto net = newest->minus(*oldest);
    QVERIFY(net);
    QVERIFY(m_desk->isShown("ledgerSelected"));
    QCOMPARE(m_desk->text("ledgerSelectedCount"), QStringLiteral("3 selected"));
    QTRY_COMPARE(m_desk->find("ledgerSelectedNet")->accessibleName(),
                 format::money(*net, format::Sign::Always));
    QCOMPARE(m_desk->text("ledgerSelectedNet"),
             format::money(format::nearestCents(*net), format::Sign::Always));
    QTest::keyClick(&table, Qt::Key_End);
    QTRY_VERIFY(m_desk->text("ledgerPlace").endsWith(QStringLiteral("–250")));
}

void TestTransactionsPage::footerCountsUnreadableRows()
{
    m_desk->startSandbox();
    QVERIFY(!m_desk->server().faults().set("unreadable-rows=50"));
    m_desk->open();
    m_desk->account().start();
    QVERIFY(m_desk->show<TransactionsPage>());
    QTRY_VERIFY(m_desk->isShown("ledgerUnreadable"));
    QTRY_COMPARE(m_desk->rows() + m_desk->account().summary().unreadableTransactions, 250);
}

void TestTransactionsPage::footerOfAnIncompleteLedger()
{
    m_desk->sandboxOptions.transactions = 3000;
    m_desk->startSandbox();
    testing::refuseMostPages(m_desk->server());
    m_desk->open();
    m_desk->account().start();
    m_desk->show<TransactionsPage>();
    const LedgerExtent extent = testing::partialExtent(m_desk->account());
    QVERIFY(!extent.complete && extent.held > 0);
    const QString madeFrom = QStringLiteral("from %1 of 3,000").arg(extent.held);
    const auto *note = m_desk->find<QLabel>("ledgerMadeFrom");
    QTRY_COMPARE(note->text(), madeFrom);
    QVERIFY(note->isVisible());
    QTRY_COMPARE(note->parentWidget()->accessibleDescription(), madeFrom);
    m_desk->server().faults().clearAll();
    m_desk->account().ledger().resume();
    QTRY_VERIFY(m_desk->account().summary().ledger.complete);
    QTRY_VERIFY(!note->isVisible());
    QCOMPARE(note->text(), QString());
}

void TestTransactionsPage::aFailedSyncCanBeTriedAgain()
{
    m_desk->startSandbox();
    QVERIFY(!m_desk->server().faults().set("forbid=1005,on=listTransactions"));
    m_desk->open();
    auto *page = m_desk->show<TransactionsPage>();
    m_desk->account().start();
    QTRY_COMPARE(page->state().body, Body::NotLoaded);
    QVERIFY(m_desk->text("emptyStateText").contains(QStringLiteral("does not allow")));
    m_desk->server().faults().clearAll();
    m_desk->click("emptyStateAction");
    QTRY_COMPARE(m_desk->rows(), 250);
    QCOMPARE(page->state().body, Body::Rows);
}

void TestTransactionsPage::searchLooksIntoMetadata()
{
    QVERIFY(showLoaded());
    const auto row = truth(11);
    m_desk->search(QString::number(row.id));
    QTRY_VERIFY(m_desk->rows() < 250);
    QTRY_COMPARE(m_desk->text("ledgerCount"),
                 QStringLiteral("%1 in this view").arg(m_desk->rows()));
    QTRY_VERIFY(
        m_desk->column(TransactionTableModel::column("id")).contains(QString::number(row.id)));
}

/// By date the first rows are shown before all of them, and the selected one is not among them.
void TestTransactionsPage::theSelectedRowIsInViewAfterSorting()
{
    m_desk->sandboxOptions.transactions = 900;
    QVERIFY(showLoaded(900));
    auto *table = m_desk->find<TableView>("table");
    const auto &model = static_cast<KeyedTableModel &>(*table->model());
    QTRY_VERIFY(model.isSettled());
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                      table->visualRect(model.index(3, 1)).center());
    const qint64 key = model.keyAt(3);
    for (const char *column : {"date", "date", "amount", "date", "id", "id"}) {
        table->header()->setSortIndicator(
            TransactionTableModel::column(column),
            table->header()->sortIndicatorOrder() == Qt::AscendingOrder ? Qt::DescendingOrder
                                                                        : Qt::AscendingOrder);
        QTRY_VERIFY(model.isSettled() && m_desk->rows() == 900);
        QCoreApplication::processEvents();
        QCOMPARE(table->currentIndex().data(KeyRole).toLongLong(), key);
        QVERIFY2(
            table->viewport()->rect().contains(table->visualRect(table->currentIndex()).center()),
            column);
    }
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestTransactionsPage)
#include "test_transactionspage.moc"
