// SPDX-License-Identifier: GPL-3.0-or-later
// Tests what all pages with a table have in common, with the sub-users page.
#include "models/tables/proxytablemodel.h"
#include "models/tables/subusertablemodel.h"
#include "tests/support/waituntil.h"
#include "tests/ui/listfixture.h"
#include "ui/ledger/transactionspage.h"
#include "ui/proxies/proxiespage.h"
#include "ui/subusers/subuserspage.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/tableview.h"

#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QMenu>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSplitter>
#include <QToolButton>
#include <QTreeWidget>

#include <algorithm>

using namespace relaybook;
using relaybook::testing::ListFixture;
using Body = ListState::Body;

class TestListPages : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme.apply(*qApp); }
    void init();
    void cleanup();

    void showsAllOfTheSandbox();
    void sortsByTheTypedValue();
    void searchesEverythingStored();
    void searchGoesOnIntoTheTable();
    void saysThatNothingMatches();
    void saysThatThereIsNothingYet();
    void saysWhatAccessIsMissing_data();
    void saysWhatAccessIsMissing();
    void aFailedFirstReadCanBeTriedAgain();
    void aFailedRefreshKeepsTheRows();
    void detailsShowTheServicesWords();
    void unreadableRowsAreCountedAndShown();
    void noReadableRowIsNotAnEmptyList();
    void noReadableTransactionIsNotAnEmptyLedger();
    void aRevokedTokenLeadsToSignIn();
    void offlineShowsWhatIsStored();
    void offlineWithNothingStoredSaysSo();
    void copiesRowsWithHeaders();
    void copiesManyRowsInSlices();
    void keepsTheSelectionThroughSortFilterAndRefresh();
    void sortingStaysAtTheTopUntilARowIsSelected();
    void longNamesGetTheSpareWidth();
    void remembersColumns();
    void remembersOrderAndFilter();
    void showsTheFirstRowOfARememberedFilter();
    void forgetsAFilterThatFindsNothing();
    void remembersTheInspector();
    void severalRowsHaveATitleOfTheirOwn_data();
    void severalRowsHaveATitleOfTheirOwn();
    void everyControlHasANameAndIsReachable_data();
    void everyControlHasANameAndIsReachable();
    void isWholeFromRightToLeft();

private:
    SubUsersPage *showLoaded();
    void openAndLoad();
    template <class PageType>
    PageType *openOn(int rows);
    [[nodiscard]] static QString held() { return QGuiApplication::clipboard()->text(); }

    Theme m_theme;
    std::unique_ptr<ListFixture> m_desk;
};

void TestListPages::init()
{
    m_desk = std::make_unique<ListFixture>(m_theme);
}

void TestListPages::cleanup()
{
    m_desk.reset();
    QGuiApplication::setLayoutDirection(Qt::LeftToRight);
}

void TestListPages::openAndLoad()
{
    m_desk->open();
    m_desk->account().start();
    for (const Area area : {Area::Proxies, Area::SubUsers, Area::Transactions}) {
        QTRY_COMPARE(m_desk->account().status(area).state, AreaStatus::Loaded);
    }
    m_desk->account().flush();
}

SubUsersPage *TestListPages::showLoaded()
{
    openAndLoad();
    auto *page = m_desk->show<SubUsersPage>();
    if (page && !testing::waitUntil([&] { return m_desk->rows() == 40; })) {
        return nullptr;
    }
    return page;
}

template <class PageType>
PageType *TestListPages::openOn(int rows)
{
    openAndLoad();
    auto *page = m_desk->show<PageType>();
    return page && testing::waitUntil([&] { return m_desk->rows() == rows; }) ? page : nullptr;
}

// ---- rows

void TestListPages::showsAllOfTheSandbox()
{
    auto *page = showLoaded();
    QVERIFY(page);
    QCOMPARE(page->state().body, Body::Rows);
    QCOMPARE(m_desk->text("pageTitle"), QStringLiteral("Sub-users"));
    QCOMPARE(m_desk->text("pageNote"), QStringLiteral("40"));
    // The first row is selected, so that the inspector has something to show.
    QVERIFY(m_desk->text("inspectorTitle") ==
            m_desk->cell(0, SubUserTableModel::column("username")));
    QVERIFY(page->can(Page::Command::Refresh));
    QVERIFY(page->can(Page::Command::Edit));
}

