// SPDX-License-Identifier: GPL-3.0-or-later
// Stretches of whole days as people name them, and what they are in a zone: also where a day has
// 23 or 25 hours.

#pragma once

#include "models/store/ledgerfilter.h"

#include <QDate>
#include <QTimeZone>

#include <array>

namespace relaybook {

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

/// Whole days, both included; an invalid date leaves that end open.
struct DayRange
{
    QDate first;
    QDate last;
    friend bool operator==(const DayRange &, const DayRange &) = default;
};

[[nodiscard]] DayRange daysOf(LedgerDates dates, QDate today);
/// Of "2026-11-20" and nothing beside it; else invalid.
[[nodiscard]] QDate dayOf(const QString &text);
/// The day it is in `zone`.
[[nodiscard]] QDate dayIn(const QTimeZone &zone, Instant now);
/// The first moment of `day` in `zone`.
[[nodiscard]] Instant startOfDay(QDate day, const QTimeZone &zone);

void setDays(LedgerFilter &filter, const DayRange &days, const QTimeZone &zone);
/// The days that the filter's times are; nothing where they are no whole days of `zone`, or where
/// it has none.
[[nodiscard]] std::optional<DayRange> daysOf(const LedgerFilter &filter, const QTimeZone &zone);

} // namespace relaybook
