// SPDX-License-Identifier: GPL-3.0-or-later
// The logic of changing many proxies without its widgets: which values the chosen fields give a
// proxy, and the change as a text.
#pragma once

#include "models/account/proxyeditrun.h"
#include "ui/proxies/proxychanges.h"

#include <QByteArray>
#include <QString>

#include <map>
#include <optional>
#include <vector>

namespace relaybook {

/// The fields that can be changed for many: all but the lifetime, which no answer contains.
[[nodiscard]] const std::vector<ProxyField> &manyProxyFields();
[[nodiscard]] QString proxyFieldLabel(ProxyField field);

/// Fills in the chosen fields. `number` stands for "{n}" in the name. Another country clears the
/// region and the city, unless they are chosen, too. A value that contains a masked secret stays as
/// it is.
[[nodiscard]] ProxyForm formWith(const Proxy &proxy, const ProxyForm &chosen, qint64 number);
/// Why the chosen fields can't be sent as they are; `proxies` is the last number.
[[nodiscard]] std::map<ProxyField, QString> problemsOf(const ProxyForm &chosen, qint64 proxies);

/// "Traffic limit: 20 GB → 50 GB · Region: Hesse → empty": the fields of these that differ.
[[nodiscard]] QString proxyChangeText(const Proxy &before, const Proxy &after);
/// The values with the change.
[[nodiscard]] Proxy withEdit(const Proxy &before, const ProxyEdit &edit);
/// The name of a proxy in a list, or its id.
[[nodiscard]] QString shownProxyName(const ProxyId &id, const QString &name);

/// A row of the preview.
struct ManyProxyChange
{
    QString text;            ///< the name, and old and new values
    QByteArray document;     ///< for ProxyEditRun
    bool canBeUndone = true; ///< all of it
};
/// Nothing if the proxy would not change.
[[nodiscard]] std::optional<ManyProxyChange>
manyProxyChange(const Proxy &proxy, const ProxyForm &chosen, qint64 number);

/// "crawler-1: Changed": the row of a run and its result.
[[nodiscard]] QString proxyEditText(const ProxyEditRun &run, qint64 row);

} // namespace relaybook
