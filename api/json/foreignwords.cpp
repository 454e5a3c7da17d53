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
    QByteArray masked = text.toUtf8();
    for (QByteArray &secret : secrets) {
        std::vector<QByteArray> forms{secret, secret.toPercentEncoding()};
        forms.push_back(QByteArray(secret).replace('\\', "\\\\").replace('"', "\\\""));
        forms.push_back(QByteArray(forms.back()).replace('/', "\\/"));
        secret.fill('\0');
        for (QByteArray &form : forms) {
            if (form.size() >= shortestSecret) {
                masked.replace(form, secretMask());
            }
            form.fill('\0');
        }
    }
    masked = QString::fromUtf8(masked).simplified().toUtf8(); // a password may have blanks
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
