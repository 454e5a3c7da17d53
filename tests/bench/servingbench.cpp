// SPDX-License-Identifier: GPL-3.0-or-later
// Benchmark: the longest time that one event blocks the GUI thread while ROWS sub-users are pasted
// as a table, confirmed, queued, and cancelled after some were sent. The sandbox runs in the same
// process. Usage: servingbench ROWS. Exits with 1 if a step did not finish.

#include "tests/bench/watchedapplication.h"
#include "tests/ui/windowfixture.h"
#include "ui/serving/servingdialog.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>

using namespace relaybook;
using relaybook::testing::WatchedApplication;
using relaybook::testing::WindowFixture;

namespace {

constexpr int patience = 120'000;

template <class Action, class Done>
bool measure(WatchedApplication &application, const char *name, Action action, Done done)
{
    QElapsedTimer timer;
    timer.start();
    application.watch();
    // As an event of its own: what a click does is part of it.
    QTimer::singleShot(0, qApp, action);
    QTest::qWait(1);
    const bool finished = QTest::qWaitFor(done, patience);
    QTest::qWait(300); // what is told to the other pages
    std::printf("%-24s %6lld ms; ", name, static_cast<long long>(timer.elapsed()));
    application.report();
    std::fflush(stdout);
    return finished;
}

QString tableOf(int rows)
{
    QString text = QStringLiteral("user name,traffic,service,note\n");
    for (int i = 0; i < rows; ++i) {
        text += QStringLiteral("bench_%1,0.01,residential,Invoice %1\n").arg(i);
    }
    return text;
}

ServingDialog *openList(WindowFixture &fixture)
{
    auto *create = fixture.window().currentPage()->findChild<QAction *>(
        QStringLiteral("createSubUsersAction"));
    if (create == nullptr) {
        return nullptr;
    }
    create->trigger();
    ServingDialog *dialog = nullptr;
    [[maybe_unused]] const bool isOpen = QTest::qWaitFor([&] {
        dialog = fixture.window().findChild<ServingDialog *>();
        return dialog != nullptr && dialog->isVisible();
    });
    return dialog;
}

bool serve(WatchedApplication &application, WindowFixture &fixture, int rows)
{
    ServingDialog *dialog = openList(fixture);
    if (dialog == nullptr) {
        return false;
    }
    const SubUserDesk &desk = fixture.session().serving();
    auto *edit = WindowFixture::in<QPlainTextEdit>(dialog, "linesEdit");
    const auto *preview = WindowFixture::in<QTableView>(dialog, "createPreview");
    auto *submit = dialog->submitButton();
    const auto click = [submit] { submit->click(); };
    const auto isSubmitOf = [&](ServingDialog::Step step) {
        return [dialog, submit, step] { return dialog->step() == step && submit->isEnabled(); };
    };
    const QString table = tableOf(rows);
    bool good = measure(
        application, "paste", [&] { edit->setPlainText(table); },
        [&] { return preview->model()->rowCount() == rows && submit->isEnabled(); });
    good = good && measure(application, "confirm", click, isSubmitOf(ServingDialog::Step::Confirm));
    const auto sent = [&desk](int count) {
        return [&desk, count] {
            return std::count_if(desk.operations().begin(), desk.operations().end(),
                                 [](const SubUserOrder &each) { return !each.isUnderWay(); }) >=
                   count;
        };
    };
    constexpr int someSent = 20;
    good = good && measure(application, "queue, and send 20", click, sent(someSent));
    auto *cancel = WindowFixture::in<QPushButton>(dialog, "cancelRest");
    good = good && cancel != nullptr &&
           measure(
               application, "cancel the rest", [cancel] { cancel->click(); }, sent(rows));
    return good;
}

} // namespace

int main(int argc, char *argv[])
{
    WatchedApplication application(argc, argv);
    const int rows = QCoreApplication::arguments().value(1).toInt();
    if (rows < 1 || rows > 5000) {
        std::fputs("servingbench ROWS, 1 to 5000\n", stderr);
        return 2;
    }
    Theme theme;
    theme.apply(application);
    WindowFixture fixture(theme);
    fixture.sandboxOptions.proxies = 4;
    fixture.sandboxOptions.subUsers = 12;
    fixture.sandboxOptions.transactions = 30;
    fixture.sandboxOptions.rateLimit = false;
    fixture.startSandbox();
    bool good = fixture.server().setPoolGb("residential", "1000");
    fixture.open();
    good = good && QTest::qWaitFor([&] { return fixture.session().serving().isReady(); });
    fixture.trigger("showSubUsersAction");
    good = good && QTest::qWaitFor([&] { return !fixture.session().summary().pools.empty(); });
    good = good && serve(application, fixture, rows);
    fixture.session().serving().flush();
    return good ? 0 : 1;
}