void TestListPages::sortsByTheTypedValue()
{
    QVERIFY(showLoaded());
    auto *table = m_desk->find<TableView>("table");
    table->header()->setSectionHidden(SubUserTableModel::column("id"), false);
    const auto values = [&] {
        std::vector<qint64> ids;
        ids.reserve(static_cast<size_t>(m_desk->rows()));
        for (int row = 0; row < m_desk->rows(); ++row) {
            ids.push_back(table->model()
                              ->index(row, SubUserTableModel::column("used"))
                              .data(ValueRole)
                              .toLongLong());
        }
        return ids;
    };
    const auto clickHeader = [&] {
        const int x =
            table->header()->sectionViewportPosition(SubUserTableModel::column("used")) + 20;
        QTest::mouseClick(table->header()->viewport(), Qt::LeftButton, {}, QPoint(x, 10));
    };
    // 10.0 is sorted after 9.9; as text it would be before it.
    clickHeader();
    QTRY_VERIFY([&] {
        const auto now = values();
        return std::is_sorted(now.begin(), now.end()) && now.front() < now.back();
    }());
    clickHeader();
    QTRY_VERIFY([&] {
        const auto now = values();
        return std::is_sorted(now.rbegin(), now.rend()) && now.front() > now.back();
    }());
}

void TestListPages::searchesEverythingStored()
{
    auto *page = showLoaded();
    QVERIFY(page);
    const QString name = m_desk->cell(17, SubUserTableModel::column("username"));
    m_desk->search(name);
    QTRY_VERIFY(m_desk->rows() < 40);
    QTRY_VERIFY(m_desk->rows() > 0 && !m_desk->find<TableView>("table")->isDimmed());
    QVERIFY(m_desk->column(SubUserTableModel::column("username")).contains(name));
    QTRY_COMPARE(m_desk->text("pageNote"), QStringLiteral("%1 of 40").arg(m_desk->rows()));
    QTest::keyClick(m_desk->find<QLineEdit>("search"), Qt::Key_Escape);
    QTRY_COMPARE(m_desk->rows(), 40);
}

void TestListPages::searchGoesOnIntoTheTable()
{
    auto *page = showLoaded();
    QVERIFY(page);
    page->perform(Page::Command::Search);
    QVERIFY(m_desk->find<QLineEdit>("search")->hasFocus());
    QTest::keyClick(m_desk->find<QLineEdit>("search"), Qt::Key_Down);
    QVERIFY(m_desk->table().hasFocus());
    QVERIFY(m_desk->table().selectionModel()->hasSelection());
    QTest::keyClick(&m_desk->table(), Qt::Key_End);
    QCOMPARE(m_desk->table().currentIndex().row(), 39);
    QCOMPARE(m_desk->text("inspectorTitle"),
             m_desk->cell(39, SubUserTableModel::column("username")));
}

// ---- the four empty states

void TestListPages::saysThatNothingMatches()
{
    auto *page = showLoaded();
    QVERIFY(page);
    m_desk->search(QStringLiteral("agncyx"));
    QTRY_COMPARE(page->state().body, Body::NothingMatches);
    QVERIFY(m_desk->isShown("emptyState"));
    QCOMPARE(m_desk->text("emptyStateTitle"), QStringLiteral("Nothing matches “agncyx”"));
    QVERIFY(m_desk->text("emptyStateText")
                .startsWith(QStringLiteral("None of the 40 stored sub-users")));
    QCOMPARE(m_desk->find<QPushButton>("emptyStateAction")->text(),
             QStringLiteral("Clear filters"));
    m_desk->click("emptyStateAction");
    QTRY_COMPARE(m_desk->rows(), 40);
    QCOMPARE(page->state().body, Body::Rows);
    QVERIFY(!m_desk->isShown("emptyState"));
    QCOMPARE(m_desk->find<QLineEdit>("search")->text(), QString());
}

void TestListPages::saysThatThereIsNothingYet()
{
    m_desk->sandboxOptions.subUsers = 0;
    m_desk->open();
    auto *page = m_desk->show<SubUsersPage>();
    QVERIFY(page);
    QCOMPARE(page->state().body, Body::Reading);
    m_desk->account().start();
    QTRY_COMPARE(page->state().body, Body::NothingYet);
    QCOMPARE(m_desk->text("emptyStateTitle"), QStringLiteral("No sub-users yet"));
    QSignalSpy asked(&m_desk->account(), &AccountSession::areaChanged);
    m_desk->click("emptyStateAction");
    QTRY_VERIFY(asked.count() >= 2);
    QTRY_COMPARE(page->state().body, Body::NothingYet);
}

void TestListPages::saysWhatAccessIsMissing_data()
{
    QTest::addColumn<QString>("pageName");
    QTest::addColumn<QString>("title");
    QTest::addColumn<QString>("action");
    QTest::newRow("sub-users") << "subUsersPage"
                               << "This needs a Reseller Key"
                               << "Add a Reseller Key…";
    QTest::newRow("proxies") << "proxiesPage"
                             << "This needs a personal token"
                             << "Add a personal token…";
    QTest::newRow("transactions") << "transactionsPage"
                                  << "This needs a personal token"
                                  << "Add a personal token…";
}

