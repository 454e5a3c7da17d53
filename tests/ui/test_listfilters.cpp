// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the filter chips of the proxies and the sub-users: every choice shows as many rows as its
// menu counts, chips and search query say the same, and the order by per cent used.
#include "models/tables/proxytablemodel.h"
#include "models/tables/subusertablemodel.h"
#include "tests/ui/listfixture.h"
#include "ui/proxies/proxiespage.h"
#include "ui/subusers/subuserspage.h"
#include "ui/theme/style.h"
#include "ui/widgets/filterchip.h"
#include "ui/widgets/tableview.h"

#include <QApplication>
#include <QMenu>
#include <QScreen>

using namespace relaybook;
using relaybook::testing::ListFixture;

class TestListFilters : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme.apply(*qApp); }
    void init();
    void cleanup() { m_desk.reset(); }

    void everyChoiceShowsWhatItCounts_data();
    void everyChoiceShowsWhatItCounts();
    void countsAreThoseOfTheOtherFilters();
    void twoTypesCanBeChosen();
    void aChipTakesOverWhatIsTyped();
    void aChipIsRemovedWithTheKeyboard();
    void whatIsNotUnderstoodIsSaidAfterAPause();
    void theFilterIsThereAfterARestart();
    void rowsAreSortedByPercentUsed();
    void resultsAreShownFromTheFirst();
    void aMenuStaysOnTheScreen_data();
    void aMenuStaysOnTheScreen();
    void aRowNobodyChoseIsNotFollowed();

private:
    template <class PageType>
    void showLoaded(Area area);
    /// Opens a chip's menu and waits for its counts.
    QMenu *openMenu(const char *chip);
    /// How many rows the menu says that this choice has.
    static int countOf(const QAction &action);
    static QList<QAction *> choicesIn(const QMenu &menu);
    [[nodiscard]] QString typed() { return m_desk->find<QLineEdit>("search")->text(); }
    [[nodiscard]] bool isSettled();

    Theme m_theme;
    std::unique_ptr<ListFixture> m_desk;
};

void TestListFilters::init()
{
    m_desk = std::make_unique<ListFixture>(m_theme);
    m_desk->open();
}

template <class PageType>
void TestListFilters::showLoaded(Area area)
{
    m_desk->account().refresh(area);
    QTRY_COMPARE(m_desk->account().status(area).state, AreaStatus::Loaded);
    QVERIFY(m_desk->show<PageType>());
    QTRY_VERIFY(m_desk->rows() > 0 && isSettled());
}

bool TestListFilters::isSettled()
{
    return static_cast<KeyedTableModel *>(m_desk->table().model())->isSettled();
}

QMenu *TestListFilters::openMenu(const char *chip)
{
    m_desk->click(chip);
    auto *menu = m_desk->find<QMenu>(QByteArray(QByteArray(chip) + "Menu").constData());
    [&] { QTRY_VERIFY(menu && !choicesIn(*menu).isEmpty()); }();
    return menu;
}

int TestListFilters::countOf(const QAction &action)
{
    return action.text().section(u'\t', 1).remove(u',').toInt();
}

QList<QAction *> TestListFilters::choicesIn(const QMenu &menu)
{
    QList<QAction *> choices;
    for (QAction *action : menu.actions()) {
        if (action->isCheckable() && action->text().contains(u'\t')) {
            choices.append(action);
        }
    }
    return choices;
}

void TestListFilters::everyChoiceShowsWhatItCounts_data()
{
    QTest::addColumn<bool>("proxies");
    QTest::addColumn<QByteArray>("chip");
    QTest::newRow("type of a proxy") << true << QByteArray("typeChip");
    QTest::newRow("country") << true << QByteArray("countryChip");
    QTest::newRow("used of a proxy") << true << QByteArray("usedChip");
    QTest::newRow("service") << false << QByteArray("serviceChip");
    QTest::newRow("used of a sub-user") << false << QByteArray("usedChip");
    QTest::newRow("note") << false << QByteArray("noteChip");
}

void TestListFilters::everyChoiceShowsWhatItCounts()
{
    QFETCH(bool, proxies);
    QFETCH(QByteArray, chip);
    if (proxies) {
        showLoaded<ProxiesPage>(Area::Proxies);
    } else {
        showLoaded<SubUsersPage>(Area::SubUsers);
    }
    const int all = m_desk->rows();
    QStringList names;
    QMenu *menu = openMenu(chip);
    for (const QAction *action : choicesIn(*menu)) {
        names.append(action->objectName());
    }
    menu->close();
    QVERIFY(names.size() > 1);
    int differing = 0;
    for (const QString &name : std::as_const(names)) {
        menu = openMenu(chip);
        auto *action = menu->findChild<QAction *>(name);
        QVERIFY2(action, qPrintable(name));
        const int counted = countOf(*action);
        action->trigger();
        menu->close();
        const auto *button = m_desk->find<FilterChip>(chip.constData());
        QVERIFY(button->isActive());
        QTRY_VERIFY(isSettled());
        // A page with no row shows the reason instead of the table.
        QCOMPARE(m_desk->rows(), counted);
        differing += counted == all ? 0 : 1;
        QVERIFY(m_desk->isShown("clearFilters"));
        m_desk->click("clearFilters");
        QVERIFY(!button->isActive() && typed().isEmpty());
        QTRY_COMPARE(m_desk->rows(), all);
    }
    QVERIFY(differing > 0);
}

