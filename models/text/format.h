// SPDX-License-Identifier: GPL-3.0-or-later
// Formats amounts, dates and the service's terms for display, in the chosen locale
// (localeformat.h) and the user's time zone.
// All tables, pages and dialogs use these functions, so that they show the same value in the same
// way.

#pragma once

#include "api/types/instant.h"
#include "api/types/money.h"
#include "api/types/proxy.h"
#include "api/types/subuser.h"
#include "api/types/trafficamount.h"

#include <QString>
#include <QStringList>
#include <QTimeZone>

#include <optional>

namespace relaybook::format {

/// When a plus or minus sign is shown.
enum class Sign {
    WhereNegative, ///< for a balance
    Always,        ///< for a change: "+" or "−"
};

/// "−$240.00", "+$1,000.00", "$0.0125": at least two decimals, more if the amount has them. A
/// currency other than US dollars is shown by its code after the amount: "240.00 EUR".
[[nodiscard]] QString money(Money amount, Sign sign = Sign::WhereNegative,
                            const QString &currency = {});

/// The amount in whole cents, where there is no room for more digits. A balance is rounded down, so
/// that it never looks higher than it is; sums are rounded to the nearest cent (half a cent away
/// from zero), so that those of one line agree with each other. An amount whose next cent does not
/// fit into Money stays as it is.
[[nodiscard]] Money downToCents(Money amount);
[[nodiscard]] Money nearestCents(Money amount);

/// "412.6 GB", "10.0 GB"; below 0.1 GB with as many decimals as needed: "0.004 GB".
[[nodiscard]] QString traffic(TrafficAmount amount);
/// An amount by which another is divided, such as the use per day: below 1 GB with two significant
/// digits, "0.14 GB".
[[nodiscard]] QString trafficPace(TrafficAmount amount);
/// Like traffic() without the unit. With `trimWhole`, whole gigabytes have no decimals.
[[nodiscard]] QString trafficNumber(TrafficAmount amount, bool trimWhole = false);
/// With all decimals: "412.600000001 GB".
[[nodiscard]] QString trafficExact(TrafficAmount amount);
/// "8.8 / 10 GB"; "8.8 GB" without a limit; "—" if unknown.
[[nodiscard]] QString trafficOfLimit(const std::optional<TrafficAmount> &used,
                                     const std::optional<TrafficAmount> &limit);

/// "44 %"; "—" if absent.
[[nodiscard]] QString percent(const std::optional<int> &value);

/// "2 KB", "1.3 MB", "4.7 GB", of 1,024 each. Kilobytes are rounded up, the others down.
[[nodiscard]] QString fileSize(qint64 bytes);

/// "48,902".
[[nodiscard]] QString count(qint64 number);

/// "Nov 20, 2026 18:00" in the user's zone.
[[nodiscard]] QString dateTime(Instant instant);
[[nodiscard]] QString dateTime(const std::optional<Instant> &instant); ///< "—" if absent
/// "Nov 20, 18:00": for places where the year is clear.
[[nodiscard]] QString shortDateTime(Instant instant);
/// "Europe/Berlin", "UTC": stands beside what is counted by days.
[[nodiscard]] QString zoneName(const QTimeZone &zone);
/// "just now", "12 s ago", "5 min ago", "3 h ago", then the date. For a time after `now`, which
/// means that the clock was changed, the text says so.
[[nodiscard]] QString ago(Instant instant, Instant now);
/// "Updated 12 s ago": when data was loaded.
[[nodiscard]] QString updated(Instant instant, Instant now);
/// Whether `instant` is at most `span` ago; false for a time after `now`.
[[nodiscard]] bool isFresh(Instant instant, Instant now, std::chrono::milliseconds span);
/// "less than a minute", "about 3 min", "about 2 h".
[[nodiscard]] QString duration(std::chrono::seconds span);
/// "12 s", "3 min", "2 h": the time until something continues, for a text that is updated
/// meanwhile. Rounded up, so that nothing continues earlier than shown; never less than "0 s".
[[nodiscard]] QString timeLeft(std::chrono::milliseconds left);

/// "320 ms", "1,250 ms".
[[nodiscard]] QString milliseconds(std::chrono::microseconds span);

/// "residential_premium" -> "Residential premium". An unknown type is shown as received.
[[nodiscard]] QString proxyType(const QString &type);
[[nodiscard]] QStringList knownProxyTypes(); ///< the types with a name of their own
[[nodiscard]] QString transactionType(const QString &type);
/// The name of a product, or "Product 11" if its name is not known; nothing() without an id.
[[nodiscard]] QString product(const QString &id, const QString &name);
/// Like transactionType(), but for use on its own: an empty type is "Without a type".
[[nodiscard]] QString typeName(const QString &type);
/// "US · San Jose".
[[nodiscard]] QString location(const Proxy &proxy);
/// "Every request", "Every 10 min".
[[nodiscard]] QString rotation(const Proxy &proxy);
[[nodiscard]] QString behavior(const QString &behavior);
[[nodiscard]] QStringList knownBehaviors();

/// The display name of a sub-user: its user name, the user's local name, both, or its id if neither
/// is known.
[[nodiscard]] QString subUserName(const SubUser &subUser);

/// One line of at most `longest` UTF-16 units (2 or more); a longer text is cut and ends with "…".
[[nodiscard]] QString shortened(const QString &text, qsizetype longest);

/// "2 entries could not be read"; empty for 0. For lists that leave such entries out.
[[nodiscard]] QString unreadableEntries(qint64 number);

/// The text for a missing value: "—".
[[nodiscard]] QString nothing();
/// `text`, or nothing() if it is empty.
[[nodiscard]] QString orNothing(const QString &text);
/// The port as a number, or nothing().
[[nodiscard]] QString port(const std::optional<int> &port);

} // namespace relaybook::format