void TestListPages::saysWhatAccessIsMissing()
{
    QFETCH(QString, pageName);
    QFETCH(QString, title);
    QFETCH(QString, action);
    const bool subUsers = pageName == QLatin1String("subUsersPage");
    m_desk->personal = subUsers;
    m_desk->reseller = !subUsers;
    m_desk->open();
    m_desk->account().start();
    ListPage *page = nullptr;
    if (subUsers) {
        page = m_desk->show<SubUsersPage>();
    } else if (pageName == QLatin1String("proxiesPage")) {
        page = m_desk->show<ProxiesPage>();
    } else {
        page = m_desk->show<TransactionsPage>();
    }
    QVERIFY(page);
    QTRY_COMPARE(page->state().body, Body::NoAccess);
    QCOMPARE(m_desk->text("emptyStateTitle"), title);
    QCOMPARE(m_desk->find<QPushButton>("emptyStateAction")->text(), action);
    QVERIFY(!page->can(Page::Command::Refresh));
    QSignalSpy signIn(page, &Page::signInRequested);
    m_desk->click("emptyStateAction");
    QCOMPARE(signIn.count(), 1);

    // The missing token is added: the rows are loaded without a click.
    const sandbox::Access access = m_desk->server().access();
    if (subUsers) {
        m_desk->auth().setResellerKey(Secret(QByteArray::fromStdString(access.resellerKey)));
    } else {
        m_desk->auth().setPersonalToken(Secret(QByteArray::fromStdString(access.personalToken)));
    }
    QTRY_COMPARE(page->state().body, Body::Rows);
}

// ---- trouble

void TestListPages::aFailedFirstReadCanBeTriedAgain()
{
    m_desk->startSandbox();
    QVERIFY(!m_desk->server().faults().set("error-502"));
    m_desk->open();
    auto *page = m_desk->show<SubUsersPage>();
    m_desk->account().start();
    QTRY_COMPARE(page->state().body, Body::NotLoaded);
    QCOMPARE(m_desk->text("emptyStateTitle"), QStringLiteral("Could not load the sub-users"));
    QVERIFY(m_desk->text("emptyStateText").contains(QStringLiteral("problem is on its side")));
    m_desk->click("emptyStateLink");
    QTRY_VERIFY(m_desk->isShown("errorDetailsDialog"));
    QVERIFY(m_desk->text("errorDetailsText").contains(QStringLiteral("502")));
    QTest::keyClick(m_desk->find("errorDetailsDialog"), Qt::Key_Escape);
    m_desk->server().faults().clearAll();
    m_desk->click("emptyStateAction");
    QTRY_COMPARE(page->state().body, Body::Rows);
    QTRY_COMPARE(m_desk->rows(), 40);
}

void TestListPages::aFailedRefreshKeepsTheRows()
{
    auto *page = showLoaded();
    QVERIFY(page);
    m_desk->chooseRow(5);
    const QString chosen = m_desk->text("inspectorTitle");
    QVERIFY(!m_desk->server().faults().set("truncated-json"));
    page->perform(Page::Command::Refresh);
    QTRY_VERIFY(m_desk->isShown("troubleBanner"));
    QCOMPARE(page->state().body, Body::Rows);
    QCOMPARE(m_desk->rows(), 40);
    QVERIFY(m_desk->text("bannerText").contains(QStringLiteral("could not be understood")));
    QVERIFY(m_desk->text("pageNote").contains(QStringLiteral("as of")));
    QVERIFY(!m_desk->find<TableView>("table")->isDimmed());
    QCOMPARE(m_desk->text("inspectorTitle"), chosen);

    m_desk->server().faults().clearAll();
    m_desk->click("bannerTryAgain");
    QTRY_VERIFY(!m_desk->isShown("troubleBanner"));
    QTRY_COMPARE(m_desk->text("pageNote"), QStringLiteral("40"));
    QCOMPARE(m_desk->text("inspectorTitle"), chosen);
}

void TestListPages::detailsShowTheServicesWords()
{
    auto *page = showLoaded();
    QVERIFY(page);
    QVERIFY(!m_desk->server().faults().set("forbid=1007"));
    page->perform(Page::Command::Refresh);
    QTRY_VERIFY(m_desk->isShown("troubleBanner"));
    m_desk->click("bannerDetails");
    auto *dialog = m_desk->find<QDialog>("errorDetailsDialog");
    QVERIFY(dialog);
    QTRY_VERIFY(dialog->isVisible());
    QVERIFY(m_desk->text("errorDetailsText").contains(QStringLiteral("1007")));
    QGuiApplication::clipboard()->clear();
    m_desk->click("copyDetailsButton");
    QVERIFY(held().contains(QStringLiteral("1007")));
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(!m_desk->find<QDialog>("errorDetailsDialog"));
}

