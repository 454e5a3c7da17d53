// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/accountkey.h"

#include <QCryptographicHash>

#include <algorithm>

namespace relaybook {
namespace {

constexpr qsizetype keyLength = 32; // 32 hexadecimal digits are 128 bits

} // namespace

QString accountKey(const QString &service, const QString &account)
{
    const QString name = service.toCaseFolded() + u'\n' + account.toCaseFolded();
    const QByteArray hash = QCryptographicHash::hash(name.toUtf8(), QCryptographicHash::Sha256);
    return QString::fromLatin1(hash.toHex().left(keyLength));
}

bool isAccountKey(QStringView name)
{
    // Without QRegularExpression: its first use would take about 0.4 MiB at every start.
    return name.size() == keyLength && std::all_of(name.begin(), name.end(), [](QChar c) {
               return (c >= u'0' && c <= u'9') || (c >= u'a' && c <= u'f');
           });
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