void TestListFilters::countsAreThoseOfTheOtherFilters()
{
    showLoaded<ProxiesPage>(Area::Proxies);
    QMenu *menu = openMenu("typeChip");
    QAction *type = choicesIn(*menu).constLast(); // the rarest
    const QString name = type->objectName();
    const int all = m_desk->rows();
    const int ofType = countOf(*type);
    QVERIFY(ofType < all);
    type->trigger();
    menu->close();
    menu = openMenu("countryChip");
    int sum = 0;
    for (const QAction *country : choicesIn(*menu)) {
        sum += countOf(*country);
    }
    menu->close();
    QCOMPARE(sum, ofType);
    // The other types are still offered, with what they would show.
    menu = openMenu("typeChip");
    sum = 0;
    for (const QAction *each : choicesIn(*menu)) {
        sum += countOf(*each);
        QCOMPARE(each->isChecked(), each->objectName() == name);
    }
    menu->close();
    QCOMPARE(sum, all);
}

void TestListFilters::twoTypesCanBeChosen()
{
    showLoaded<ProxiesPage>(Area::Proxies);
    int sum = 0;
    for (const int place : {0, 1}) {
        QMenu *menu = openMenu("typeChip");
        QAction *type = choicesIn(*menu).at(place);
        sum += countOf(*type);
        type->trigger();
        menu->close();
    }
    QVERIFY2(typed().startsWith(QStringLiteral("type:")) && typed().contains(u','),
             qPrintable(typed()));
    QTRY_COMPARE(m_desk->rows(), sum);
    QMenu *menu = openMenu("typeChip");
    QAction *type = choicesIn(*menu).at(0);
    QVERIFY(type->isChecked());
    sum -= countOf(*type);
    type->trigger();
    menu->close();
    QTRY_COMPARE(m_desk->rows(), sum);
}

void TestListFilters::aChipTakesOverWhatIsTyped()
{
    showLoaded<SubUsersPage>(Area::SubUsers);
    m_desk->search(QStringLiteral("note: used:>5 c"));
    const auto *note = m_desk->find<FilterChip>("noteChip");
    QVERIFY(note->isActive());
    QCOMPARE(note->text(), QStringLiteral("Has a note"));
    QCOMPARE(m_desk->find<FilterChip>("usedChip")->text(), QStringLiteral(">5"));
    QVERIFY(!m_desk->find<FilterChip>("serviceChip")->isActive());
    QMenu *menu = openMenu("noteChip");
    choicesIn(*menu).constLast()->trigger(); // the other one
    menu->close();
    QCOMPARE(typed(), QStringLiteral("note:\"\" used:>5 c"));
    QCOMPARE(note->text(), QStringLiteral("No note"));
}

void TestListFilters::aChipIsRemovedWithTheKeyboard()
{
    showLoaded<ProxiesPage>(Area::Proxies);
    const int all = m_desk->rows();
    m_desk->search(QStringLiteral("used:>=80%"));
    QTRY_VERIFY(m_desk->rows() < all);
    auto *chip = m_desk->find<FilterChip>("usedChip");
    QCOMPARE(chip->text(), QStringLiteral("80 % or more used"));
    QCOMPARE(chip->accessibleName(), QStringLiteral("Used: 80 % or more used"));
    chip->setFocus();
    QTest::keyClick(chip, Qt::Key_Delete);
    QCOMPARE(typed(), QString());
    QTRY_COMPARE(m_desk->rows(), all);
}

void TestListFilters::whatIsNotUnderstoodIsSaidAfterAPause()
{
    showLoaded<ProxiesPage>(Area::Proxies);
    const int all = m_desk->rows();
    m_desk->search(QStringLiteral("used:lots"));
    QVERIFY(!m_desk->isShown("searchProblems"));
    QTRY_VERIFY(m_desk->isShown("searchProblems"));
    QVERIFY(m_desk->text("searchProblems").contains(QStringLiteral("“used:lots”")));
    QTRY_COMPARE(m_desk->rows(), all); // it filters nothing
    m_desk->search(QStringLiteral("used:>1"));
    QVERIFY(!m_desk->isShown("searchProblems"));
}

void TestListFilters::theFilterIsThereAfterARestart()
{
    showLoaded<ProxiesPage>(Area::Proxies);
    m_desk->search(QStringLiteral("used:>=50%"));
    QTRY_VERIFY(isSettled() && m_desk->rows() > 0);
    const int rows = m_desk->rows();
    m_desk->open();
    QVERIFY(m_desk->show<ProxiesPage>());
    QTRY_COMPARE(m_desk->rows(), rows);
    QVERIFY(m_desk->find<FilterChip>("usedChip")->isActive());
}