void TestListPages::unreadableRowsAreCountedAndShown()
{
    m_desk->startSandbox();
    QVERIFY(!m_desk->server().faults().set("unreadable-list-rows=20"));
    auto *page = openOn<SubUsersPage>(38);
    QVERIFY(page);
    QCOMPARE(m_desk->text("pageNote"), QStringLiteral("38 · 2 not readable"));
    auto *banner = m_desk->find<Banner>("unreadableBanner");
    QVERIFY(banner->isVisible());
    QVERIFY2(banner->lead().startsWith(QLatin1Char('2')), qPrintable(banner->lead()));
    m_desk->click("showUnreadable");
    auto *json = m_desk->find<QPlainTextEdit>("unreadableJson");
    QVERIFY(json && json->isVisible());
    QVERIFY(json->toPlainText().contains(QStringLiteral("\"traffic_balance_gb\":[]")));
    auto *list = m_desk->find<QTreeWidget>("unreadableList");
    QCOMPARE(list->topLevelItemCount(), 2);
    list->setCurrentItem(list->topLevelItem(1));
    QVERIFY(json->toPlainText().contains(QStringLiteral("\"traffic_balance_gb\":{}")));
    m_desk->find<QDialog>("unreadableRowsDialog")->reject();

    // Rows that were read before stay, marked as outdated, until they can be read again.
    m_desk->server().faults().clearAll();
    page->perform(Page::Command::Refresh);
    QTRY_COMPARE(m_desk->rows(), 40);
    QTRY_VERIFY(!banner->isVisible());
    QCOMPARE(m_desk->text("pageNote"), QStringLiteral("40"));
    QVERIFY(!m_desk->server().faults().set("unreadable-list-rows=1"));
    page->perform(Page::Command::Refresh);
    QTRY_VERIFY(banner->isVisible());
    QTRY_COMPARE(m_desk->table().model()->index(0, 0).data(ToneRole).toInt(), int(Tone::Warning));
    QCOMPARE(m_desk->rows(), 40);
    QVERIFY(m_desk->table()
                .model()
                ->index(0, 0)
                .data(Qt::AccessibleTextRole)
                .toString()
                .contains(QStringLiteral("cannot be read")));
    QTRY_VERIFY(m_desk->isShown("outdatedMark"));
    m_desk->server().faults().clearAll();
    page->perform(Page::Command::Refresh);
    QTRY_VERIFY(!m_desk->isShown("outdatedMark"));
    QTRY_COMPARE(m_desk->table().model()->index(0, 0).data(ToneRole).toInt(), int(Tone::Neutral));
}

void TestListPages::noReadableRowIsNotAnEmptyList()
{
    m_desk->startSandbox();
    QVERIFY(!m_desk->server().faults().set("unreadable-list-rows=1"));
    auto *page = openOn<ProxiesPage>(0);
    QVERIFY(page);
    QTRY_COMPARE(page->state().body, Body::NoneReadable);
    QVERIFY(m_desk->find<EmptyState>("emptyState")->isVisible());
    QVERIFY(m_desk->find<Banner>("unreadableBanner")->lead().startsWith(QStringLiteral("60")));
}

void TestListPages::noReadableTransactionIsNotAnEmptyLedger()
{
    m_desk->startSandbox();
    QVERIFY(!m_desk->server().faults().set("unreadable-rows=1"));
    auto *page = openOn<TransactionsPage>(0);
    QVERIFY(page);
    QTRY_COMPARE(page->state().body, Body::NoneReadable);
    QVERIFY(m_desk->find<EmptyState>("emptyState")->isVisible());
    QVERIFY(m_desk->find<EmptyState>("emptyState")
                ->content()
                .title.contains(QStringLiteral("could not be read")));
    QVERIFY(!m_desk->isShown("unreadableBanner"));
}

void TestListPages::aRevokedTokenLeadsToSignIn()
{
    openAndLoad();
    auto *page = m_desk->show<ProxiesPage>();
    QTRY_COMPARE(m_desk->rows(), 60);
    m_desk->server().revokePersonalTokens();
    page->perform(Page::Command::Refresh);
    QTRY_VERIFY(m_desk->isShown("troubleBanner"));
    QSignalSpy signIn(page, &Page::signInRequested);
    m_desk->click("bannerSignIn");
    QCOMPARE(signIn.count(), 1);
    QCOMPARE(m_desk->rows(), 60);
}

void TestListPages::offlineShowsWhatIsStored()
{
    openAndLoad();
    m_desk->open(true);
    auto *page = m_desk->show<SubUsersPage>();
    m_desk->account().start();
    QTRY_COMPARE(m_desk->rows(), 40);
    QVERIFY(m_desk->text("pageNote").contains(QStringLiteral("as of")));
    QVERIFY(!m_desk->isShown("troubleBanner"));
    QVERIFY(!page->can(Page::Command::Refresh));
    QVERIFY(!page->can(Page::Command::Edit));
    QVERIFY(!m_desk->isShown("readCredentialsButton"));
}

void TestListPages::offlineWithNothingStoredSaysSo()
{
    m_desk->open(true);
    auto *page = m_desk->show<SubUsersPage>();
    m_desk->account().start();
    QCOMPARE(page->state().body, Body::NotLoaded);
    QCOMPARE(m_desk->text("emptyStateTitle"),
             QStringLiteral("No sub-users are stored on this computer"));
    QVERIFY(!m_desk->isShown("emptyStateAction"));
}

