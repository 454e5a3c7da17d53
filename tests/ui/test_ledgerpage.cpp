// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the ledger on the transactions page: filter chips and search, totals, the chain of balances
// and its charts, compared with the sandbox's own list.
#include "models/tables/transactiontablemodel.h"
#include "models/text/format.h"
#include "tests/ui/accessibletext.h"
#include "tests/ui/ledgerpagefixture.h"
#include "ui/charts/balancechart.h"
#include "ui/charts/spendchart.h"
#include "ui/ledger/ledgerfilterbar.h"
#include "ui/ledger/ledgerfiltertext.h"
#include "ui/ledger/transactionspage.h"
#include "ui/widgets/filterchip.h"
#include "ui/widgets/sheetdialog.h"
#include "ui/widgets/tableview.h"

#include <QApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMenu>
#include <QTreeWidget>

using namespace relaybook;
using relaybook::testing::accessibleText;
using relaybook::testing::LedgerPageTest;

namespace {

Money moneyOf(const std::string &text)
{
    return Money::parse(QString::fromStdString(text)).value_or(Money());
}

Money changeOf(const sandbox::TransactionView &row)
{
    return moneyOf(row.balanceAfter).minus(moneyOf(row.balanceBefore)).value_or(Money());
}

QString signedText(Money amount)
{
    return format::money(amount, format::Sign::Always);
}

// A sum of what was spent, as its exact text says it.
QString paid(Money spent)
{
    return signedText(Money().minus(spent).value_or(Money()));
}

/// All digits of a figure: what describes it, unless the figure itself has them.
QString exactOf(const QWidget &figure)
{
    const QString first = figure.accessibleDescription().section(u'\n', 0, 0);
    const bool isFigure = !first.isEmpty() && !first.front().isLetter();
    return isFigure ? first : figure.accessibleName();
}

} // namespace

class TestLedgerPage : public LedgerPageTest
{
    Q_OBJECT

private Q_SLOTS:
    void init() { begin(); }
    void cleanup() { m_desk.reset(); }

    void wordsAndChipsAreInStep();
    void wordsThatAreNotUnderstoodAreSaidAndKept();
    void menusClaimNothingBeforeTheyKnow();
    void chipsAreReachedByKeyboard();
    void presetsShowTheirDates();
    void datesAreTyped();
    void amountsAreTyped();
    void totalsOfTheFilterAreExact();
    void aSortedTableCountsWhatItsTotalsAreOf();
    void aFilteredTableCountsItsOwnRowsUntilTheTotalsAreReady();
    void totalsOfTheSelectionAreExact();
    void aSelectionThatIsTooLargeToKeepSaysSo();
    void theChainIsWalked();
    void metadataIsATree();
    void refreshIsNeverOffWhileReading();
    void theCurveLeadsToItsDays();
    void barsLeadToTheirRows();
    void theBarsAreThoseOfTheFooter();
    void thePageIsWhole();
    void theBalanceIsOfWholeTimesOnly();

private:
    template <class Wanted>
    [[nodiscard]] Rows truthOf(Wanted wanted)
    {
        Rows rows = truth();
        rows.erase(
            std::remove_if(rows.begin(), rows.end(), [&](const auto &row) { return !wanted(row); }),
            rows.end());
        return rows;
    }
    [[nodiscard]] QString searched() { return m_desk->find<QLineEdit>("search")->text(); }
    [[nodiscard]] FilterChip &chip(const char *name) { return *m_desk->find<FilterChip>(name); }
    // The chip's menu, as a click opens it.
    [[nodiscard]] QMenu *menuOf(const char *name)
    {
        auto *menu = chip(name).findChild<QMenu *>();
        Q_EMIT menu->aboutToShow();
        return menu;
    }
    void choose(const char *chipName, const QString &action)
    {
        // The types are read from the store: a menu that is opened sooner does not have them yet.
        QTRY_VERIFY2(menuOf(chipName)->findChild<QAction *>(action) != nullptr, qPrintable(action));
        menuOf(chipName)->findChild<QAction *>(action)->trigger();
    }
    void compareTotals(const QString &prefix, const Rows &rows);
};

