// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/accountkey.h"

#include <QCryptographicHash>

namespace relaybook {

QString accountKey(const QString &service, const QString &account)
{
    constexpr qsizetype length = 32; // of hexadecimal digits: 128 bits
    const QString name = service.toCaseFolded() + u'\n' + account.toCaseFolded();
    const QByteArray hash = QCryptographicHash::hash(name.toUtf8(), QCryptographicHash::Sha256);
    return QString::fromLatin1(hash.toHex().left(length));
}

QString accountsFolder(const QString &dataDir)
{
    return dataDir + QLatin1String("/accounts");
}

QString accountFolder(const QString &dataDir, const QString &service, const QString &account)
{
    return accountsFolder(dataDir) + u'/' + accountKey(service, account);
}

} // namespace relaybook
