// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/json/maskedname.h"

#include "api/json/jsonmask.h"

namespace relaybook {

namespace {

QString maskedWith(const Secret &own, const QString &name)
{
    const QByteArray password = own.reveal();
    if (!password.isEmpty() && name.toUtf8() == password) {
        return QString::fromUtf8(secretMask());
    }
    SecretMasker masker;
    masker.learn({password.constData(), static_cast<std::size_t>(password.size())});
    return masker.masked(name, {});
}

} // namespace

QString maskedName(const SubUser &row)
{
    return maskedWith(row.access.password, row.username);
}

QString maskedLogin(const SubUser &row)
{
    return maskedWith(row.access.password, row.access.userName);
}

} // namespace relaybook