void TestLedgerPage::compareTotals(const QString &prefix, const Rows &rows)
{
    Money in;
    Money out;
    for (const auto &row : rows) {
        const Money change = changeOf(row);
        (change.isNegative() ? out : in) =
            (change.isNegative() ? out : in).plus(change).value_or(Money());
    }
    const Money net = in.plus(out).value_or(Money());
    const auto text = [&](const char *figure) {
        return m_desk->text(QString(prefix + QLatin1String(figure)).toLatin1().constData());
    };
    const auto exact = [&](const char *figure) {
        return exactOf(
            *m_desk->find(QString(prefix + QLatin1String(figure)).toLatin1().constData()));
    };
    QTRY_COMPARE(exact("In"), signedText(in));
    QTRY_COMPARE(exact("Out"), signedText(out));
    QTRY_COMPARE(exact("Net"), signedText(net));
    // What is read is in whole cents: never more than came in, never less than went out.
    QCOMPARE(text("In"), signedText(format::nearestCents(in)));
    QCOMPARE(text("Out"), signedText(format::nearestCents(out)));
    QCOMPARE(text("Net"), signedText(format::nearestCents(net)));
    // Where rows are left out, others changed the balance too.
    const Money before = moneyOf(rows.front().balanceBefore);
    const Money after = moneyOf(rows.back().balanceAfter);
    const bool isExplained = before.plus(net) == after;
    const QByteArray balance = QString(prefix + QLatin1String("Balance")).toLatin1();
    QTRY_COMPARE(m_desk->find<QLabel>(balance.constData())->isVisible(), isExplained);
    if (isExplained) {
        QTRY_COMPARE(exact("Balance"),
                     QStringLiteral("%1 → %2").arg(format::money(before), format::money(after)));
    }
}

void TestLedgerPage::wordsAndChipsAreInStep()
{
    QVERIFY(showLoaded());
    m_desk->search(QStringLiteral("type:purchase amount:>50"));
    const auto wanted = truthOf([](const auto &row) {
        return row.type == "purchase" && changeOf(row).magnitude() > Money::fromCents(5000);
    });
    QVERIFY(!wanted.empty() && wanted.size() < 250);
    QTRY_COMPARE(m_desk->rows(), int(wanted.size()));
    QVERIFY(chip("typesChip").isActive());
    QCOMPARE(chip("typesChip").text(), QStringLiteral("Purchase"));
    QVERIFY(chip("amountChip").isActive());
    QCOMPARE(chip("amountChip").text(), QStringLiteral("Amount over $50.00"));
    QVERIFY(!chip("datesChip").isActive());
    QVERIFY(m_desk->isShown("clearFilters"));

    // Removing a chip removes its words from the search, and no others.
    QTest::keyClick(&chip("typesChip"), Qt::Key_Delete);
    QCOMPARE(searched(), QStringLiteral("amount:>50"));
    QVERIFY(!chip("typesChip").isActive());
    const auto large =
        truthOf([](const auto &row) { return changeOf(row).magnitude() > Money::fromCents(5000); });
    QTRY_COMPARE(m_desk->rows(), int(large.size()));

    // A choice in a menu is written into the search.
    choose("amountChip", QStringLiteral("direction1"));
    QCOMPARE(searched(), QStringLiteral("amount:>50 in:"));
    const auto came =
        truthOf([](const auto &row) { return changeOf(row) > Money::fromCents(5000); });
    QTRY_COMPARE(m_desk->rows(), int(came.size()));
    QCOMPARE(chip("amountChip").text(), QStringLiteral("Money in, over $50.00"));

    m_desk->click("clearFilters");
    QCOMPARE(searched(), QString());
    QTRY_COMPARE(m_desk->rows(), 250);
    QVERIFY(!m_desk->isShown("clearFilters"));
}

void TestLedgerPage::wordsThatAreNotUnderstoodAreSaidAndKept()
{
    auto *page = showLoaded();
    QVERIFY(page);
    m_desk->search(QStringLiteral("amount:lots card"));
    QTRY_VERIFY(m_desk->isShown("searchProblems"));
    QVERIFY(m_desk->text("searchProblems").contains(QStringLiteral("amount:lots")));
    QCOMPARE(page->filter().text, QStringLiteral("card"));
    choose("typesChip", QStringLiteral("type-deposit"));
    QCOMPARE(searched(), QStringLiteral("type:deposit card amount:lots"));
    QCOMPARE(page->filter().types, QStringList{QStringLiteral("deposit")});
    QVERIFY(m_desk->isShown("searchProblems"));
    m_desk->click("clearFilters");
    QVERIFY(!m_desk->isShown("searchProblems"));
}

