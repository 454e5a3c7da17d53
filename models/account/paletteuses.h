// SPDX-License-Identifier: GPL-3.0-or-later
// How often and when the results of the palette were used, so that what is used often comes first.
// Has ids only: no names, amounts or secrets.

#pragma once

#include "api/types/instant.h"

#include <QByteArray>
#include <QHash>
#include <QString>
#include <QStringList>

namespace relaybook {

class PaletteUses
{
public:
    static constexpr int mostKept = 200;

    PaletteUses() = default;
    /// From what stored() returned; what cannot be read counts as never used.
    explicit PaletteUses(const QByteArray &stored);
    [[nodiscard]] QByteArray stored() const;

    /// Counts one use. The one that was not used for the longest time is forgotten when there are
    /// more than mostKept.
    void add(const QString &id, Instant at);
    /// From 0, for what was never used, to 40: often and lately used ones have more.
    [[nodiscard]] int weightOf(const QString &id, Instant now) const;
    /// The ids, the one that was used last first.
    [[nodiscard]] QStringList latest() const;

private:
    struct Use
    {
        int times = 0;
        Instant last;
    };
    QHash<QString, Use> m_uses;
};

} // namespace relaybook
