// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/coveragetext.h"

#include "api/types/wholedays.h"
#include "models/text/format.h"
#include "models/text/showntext.h"
#include "ui/base/forecasttext.h"

#include <QCoreApplication>

namespace relaybook {

namespace {

struct CoverageText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::CoverageText)
};

constexpr qint64 longestSpan = 3650; // days

/// "210.6 GB a day (about 24 days left)"
QString useText(const SubUserPace::OfType &use)
{
    if (use.known == 0) {
        return CoverageText::tr("use per day not known");
    }
    if (use.perDay.isZero()) {
        return CoverageText::tr("not used at present");
    }
    QString pace = CoverageText::tr("%1 a day").arg(format::trafficPace(use.perDay));
    if (!use.leftOfKnown) {
        return pace;
    }
    return CoverageText::tr("%1 (%2 left)", "12.3 GB a day, about 24 days")
        .arg(pace, coveredDays(daysLasting(*use.leftOfKnown, use.perDay)));
}

} // namespace

QString coveredDays(qint64 days)
{
    if (days < 1) {
        return CoverageText::tr("less than a day");
    }
    if (days > longestSpan) {
        return CoverageText::tr("more than ten years");
    }
    return CoverageText::tr("about %1 days", nullptr, static_cast<int>(days))
        .arg(format::count(days));
}

QString poolLastsText(const TrafficPool &pool, const std::optional<TrafficForecast> &forecast,
                      const LedgerExtent &ledger)
{
    if (!pool.left) {
        return {};
    }
    QString holds = CoverageText::tr("%1 %2", "traffic type, traffic")
                        .arg(isolated(format::proxyType(pool.type)), format::traffic(*pool.left));
    if (!forecast) {
        return holds;
    }
    const QString days = daysLeftText(*forecast);
    QString from = purchasesFromText(*forecast, ledger);
    if (from.isEmpty() && forecast->state == TrafficForecast::Lasts) {
        from = forecast->madeFrom == TrafficForecast::Purchases ? CoverageText::tr("from purchases")
               : forecast->madeFrom == TrafficForecast::SharedUse
                   ? CoverageText::tr("from use and purchases")
                   : QString();
    }
    return from.isEmpty()
               ? CoverageText::tr("%1 (%2)", "Residential 412.6 GB, 12 to 16 days left")
                     .arg(holds, days)
               : CoverageText::tr("%1 (%2, %3)",
                                  "Residential 412.6 GB, 12 to 16 days left, from 940 of 48,902")
                     .arg(holds, days, from);
}

QString subUsersLastText(const QString &type, const SubUserPace::OfType &use)
{
    const QString name =
        type.isEmpty() ? CoverageText::tr("Service unknown:") : isolated(format::proxyType(type));
    const QString used = useText(use);
    const QString text = use.left ? CoverageText::tr("%1 %2, %3", "traffic type, traffic left, use")
                                        .arg(name, format::traffic(*use.left), used)
                                  : CoverageText::tr("%1 %2", "traffic type, use").arg(name, used);
    const bool isPartial = use.known > 0 && use.known < use.subUsers;
    return isPartial
               ? CoverageText::tr("%1, use known for %2 of %3", "text, number of sub-users, all")
                     .arg(text, format::count(use.known), format::count(use.subUsers))
               : text;
}

QString subUsersExplained(const SubUserPace &use)
{
    return CoverageText::tr(
               "The sum of what sub-users have left, divided by the sum of what they use per day. "
               "Sub-users that use more than others run out earlier. A sub-user's use per day is "
               "that of the last seven days, or its average since it was created where its "
               "traffic has been recorded for less than a day. It is known for %1 of %2 "
               "sub-users, for %3 from the last days; the others are left out.")
        .arg(format::count(use.known), format::count(use.subUsers), format::count(use.recent));
}

} // namespace relaybook
