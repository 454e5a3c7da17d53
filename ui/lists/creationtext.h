// SPDX-License-Identifier: GPL-3.0-or-later
// Describes creations of proxies in words: the requested values, the outcome, and the evidence if
// the answer was lost.
#pragma once

#include "models/account/proxydesk.h"
#include "ui/widgets/rowlist.h"

#include <QStringList>

namespace relaybook {

/// "anna (Mobile, DE)", or "Mobile, DE" if no name was requested.
[[nodiscard]] QString wantedText(const NewProxy &wanted);
/// The name of a proxy that may be the one that was created, or its id.
[[nodiscard]] QString candidateText(const StoredRows &rows, const ProxyId &id);

struct CreationHeading
{
    QString title;    ///< a sentence
    QString subtitle; ///< what it means, and what happens now
};
[[nodiscard]] CreationHeading creationHeading(const ProxyOrder &creation);
/// Rows with the requested values, the known facts and the outcome of an order.
[[nodiscard]] QList<RowList::Row> creationRows(const ProxyOrder &creation, const StoredRows &rows,
                                               const AreaStatus &list, Instant now);

} // namespace relaybook
