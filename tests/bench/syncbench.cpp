// SPDX-License-Identifier: GPL-3.0-or-later
// Benchmark: reads a whole ledger into an empty store and prints how long it took to fetch, decode,
// store and index it.
// Usage: syncbench URL DATA_DIR, tokens from the program's environment variables.

#include "api/http/serviceconnection.h"
#include "models/accounts/accountsession.h"
#include "models/sync/ledgerindexer.h"

#include <QCoreApplication>
#include <QElapsedTimer>

#include <cstdio>

using namespace relaybook;

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    if (argc != 3) {
        std::fputs("syncbench URL DATA_DIR\n", stderr);
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
    AccountSession::Config config;
    config.dataDir = QString::fromLocal8Bit(argv[2]);
    config.service = QStringLiteral("bench");
    config.account = QStringLiteral("bench");
    auto session = AccountSession::open(config, &connection.client(), connection.auth(), clock);
    if (!session) {
        std::fputs(qPrintable(session.error().message), stderr);
        return 1;
    }
    QElapsedTimer timer;
    int exitCode = 1;
    const auto look = [&] {
        const LedgerProgress &ledger = (*session)->ledger().progress();
        if (ledger.state == LedgerProgress::Complete &&
            (*session)->ledger().indexer().isCaughtUp()) {
            (*session)->flush();
            std::printf("%lld ms for %lld rows\n", static_cast<long long>(timer.elapsed()),
                        static_cast<long long>(ledger.held));
            exitCode = 0;
            QCoreApplication::quit();
        } else if (ledger.state == LedgerProgress::Failed ||
                   ledger.state == LedgerProgress::Incomplete) {
            std::fputs("the ledger was not read to its end\n", stderr);
            QCoreApplication::quit();
        }
    };
    QObject::connect(&(*session)->ledger(), &AccountLedger::changed, qApp, look);
    QObject::connect(&(*session)->ledger().indexer(), &LedgerIndexer::progressed, qApp, look);
    timer.start();
    (*session)->start();
    QCoreApplication::exec();
    return exitCode;
}
