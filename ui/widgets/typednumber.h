// SPDX-License-Identifier: GPL-3.0-or-later
// Parses numbers that a person typed. A point and a comma are both accepted for decimals and for
// thousands, in every locale, where they can be read in one way only: "12.5", "12,5", "1.234,5".
// What can be read in two ways ("1.234") is refused with both readings shown, never guessed.
#pragma once

#include "api/types/money.h"
#include "api/types/trafficamount.h"

#include <QString>

#include <optional>

namespace relaybook {

template <class T>
struct Typed
{
    std::optional<T> value;
    QString
        problem; ///< a whole sentence; if there is neither a value nor a problem, nothing was typed
    friend bool operator==(const Typed &, const Typed &) = default;
};

/// Gigabytes, 0 or more, with at most nine decimals; "GB" after the number is accepted.
[[nodiscard]] Typed<TrafficAmount> readTraffic(const QString &text);

/// Gigabytes to buy: 0.01 or more, in steps of 0.01.
[[nodiscard]] Typed<TrafficAmount> readOrderAmount(const QString &text);

/// Gigabytes to give to a sub-user: 0.01 or more.
[[nodiscard]] Typed<TrafficAmount> readGivenAmount(const QString &text);

/// Dollars, 0 or more, with at most eight decimals; "$" before the number is accepted.
[[nodiscard]] Typed<Money> readDollars(const QString &text);

/// The text to put into a field for this amount, which is parsed as the same amount again: "95",
/// "12.5", and "1.2340", because "1.234" can be read in two ways. The decimal separator is that of
/// the locale in which numbers are shown.
[[nodiscard]] QString typedText(TrafficAmount amount);
[[nodiscard]] QString typedText(Money amount);

/// Whole minutes from `least` to `most`.
[[nodiscard]] Typed<qint64> readMinutes(const QString &text, qint64 least, qint64 most);

} // namespace relaybook
