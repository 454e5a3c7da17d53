// SPDX-License-Identifier: GPL-3.0-or-later
// Benchmark: the longest time that one event blocks the GUI thread while somebody works in a list
// of ROWS sub-users: types filters, clears them, sorts, selects everything, and opens its menu.
// Usage: subuserbench ROWS. Exits with 1 if typing held the thread for longer than a frame.

#include "api/http/authsession.h"
#include "models/accounts/accountsession.h"
#include "models/tables/keyedtablemodel.h"
#include "tests/bench/watchedapplication.h"
#include "tests/models/testdata.h"
#include "ui/base/settings.h"
#include "ui/shell/mainwindow.h"
#include "ui/subusers/subuserspage.h"
#include "ui/theme/theme.h"
#include "ui/widgets/tableview.h"

#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>

using namespace relaybook;
using relaybook::testing::WatchedApplication;

namespace {

constexpr int patience = 60'000;
constexpr double frameMillis = 16;

/// Runs the action, waits until the page has finished, and prints the time of the longest event.
/// Returns that time; nothing if the page did not finish.
template <class Action, class Done>
std::optional<double> measure(WatchedApplication &application, const char *name, Action action,
                              Done done)
{
    QElapsedTimer timer;
    timer.start();
    application.watch();
    action();
    const bool finished = QTest::qWaitFor(done, patience);
    QTest::qWait(400); // counts of the chips, and what stands above the table
    std::fflush(stdout);
    std::printf("%-28s %6lld ms; ", name, static_cast<long long>(timer.elapsed()));
    const double longest = application.report();
    if (!finished) {
        std::printf("%s: not done\n", name);
        return std::nullopt;
    }
    return longest;
}

bool work(WatchedApplication &application, SubUsersPage &page, qint64 rows)
{
    auto &table = *page.findChild<TableView *>(QStringLiteral("table"));
    auto &search = *page.findChild<QLineEdit *>(QStringLiteral("search"));
    auto &model = static_cast<KeyedTableModel &>(*table.model());
    const auto all = [&] { return model.isSettled() && model.rowCount() == rows; };
    const auto filtered = [&] { return model.isSettled() && model.rowCount() < rows; };
    bool good = QTest::qWaitFor(all, patience);
    QTest::qWait(1000); // what follows the first picture
    double longest = 0;
    const auto typing = [&](const char *name, auto action, auto done) {
        const auto held = measure(application, name, action, done);
        good = good && held;
        longest = std::max(longest, held.value_or(0));
    };
    const auto type = [&](const char *text) {
        return [&search, text] {
            search.setFocus();
            QTest::keyClicks(&search, QLatin1String(text), Qt::NoModifier, 30);
        };
    };
    const auto clear = [&] { search.clear(); };
    typing("type a word", type("invoice"), filtered);
    typing("clear it", clear, all);
    typing("type conditions", type("note:invoice left:<5 service:mobile"), filtered);
    typing("clear them", clear, all);
    typing("type what nobody has", type("zzzzqqq"), filtered);
    typing("clear it again", clear, all);
    good &= measure(
                application, "select all",
                [&] {
                    table.setFocus();
                    QTest::keyClick(&table, Qt::Key_A, Qt::ControlModifier);
                },
                [&] { return table.selectionModel()->hasSelection(); })
                .has_value();
    typing("type with all selected", type("a"), [&] { return model.isSettled(); });
    typing("clear with all selected", clear, all);
    good &= measure(
                application, "sort by traffic left",
                [&] { table.sortByColumn(3, Qt::AscendingOrder); }, all)
                .has_value();
    std::printf("typing and clearing: longest event %.1f ms, a frame is %.0f ms: %s\n", longest,
                frameMillis, longest <= frameMillis ? "met" : "missed");
    return good && longest <= frameMillis;
}

} // namespace

int main(int argc, char *argv[])
{
    WatchedApplication application(argc, argv);
    const int rows = QCoreApplication::arguments().value(1).toInt();
    if (rows < 1000) {
        std::fputs("subuserbench ROWS, at least 1000\n", stderr);
        return 2;
    }
    const QTemporaryDir folder;
    const SystemClock clock;
    AccountSession::Config config;
    config.dataDir = folder.path();
    config.service = QStringLiteral("https://bench.example");
    config.account = QStringLiteral("bench");
    config.offline = true;
    const QString problem = testing::fillStore(config.dataDir, config.service, config.account,
                                               {1000, 100, rows}, clock);
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
    window.showPage(QStringLiteral("subUsersPage"));
    auto *page = qobject_cast<SubUsersPage *>(window.currentPage());
    const bool good = page != nullptr && work(application, *page, rows);
    window.setAccount({});
    return good ? 0 : 1;
}
