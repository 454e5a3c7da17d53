// SPDX-License-Identifier: GPL-3.0-or-later
// The names of products: transactions name a product by its id only, and other answers of the
// service tell what it is called.

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

/// The ids that are meant by an id or a name, or the beginning of a word of it. A whole name means
/// this product only: "mobile" is not "mobile premium". Throws.
[[nodiscard]] QStringList productsMeant(Connection &connection, const QString &typed);

/// SQL that selects the ids of the products with the name or the word; its three parameters are all
/// productPhrase() of what was typed, which is empty for a number: that is an id, not the "10" of
/// "10 GB pack".
[[nodiscard]] const std::string &selectProductsNamed();
[[nodiscard]] QString productPhrase(const QString &typed);

struct NamedProduct
{
    QString id; ///< empty if the answer does not tell it
    QString name;
};
/// The product that a proxy names. `raw` is the proxy as received.
[[nodiscard]] NamedProduct productOfProxy(std::string_view raw);
/// The name that a transaction or its metadata give to its product; empty if they give none.
[[nodiscard]] QString productNameIn(std::string_view raw);

} // namespace relaybook