// ---- copying, selection

void TestListPages::copiesRowsWithHeaders()
{
    auto *page = showLoaded();
    QVERIFY(page);
    auto &table = m_desk->table();
    table.setFocus();
    table.setCurrentIndex(table.model()->index(2, 0));
    QTest::keyClick(&table, Qt::Key_Down, Qt::ShiftModifier);
    QTest::keySequence(&table, QKeySequence(QKeySequence::Copy));
    const QStringList lines = held().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 3);
    QCOMPARE(lines.at(0), QStringLiteral("User name\tService\tNote\tTraffic\tUsed"));
    QCOMPARE(lines.at(1).split(QLatin1Char('\t')).at(0),
             m_desk->cell(2, SubUserTableModel::column("username")));
    QCOMPARE(lines.at(2).split(QLatin1Char('\t')).at(0),
             m_desk->cell(3, SubUserTableModel::column("username")));
    QCOMPARE(m_desk->text("pageNote"), QStringLiteral("2 row(s) copied"));
}

void TestListPages::copiesManyRowsInSlices()
{
    m_desk->sandboxOptions.transactions = 2500;
    openAndLoad();
    auto *page = m_desk->show<TransactionsPage>();
    QTRY_COMPARE(m_desk->rows(), 2500);
    page->perform(Page::Command::SelectAll);
    QGuiApplication::clipboard()->clear();
    page->perform(Page::Command::Copy);
    // It runs while the window stays usable, and can be cancelled.
    QVERIFY(m_desk->isShown("cancelCopyButton"));
    QCOMPARE(held(), QString());
    m_desk->click("cancelCopyButton");
    QCOMPARE(m_desk->text("pageNote"), QStringLiteral("Copying was cancelled"));

    page->perform(Page::Command::Copy);
    QTRY_VERIFY(!held().isEmpty());
    QVERIFY(!m_desk->isShown("cancelCopyButton"));
    const QStringList lines = held().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 2501);
    QVERIFY(lines.at(0).startsWith(QStringLiteral("Date\tType\t")));
    QCOMPARE(lines.at(2500).count(QLatin1Char('\t')), lines.at(0).count(QLatin1Char('\t')));
    QVERIFY(lines.at(1).contains(m_desk->cell(0, 3)));
}

void TestListPages::keepsTheSelectionThroughSortFilterAndRefresh()
{
    auto *page = showLoaded();
    QVERIFY(page);
    auto *table = m_desk->find<TableView>("table");
    table->setCurrentIndex(table->model()->index(7, 0));
    const QString chosen = m_desk->text("inspectorTitle");
    const auto selected = [&] {
        const auto rows = table->selectionModel()->selectedRows();
        return rows.size() == 1 ? rows.first().data().toString() : QString();
    };
    QCOMPARE(selected(), chosen);

    table->sortByColumn(SubUserTableModel::column("username"), Qt::DescendingOrder);
    QTRY_COMPARE(m_desk->cell(32, SubUserTableModel::column("username")), chosen);
    QTRY_COMPARE(selected(), chosen);

    m_desk->search(QStringLiteral("agncyx"));
    QTRY_COMPARE(page->state().body, Body::NothingMatches);
    m_desk->click("emptyStateAction");
    QTRY_COMPARE(m_desk->rows(), 40);
    QTRY_COMPARE(selected(), chosen);
    QCOMPARE(m_desk->text("inspectorTitle"), chosen);

    // Another window of the same account changes a note; the list is loaded again.
    const QString note = QStringLiteral("Paid until spring\nsecond line");
    const auto id = table->selectionModel()->selectedRows().first().data(KeyRole).toLongLong();
    bool saved = false;
    const Call call = m_desk->account().actions().saveNote(
        SubUserId(id), note, page,
        [&](const Result<SubUser> &answer) { saved = answer.has_value(); });
    QTRY_VERIFY(saved);
    QSignalSpy changed(&m_desk->account(), &AccountSession::areaChanged);
    page->perform(Page::Command::Refresh);
    QTRY_VERIFY(changed.count() >= 2);
    QTRY_COMPARE(m_desk->text("noteText"), note);
    QCOMPARE(selected(), chosen);
}

