// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the simulated world of orders (tests/models/orderworld.h), one account for each seed, and
// ends with 1 if an outcome was wrong. Of a wrong one it prints the fewest steps that show it.
// Usage: world SEEDS [FIRST]. A failure is run again, alone, with `world 1 SEED`.

#include "tests/models/orderworld.h"

#include <QElapsedTimer>

using namespace relaybook;
using namespace relaybook::testing;

namespace {

void print(const WorldTotals &totals, qint64 ms)
{
    std::printf(
        "%lld orders in %lld rounds of %lld accounts, %.1f s for %.1f days; %lld could not be "
        "confirmed\n"
        "%lld kills, %lld faults, %lld jumps of the clock, %lld late, %lld of somebody "
        "else, %lld decided by the user, %lld times compared\n",
        static_cast<long long>(totals.orders), static_cast<long long>(totals.rounds),
        static_cast<long long>(totals.accounts), static_cast<double>(ms) / 1000, totals.days,
        static_cast<long long>(totals.unasked), static_cast<long long>(totals.kills),
        static_cast<long long>(totals.faults), static_cast<long long>(totals.jumps),
        static_cast<long long>(totals.late), static_cast<long long>(totals.foreign),
        static_cast<long long>(totals.decided), static_cast<long long>(totals.compared));
    for (const auto &[kind, states] : totals.states) {
        qint64 all = 0;
        std::printf("%-7s", nameOf(kind));
        for (const auto &[state, count] : states) {
            std::printf(" %s %lld,", nameOf(state), static_cast<long long>(count));
            all += count;
        }
        const auto unknown = totals.wereUnknown.find(kind);
        const qint64 doubts = unknown == totals.wereUnknown.end() ? 0 : unknown->second;
        std::printf(" of %lld; unknown after the looks: %lld times\n", static_cast<long long>(all),
                    static_cast<long long>(doubts));
    }
    std::fflush(stdout);
}

} // namespace

int main(int argc, char *argv[])
{
    const SimulatedApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    const qint64 seeds = arguments.value(1).toLongLong();
    const quint64 first = arguments.value(2, QStringLiteral("1")).toULongLong();
    if (seeds < 1) {
        std::fputs("world SEEDS [FIRST]\n", stderr);
        return 2;
    }
    WorldTotals totals;
    QElapsedTimer timer;
    timer.start();
    QStringList wrong;
    for (qint64 i = 0; i < seeds; ++i) {
        const quint64 seed = first + static_cast<quint64>(i);
        if (!runOrderWorld(seed, totals)) {
            wrong.append(QString::number(seed));
            std::fflush(stdout);
        }
    }
    print(totals, timer.elapsed());
    std::printf("%lld wrong%s%s\n", static_cast<long long>(wrong.size()),
                wrong.isEmpty() ? "" : ": ", qPrintable(wrong.join(QStringLiteral(", "))));
    return wrong.isEmpty() ? 0 : 1;
}
