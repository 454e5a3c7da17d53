// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/subusers/subusertransactions.h"

#include "api/types/masktext.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include <algorithm>

namespace relaybook {
namespace {

/// Empty if it has a mask, which fits many.
QString comparedName(const SubUser &subUser)
{
    return holdsMask(subUser.username) ? QString() : subUser.username;
}

bool isOfName(QChar letter)
{
    return letter.isLetterOrNumber() || letter == u'_' || letter == u'-';
}

bool hasWholeName(const QString &text, const QString &name)
{
    for (qsizetype at = text.indexOf(name, 0, Qt::CaseInsensitive); at >= 0;
         at = text.indexOf(name, at + 1, Qt::CaseInsensitive)) {
        const qsizetype end = at + name.size();
        const bool begins = at == 0 || !isOfName(text.at(at - 1));
        const bool ends = end == text.size() || !isOfName(text.at(end));
        if (begins && ends) {
            return true;
        }
    }
    return false;
}

bool hasWholeId(const QString &text, SubUserId id)
{
    const QRegularExpression form(
        QStringLiteral("sub[-_ ]?user(?:[-_ ]?id)?[\\s#:]*%1(?!\\d)").arg(id.value()),
        QRegularExpression::CaseInsensitiveOption);
    return form.match(text).hasMatch();
}

/// Whether a member such as "sub_user_id" or "username" is the id or name of the sub-user.
bool isInMetadata(const QByteArray &raw, SubUserId id, const QString &name)
{
    const QJsonObject data =
        QJsonDocument::fromJson(raw).object().value(QLatin1String("metadata")).toObject();
    for (auto each = data.begin(); each != data.end(); ++each) {
        QString key = each.key().toLower();
        key.remove(u'_').remove(u'-');
        const QString value = each.value().toVariant().toString();
        const bool isId = key.startsWith(QLatin1String("subuser")) && value == id.text();
        if (isId || (!name.isEmpty() && hasWholeName(value, name))) {
            return true;
        }
    }
    return false;
}

} // namespace

QStringList searchesFor(const SubUser &subUser)
{
    const auto quoted = [](QString text) {
        text.replace(u'"', u' ');
        return QString(u'"' % text.simplified() % u'"');
    };
    QStringList searches{quoted(QStringLiteral("sub-user %1").arg(subUser.id.value()))};
    const QString name = comparedName(subUser);
    // A name without letters and digits has no words to search for.
    if (std::any_of(name.begin(), name.end(), [](QChar letter) { return isOfName(letter); })) {
        searches.prepend(quoted(name));
    }
    return searches;
}

bool namesSubUser(const Transaction &row, const SubUser &subUser)
{
    const QString name = comparedName(subUser);
    return (!name.isEmpty() && hasWholeName(row.description, name)) ||
           hasWholeId(row.description, subUser.id) || isInMetadata(row.raw, subUser.id, name);
}

} // namespace relaybook