void TestLedgerPage::menusClaimNothingBeforeTheyKnow()
{
    LedgerFilterBar bar(m_theme, QTimeZone::utc(), [] { return SystemClock().now(); });
    bar.show();
    const auto entries = [&bar](const char *name) {
        QStringList texts;
        const auto actions =
            bar.findChild<FilterChip *>(QLatin1String(name))->findChild<QMenu *>()->actions();
        for (const QAction *action : actions) {
            texts.append(action->text());
        }
        return texts;
    };
    auto *types = bar.findChild<FilterChip *>(QStringLiteral("typesChip"))->findChild<QMenu *>();
    types->popup({});
    QCOMPARE(entries("typesChip"), QStringList{QStringLiteral("Loading…")});
    Q_EMIT bar.findChild<FilterChip *>(QStringLiteral("productChip"))
        ->findChild<QMenu *>()
        ->aboutToShow();
    QCOMPARE(entries("productChip"), QStringList{QStringLiteral("Loading…")});
    // A chosen type can be given up before the others are known.
    LedgerFilter filter;
    filter.types = {QStringLiteral("deposit")};
    bar.setFilter(filter, false);
    types->hide();
    types->popup({});
    QCOMPARE(entries("typesChip"),
             (QStringList{QStringLiteral("Deposit"), QStringLiteral("Loading…")}));
    // The menu is open as they arrive.
    bar.setChoices({QStringLiteral("deposit"), QStringLiteral("refund")}, {}, {});
    QCOMPARE(entries("typesChip"),
             (QStringList{QStringLiteral("Deposit"), QStringLiteral("Refund")}));
    types->hide();
    bar.setFilter({}, false);
    bar.setChoices({}, {}, {});
    types->popup({});
    QCOMPARE(entries("typesChip"), QStringList{QStringLiteral("No transactions are stored yet")});
    // The first rows arrive; entries that are there do not move.
    bar.setChoices({QStringLiteral("refund")}, {}, {});
    QCOMPARE(entries("typesChip"), QStringList{QStringLiteral("Refund")});
    bar.setChoices({QStringLiteral("deposit"), QStringLiteral("refund")}, {}, {});
    QCOMPARE(entries("typesChip"), QStringList{QStringLiteral("Refund")});
}

void TestLedgerPage::chipsAreReachedByKeyboard()
{
    QVERIFY(showLoaded());
    QTRY_COMPARE(strip().lead(), QStringLiteral("Ledger is consistent."));
    auto *field = m_desk->find<QLineEdit>("search");
    field->setFocus();
    QStringList seen;
    for (int i = 0; i < 16; ++i) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        seen.append(QApplication::focusWidget()->objectName());
    }
    qsizetype last = -1;
    for (const char *name : {"exportButton", "checkLedgerButton", "chartsButton", "datesChip",
                             "typesChip", "amountChip", "productChip", "table"}) {
        const qsizetype place = seen.indexOf(QLatin1String(name));
        QVERIFY2(place > last, qPrintable(seen.join(u' ')));
        last = place;
    }
}

void TestLedgerPage::presetsShowTheirDates()
{
    const QTimeZone zone = QTimeZone::systemTimeZone();
    const QDate today = dayIn(zone, SystemClock().now());
    auto *page = showLoaded();
    QVERIFY(page);
    auto *menu = menuOf("datesChip");
    if (dayIn(zone, SystemClock().now()) != today) {
        QSKIP("The day changed during the test.");
    }
    for (const LedgerDates dates : allLedgerDates) {
        const auto *action =
            menu->findChild<QAction *>(QStringLiteral("dates%1").arg(static_cast<int>(dates)));
        QVERIFY(action != nullptr);
        QCOMPARE(action->text(),
                 QString(datesName(dates) % u'\t' % daysText(daysOf(dates, today))));
    }
    const auto last = static_cast<int>(LedgerDates::Last30Days);
    choose("datesChip", QStringLiteral("dates%1").arg(last));
    if (dayIn(zone, SystemClock().now()) != today) {
        QSKIP("The day changed during the test.");
    }
    QCOMPARE(chip("datesChip").text(), QStringLiteral("Last 30 days"));
    const DayRange days = daysOf(LedgerDates::Last30Days, today);
    QVERIFY2(searched().contains(days.first.toString(Qt::ISODate)), qPrintable(searched()));
    LedgerFilter expected;
    setDays(expected, days, zone);
    QCOMPARE(page->filter().from, expected.from);
    QCOMPARE(page->filter().until, expected.until);
    const auto wanted = truthOf([&](const auto &row) {
        const auto at = parseInstant(QString::fromStdString(row.createdAt));
        return at && *at >= *expected.from && *at < *expected.until;
    });
    QTRY_COMPARE(m_desk->rows(), int(wanted.size()));
}

