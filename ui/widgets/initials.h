// SPDX-License-Identifier: GPL-3.0-or-later
// The square badge with the initials of an account's name: it identifies the account where there is
// no room for the name.
#pragma once

#include <QRect>
#include <QString>

class QPainter;

namespace relaybook {

class Theme;

/// "NR" for "North Relay", "R" for "relay", "NP" for "North (panel.example)". Whole characters,
/// also where one takes several code points.
[[nodiscard]] QString initialsOf(const QString &name);

inline constexpr int initialsSide = 28;

/// What tells an account from others wherever it is named.
struct AccountMark
{
    QString name;
    QString place;  ///< the host of its service, or where the sandbox is
    int colour = 0; ///< AccountEntry::colour
    bool isSandbox = false;
    bool isAlone = true; ///< there is no other account that it could be taken for
    friend bool operator==(const AccountMark &, const AccountMark &) = default;
};

/// Paints the badge into `rect`. The badge of the sandbox has its icon instead of initials: its
/// data is nobody's account.
void paintInitials(QPainter &painter, const Theme &theme, const QRect &rect,
                   const AccountMark &account);

} // namespace relaybook
