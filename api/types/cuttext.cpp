// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/types/cuttext.h"

namespace relaybook {

QString textStart(const QString &text, qsizetype longest)
{
    const bool splitsPair =
        longest > 0 && longest < text.size() && text.at(longest - 1).isHighSurrogate();
    return text.left(splitsPair ? longest - 1 : longest);
}

QString cutText(const QString &text, qsizetype longest)
{
    return text.size() <= longest ? text : textStart(text, longest) + u'…';
}

} // namespace relaybook
