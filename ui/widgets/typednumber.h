// SPDX-License-Identifier: GPL-3.0-or-later
// Parses numbers that a person typed. A separator that can be read in two ways is refused with both
// readings shown, never guessed.
#pragma once

#include "api/types/trafficamount.h"

#include <QLocale>
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

/// Gigabytes, 0 or more, with at most nine decimals; "GB" after the number is accepted. The locale
/// says how this person may write decimals.
[[nodiscard]] Typed<TrafficAmount> readTraffic(const QString &text, const QLocale &locale);

/// Gigabytes to buy: 0.01 or more, in steps of 0.01. Besides a point, the decimal separator of the
/// locale is accepted; "1,234" is ambiguous in every locale.
[[nodiscard]] Typed<TrafficAmount> readOrderAmount(const QString &text, const QLocale &locale);

/// Gigabytes to give to a sub-user: 0.01 or more, with at most nine decimals. Besides a point, the
/// decimal separator of the locale is accepted; "1,234" is ambiguous in every locale.
[[nodiscard]] Typed<TrafficAmount> readGivenAmount(const QString &text, const QLocale &locale);

/// The text that readOrderAmount() parses as this amount: "95", "12.5".
[[nodiscard]] QString orderAmountText(TrafficAmount amount);

/// Whole minutes from `least` to `most`.
[[nodiscard]] Typed<qint64> readMinutes(const QString &text, qint64 least, qint64 most);

} // namespace relaybook
