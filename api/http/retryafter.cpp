// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/http/retryafter.h"

#include "api/types/decimal.h"

#include <QDateTime>
#include <QLocale>

#include <algorithm>

namespace relaybook {

using std::chrono::milliseconds;
using std::chrono::seconds;

std::optional<qint64> leadingNumber(const QByteArray &header)
{
    const QByteArray text = header.trimmed();
    qsizetype digits = 0;
    while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9') {
        ++digits;
    }
    bool ok = false;
    const qint64 value = text.left(digits).toLongLong(&ok);
    return ok ? std::optional(value) : std::nullopt;
}

std::optional<Instant> httpDate(const QByteArray &header)
{
    // Qt parses the usual form if it has an offset.
    const QString text = QString::fromLatin1(header).trimmed();
    const auto usual = QDateTime::fromString(
        QString(text).replace(QLatin1String("GMT"), QLatin1String("+0000")), Qt::RFC2822Date);
    if (usual.isValid()) {
        return fromMillis(usual.toMSecsSinceEpoch());
    }
    // Two older forms, which HTTP requires to be understood (RFC 9110, section 5.6.7).
    const QString plain = text.simplified();
    // Without the name of the day, which would have to fit the century that Qt assumes.
    const QString withoutDay = plain.mid(plain.indexOf(u' ') + 1);
    for (const auto &form :
         {QStringLiteral("dd-MMM-yy HH:mm:ss 'GMT'"), QStringLiteral("MMM d HH:mm:ss yyyy")}) {
        QDateTime older = QLocale::c().toDateTime(withoutDay, form);
        if (older.isValid()) {
            constexpr int yearsInCentury = 100;
            constexpr int firstYear = 1970; // two digits are read as those of the 20th century
            older = older.date().year() < firstYear ? older.addYears(yearsInCentury) : older;
            return parseInstant(older.toString(Qt::ISODate));
        }
    }
    return parseInstant(text);
}

std::optional<seconds> parseRetryAfter(const QByteArray &header, Instant now)
{
    const QByteArray text = header.trimmed();
    const auto number = parseDecimal(QLatin1String(text), 3);
    const auto until = number ? instantOfNumber(QString::fromLatin1(text)) : httpDate(text);
    if (number && number->units < 0) {
        return std::nullopt; // as if there were none
    }
    if (number && !until) {
        // Nobody asks for a pause of years.
        const milliseconds pause = std::clamp<milliseconds>(milliseconds(number->units),
                                                            milliseconds(0), longestRetryAfter);
        return std::chrono::ceil<seconds>(pause);
    }
    if (until) {
        return std::chrono::ceil<seconds>(
            std::clamp<milliseconds>(*until - now, milliseconds(0), longestRetryAfter));
    }
    const auto leading = leadingNumber(text); // "120 seconds", "120, 120"
    return leading ? std::optional(seconds(std::min<qint64>(*leading, longestRetryAfter.count())))
                   : std::nullopt;
}

} // namespace relaybook
