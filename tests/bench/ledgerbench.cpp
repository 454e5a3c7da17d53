// SPDX-License-Identifier: GPL-3.0-or-later
// Benchmark: the longest time that one event blocks the GUI thread while somebody works in a
// completely loaded ledger of ROWS rows: scrolls from end to end, selects everything, types a
// filter, sorts, looks at charts.
// Usage: ledgerbench ROWS

#include "api/http/authsession.h"
#include "models/accounts/accountsession.h"
#include "models/tables/keyedtablemodel.h"
#include "tests/bench/watchedapplication.h"
#include "tests/models/testdata.h"
#include "ui/base/settings.h"
#include "ui/ledger/transactionspage.h"
#include "ui/shell/mainwindow.h"
#include "ui/theme/theme.h"
#include "ui/widgets/tableview.h"

#include <QAbstractButton>
#include <QLabel>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>

using namespace relaybook;
using relaybook::testing::WatchedApplication;

namespace {

constexpr int patience = 60'000;

QString shown(QWidget &page, const char *label)
{
    const auto *found = page.findChild<QLabel *>(QLatin1String(label));
    return found != nullptr ? found->text() : QString();
}

/// Runs the action, waits until the page has finished, and prints the time of the longest event.
template <class Action, class Done>
bool measure(WatchedApplication &application, const char *name, Action action, Done done)
{
    QElapsedTimer timer;
    timer.start();
    application.watch();
    action();
    const bool finished = QTest::qWaitFor(done, patience);
    std::fflush(stdout);
    std::printf("%-28s %6lld ms; ", name, static_cast<long long>(timer.elapsed()));
    application.report();
    if (!finished) {
        std::printf("%s: not done\n", name);
    }
    return finished;
}

bool work(WatchedApplication &application, TransactionsPage &page, qint64 rows)
{
    auto &table = *page.findChild<TableView *>(QStringLiteral("table"));
    auto &search = *page.findChild<QLineEdit *>(QStringLiteral("search"));
    auto &model = static_cast<KeyedTableModel &>(*table.model());
    const auto here = [&] { return model.isSettled() && model.rowCount() == rows; };
    const auto totalled = [&] { return here() && !shown(page, "ledgerNet").isEmpty(); };
    bool good = QTest::qWaitFor(totalled, patience);
    const auto press = [&table](int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        table.setFocus();
        QTest::keyClick(&table, static_cast<Qt::Key>(key), modifiers);
    };
    good &= measure(
        application, "to the last row", [&] { press(Qt::Key_End); },
        [&] { return table.currentIndex().row() == rows - 1; });
    good &= measure(
        application, "to the first row", [&] { press(Qt::Key_Home); },
        [&] { return table.currentIndex().row() == 0; });
    good &= measure(
        application, "50 pages down",
        [&] {
            for (int i = 0; i < 50; ++i) {
                press(Qt::Key_PageDown);
            }
        },
        [&] { return table.currentIndex().row() > 100; });
    good &= measure(
        application, "select all, with its totals", [&] { press(Qt::Key_A, Qt::ControlModifier); },
        [&] { return !shown(page, "ledgerSelectedNet").isEmpty(); });
    good &= measure(
        application, "type a filter",
        [&] { QTest::keyClicks(&search, QStringLiteral("type:purchase amount:>50")); },
        [&] { return model.isSettled() && model.rowCount() < rows; });
    good &= measure(
        application, "clear it", [&] { search.clear(); }, here);
    good &= measure(
        application, "sort by amount", [&] { table.sortByColumn(3, Qt::DescendingOrder); }, here);
    good &= measure(
        application, "show the charts",
        [&] { page.findChild<QAbstractButton *>(QStringLiteral("chartsButton"))->click(); },
        [&] { return page.findChild<QWidget *>(QStringLiteral("balanceChart"))->isVisible(); });
    return good;
}

} // namespace

int main(int argc, char *argv[])
{
    WatchedApplication application(argc, argv);
    const qint64 rows = QCoreApplication::arguments().value(1).toLongLong();
    if (rows < 1000) {
        std::fputs("ledgerbench ROWS, at least 1000\n", stderr);
        return 2;
    }
    const QTemporaryDir folder;
    const SystemClock clock;
    AccountSession::Config config;
    config.dataDir = folder.path();
    config.service = QStringLiteral("https://bench.example");
    config.account = QStringLiteral("bench");
    config.offline = true;
    const QString problem =
        testing::fillStore(config.dataDir, config.service, config.account, {rows, 100, 100}, clock);
    AuthSession auth;
    auto session = AccountSession::open(config, nullptr, auth, clock);
    if (!problem.isEmpty() || !session) {
        std::fputs(qPrintable(problem.isEmpty() ? session.error().message : problem), stderr);
        return 1;
    }
    Settings settings(config.dataDir);
    Theme theme;
    theme.apply(application);
    MainWindow window(theme, settings);
    window.setAccount({.account = session->get()});
    window.resize(1280, 800);
    window.show();
    window.showPage(QStringLiteral("transactionsPage"));
    auto *page = qobject_cast<TransactionsPage *>(window.currentPage());
    const bool good = page != nullptr && work(application, *page, rows);
    window.setAccount({});
    return good ? 0 : 1;
}