void TestLedgerPage::datesAreTyped()
{
    auto *page = showLoaded();
    QVERIFY(page);
    choose("datesChip", QStringLiteral("otherDates"));
    auto *sheet = dialog<SheetDialog>("datesDialog");
    QVERIFY(sheet);
    const auto type = [&sheet](const char *field, const QString &text) {
        auto *edit = sheet->findChild<QLineEdit *>(QLatin1String(field));
        edit->selectAll();
        QTest::keyClicks(edit, text);
    };
    type("firstDay", QStringLiteral("2026-13-01"));
    sheet->submit();
    QVERIFY(sheet->isVisible());
    QVERIFY(accessibleText(*sheet).contains(QStringLiteral("Enter year")));
    type("firstDay", QStringLiteral("2026-10-02"));
    type("lastDay", QStringLiteral("2026-10-01"));
    sheet->submit();
    QVERIFY(sheet->isVisible());
    QVERIFY(accessibleText(*sheet).contains(QStringLiteral("before the first")));
    type("lastDay", QStringLiteral("2026-10-20"));
    QPointer<SheetDialog> open = sheet;
    sheet->submit();
    QTRY_VERIFY(open.isNull() || !open->isVisible());
    QCOMPARE(searched(), QStringLiteral("after:2026-10-02 before:2026-10-21"));
    QCOMPARE(chip("datesChip").text(), QStringLiteral("Oct 2 – Oct 20, 2026"));

    // The last date that can be typed: the whole list, and no invalid query.
    choose("datesChip", QStringLiteral("otherDates"));
    sheet = dialog<SheetDialog>("datesDialog");
    QVERIFY(sheet);
    type("firstDay", QStringLiteral("0001-01-01"));
    type("lastDay", QStringLiteral("9999-12-31"));
    open = sheet;
    sheet->submit();
    QTRY_VERIFY(open.isNull() || !open->isVisible());
    QCOMPARE(searched(), QStringLiteral("after:0001-01-01 to:9999-12-31"));
    QTRY_COMPARE(m_desk->rows(), int(m_desk->server().transactionCount()));
}

void TestLedgerPage::amountsAreTyped()
{
    auto *page = showLoaded();
    QVERIFY(page);
    choose("amountChip", QStringLiteral("otherAmounts"));
    auto *sheet = dialog<SheetDialog>("amountsDialog");
    QVERIFY(sheet);
    const auto type = [sheet](const char *field, const QString &text) {
        auto *edit = sheet->findChild<QLineEdit *>(QLatin1String(field));
        edit->selectAll();
        QTest::keyClicks(edit, text);
    };
    type("leastAmount", QStringLiteral("1,234"));
    sheet->submit();
    QVERIFY(sheet->isVisible());
    QVERIFY(accessibleText(*sheet).contains(QStringLiteral("can mean 1234 or 1.234.")));
    type("leastAmount", QStringLiteral("10"));
    type("mostAmount", QStringLiteral("20.5"));
    QPointer<SheetDialog> open = sheet;
    sheet->submit();
    QTRY_VERIFY(open.isNull() || !open->isVisible());
    QCOMPARE(searched(), QStringLiteral("amount:10..20.5"));
    QCOMPARE(page->filter().atMost, std::optional(Money::fromCents(2050)));
}

void TestLedgerPage::totalsOfTheFilterAreExact()
{
    QVERIFY(showLoaded());
    compareTotals(QStringLiteral("ledger"), truth());
    m_desk->search(QStringLiteral("type:purchase"));
    const auto purchases = truthOf([](const auto &row) { return row.type == "purchase"; });
    QTRY_COMPARE(m_desk->text("ledgerCount"),
                 QStringLiteral("%1 in this view").arg(purchases.size()));
    compareTotals(QStringLiteral("ledger"), purchases);
}

