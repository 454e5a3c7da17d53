// SPDX-License-Identifier: GPL-3.0-or-later
// Prepares texts for chats, which turn parts of a text into links, mentions and commands.

#pragma once

#include <QString>

namespace relaybook {

/// One line in which a chat service finds no link, no mention ("@all") and no markup
/// ("<!channel>"): their characters are replaced by others that look like them. Marks of direction
/// are left out.
[[nodiscard]] QString chatText(const QString &text);

} // namespace relaybook
