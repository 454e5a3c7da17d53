// SPDX-License-Identifier: GPL-3.0-or-later
// Decides which warnings a channel (notifications of the system, or the webhook) tells now: each
// once, and never many messages in a short time. Pure: it gets the time, and stores nothing itself.

#pragma once

#include "api/types/instant.h"
#include "models/notify/warning.h"

#include <QByteArray>
#include <QHash>
#include <QSet>
#include <QString>

#include <chrono>
#include <vector>

namespace relaybook {

class WarningChannel
{
public:
    struct Limits
    {
        std::chrono::milliseconds pause{0}; ///< between two messages
        /// Each kind has a message and a pause of its own. Otherwise all warnings are one message.
        bool isPerKind = false;
    };

    /// A warning is not told again for so long, also after a restart.
    static constexpr std::chrono::hours toldFor{24};
    /// Of the stored ones. More are forgotten, the oldest first.
    static constexpr qsizetype mostKept = 2000;

    /// `stored` is what stored() returned; what cannot be read counts as never told.
    explicit WarningChannel(Limits limits, const QByteArray &stored = {});
    /// Has hashes and times only: no names, amounts or ids.
    [[nodiscard]] QByteArray stored() const;

    /// The messages to send now, each with one or more warnings of `present`: those that were not
    /// told yet, unless the last message is too recent. The pause begins now. Warnings that wait
    /// for its end are in a later message if they are still there. `now` may be earlier than
    /// before: then nothing is told again for that reason, and no pause becomes longer.
    [[nodiscard]] std::vector<std::vector<Warning>> take(const std::vector<Warning> &present,
                                                         Instant now);
    /// The message was delivered: its warnings are not taken again, also after a restart. Before
    /// that, they are only not taken again by this object.
    void noteTold(const QStringList &keys, Instant now);
    /// The message was given up: its warnings are taken again when the pause is over.
    void forget(const QStringList &keys);

private:
    void passTime(Instant now);
    [[nodiscard]] QString pauseOf(const Warning &warning) const;
    void limitSize();

    Limits m_limits;
    QHash<QString, Instant> m_told;   ///< by hash of the key
    QHash<QString, Instant> m_pauses; ///< when the last message was sent, by pauseOf()
    QSet<QString> m_taken; ///< by this object, or told before it, as long as they are present
};

} // namespace relaybook
