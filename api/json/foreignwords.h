// SPDX-License-Identifier: GPL-3.0-or-later
// Prepares a short text of another server, such as the reason of a refusal, to be shown.

#pragma once

#include <QByteArray>
#include <QString>

#include <vector>

namespace relaybook {

/// The text on one line, of at most 200 characters, with its credentials masked. `secrets` is what
/// was sent and may be quoted: each is masked also as it is written in JSON and in an address, if
/// it has four bytes or more. They are overwritten.
[[nodiscard]] QString foreignWords(const QByteArray &words, std::vector<QByteArray> secrets);

} // namespace relaybook
