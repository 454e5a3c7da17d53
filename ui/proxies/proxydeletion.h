// SPDX-License-Identifier: GPL-3.0-or-later
// What dialogs that delete proxies share: the traffic that is lost, and amounts and names that
// privacy mode hides until the user asks for them.
#pragma once

#include "api/types/proxy.h"
#include "ui/widgets/sheetdialog.h"

#include <QByteArray>
#include <QString>

#include <functional>
#include <optional>

namespace relaybook {

/// The part of its limit that the proxy did not use; nothing if that is not known. Never negative.
[[nodiscard]] std::optional<TrafficAmount> unusedTraffic(const Proxy &proxy);

/// One of many proxies to delete.
struct ProxyToDelete
{
    ProxyId id;
    QString name;
    std::optional<TrafficAmount> unused; ///< see unusedTraffic()
    QByteArray document;                 ///< for ProxyDeletionRun
};
[[nodiscard]] ProxyToDelete proxyToDelete(const Proxy &proxy);
/// "crawler-1: 12 GB not used".
[[nodiscard]] QString proxyToDeleteText(const ProxyToDelete &proxy);

/// In privacy mode nobody deletes what is not shown: adds a button that shows the amounts and names
/// of this dialog, and then calls `show` in a scope of RealTexts. Before that the dialog can't be
/// submitted; the caller checks areAmountsShown().
void showWhenAsked(SheetDialog &dialog, std::function<void()> show);

} // namespace relaybook