void TestListPages::sortingStaysAtTheTopUntilARowIsSelected()
{
    QVERIFY(showLoaded());
    auto *table = m_desk->find<TableView>("table");
    const int username = SubUserTableModel::column("username");
    const QString first = m_desk->cell(0, username);
    QTRY_COMPARE(m_desk->text("inspectorTitle"), first);
    table->sortByColumn(username, Qt::DescendingOrder);
    QTRY_COMPARE(m_desk->cell(39, username), first);
    QTRY_COMPARE(m_desk->text("inspectorTitle"), m_desk->cell(0, username));
    QCOMPARE(table->verticalScrollBar()->value(), 0);
    // A click on the first row selects it too.
    const QString top = m_desk->cell(0, username);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                      table->visualRect(table->model()->index(0, 0)).center());
    table->sortByColumn(username, Qt::AscendingOrder);
    QTRY_COMPARE(m_desk->cell(0, username), first);
    QTRY_COMPARE(m_desk->text("inspectorTitle"), top);
    table->sortByColumn(username, Qt::DescendingOrder);
    QTRY_COMPARE(m_desk->cell(39, username), first);
    // The last row is selected by the user, and it is followed.
    table->setCurrentIndex(table->model()->index(39, 0));
    QCOMPARE(m_desk->text("inspectorTitle"), first);
    table->sortByColumn(username, Qt::AscendingOrder);
    QTRY_COMPARE(m_desk->cell(0, username), first);
    QTRY_COMPARE(m_desk->text("inspectorTitle"), first);
}

// What the notes don't need; the width that the user gives is left alone.
void TestListPages::longNamesGetTheSpareWidth()
{
    QVERIFY(showLoaded());
    auto *table = m_desk->find<TableView>("table");
    const QAbstractItemView &view = *table;
    const TableHeader *header = table->header();
    const int username = SubUserTableModel::column("username");
    m_desk->window().resize(1900, 900);
    QTRY_VERIFY(header->sectionSize(username) >= view.sizeHintForColumn(username));
    table->scrollToBottom();                          // to the longest name
    QTRY_VERIFY(header->sectionSize(username) > 130); // more than the column has otherwise
    QVERIFY(header->sectionSize(username) >= view.sizeHintForColumn(username));
    QTRY_COMPARE(header->length(), table->viewport()->width());
    table->header()->resizeSection(username, 90);
    m_desk->window().resize(1800, 900);
    QTRY_COMPARE(header->length(), table->viewport()->width());
    QCOMPARE(header->sectionSize(username), 90);
}

// ---- what is remembered

void TestListPages::remembersColumns()
{
    QVERIFY(showLoaded());
    auto *table = m_desk->find<TableView>("table");
    auto *header = table->header();
    header->setSectionHidden(SubUserTableModel::column("created"), false);
    Q_EMIT header->columnsChosen();
    header->moveSection(header->visualIndex(SubUserTableModel::column("used")), 0);
    header->resizeSection(SubUserTableModel::column("username"), 177);
    m_desk->table().setCurrentIndex({});

    auto *page = m_desk->show<SubUsersPage>();
    QVERIFY(page);
    header = m_desk->find<TableView>("table")->header();
    QVERIFY(!header->isSectionHidden(SubUserTableModel::column("created")));
    QVERIFY(header->isSectionHidden(SubUserTableModel::column("updated")));
    QCOMPARE(header->visualIndex(SubUserTableModel::column("used")), 0);
    QCOMPARE(header->sectionSize(SubUserTableModel::column("username")), 177);

    // "Reset columns" works, and its result is stored too.
    m_desk->click("columnsButton");
    auto *menu = m_desk->find<QMenu>("columnsMenu");
    QVERIFY(menu && menu->isVisible());
    menu->actions().constLast()->trigger();
    menu->close();
    QVERIFY(header->isSectionHidden(SubUserTableModel::column("created")));
    QCOMPARE(header->visualIndex(SubUserTableModel::column("used")),
             SubUserTableModel::column("used"));
    m_desk->show<SubUsersPage>();
    header = m_desk->find<TableView>("table")->header();
    QVERIFY(header->isSectionHidden(SubUserTableModel::column("created")));
}

/// In the file, while the page is still open: so it is there after a crash too.
void TestListPages::remembersOrderAndFilter()
{
    auto *page = showLoaded();
    QVERIFY(page);
    const QString name = page->objectName();
    auto *table = m_desk->find<TableView>("table");
    const int created = SubUserTableModel::column("created");
    table->header()->setSectionHidden(created, false);
    table->header()->resizeSection(created, 177);
    table->sortByColumn(created, Qt::DescendingOrder);
    const QString word = m_desk->cell(5, SubUserTableModel::column("username"));
    m_desk->search(word);
    QTRY_VERIFY(m_desk->rows() > 0 && m_desk->rows() < 40);
    const int found = m_desk->rows();
    const auto stored = [&](Setting setting) {
        m_desk->settings().save();
        return Settings(m_desk->folder()).text(setting, name);
    };
    QTRY_COMPARE(stored(Setting::FilterText), word);
    QTRY_VERIFY(stored(Setting::TableState).contains(QStringLiteral("177")));
    QTRY_VERIFY(stored(Setting::TableState).contains(QStringLiteral("\"sort\":\"created\"")));

    QVERIFY(m_desk->show<SubUsersPage>());
    table = m_desk->find<TableView>("table");
    QTRY_COMPARE(m_desk->rows(), found);
    QCOMPARE(table->header()->sectionSize(created), 177);
    QCOMPARE(table->header()->sortIndicatorSection(), created);
    QCOMPARE(table->header()->sortIndicatorOrder(), Qt::DescendingOrder);
    QCOMPARE(m_desk->find<QLineEdit>("search")->text(), word);

    m_desk->find<QLineEdit>("search")->clear();
    QTRY_COMPARE(m_desk->rows(), 40);
    QTRY_COMPARE(stored(Setting::FilterText), QString());
}

