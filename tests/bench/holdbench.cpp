// SPDX-License-Identifier: GPL-3.0-or-later
// Benchmark: the longest time that one event blocks the GUI thread while the real window reads a
// whole ledger and the user looks at it.
// Usage: holdbench URL DATA_DIR, tokens from the program's environment variables.

#include "api/http/serviceconnection.h"
#include "models/account/accountsession.h"
#include "tests/bench/watchedapplication.h"
#include "ui/base/settings.h"
#include "ui/shell/mainwindow.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QApplication>
#include <QTimer>

#include <cstdio>

using namespace relaybook;
using relaybook::testing::WatchedApplication;

namespace {

void trigger(MainWindow &window, const char *name)
{
    if (auto *action = window.findChild<QAction *>(QLatin1String(name))) {
        action->trigger();
    }
}

} // namespace

int main(int argc, char *argv[])
{
    WatchedApplication application(argc, argv);
    if (argc != 3) {
        std::fputs("holdbench URL DATA_DIR\n", stderr);
        return 2;
    }
    const auto service = ServiceAddress::parse(QString::fromLocal8Bit(argv[1]));
    if (!service) {
        std::fputs(qPrintable(service.error().message), stderr);
        return 2;
    }
    const SystemClock clock;
    ServiceConnection connection({.service = *service, .tls = {}}, clock);
    connection.auth().setPersonalToken(Secret(qgetenv("RELAYBOOK_PERSONAL_TOKEN")));
    connection.auth().setResellerKey(Secret(qgetenv("RELAYBOOK_RESELLER_KEY")));
    AccountSession::Config config;
    config.dataDir = QString::fromLocal8Bit(argv[2]);
    config.service = QStringLiteral("bench");
    config.account = QStringLiteral("bench");
    auto session = AccountSession::open(config, &connection.client(), connection.auth(), clock);
    if (!session) {
        std::fputs(qPrintable(session.error().message), stderr);
        return 1;
    }
    Settings settings(config.dataDir);
    Theme theme;
    theme.apply(application);
    MainWindow window(theme, settings);
    window.setAccount({.account = session->get()});
    window.resize(1280, 800);
    window.show();
    trigger(window, "showTransactionsAction");
    int exitCode = 1;
    QObject::connect(&(*session)->ledger(), &AccountLedger::changed, &window, [&] {
        const auto state = (*session)->ledger().progress().state;
        if (state == LedgerProgress::Complete || state == LedgerProgress::Failed ||
            state == LedgerProgress::Incomplete) {
            exitCode = state == LedgerProgress::Complete ? 0 : 1;
            // The last rows are still being added to the view.
            QTimer::singleShot(1000, &application, &QCoreApplication::quit);
        }
    });
    QTimer::singleShot(500, &window, [&] {
        application.watch();
        (*session)->start();
    });
    QApplication::exec();
    application.report();
    std::printf("%lld rows\n", static_cast<long long>((*session)->ledger().progress().held));
    window.setAccount({});
    return exitCode;
}