/// After sorting, the table has its first rows for a moment, and the totals are of all.
void TestLedgerPage::aSortedTableCountsWhatItsTotalsAreOf()
{
    constexpr int rows = 700;
    m_desk->sandboxOptions.transactions = rows;
    auto *page = showLoaded(rows);
    QVERIFY(page);
    const QString all = QStringLiteral("%1 in this view").arg(rows);
    QTRY_COMPARE(m_desk->text("ledgerCount"), all);
    QTRY_VERIFY(m_desk->isShown("ledgerNet"));
    m_desk->table().selectAll();
    const QString selected = QStringLiteral("%1 selected").arg(rows);
    QTRY_COMPARE(m_desk->text("ledgerSelectedCount"), selected);
    QSet<QString> counts;
    auto *count = m_desk->find<QLabel>("ledgerCount");
    auto *model = qobject_cast<KeyedTableModel *>(m_desk->table().model());
    QVERIFY(model != nullptr);
    connect(model, &KeyedTableModel::countChanged, page, [&] { counts.insert(count->text()); });
    for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
        model->setSort(TransactionTableModel::column("date"), order);
        counts.insert(count->text());
        QTRY_VERIFY(model->isSettled());
    }
    QCOMPARE(counts, QSet<QString>{all});
}

void TestLedgerPage::aFilteredTableCountsItsOwnRowsUntilTheTotalsAreReady()
{
    constexpr int rows = 700;
    m_desk->sandboxOptions.transactions = rows;
    auto *page = showLoaded(rows);
    QVERIFY(page);
    QTRY_COMPARE(m_desk->text("ledgerCount"), QStringLiteral("700 in this view"));
    auto *model = qobject_cast<KeyedTableModel *>(m_desk->table().model());
    QVERIFY(model != nullptr);
    QStringList wrong;
    const auto compare = [&] {
        const QString shown = m_desk->text("ledgerCount");
        if (shown != QStringLiteral("%1 in this view").arg(model->rowCount())) {
            wrong.append(shown);
        }
    };
    connect(model, &KeyedTableModel::settled, page, compare);
    for (const char *words : {"type:deposit amount:>500", "type:refund", "type:purchase", ""}) {
        m_desk->find<QLineEdit>("search")->setText(QLatin1String(words));
        QTRY_VERIFY(model->isSettled());
        compare();
    }
    QCOMPARE(wrong, QStringList());
    QCOMPARE(model->rowCount(), rows);
}

void TestLedgerPage::totalsOfTheSelectionAreExact()
{
    QVERIFY(showLoaded());
    QVERIFY(!m_desk->isShown("ledgerSelected"));
    auto &table = m_desk->table();
    table.setFocus();
    table.setCurrentIndex(table.model()->index(3, 0));
    QTest::keyClick(&table, Qt::Key_Down, Qt::ShiftModifier);
    QTest::keyClick(&table, Qt::Key_Down, Qt::ShiftModifier);
    QTRY_VERIFY(m_desk->isShown("ledgerSelected"));
    QCOMPARE(m_desk->text("ledgerSelectedCount"), QStringLiteral("3 selected"));
    const Rows all = truth();
    compareTotals(QStringLiteral("ledgerSelected"), Rows(all.end() - 6, all.end() - 3));
    QTest::keyClick(&table, Qt::Key_A, Qt::ControlModifier);
    QTRY_COMPARE(m_desk->text("ledgerSelectedCount"), QStringLiteral("250 selected"));
    compareTotals(QStringLiteral("ledgerSelected"), all);
}

