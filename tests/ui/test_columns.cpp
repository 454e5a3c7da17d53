// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the columns of a table in a narrow window, and the menu that shows and hides them.
#include "models/tables/transactiontablemodel.h"
#include "tests/ui/ledgerpagefixture.h"
#include "ui/widgets/tableheader.h"
#include "ui/widgets/tableview.h"

#include <QAbstractItemDelegate>
#include <QClipboard>
#include <QMenu>

using namespace relaybook;
using relaybook::testing::LedgerPageTest;

namespace {

constexpr int narrowWidth = 740;
constexpr int wideWidth = 1500;
constexpr int pageHeight = 700;

/// Counts how often a view asks for the size of a cell.
class CountingDelegate : public QAbstractItemDelegate
{
public:
    explicit CountingDelegate(QAbstractItemDelegate &real)
        : m_real(real)
    {
    }
    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override
    {
        m_real.paint(painter, option, index);
    }
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option,
                                 const QModelIndex &index) const override
    {
        ++measured;
        return m_real.sizeHint(option, index);
    }

    mutable int measured = 0;

private:
    QAbstractItemDelegate &m_real;
};

} // namespace

class TestColumns : public LedgerPageTest
{
    Q_OBJECT

private Q_SLOTS:
    void init() { begin(); }
    void cleanup() { m_desk.reset(); }

    void someMakeRoomForTheDescription();
    void amountsAreWhole();
    void scrollingMeasuresFewAmounts();
    void theUsersChoiceStays();
    void spaceTicksAnEntryOfTheMenu();

private:
    [[nodiscard]] TableView &table() { return *m_desk->find<TableView>("table"); }
    [[nodiscard]] bool isHidden(const char *column)
    {
        return table().header()->isSectionHidden(TransactionTableModel::column(column));
    }
    void resize(int width) { m_desk->window().resize(width, pageHeight); }
    [[nodiscard]] QMenu &openMenu()
    {
        m_desk->click("columnsButton");
        return *m_desk->find<QMenu>("columnsMenu");
    }
    [[nodiscard]] static QAction *entry(const QMenu &menu, const QString &title)
    {
        for (QAction *action : menu.actions()) {
            if (action->text().startsWith(title)) {
                return action;
            }
        }
        return nullptr;
    }
};

void TestColumns::someMakeRoomForTheDescription()
{
    auto *page = showLoaded();
    QVERIFY(page);
    const int description = TransactionTableModel::column("description");
    const QAbstractItemView &view = table();
    resize(wideWidth);
    QTRY_VERIFY(!isHidden("before") && !isHidden("id") && !isHidden("after"));
    const auto exported = page->exportView()->columns;

    resize(narrowWidth);
    QTRY_VERIFY(isHidden("before"));
    QTRY_VERIFY(table().columnWidth(description) >= view.sizeHintForColumn(description));
    QTRY_COMPARE(table().header()->length(), table().viewport()->width());
    QVERIFY(!isHidden("date") && !isHidden("type") && !isHidden("amount"));
    // Nothing is lost.
    QVERIFY(exported.contains(QStringLiteral("balance_before")));
    QCOMPARE(page->exportView()->columns, exported);
    m_desk->chooseRow(0);
    page->perform(Page::Command::Copy);
    QVERIFY(QApplication::clipboard()->text().startsWith(
        QStringLiteral("Date\tType\tDescription\tAmount\tBefore\tAfter\tId\n")));
    // A column that the rows are sorted by stays in view.
    table().sortByColumn(TransactionTableModel::column("before"), Qt::AscendingOrder);
    QTRY_VERIFY(!isHidden("before"));

    resize(wideWidth);
    QTRY_VERIFY(!isHidden("before") && !isHidden("id") && !isHidden("after"));
}

