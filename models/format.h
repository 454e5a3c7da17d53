// SPDX-License-Identifier: GPL-3.0-or-later
// Figures, dates and the service's words as people read them, in the user's locale and zone. The
// one place for it: tables, pages and dialogs say the same thing the same way.

#pragma once

#include "api/types/instant.h"
#include "api/types/money.h"
#include "api/types/proxy.h"
#include "api/types/subuser.h"
#include "api/types/trafficamount.h"

#include <QString>

#include <optional>

namespace relaybook::format {

enum class Sign {
    WhereNegative, ///< a balance
    Always,        ///< a movement: "+" or "−"
};

/// "−$240.00", "+$1,000.00", "$0.0125": at least two decimals, more where the amount has them. An
/// amount in another currency than dollars stands before its code: "240.00 EUR".
[[nodiscard]] QString money(Money amount, Sign sign = Sign::WhereNegative,
                            const QString &currency = {});

/// "412.6 GB", "10.0 GB"; below a tenth as many decimals as make it readable: "0.004 GB".
[[nodiscard]] QString traffic(TrafficAmount amount);
/// The same without the unit; whole gigabytes without decimals where `trimWhole`.
[[nodiscard]] QString trafficNumber(TrafficAmount amount, bool trimWhole = false);
/// Every digit there is: "412.600000001 GB".
[[nodiscard]] QString trafficExact(TrafficAmount amount);
/// "8.8 / 10 GB", "8.8 GB" without a limit, "—" where nothing is known.
[[nodiscard]] QString trafficOfLimit(const std::optional<TrafficAmount> &used,
                                     const std::optional<TrafficAmount> &limit);

/// "48,902".
[[nodiscard]] QString count(qint64 number);

/// "Nov 20, 2026 18:00" in the user's zone.
[[nodiscard]] QString dateTime(Instant instant);
[[nodiscard]] QString dateTime(const std::optional<Instant> &instant); ///< "—" where absent
/// "Nov 20, 18:00": where the year is plain.
[[nodiscard]] QString shortDateTime(Instant instant);
/// "just now", "12 s ago", "5 min ago", "3 h ago", then the date.
/// A time ahead of `now` is of a clock that was changed, and told so.
[[nodiscard]] QString ago(Instant instant, Instant now);
/// Whether `instant` is at most `span` ago; a time ahead of `now` is not.
[[nodiscard]] bool isFresh(Instant instant, Instant now, std::chrono::milliseconds span);
/// "less than a minute", "about 3 min", "about 2 h".
[[nodiscard]] QString duration(std::chrono::seconds span);

/// "residential_premium" -> "Residential premium"; a word the program does not know is shown as it
/// came.
[[nodiscard]] QString proxyType(const QString &type);
[[nodiscard]] QString transactionType(const QString &type);
/// The same where nothing else stands beside it: "Without a type" for none.
[[nodiscard]] QString typeName(const QString &type);
/// "US · San Jose".
[[nodiscard]] QString location(const Proxy &proxy);
/// "Every request", "Every 10 min", as the data says.
[[nodiscard]] QString rotation(const Proxy &proxy);
[[nodiscard]] QString behavior(const QString &behavior);

/// What a sub-user is called: its user name, the user's own name for it, both, or its number where
/// neither is known.
[[nodiscard]] QString subUserName(const SubUser &subUser);

/// One line of at most that many UTF-16 units (2 at least): what is longer ends with "…".
[[nodiscard]] QString shortened(const QString &text, qsizetype longest);

/// Stands where there is nothing to show.
[[nodiscard]] QString nothing();
/// `text`, or nothing() where it is empty.
[[nodiscard]] QString orNothing(const QString &text);

} // namespace relaybook::format