/// The first row of before, which the filter and the order leave far below.
void TestListPages::showsTheFirstRowOfARememberedFilter()
{
    QVERIFY(showLoaded());
    const int username = SubUserTableModel::column("username");
    const QString first = m_desk->cell(0, username);
    m_desk->find<TableView>("table")->sortByColumn(username, Qt::DescendingOrder);
    m_desk->search(QStringLiteral("gb"));
    QTRY_COMPARE(m_desk->cell(m_desk->rows() - 1, username), first);

    auto *page = m_desk->show<SubUsersPage>();
    QVERIFY(page);
    QTRY_COMPARE(m_desk->cell(m_desk->rows() - 1, username), first);
    QTRY_COMPARE(m_desk->text("inspectorTitle"), m_desk->cell(0, username));
    QCOMPARE(m_desk->find<TableView>("table")->currentIndex().row(), 0);
    QVERIFY(m_desk->text("inspectorTitle") != first);

    // A filter that is removed brings rows before the first one, too.
    m_desk->search(first);
    QTRY_COMPARE(m_desk->text("inspectorTitle"), first);
    m_desk->find<QLineEdit>("search")->clear();
    QTRY_COMPARE(m_desk->rows(), 40);
    QTRY_COMPARE(m_desk->text("inspectorTitle"), m_desk->cell(0, username));
}

/// It may be a password that was pasted into the wrong field.
void TestListPages::forgetsAFilterThatFindsNothing()
{
    auto *page = showLoaded();
    QVERIFY(page);
    m_desk->search(QStringLiteral("correct horse battery"));
    QTRY_COMPARE(page->state().body, ListState::Body::NothingMatches);
    QVERIFY(m_desk->show<SubUsersPage>());
    QTRY_COMPARE(m_desk->rows(), 40);
    m_desk->settings().save();
    QFile file(QDir(m_desk->folder()).filePath(QStringLiteral("settings.ini")));
    QVERIFY(file.open(QIODevice::ReadOnly) || !file.exists());
    QVERIFY(!file.readAll().contains("battery"));
}

void TestListPages::remembersTheInspector()
{
    auto *page = showLoaded();
    QVERIFY(page);
    QVERIFY(m_desk->isShown("detailPane"));
    page->perform(Page::Command::ToggleInspector);
    QVERIFY(!m_desk->isShown("detailPane"));
    m_desk->show<SubUsersPage>();
    QVERIFY(!m_desk->isShown("detailPane"));
    m_desk->click("inspectorButton");
    QVERIFY(m_desk->isShown("detailPane"));
    m_desk->show<SubUsersPage>();
    QVERIFY(m_desk->isShown("detailPane"));
    // The ledger starts without it.
    m_desk->show<TransactionsPage>();
    QVERIFY(!m_desk->isShown("detailPane"));
}

// ---- for everybody

void TestListPages::severalRowsHaveATitleOfTheirOwn_data()
{
    QTest::addColumn<QString>("pageName");
    QTest::addColumn<QString>("title");
    QTest::addColumn<int>("rows");
    QTest::newRow("proxies") << "proxiesPage"
                             << "60 proxies" << 60;
    QTest::newRow("sub-users") << "subUsersPage"
                               << "40 sub-users" << 40;
    QTest::newRow("transactions") << "transactionsPage"
                                  << "250 transactions" << 250;
}

