// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/json/foreignwords.h"

#include "api/json/jsonmask.h"

namespace relaybook {

QString foreignWords(const QByteArray &words, std::vector<QByteArray> secrets)
{
    constexpr qsizetype longest = 200;
    constexpr qsizetype shortestSecret = 4; // shorter ones are parts of words
    QString text = QString::fromUtf8(words);
    text.removeIf([](QChar c) { return !c.isPrint() && !c.isSpace(); });
    QByteArray masked = text.simplified().toUtf8();
    for (QByteArray &secret : secrets) {
        QByteArray escaped = secret;
        escaped.replace('\\', "\\\\").replace('"', "\\\"");
        for (QByteArray each : {secret, escaped, QByteArray(escaped).replace('/', "\\/"),
                                secret.toPercentEncoding()}) {
            if (each.size() >= shortestSecret) {
                masked.replace(each, secretMask());
            }
            each.fill('\0');
        }
        secret.fill('\0');
        escaped.fill('\0');
    }
    SecretMasker masker;
    text = QString::fromUtf8(
               masker.maskText({masked.constData(), static_cast<std::size_t>(masked.size())},
                               SecretMasker::Rule::ProxyText))
               .left(longest);
    while (text.endsWith(u'.')) { // a sentence in quotes
        text.chop(1);
    }
    return text;
}

} // namespace relaybook