void TestLedgerPage::aSelectionThatIsTooLargeToKeepSaysSo()
{
    constexpr int rows = 10'020;
    m_desk->sandboxOptions.transactions = rows;
    QVERIFY(showLoaded(rows));
    auto *table = m_desk->find<TableView>("table");
    const auto select = [table](int count) {
        const QItemSelection some(table->model()->index(0, 0), table->model()->index(count - 1, 0));
        table->selectionModel()->select(some, QItemSelectionModel::ClearAndSelect |
                                                  QItemSelectionModel::Rows);
    };
    m_desk->click("inspectorButton");
    table->selectAll();
    QCOMPARE(m_desk->text("severalTitle"), QStringLiteral("10,020 transactions"));
    // What can be kept is kept, without a message.
    select(10'000);
    QCOMPARE(m_desk->text("severalTitle"), QStringLiteral("10,000 transactions"));
    table->sortByColumn(TransactionTableModel::column("amount"), Qt::AscendingOrder);
    QTRY_VERIFY(m_desk->text("pageNote").contains(QStringLiteral("10,000 selected")));
    QTRY_COMPARE(table->selectionModel()->selectedRows().size(), 10'000);
    QVERIFY(m_desk->isShown("severalTitle"));
    // What cannot be kept is reported.
    select(10'001);
    table->sortByColumn(TransactionTableModel::column("date"), Qt::DescendingOrder);
    QTRY_VERIFY2(m_desk->text("pageNote").contains(QStringLiteral("10,001 rows were deselected")),
                 qPrintable(m_desk->text("pageNote")));
    QVERIFY(!table->selectionModel()->hasSelection());
    QVERIFY(!m_desk->isShown("severalTitle"));
    QVERIFY(m_desk->isShown("inspectorHint"));
}

void TestLedgerPage::theChainIsWalked()
{
    QVERIFY(showLoaded());
    const Rows all = truth();
    m_desk->click("inspectorButton");
    auto &table = m_desk->table();
    table.setCurrentIndex(table.model()->index(0, 0));
    const auto title = [](const sandbox::TransactionView &row) {
        return QStringLiteral("Transaction %1").arg(row.id);
    };
    QCOMPARE(m_desk->text("inspectorTitle"), title(all.back()));
    QVERIFY(!m_desk->find("nextInChain")->isEnabled());
    m_desk->click("previousInChain");
    QCOMPARE(m_desk->text("inspectorTitle"), title(all.at(248)));
    m_desk->click("nextInChain");
    QCOMPARE(m_desk->text("inspectorTitle"), title(all.back()));
    // If the filter hides the neighbour, it is cleared.
    m_desk->search(QString::number(all.at(100).id));
    const auto *model = qobject_cast<KeyedTableModel *>(table.model());
    QVERIFY(model != nullptr);
    QTRY_VERIFY(m_desk->rows() < 250 && model->isSettled()); // not between two steps
    const int row = int(m_desk->column(TransactionTableModel::column("id"))
                            .indexOf(QString::number(all.at(100).id)));
    table.setCurrentIndex(table.model()->index(row, 0));
    QCOMPARE(m_desk->text("inspectorTitle"), title(all.at(100)));
    m_desk->click("previousInChain");
    QTRY_COMPARE(m_desk->text("inspectorTitle"), title(all.at(99)));
    QCOMPARE(searched(), QString());
    QTRY_COMPARE(m_desk->rows(), 250);
}

void TestLedgerPage::metadataIsATree()
{
    QVERIFY(showLoaded());
    m_desk->search(QStringLiteral("type:purchase"));
    QTRY_VERIFY(m_desk->rows() < 250);
    m_desk->click("inspectorButton");
    m_desk->chooseRow(0);
    auto *tree = m_desk->find<QTreeWidget>("metadataTree");
    QVERIFY(tree->isVisible());
    QVERIFY(tree->topLevelItemCount() > 0);
    const qint64 id = m_desk->table().model()->index(0, 0).data(KeyRole).toLongLong();
    const auto json =
        QJsonDocument::fromJson(QByteArray::fromStdString(m_desk->server().transaction(id)->json));
    const QJsonObject metadata = json.object().value(QLatin1String("metadata")).toObject();
    QVERIFY(!metadata.isEmpty());
    for (const QString &key : metadata.keys()) {
        QVERIFY2(!tree->findItems(key, Qt::MatchExactly | Qt::MatchRecursive, 0).isEmpty(),
                 qPrintable(key));
    }
}

void TestLedgerPage::refreshIsNeverOffWhileReading()
{
    m_desk->startSandbox();
    m_desk->server().setLatency(std::chrono::milliseconds(150));
    m_desk->open();
    m_desk->account().start();
    auto *page = m_desk->show<TransactionsPage>();
    QVERIFY(page);
    QVERIFY(page->can(Page::Command::Refresh));
    m_desk->server().setLatency(std::chrono::milliseconds(0));
    QTRY_COMPARE(m_desk->rows(), 250);
    QVERIFY(page->can(Page::Command::Refresh));
}

void TestLedgerPage::theCurveLeadsToItsDays()
{
    auto *page = showLoaded();
    QVERIFY(page);
    QVERIFY(!m_desk->isShown("ledgerCharts"));
    m_desk->click("chartsButton");
    auto *chart = m_desk->find<BalanceChart>("balanceChart");
    QVERIFY(chart->isVisible());
    const QTimeZone zone = QTimeZone::systemTimeZone();
    const auto dayOfRow = [&zone](const auto &row) {
        return dayOf(*parseInstant(QString::fromStdString(row.createdAt)), zone);
    };
    // The curve of the whole ledger continues to today: with the years its steps become weeks.
    // Few enough days have a step each.
    constexpr qint64 daysWithStepsOfOne = 60;
    const qint64 end = dayOfRow(truth().back()) + 1;
    const qint64 begin = end - daysWithStepsOfOne;
    const auto isShown = [&](const auto &row) { return dayOfRow(row) >= begin; };
    const auto date = [](qint64 day) {
        return QDate(1970, 1, 1).addDays(day).toString(Qt::ISODate);
    };
    const auto query = QStringLiteral("after:%1 before:%2").arg(date(begin), date(end));
    QSet<qint64> days;
    for (const auto &row : truthOf(isShown)) {
        days.insert(dayOfRow(row));
    }
    QVERIFY(days.size() > 1);
    m_desk->search(query);
    QTRY_COMPARE(chart->period().loaded().size(), static_cast<std::size_t>(days.size()));
    QVERIFY2(chart->accessibleDescription().contains(
                 format::money(moneyOf(truth().back().balanceAfter))),
             qPrintable(chart->accessibleDescription()));

    // With the keyboard.
    chart->setFocus(Qt::TabFocusReason);
    QTRY_VERIFY(chart->currentDay().has_value());
    QTest::keyClick(chart, Qt::Key_Home);
    const qint64 first = *std::min_element(days.begin(), days.end());
    QCOMPARE(*chart->currentDay(), first);
    QTest::keyClick(chart, Qt::Key_Return);
    QCOMPARE(page->filter().from, std::optional(dayStart(first, zone)));
    QCOMPARE(page->filter().until, std::optional(dayStart(first + 1, zone)));
    const auto ofDay = truthOf([&](const auto &row) { return dayOfRow(row) == first; });
    QTRY_COMPARE(m_desk->rows(), int(ofDay.size()));
    QTRY_COMPARE(chart->period().loaded().size(), std::size_t{1});

    // With the mouse.
    m_desk->search(query);
    QTRY_COMPARE(chart->period().loaded().size(), static_cast<std::size_t>(days.size()));
    auto *plot = m_desk->find("balancePlot");
    const qint64 last = *std::max_element(days.begin(), days.end());
    const QPoint place = chart->pointOf(last) + QPoint(1, 4);
    QTest::mouseClick(plot, Qt::LeftButton, Qt::NoModifier, plot->mapFrom(chart, place));
    QCOMPARE(page->filter().from, std::optional(dayStart(last, zone)));
    // The choice is stored.
    QVERIFY(m_desk->settings().flag(Setting::ChartsShown, QStringLiteral("transactionsPage")));
}

void TestLedgerPage::barsLeadToTheirRows()
{
    auto *page = showLoaded();
    QVERIFY(page);
    m_desk->click("chartsButton");
    struct Product
    {
        QString name;
        Money spent;
        int rows = 0;
    };
    QMap<QString, Product> products;
    for (const auto &row : truthOf([](const auto &each) { return each.type == "purchase"; })) {
        const QJsonObject json =
            QJsonDocument::fromJson(QByteArray::fromStdString(row.json)).object();
        Product &product = products[json[QLatin1String("product_id")].toVariant().toString()];
        const QJsonObject metadata = json[QLatin1String("metadata")].toObject();
        product.name = format::proxyType(metadata[QLatin1String("proxy_type")].toString());
        product.spent = product.spent.plus(changeOf(row).magnitude()).value_or(Money());
        ++product.rows;
    }
    QVERIFY(products.size() > 1);
    auto *bars = m_desk->find<SpendChart>("spendChart");
    for (const Product &each : products) {
        const QString figure = QStringLiteral("%1: %2").arg(each.name, paid(each.spent));
        QTRY_VERIFY2(bars->summary().contains(figure), qPrintable(figure));
    }
    // Tab goes through the charts before it goes to the table.
    const auto made = bars->findChildren<SpendRow *>();
    const auto passed = [this] {
        qsizetype found = 0;
        const QWidget *stop = m_desk->find("balanceChart");
        for (; stop != &m_desk->table(); stop = stop->nextInFocusChain()) {
            found += qobject_cast<const SpendRow *>(stop) != nullptr ? 1 : 0;
        }
        return found;
    };
    QTRY_COMPARE(passed(), made.size());
    m_desk->click("spendRow0");
    QCOMPARE(page->filter().types, QStringList{QStringLiteral("purchase")});
    const Product chosen = products.value(page->filter().product);
    QTRY_COMPARE(m_desk->rows(), chosen.rows);
    for (const Product &each : products) {
        QVERIFY(each.spent <= chosen.spent);
    }
    QTRY_COMPARE(exactOf(*m_desk->find<QLabel>("ledgerOut")), paid(chosen.spent));
}

void TestLedgerPage::theBarsAreThoseOfTheFooter()
{
    auto *page = showLoaded();
    QVERIFY(page);
    m_desk->click("chartsButton");
    auto *bars = m_desk->find<SpendChart>("spendChart");
    const auto large = truthOf([](const auto &row) {
        return row.type == "deposit" && changeOf(row).magnitude() > Money::fromCents(50'000);
    });
    const auto all = truthOf([](const auto &row) { return row.type == "deposit"; });
    QVERIFY(!large.empty() && large.size() < all.size());
    Money sum;
    for (const auto &row : large) {
        sum = sum.plus(changeOf(row)).value_or(Money());
    }
    m_desk->search(QStringLiteral("type:deposit amount:>500"));
    const QString amount = format::money(sum, format::Sign::Always);
    QTRY_COMPARE(bars->summary(), QStringLiteral("Deposit: ") + amount);
    QTRY_COMPARE(exactOf(*m_desk->find<QLabel>("ledgerIn")), amount);
    QTRY_COMPARE(m_desk->rows(), int(large.size()));
    QVERIFY(m_desk->find<QLabel>("spendSpan")
                ->text()
                .contains(QStringLiteral("Only matching transactions")));
    // A bar adds its type, and takes no other condition away.
    m_desk->click("clearFilters");
    m_desk->search(QStringLiteral("in: amount:>500"));
    QTRY_VERIFY(bars->summary().contains(amount));
    m_desk->click("spendRow0");
    QCOMPARE(page->filter().direction, LedgerDirection::In);
    QCOMPARE(page->filter().atLeast, std::optional(Money::fromCents(50'000)));
}

// At every size and in every text direction: nothing is cut off or covered by its neighbours.
void TestLedgerPage::thePageIsWhole()
{
    auto *page = showLoaded();
    QVERIFY(page);
    m_desk->click("chartsButton");
    m_desk->click("inspectorButton");
    const auto lookAt = [this](const char *name) {
        auto *footer = m_desk->find("ledgerFooter");
        auto *label = m_desk->find<QLabel>(name);
        QTRY_VERIFY2(label->isVisible(), name);
        QTRY_VERIFY2(label->width() >= label->sizeHint().width(), name);
        const auto place = [&] { return QRect(label->mapTo(footer, QPoint()), label->size()); };
        QTRY_VERIFY2(footer->rect().contains(place()), name);
    };
    // The balance is shown only where no row is left out.
    for (const char *words : {"type:purchase,deposit amount:>1", "after:2020-01-01"}) {
        m_desk->search(QLatin1String(words));
        for (const Qt::LayoutDirection direction : {Qt::LeftToRight, Qt::RightToLeft}) {
            m_desk->window().setLayoutDirection(direction);
            for (const int width : {680, 1072, 1600}) {
                m_desk->window().resize(width, 760);
                QTest::qWait(0);
                for (const char *name : {"ledgerCount", "ledgerIn", "ledgerOut", "ledgerNet"}) {
                    lookAt(name);
                }
                if (page->filter().hasOnlyTimes()) {
                    lookAt("ledgerBalance");
                }
            }
        }
    }
}

// Where rows are left out, others changed the balance too.
void TestLedgerPage::theBalanceIsOfWholeTimesOnly()
{
    QVERIFY(showLoaded());
    const auto *balance = m_desk->find<QLabel>("ledgerBalance");
    QTRY_VERIFY(balance->isVisible());
    m_desk->search(QStringLiteral("type:purchase"));
    QTRY_VERIFY(!balance->isVisible());
    QTRY_VERIFY(m_desk->find<QLabel>("ledgerOut")->isVisible());
    m_desk->search(QStringLiteral("after:2020-01-01"));
    QTRY_VERIFY(balance->isVisible());
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestLedgerPage)
#include "test_ledgerpage.moc"
