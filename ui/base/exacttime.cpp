// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/exacttime.h"

#include "models/text/format.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

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
    return QLocale().toString(local, ExactTime::tr("MMM d, yyyy HH:mm:ss",
                                                   "format of a date with its time to the second"));
}

QString exactTime(Instant instant, Instant now)
{
    const auto local = QDateTime::fromMSecsSinceEpoch(toMillis(instant));
    const auto today = QDateTime::fromMSecsSinceEpoch(toMillis(now)).date();
    return local.date() == today
               ? QLocale().toString(local.time(),
                                    ExactTime::tr("HH:mm:ss", "format of a time to the second"))
               : exactTime(instant);
}

QString inText(std::chrono::milliseconds time)
{
    return ExactTime::tr("in %1", "12 s").arg(format::timeLeft(time));
}

} // namespace relaybook
