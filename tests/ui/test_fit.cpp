// SPDX-License-Identifier: GPL-3.0-or-later
// Tests how the side bar, the columns of a table and the charts above one fit into small windows,
// in states that test_everyview doesn't reach.
#include "models/tables/keyedtablemodel.h"
#include "models/tables/subusertablemodel.h"
#include "tests/support/wine.h"
#include "tests/ui/fitcheck.h"
#include "tests/ui/windowfixture.h"
#include "ui/shell/naventry.h"
#include "ui/shell/sidebar.h"
#include "ui/shell/statusstrip.h"
#include "ui/widgets/figurecard.h"
#include "ui/widgets/pageheader.h"
#include "ui/widgets/searchfield.h"

#include <QApplication>
#include <QScrollBar>
#include <QTableView>

using namespace relaybook;
using namespace relaybook::testing;

class TestFit : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme.apply(*qApp); }
    void cleanup() { m_desk.reset(); }

    void theCheckFindsMisfits();
    void chartsAboveFilteredRows_data();
    void chartsAboveFilteredRows();
    void columnsOfSubUsers();
    void figuresOfACard();
    void progressInANarrowWindow();
    void sideBarOfANarrowWindow();
    void badgeOfASideBarEntry();
    void marksOfASideBar();

private:
    void check(QWidget *root);

    Theme m_theme;
    QString m_what;
    std::unique_ptr<WindowFixture> m_desk;
};

void TestFit::check(QWidget *root)
{
    const QStringList complaints = lastingMisfits(root);
    QVERIFY2(complaints.isEmpty(), qPrintable(m_what % u'\n' % complaints.join(QLatin1Char('\n'))));
}

void TestFit::theCheckFindsMisfits()
{
    QWidget root;
    root.resize(200, 100);
    auto *wide = new QPushButton(QStringLiteral("Long text of a button"), &root);
    auto *label = new QLabel(QStringLiteral("A sentence"), &root);
    wide->setGeometry(10, 10, 300, 40);
    label->setGeometry(20, 20, 100, 60);
    root.show();
    QCOMPARE(misfitsOf(&root).size(), 2); // cut off, covered
    wide->setGeometry(10, 10, 40, 40);
    label->setGeometry(60, 10, 120, 40);
    QCOMPARE(misfitsOf(&root).size(), 1); // its text does not fit
    wide->resize(wide->sizeHint());
    label->move(10, 60);
    QCOMPARE(misfitsOf(&root), QStringList());
}

void TestFit::chartsAboveFilteredRows_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<bool>("wanted"); // the charts, where the window is too low for them
    QTest::newRow("800") << 800 << false;
    QTest::newRow("800, unfolded") << 800 << true;
    QTest::newRow("1024") << 1024 << false;
    QTest::newRow("1024, unfolded") << 1024 << true;
}

/// What the charts need depends on how many types the filter leaves.
void TestFit::chartsAboveFilteredRows()
{
    QFETCH(int, width);
    QFETCH(bool, wanted);
    m_desk = std::make_unique<WindowFixture>(m_theme);
    m_desk->windowAccount.sandbox = true;
    m_desk->open();
    constexpr int lowest = 500;
    constexpr int highest = 760;
    m_desk->window().resize(width, lowest);
    m_desk->trigger("showTransactionsAction");
    Page *page = m_desk->window().currentPage();
    WindowFixture::click(page, "chartsButton");
    settleLayout();
    auto *unfold = WindowFixture::in<QAbstractButton>(page, "unfoldChartsButton");
    QVERIFY(unfold->isVisible());
    if (wanted) {
        unfold->click();
    }
    const auto *table = WindowFixture::in<QAbstractItemView>(page, "table");
    const auto *count = WindowFixture::in<QLabel>(page, "ledgerCount");
    for (const char *typed : {"type:refund", "type:purchase", "type:deposit", "amount:>100"}) {
        WindowFixture::type(page, "search", QLatin1String(typed));
        const auto isCounted = [&] {
            const auto *model = static_cast<const KeyedTableModel *>(table->model());
            return model->isSettled() && model->rowCount() > 0 &&
                   count->text().section(u' ', 0, 0).toInt() == model->rowCount();
        };
        QTRY_VERIFY2(isCounted(), typed);
        constexpr int step = 10;
        for (int height = lowest; height <= highest; height += step) {
            m_desk->window().resize(width, height);
            m_what = QStringLiteral("%1 in a height of %2").arg(QLatin1String(typed)).arg(height);
            check(&m_desk->window());
        }
    }
}

void TestFit::columnsOfSubUsers()
{
    SKIP_UNDER_WINE("its letters (DejaVu Sans) are larger than those of Windows");
    m_desk = std::make_unique<WindowFixture>(m_theme);
    m_desk->open();
    m_desk->window().resize(800, 600);
    m_desk->trigger("showSubUsersAction");
    auto *table = WindowFixture::in<QTableView>(m_desk->window().currentPage(), "table");
    settleLayout();
    QCOMPARE(table->horizontalScrollBar()->maximum(), 0);
    for (const char *name : {"service", "used"}) {
        const int column = SubUserTableModel::column(name);
        const QAbstractItemView *view = table;
        QVERIFY2(!table->isColumnHidden(column), name);
        QVERIFY2(table->columnWidth(column) >= view->sizeHintForColumn(column), name);
    }
}