void TestListFilters::rowsAreSortedByPercentUsed()
{
    showLoaded<ProxiesPage>(Area::Proxies);
    const int percent = ProxyTableModel::column("used-percent");
    auto *table = m_desk->find<TableView>("table");
    QVERIFY(table->isColumnHidden(percent));
    QMenu *menu = openMenu("usedChip");
    menu->findChild<QAction *>(QStringLiteral("sortByPercent"))->trigger();
    menu->close();
    QVERIFY(!table->isColumnHidden(percent));
    QTRY_VERIFY(isSettled());
    const int start = table->columnViewportPosition(percent);
    QVERIFY(start >= 0 && start + table->columnWidth(percent) <= table->viewport()->width());
    // With the arrow of the sorted column beside its title.
    constexpr int arrow = 14;
    const QHeaderView &header = *table->horizontalHeader();
    const QString title = table->model()->headerData(percent, Qt::Horizontal).toString();
    QVERIFY(table->columnWidth(percent) >=
            header.fontMetrics().horizontalAdvance(title) + 2 * metric::cellPadding(false) + arrow);
    std::vector<int> shown;
    for (const QString &text : m_desk->column(percent)) {
        shown.push_back(text.startsWith(u'—') ? -1 : text.section(u' ', 0, 0).toInt());
    }
    QVERIFY(shown.front() > shown.back());
    QVERIFY(std::is_sorted(shown.rbegin(), shown.rend()));
}

void TestListFilters::resultsAreShownFromTheFirst()
{
    m_desk->close();
    m_desk = std::make_unique<ListFixture>(m_theme);
    m_desk->sandboxOptions.proxies = 300;
    m_desk->open();
    showLoaded<ProxiesPage>(Area::Proxies);
    m_desk->table().scrollToBottom();
    QVERIFY(m_desk->table().indexAt(QPoint(5, 5)).row() > 200);
    m_desk->search(QStringLiteral("used:>1%"));
    QTRY_VERIFY(isSettled() && m_desk->rows() > 60);
    QCOMPARE(m_desk->table().indexAt(QPoint(5, 5)).row(), 0);
}

void TestListFilters::aMenuStaysOnTheScreen_data()
{
    QTest::addColumn<bool>("atBottom"); // of the screen
    QTest::newRow("menu longer than what is below its chip") << false;
    QTest::newRow("chip at the bottom") << true;
}

/// Its choices are counted after it has opened.
void TestListFilters::aMenuStaysOnTheScreen()
{
    QFETCH(bool, atBottom);
    m_desk->close();
    m_desk = std::make_unique<ListFixture>(m_theme);
    m_desk->sandboxOptions.proxies = 300;
    m_desk->open();
    showLoaded<ProxiesPage>(Area::Proxies);
    const QRect screen = m_desk->window().screen()->availableGeometry();
    const int top = atBottom ? screen.bottom() - 180 : screen.top() + 60;
    m_desk->window().move(screen.left(), top);
    QMenu *menu = openMenu("countryChip");
    QVERIFY(choicesIn(*menu).size() > 20);
    QVERIFY2(screen.contains(menu->geometry()), qPrintable(QStringLiteral("%1 to %2 of %3")
                                                               .arg(menu->geometry().top())
                                                               .arg(menu->geometry().bottom())
                                                               .arg(screen.bottom())));
    menu->close();
}

void TestListFilters::aRowNobodyChoseIsNotFollowed()
{
    m_desk->close();
    m_desk = std::make_unique<ListFixture>(m_theme);
    m_desk->sandboxOptions.proxies = 700;
    m_desk->open();
    showLoaded<ProxiesPage>(Area::Proxies);
    auto *table = m_desk->find<TableView>("table");
    const auto clickHeader = [&](const char *name) {
        const int column = ProxyTableModel::column(name);
        QHeaderView *header = table->horizontalHeader();
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                          {header->sectionViewportPosition(column) + 12, header->height() / 2});
    };
    for (const char *column : {"name", "type", "traffic", "location", "name"}) {
        m_desk->search(QStringLiteral("used:>60% type:mobile"));
        QTRY_VERIFY(isSettled() && m_desk->rows() > 0 && m_desk->rows() < 300);
        QTRY_COMPARE(m_desk->text("inspectorTitle"),
                     m_desk->cell(0, ProxyTableModel::column("name")));
        m_desk->click("clearFilters");
        QTRY_VERIFY(isSettled() && m_desk->rows() == 700);
        QCOMPARE(table->rowAt(1), 0);
        clickHeader(column);
        QTRY_VERIFY(isSettled() && m_desk->rows() == 700);
        QCoreApplication::processEvents();
        QVERIFY2(table->rowAt(1) == 0,
                 qPrintable(QLatin1String(column) + u' ' + QString::number(table->rowAt(1))));
        QCOMPARE(m_desk->text("inspectorTitle"), m_desk->cell(0, ProxyTableModel::column("name")));
    }
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestListFilters)
#include "test_listfilters.moc"
