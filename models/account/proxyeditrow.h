// SPDX-License-Identifier: GPL-3.0-or-later
// One proxy of a change of many: what the user saw, what is to be sent, and what the proxy's
// current values mean for it. No network, no store.

#pragma once

#include "api/types/proxy.h"
#include "models/account/changeundo.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace relaybook {

struct ProxyEditRow
{
    ProxyId id;
    QString name; ///< in the preview
    /// The values in the preview, later those that were read just before the change was sent. Of
    /// its other members only isReported() counts.
    Proxy before;
    ProxyEdit wanted;           ///< only fields that differ from `before`
    std::optional<Proxy> after; ///< the service's values with the change

    friend bool operator==(const ProxyEditRow &, const ProxyEditRow &) = default;
};

/// A row for a proxy as it is shown. Only the values that can be edited are kept.
[[nodiscard]] ProxyEditRow proxyEditRow(const Proxy &shown, const ProxyEdit &wanted);
/// The values that can be edited, without credentials and other fields.
[[nodiscard]] Proxy editableValues(const Proxy &proxy);

/// What is to be done with a row whose proxy now has other or the same values.
struct ProxyEditDecision
{
    enum class Kind {
        Set,       ///< the proxy already has all wanted values
        Send,      ///< `edit` can be sent
        Elsewhere, ///< a value is neither the one that the user saw nor the wanted one
    };
    Kind kind = Kind::Set;
    ProxyEdit edit; ///< the wanted fields that the proxy does not have yet
    friend bool operator==(const ProxyEditDecision &, const ProxyEditDecision &) = default;
};
/// Compares what was seen with the values of now, so that no unseen change is overwritten. A change
/// of the country also replaces the region and the city, so that these are compared, too.
[[nodiscard]] ProxyEditDecision decideProxyEdit(const ProxyEditRow &row, const Proxy &now);

/// The row that sends the old values back.
struct ProxyUndoRow
{
    ProxyEditRow row;
    bool isPart = false; ///< see SavedProxy::isPart
};
/// Nothing if nothing was changed or nothing of it can be undone.
[[nodiscard]] std::optional<ProxyUndoRow> undoOf(const ProxyEditRow &row);

[[nodiscard]] QByteArray toJson(const ProxyEditRow &row);
[[nodiscard]] std::optional<ProxyEditRow> proxyEditRowFrom(const QByteArray &json);

} // namespace relaybook