/// What is named is what is copied, and no command is for one of them.
void TestListPages::severalRowsHaveATitleOfTheirOwn()
{
    QFETCH(QString, pageName);
    QFETCH(QString, title);
    QFETCH(int, rows);
    ListPage *page = nullptr;
    if (pageName == QLatin1String("subUsersPage")) {
        page = openOn<SubUsersPage>(rows);
    } else if (pageName == QLatin1String("proxiesPage")) {
        page = openOn<ProxiesPage>(rows);
    } else {
        page = openOn<TransactionsPage>(rows);
        m_desk->click("inspectorButton");
    }
    QVERIFY(page);
    m_desk->chooseRow(7);
    QVERIFY(m_desk->isShown("inspectorTitle"));
    page->perform(Page::Command::SelectAll);
    QCOMPARE(m_desk->text("severalTitle"), title);
    QVERIFY(m_desk->isShown("severalTitle"));
    QVERIFY(!m_desk->isShown("inspectorTitle"));
    QVERIFY(!page->can(Page::Command::Edit));
    for (const char *ofOne : {"editAction", "allFieldsAction", "cloneAction", "deleteProxyAction",
                              "sameTypeAction", "sameDayAction"}) {
        QVERIFY2(!m_desk->chooseInMenu(ofOne), ofOne);
    }
    QTest::keyClick(&m_desk->table(), Qt::Key_Delete);
    QVERIFY(m_desk->find("deleteProxyDialog") == nullptr);
    if (pageName == QLatin1String("proxiesPage")) { // it asks about all of them
        QTRY_VERIFY(m_desk->find<QDialog>("deleteProxiesDialog"));
        m_desk->find<QDialog>("deleteProxiesDialog")->reject();
        QTRY_VERIFY(!m_desk->find<QDialog>("deleteProxiesDialog"));
    }
    for (const bool withKey : {true, false}) {
        QGuiApplication::clipboard()->clear();
        if (withKey) {
            QTest::keyClick(&m_desk->table(), Qt::Key_C, Qt::ControlModifier);
        } else {
            m_desk->click("severalCopyRows");
        }
        QCOMPARE(held().count(QLatin1Char('\n')), rows + 1);
        QCOMPARE(m_desk->text("pageNote"), QStringLiteral("%1 row(s) copied").arg(rows));
    }
    if (auto *copy = m_desk->find<QPushButton>("severalCopyCredentials"); copy != nullptr) {
        m_desk->click("severalCopyCredentials");
        QCOMPARE(held().split(QLatin1Char('\n')).size(), rows);
        QCOMPARE(m_desk->find<Banner>("undoBar")->lead(),
                 QStringLiteral("Copied the credentials of %1 rows.").arg(rows));
    }
    m_desk->chooseRow(8);
    QVERIFY(!m_desk->isShown("severalTitle"));
    QVERIFY(m_desk->isShown("inspectorTitle"));
}

void TestListPages::everyControlHasANameAndIsReachable_data()
{
    QTest::addColumn<int>("page");
    QTest::newRow("proxies") << 0;
    QTest::newRow("sub-users") << 1;
    QTest::newRow("transactions") << 2;
}

void TestListPages::everyControlHasANameAndIsReachable()
{
    QFETCH(int, page);
    openAndLoad();
    ListPage *shown = page == 0   ? static_cast<ListPage *>(m_desk->show<ProxiesPage>())
                      : page == 1 ? static_cast<ListPage *>(m_desk->show<SubUsersPage>())
                                  : static_cast<ListPage *>(m_desk->show<TransactionsPage>());
    QVERIFY(shown);
    QTRY_VERIFY(m_desk->rows() > 0);
    const QSignalSpy exports(shown, &Page::exportRequested);
    m_desk->click("exportButton");
    QCOMPARE(exports.size(), 1);
    QTest::mouseClick(m_desk->table().viewport(), Qt::LeftButton, {}, QPoint(30, 40));
    if (!m_desk->isShown("detailPane")) {
        m_desk->click("inspectorButton");
    }
    QStringList nameless;
    QStringList unreachable;
    const auto widgets = m_desk->window().findChildren<QWidget *>();
    for (QWidget *widget : widgets) {
        const bool control = qobject_cast<QAbstractButton *>(widget) ||
                             qobject_cast<QLineEdit *>(widget) ||
                             qobject_cast<QAbstractItemView *>(widget);
        const bool headerOfQt = qobject_cast<QHeaderView *>(widget) != nullptr;
        if (!control || headerOfQt || !widget->isVisible()) {
            continue;
        }
        const auto *button = qobject_cast<QAbstractButton *>(widget);
        const bool named =
            !widget->accessibleName().isEmpty() || (button && !button->text().isEmpty());
        if (widget->objectName().isEmpty() || !named) {
            nameless.append(QStringLiteral("%1 in %2")
                                .arg(QLatin1String(widget->metaObject()->className()),
                                     widget->parentWidget()->objectName()));
        }
        const bool insideSearch = qobject_cast<QLineEdit *>(widget->parentWidget()) != nullptr;
        if (!insideSearch && (widget->focusPolicy() & Qt::TabFocus) == 0) {
            unreachable.append(widget->objectName());
        }
    }
    QCOMPARE(nameless, QStringList());
    QCOMPARE(unreachable, QStringList());
}

void TestListPages::isWholeFromRightToLeft()
{
    QGuiApplication::setLayoutDirection(Qt::RightToLeft);
    auto *page = showLoaded();
    QVERIFY(page);
    const auto *table = m_desk->find("table");
    const auto *pane = m_desk->find("detailPane");
    QVERIFY(table->mapToGlobal(QPoint()).x() > pane->mapToGlobal(QPoint()).x());
    QTest::mouseClick(m_desk->table().viewport(), Qt::LeftButton, {},
                      QPoint(m_desk->table().viewport()->width() - 30, 40));
    QCOMPARE(m_desk->table().currentIndex().row(), 1);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestListPages)
#include "test_listpages.moc"