/// Whatever is scrolled into view: a cut amount could be taken for another.
void TestColumns::amountsAreWhole()
{
    m_desk->sandboxOptions.transactions = 249;
    m_desk->startSandbox();
    QVERIFY(m_desk->server().bookDeposit("145678.1234", "new"));
    QVERIFY(showLoaded());
    resize(narrowWidth);
    QTRY_VERIFY(isHidden("before") && !isHidden("after"));
    const int after = TransactionTableModel::column("after");
    const int amount = TransactionTableModel::column("amount");
    const QAbstractItemView &view = table();
    const int atFirst = table().columnWidth(after);
    int widest = 0;
    for (int row = 0; row < m_desk->rows(); row += 5) {
        table().scrollTo(table().model()->index(row, 0), QAbstractItemView::PositionAtTop);
        widest = std::max(widest, view.sizeHintForColumn(after));
        for (const int column : {amount, after}) {
            QTRY_VERIFY(table().columnWidth(column) >= view.sizeHintForColumn(column));
        }
    }
    QVERIFY2(widest > 100, qPrintable(QString::number(widest))); // more than the default width
    QVERIFY(table().columnWidth(after) >= atFirst);
    QTRY_COMPARE(table().header()->length(), table().viewport()->width());
}

void TestColumns::scrollingMeasuresFewAmounts()
{
    m_desk->sandboxOptions.transactions = 900;
    m_desk->startSandbox();
    QVERIFY(showLoaded(900));
    resize(wideWidth);
    QTRY_VERIFY(!isHidden("before") && !isHidden("after"));
    QAbstractItemDelegate *was = table().itemDelegate();
    CountingDelegate counting(*was);
    table().setItemDelegate(&counting);
    const int steps = m_desk->rows() / 10;
    for (int step = 0; step < steps; ++step) {
        table().scrollTo(table().model()->index(step * 10, 0), QAbstractItemView::PositionAtTop);
    }
    table().setItemDelegate(was);
    // One for each form of an amount, and not all amounts in view for each step.
    QVERIFY2(counting.measured > 0 && counting.measured < steps,
             qPrintable(QStringLiteral("%1 in %2 steps").arg(counting.measured).arg(steps)));
}

void TestColumns::theUsersChoiceStays()
{
    QVERIFY(showLoaded());
    resize(narrowWidth);
    QTRY_VERIFY(isHidden("before"));
    QMenu &menu = openMenu();
    QAction *before = entry(menu, QStringLiteral("Before"));
    QVERIFY(before && !before->isChecked());
    QCOMPARE(before->text(), QStringLiteral("Before (hidden to make room)"));
    before->trigger();
    menu.close();
    QVERIFY(!isHidden("before"));
    table().header()->setColumnShown(TransactionTableModel::column("id"), false);

    QVERIFY(m_desk->show<TransactionsPage>());
    QTRY_COMPARE(m_desk->rows(), 250);
    resize(narrowWidth);
    QTRY_COMPARE(table().header()->length(), table().viewport()->width());
    QVERIFY(!isHidden("before"));
    resize(wideWidth);
    QTRY_VERIFY(!isHidden("after"));
    QVERIFY(isHidden("id"));

    Q_EMIT table().header()->resetWanted();
    QVERIFY(!isHidden("id"));
    resize(narrowWidth);
    QTRY_VERIFY(isHidden("before"));
}

void TestColumns::spaceTicksAnEntryOfTheMenu()
{
    QVERIFY(showLoaded());
    resize(wideWidth);
    QTRY_VERIFY(!isHidden("type"));
    QMenu &menu = openMenu();
    QAction *type = entry(menu, QStringLiteral("Type"));
    QVERIFY(type && type->isChecked());
    menu.setActiveAction(type);
    QTest::keyClick(&menu, Qt::Key_Space);
    QVERIFY(menu.isVisible() && !type->isChecked() && isHidden("type"));
    QCOMPARE(menu.activeAction(), type);
    QTest::keyClick(&menu, Qt::Key_Space);
    QVERIFY(menu.isVisible() && type->isChecked() && !isHidden("type"));

    // The last column in view stays.
    for (QAction *action : menu.actions()) {
        if (action->isCheckable() && action->isChecked()) {
            menu.setActiveAction(action);
            QTest::keyClick(&menu, Qt::Key_Space);
        }
    }
    QVERIFY(menu.isVisible());
    QCOMPARE(table().header()->count() - table().header()->hiddenSectionCount(), 1);
    menu.setActiveAction(type);
    QTest::keyClick(&menu, Qt::Key_Return);
    QVERIFY(!menu.isVisible() && !isHidden("type"));
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestColumns)
#include "test_columns.moc"
