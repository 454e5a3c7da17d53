// SPDX-License-Identifier: GPL-3.0-or-later
// Describes entries of "Needs attention" in words.
#pragma once

#include "models/accounts/accountsession.h"
#include "models/attention/attention.h"
#include "models/cellroles.h"

#include <QString>

namespace relaybook {

struct AttentionText
{
    QString title;   ///< one sentence without its full stop
    QString text;    ///< the figures, and what to do; may have several lines
    QString action;  ///< of the button that solves it or shows more
    QString blocked; ///< why the button is disabled; empty: it is not
    Tone tone = Tone::Warning;
    friend bool operator==(const AttentionText &, const AttentionText &) = default;
};

/// `account` is the one that the entry is about.
[[nodiscard]] AttentionText attentionText(const AttentionEntry &entry, AccountSession &account);
[[nodiscard]] Tone attentionTone(AttentionLevel level);
/// "and 980 more sub-users"
[[nodiscard]] QString moreAttentionText(AttentionKind kind, qint64 more);
/// What an empty list, or the end of one, says of how much is known.
[[nodiscard]] QString attentionStateText(const AccountSession &account);
/// "3 things need attention"
[[nodiscard]] QString attentionCountText(qint64 count);

} // namespace relaybook
