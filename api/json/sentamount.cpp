// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/json/sentamount.h"

#include "api/json/jsonscanner.h"

namespace relaybook {

QString shortenedAmount(const QString &amount)
{
    constexpr qsizetype longest = 64;
    return amount.size() <= longest ? amount : amount.left(longest - 1) + QChar(0x2026);
}

QString sentAmount(std::string_view row, std::string_view name)
{
    auto text = findMember(row, name).value_or(std::string_view());
    if (text.starts_with('"') && text.size() > 1) {
        text = text.substr(1, text.size() - 2);
    }
    return shortenedAmount(QString::fromUtf8(unescapedJson(text)).trimmed());
}

} // namespace relaybook
