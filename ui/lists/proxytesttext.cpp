// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/proxytesttext.h"

#include "models/proxytests/proxytestcost.h"
#include "models/proxytests/proxytestdesk.h"
#include "models/text/format.h"
#include "models/text/localeformat.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace relaybook {

namespace {

struct ProxyTestText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::ProxyTestDialog)
};

QString stageName(ProxyTestStage stage)
{
    switch (stage) {
    case ProxyTestStage::Name:
        return ProxyTestText::tr("Name lookup");
    case ProxyTestStage::Connection:
        return ProxyTestText::tr("Connection");
    case ProxyTestStage::SignIn:
        return ProxyTestText::tr("Proxy sign-in");
    case ProxyTestStage::Tunnel:
        return ProxyTestText::tr("Tunnel");
    case ProxyTestStage::Tls:
        return ProxyTestText::tr("TLS");
    case ProxyTestStage::FirstByte:
        return ProxyTestText::tr("First byte");
    case ProxyTestStage::Answer:
        break;
    }
    return ProxyTestText::tr("Rest of the answer");
}

QString countryText(const QString &country)
{
    const QLocale::Territory territory = QLocale::codeToTerritory(country);
    const QString shown = isolated(country);
    return territory == QLocale::AnyTerritory ? shown
                                              : QString(QLocale::territoryToString(territory) %
                                                        QStringLiteral(" (") % shown % u')');
}

RowList::Row countryRow(const QString &found, const QString &promised)
{
    const QString label = ProxyTestText::tr("Country");
    if (found.isEmpty()) {
        return {label, ProxyTestText::tr("The page does not say it"), Tone::Quiet};
    }
    const auto isOther = isOtherCountry(promised, found);
    if (!isOther) {
        return {label, countryText(found)};
    }
    if (*isOther) {
        return {label,
                ProxyTestText::tr("%1, but %2 was promised")
                    .arg(countryText(found), countryText(promised)),
                Tone::Warning};
    }
    return {label, ProxyTestText::tr("%1, as promised").arg(countryText(found)), Tone::Good};
}

} // namespace

QString testTimeText(std::chrono::microseconds time)
{
    return format::milliseconds(time);
}

QString whyNoTest(const ProxyTestDesk &desk)
{
    return desk.isViewOnly()
               ? ProxyTestText::tr("A test uses traffic, so nothing can be tested while this "
                                   "account is view only.")
               : QString();
}

QString testCostText(const ProxyTestFacts &facts, const QUrl &page)
{
    const QString size =
        ProxyTestText::tr("%1 (up to %2 if the page is large)", "two sizes")
            .arg(format::fileSize(usualTestBytes(page)), format::fileSize(largestTestPage));
    return facts.isSubUser
               ? ProxyTestText::tr("A test loads about %1 through the proxy. A test as customer "
                                   "uses the customer's traffic: that of %2.")
                     .arg(size, isolated(facts.name))
               : ProxyTestText::tr("A test loads about %1 through the proxy, and uses the traffic "
                                   "of %2.")
                     .arg(size, isolated(facts.name));
}

QList<RowList::Row> testStageRows(const ProxyTestResult &result, bool isRunning, bool isSecure)
{
    QList<RowList::Row> rows;
    const bool hasFailed = !isRunning && result.outcome != ProxyTestOutcome::Works;
    for (std::size_t i = 0; i < proxyTestStages; ++i) {
        const auto stage = static_cast<ProxyTestStage>(i);
        const auto time = result.timeOf(stage);
        const bool isLast = stage == result.stage;
        if (stage == ProxyTestStage::Tls && !isSecure) {
            continue;
        }
        if (isLast && isRunning) {
            rows.append({stageName(stage), ProxyTestText::tr("in progress…"), Tone::Accent});
        } else if (isLast && hasFailed) {
            rows.append({stageName(stage),
                         time ? ProxyTestText::tr("failed after %1").arg(testTimeText(*time))
                              : ProxyTestText::tr("failed"),
                         Tone::Bad});
        } else if (time) {
            rows.append({stageName(stage), testTimeText(*time)});
        }
    }
    return rows;
}

QList<RowList::Row> testResultRows(const ProxyTestRecord &test, const ProxyTestFacts &facts,
                                   const std::vector<ProxyTestRecord> &tests)
{
    QList<RowList::Row> rows;
    if (!test.result.exitAddress.isEmpty()) {
        rows.append({ProxyTestText::tr("Exit address"),
                     isolated(privateText(test.result.exitAddress)), Tone::Neutral, true});
        rows.append(countryRow(test.result.country, facts.country));
    }
    if (test.result.outcome != ProxyTestOutcome::Works) {
        return rows;
    }
    const QString total = testTimeText(test.result.total);
    const auto usual = usualTimeBefore(test, tests);
    if (!usual) {
        rows.append({ProxyTestText::tr("Total"), total});
    } else if (isSlowerThan(*usual, test)) {
        rows.append({ProxyTestText::tr("Total"),
                     ProxyTestText::tr("%1, slower than last week: usually %2")
                         .arg(total, testTimeText(*usual)),
                     Tone::Warning});
    } else {
        rows.append(
            {ProxyTestText::tr("Total"),
             ProxyTestText::tr("%1, last week usually %2").arg(total, testTimeText(*usual))});
    }
    return rows;
}

QString testHistoryText(const std::vector<ProxyTestRecord> &tests)
{
    if (tests.empty()) {
        return ProxyTestText::tr("No stored tests.");
    }
    std::optional<std::chrono::microseconds> least;
    std::optional<std::chrono::microseconds> most;
    qint64 worked = 0;
    for (const ProxyTestRecord &each : tests) {
        if (each.result.outcome == ProxyTestOutcome::Works) {
            least = std::min(least.value_or(each.result.total), each.result.total);
            most = std::max(most.value_or(each.result.total), each.result.total);
            ++worked;
        }
    }
    const auto all = static_cast<qint64>(tests.size());
    const QString counts =
        ProxyTestText::tr("%1 of the last %2 tests worked", nullptr, static_cast<int>(all))
            .arg(format::count(worked))
            .arg(format::count(all));
    const QString last = ProxyTestText::tr("Last one: %1.").arg(format::dateTime(tests.front().at));
    QString times = counts % u'.';
    if (worked > 0) {
        const QString from = testTimeText(*least);
        const QString to = testTimeText(*most);
        times = from == to ? ProxyTestText::tr("%1, in %2.").arg(counts, from)
                           : ProxyTestText::tr("%1, in %2 to %3.").arg(counts, from, to);
    }
    return times % u' ' % last;
}

std::optional<QUrl> testPageFrom(const QString &text)
{
    QUrl page(text.trimmed(), QUrl::StrictMode);
    const bool isWeb =
        page.scheme() == QLatin1String("http") || page.scheme() == QLatin1String("https");
    if (!page.isValid() || !isWeb || page.host().isEmpty() || !page.userInfo().isEmpty()) {
        return std::nullopt;
    }
    return page;
}

} // namespace relaybook
