// SPDX-License-Identifier: GPL-3.0-or-later
// The names of products. Most transactions have only the id of a product; its name comes from other
// responses of the service.

#pragma once

#include "models/sqlite/connection.h"

#include <QHash>
#include <QString>
#include <QStringList>

#include <optional>
#include <string>
#include <string_view>

namespace relaybook {

/// The known names by id, as the service writes them ("residential_premium"). Throws.
[[nodiscard]] QHash<QString, QString> productNames(Connection &connection);

/// The ids of the products with this id or name, or with a word that begins so. A complete name
/// matches only its product: "mobile" does not match "mobile premium". Throws.
[[nodiscard]] QStringList productsMeant(Connection &connection, const QString &typed);

/// SQL that selects the ids of the products with the name or the word. All of its three parameters
/// are productPhrase() of the typed text, which is empty for a number: a number is an id, not the
/// "10" of "10 GB pack".
[[nodiscard]] const std::string &selectProductsNamed();
[[nodiscard]] QString productPhrase(const QString &typed);

struct NamedProduct
{
    QString id; ///< empty if there is none
    QString name;
};
/// The product that a proxy names. `raw` is the proxy as received.
[[nodiscard]] NamedProduct productOfProxy(std::string_view raw);
/// The name that a transaction or its metadata give to its product; empty if they give none.
[[nodiscard]] QString productNameIn(std::string_view raw);

} // namespace relaybook
