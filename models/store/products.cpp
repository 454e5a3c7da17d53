// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/products.h"

#include "models/sqlite/rowmetadata.h"
#include "models/store/ledgertext.h"

#include "api/json/jsonscanner.h"

#include <algorithm>

namespace relaybook {
namespace {

/// "product_name":"…", or "product":{"name":"…"}, or "product":"…".
QString nameIn(std::string_view object)
{
    if (QString name = memberText(object, "product_name"); !name.isEmpty()) {
        return name;
    }
    const auto product = findMember(object, "product");
    if (!product || product->empty()) {
        return {};
    }
    return product->front() == '{'   ? memberText(*product, "name")
           : product->front() == '"' ? memberText(object, "product")
                                     : QString();
}

} // namespace

QHash<QString, QString> productNames(Connection &connection)
{
    QHash<QString, QString> names;
    Query query(connection, "SELECT id, name FROM products");
    while (query.next()) {
        names.insert(query.text(0), query.text(1));
    }
    return names;
}

const std::string &selectProductsNamed()
{
    static const std::string sql =
        "SELECT id FROM products WHERE CASE WHEN EXISTS (SELECT 1 FROM products"
        " WHERE ledger_text('', name, '', '', '') = ?)"
        " THEN ledger_text('', name, '', '', '') = ?"
        " ELSE ledger_finds(?, '', name, '', '', '') END";
    return sql;
}

QString productPhrase(const QString &typed)
{
    const bool isId = std::all_of(typed.begin(), typed.end(), [](QChar c) { return c.isDigit(); });
    return isId ? QString() : QString::fromStdString(ledgerPhrase(typed));
}

QStringList productsMeant(Connection &connection, const QString &typed)
{
    QStringList ids{typed};
    const QString phrase = productPhrase(typed);
    if (phrase.isEmpty()) {
        return ids;
    }
    Query query(connection, selectProductsNamed());
    query.bind(1, phrase).bind(2, phrase).bind(3, phrase);
    while (query.next()) {
        ids.append(query.text(0));
    }
    return ids;
}

NamedProduct productOfProxy(std::string_view raw)
{
    const auto product = findMember(raw, "product");
    return product ? NamedProduct{memberText(*product, "id"), memberText(*product, "name")}
                   : NamedProduct();
}

QString productNameIn(std::string_view raw)
{
    const auto metadata = findMember(raw, "metadata");
    if (metadata) {
        if (QString name = nameIn(*metadata); !name.isEmpty()) {
            return name;
        }
    }
    if (QString name = nameIn(raw); !name.isEmpty()) {
        return name;
    }
    return metadata ? memberText(*metadata, "proxy_type") : QString();
}

} // namespace relaybook
