// SPDX-License-Identifier: GPL-3.0-or-later
// Benchmark: how long the real window takes from asking the service until a page shows all of its
// rows, and the longest time that one event blocks the GUI thread meanwhile.
// Usage: holdbench URL DATA_DIR transactions|proxies|sub-users ROWS, tokens from the program's
// environment variables.

#include "api/http/serviceconnection.h"
#include "models/accounts/accountsession.h"
#include "tests/bench/watchedapplication.h"
#include "ui/base/settings.h"
#include "ui/shell/mainwindow.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QApplication>
#include <QElapsedTimer>
#include <QTableView>
#include <QTimer>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string_view>
#include <utility>

using namespace relaybook;
using relaybook::testing::WatchedApplication;

namespace {

struct BenchPage
{
    const char *name;
    const char *action;
    const char *objectName;
};
constexpr std::array pages{BenchPage{"transactions", "showTransactionsAction", "transactionsPage"},
                           BenchPage{"proxies", "showProxiesAction", "proxiesPage"},
                           BenchPage{"sub-users", "showSubUsersAction", "subUsersPage"}};

/// Calls `done` when the table has painted its first screen with so many rows behind it.
class AllRowsPainted final : public QObject
{
public:
    AllRowsPainted(QTableView &table, int rows, std::function<void()> done)
        : m_table(table)
        , m_rows(rows)
        , m_done(std::move(done))
    {
        table.viewport()->installEventFilter(this);
    }

    bool eventFilter(QObject * /*watched*/, QEvent *event) override
    {
        if (event->type() == QEvent::Paint && m_table.model()->rowCount() >= m_rows && m_done) {
            QTimer::singleShot(0, this, std::exchange(m_done, nullptr));
        }
        return false;
    }

private:
    QTableView &m_table;
    int m_rows;
    std::function<void()> m_done;
};

void fail(const QString &text)
{
    std::fputs(qPrintable(text), stderr);
    std::exit(1);
}

} // namespace

int main(int argc, char *argv[])
{
    WatchedApplication application(argc, argv);
    const auto *const page = std::find_if(pages.begin(), pages.end(), [&](const BenchPage &each) {
        return argc == 5 && std::string_view(argv[3]) == each.name;
    });
    if (page == pages.end()) {
        fail(QStringLiteral("holdbench URL DATA_DIR transactions|proxies|sub-users ROWS\n"));
    }
    const auto service = ServiceAddress::parse(QString::fromLocal8Bit(argv[1]));
    if (!service) {
        fail(service.error().message);
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
        fail(session.error().message);
    }
    Settings settings(config.dataDir);
    Theme theme;
    theme.apply(application);
    MainWindow window(theme, settings);
    window.setAccount({.account = session->get()});
    window.resize(1280, 800);
    window.show();
    window.findChild<QAction *>(QLatin1String(page->action))->trigger();
    auto *const table = window.findChild<QWidget *>(QLatin1String(page->objectName))
                            ->findChild<QTableView *>(QStringLiteral("table"));
    QElapsedTimer timer;
    AllRowsPainted painted(*table, QString::fromLocal8Bit(argv[4]).toInt(), [&] {
        std::printf("painted after %lld ms\n", static_cast<long long>(timer.elapsed()));
        QTimer::singleShot(1000, &application, &QCoreApplication::quit); // what follows counts too
    });
    QTimer::singleShot(500, &window, [&] {
        application.watch();
        timer.start();
        (*session)->start();
    });
    QApplication::exec();
    application.report();
    window.setAccount({});
    return 0;
}
