// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/storevalues.h"

#include <QDate>

namespace relaybook {

std::optional<qint64> dayOfText(const QString &date)
{
    const QDate day = QDate::fromString(date.left(10), Qt::ISODate);
    return day.isValid() ? std::optional(QDate(1970, 1, 1).daysTo(day)) : std::nullopt;
}

void TableChange::addChanged(qint64 key)
{
    constexpr size_t most = 1000; // with more, everything on the screen is loaded again
    if (manyChanged) {
        return;
    }
    if (changed.size() >= most) {
        manyChanged = true;
        changed.clear();
        return;
    }
    changed.push_back(key);
}

} // namespace relaybook
