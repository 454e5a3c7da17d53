// SPDX-License-Identifier: GPL-3.0-or-later
// Named date ranges such as "last 7 days", and their start and end times in a time zone. Days with
// 23 or 25 hours are handled correctly.

#pragma once

#include "models/store/ledgerfilter.h"

#include <QDate>
#include <QTimeZone>

#include <array>

namespace relaybook {

/// A named date range.
enum class LedgerDates {
    Today,
    Yesterday,
    Last7Days, ///< today and the six days before it
    Last30Days,
    ThisMonth, ///< from its first day to today
    LastMonth,
    ThisYear, ///< from its first day to today
};
inline constexpr std::array allLedgerDates{
    LedgerDates::Today,     LedgerDates::Yesterday, LedgerDates::Last7Days, LedgerDates::Last30Days,
    LedgerDates::ThisMonth, LedgerDates::LastMonth, LedgerDates::ThisYear};

/// A range of whole days, both included. An invalid date means no limit.
struct DayRange
{
    QDate first;
    QDate last;
    friend bool operator==(const DayRange &, const DayRange &) = default;
};

[[nodiscard]] DayRange daysOf(LedgerDates dates, QDate today);
/// Parses "2026-11-20"; any other text gives an invalid date.
[[nodiscard]] QDate dayOf(const QString &text);
/// The date in `zone` at the time `now`.
[[nodiscard]] QDate dayIn(const QTimeZone &zone, Instant now);
/// The time at which `day` begins in `zone`.
[[nodiscard]] Instant startOfDay(QDate day, const QTimeZone &zone);

void setDays(LedgerFilter &filter, const DayRange &days, const QTimeZone &zone);
/// The date range of the filter's times; nothing if they are not whole days of `zone`, or if the
/// filter has no times.
[[nodiscard]] std::optional<DayRange> daysOf(const LedgerFilter &filter, const QTimeZone &zone);

} // namespace relaybook