void TestFit::figuresOfACard()
{
    FigureCard card(m_theme);
    card.setTitle(QStringLiteral("Balance"));
    card.setFigure(QStringLiteral("$10,000,000,002.12"));
    card.setSubLine(QStringLiteral("Spent $10,013,338.96 this month"));
    card.setNote(QStringLiteral("from 101,888 of 1,000,000 transactions"));
    card.show();
    for (const int width : {210, 300, 600}) {
        card.resize(width, card.heightForWidth(width));
        m_what = QString::number(width);
        check(&card);
    }
}

void TestFit::progressInANarrowWindow()
{
    PageHeader header(m_theme, QStringLiteral("Transactions"));
    header.setNote(QStringLiteral("Copying: 101,888 of 1,000,000 rows"));
    header.addWidget(new SearchField(m_theme, &header));
    StatusStrip strip(m_theme);
    strip.setConnection(Tone::Good, QStringLiteral("Connected"));
    strip.setAsOf(QStringLiteral("Updated 12 minutes ago"));
    strip.setTask(QStringLiteral("Loading transactions: 101,888 of 1,000,000, about 3 min left"),
                  0.1);
    strip.setTaskPause(StatusStrip::Pause::CanPause);
    strip.setFact(QStringLiteral("101,888 of 1,000,000 transactions stored on this computer"));
    for (QWidget *each : std::initializer_list<QWidget *>{&header, &strip}) {
        each->show();
        for (const int width : {640, 800, 1280}) {
            each->resize(width, each->sizeHint().height());
            m_what = QString::number(width);
            check(each);
        }
    }
}

void TestFit::sideBarOfANarrowWindow()
{
    m_desk = std::make_unique<WindowFixture>(m_theme);
    m_desk->open();
    const auto *sideBar = WindowFixture::in<SideBar>(&m_desk->window(), "sideBar");
    const auto *entry = WindowFixture::in<QAbstractButton>(&m_desk->window(), "nav-proxiesPage");
    const auto *topUp = sideBar->primaryButton();
    m_desk->window().resize(1280, 800);
    QVERIFY(!sideBar->isCompact());
    QVERIFY(entry->toolTip().isEmpty());
    QCOMPARE(topUp->text(), topUp->accessibleName());
    m_desk->window().resize(800, 600);
    QVERIFY(sideBar->isCompact());
    QCOMPARE(entry->toolTip(), QStringLiteral("Proxies (40)"));
    QCOMPARE(entry->accessibleName(), QStringLiteral("Proxies"));
    QVERIFY(topUp->text().isEmpty() && !topUp->icon().isNull());
    QCOMPARE(topUp->toolTip(), topUp->accessibleName());
}

void TestFit::marksOfASideBar()
{
    SideBar bar(m_theme);
    bar.setAccount({QStringLiteral("North Relay"), QStringLiteral("api.example.net"), {}, true});
    bar.setViewOnly(true);
    bar.setSwitching(true);
    bar.setPrimary(QStringLiteral("Top up traffic"), std::nullopt);
    bar.setPrimaryBlocked(QStringLiteral("View only."));
    bar.primaryButton()->show();
    bar.resize(bar.width(), 600);
    bar.show();
    auto *mark = WindowFixture::in<QWidget>(&bar, "viewOnlyMark");
    for (const bool compact : {false, true}) {
        bar.setCompact(compact);
        m_what = compact ? QStringLiteral("compact") : QStringLiteral("wide");
        check(&bar);
        QVERIFY(mark->isVisible());
        QVERIFY(mark->toolTip().contains(QStringLiteral("refuses")));
        QVERIFY(!bar.primaryButton()->isEnabled());
        QCOMPARE(bar.primaryButton()->toolTip(), QStringLiteral("View only."));
    }
    bar.setPrimaryBlocked({});
    bar.setViewOnly(false);
    QVERIFY(bar.primaryButton()->isEnabled());
    QVERIFY(!mark->isVisible());
}

void TestFit::badgeOfASideBarEntry()
{
    NavEntry entry(m_theme, Icon::Activity, QStringLiteral("Activity"));
    const NavBadge good{QStringLiteral("2"), QStringLiteral("2 open orders")};
    NavBadge bad = good;
    bad.warns = true;
    for (const bool compact : {false, true}) {
        entry.setCompact(compact);
        entry.resize(entry.sizeHint());
        QList<QImage> looks;
        for (const auto &badge :
             {std::optional<NavBadge>(), std::optional(good), std::optional(bad)}) {
            entry.setBadge(badge);
            looks.append(entry.grab().toImage());
        }
        QVERIFY(looks.at(0) != looks.at(1) && looks.at(1) != looks.at(2));
        QCOMPARE(entry.accessibleDescription(), good.description);
        QVERIFY(entry.toolTip().contains(good.description));
    }
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestFit)
#include "test_fit.moc"
