// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/exacttime.h"

#include "models/text/format.h"
#include "models/text/localeformat.h"

#include <QCoreApplication>
#include <QDateTime>

namespace relaybook {

namespace {

struct ExactTime
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::ExactTime)
};

} // namespace

QString exactTime(Instant instant)
{
    const auto local = QDateTime::fromMSecsSinceEpoch(toMillis(instant));
    return ExactTime::tr("%1 %2", "date, time")
        .arg(format::date(local.date()), format::exactTime(local.time()));
}

QString exactTime(Instant instant, Instant now)
{
    const auto local = QDateTime::fromMSecsSinceEpoch(toMillis(instant));
    const auto today = QDateTime::fromMSecsSinceEpoch(toMillis(now)).date();
    return local.date() == today ? format::exactTime(local.time()) : exactTime(instant);
}

QString inText(std::chrono::milliseconds time)
{
    return ExactTime::tr("in %1", "12 s").arg(format::timeLeft(time));
}

} // namespace relaybook
