// SPDX-License-Identifier: GPL-3.0-or-later
// Creates an account's store as a finished sync leaves it, for benchmarks of start and scrolling.
// Usage: fillstore DATA-DIR SERVICE ACCOUNT TRANSACTIONS [PROXIES [SUB-USERS]]

#include "tests/models/testdata.h"

#include <QCoreApplication>

#include <cstdio>

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList words = QCoreApplication::arguments();
    constexpr int fewest = 5;
    if (words.size() < fewest) {
        std::fputs("usage: fillstore DATA-DIR SERVICE ACCOUNT TRANSACTIONS [PROXIES [SUB-USERS]]\n",
                   stderr);
        return 2;
    }
    relaybook::testing::FillCounts counts;
    counts.transactions = words[4].toLongLong();
    counts.proxies = words.value(5, QStringLiteral("1284")).toInt();
    counts.subUsers = words.value(6, QStringLiteral("312")).toInt();
    const relaybook::SystemClock clock;
    const QString problem =
        relaybook::testing::fillStore(words[1], words[2], words[3], counts, clock);
    if (!problem.isEmpty()) {
        std::fprintf(stderr, "%s\n", qPrintable(problem));
        return 1;
    }
    return 0;
}
