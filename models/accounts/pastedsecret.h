// SPDX-License-Identifier: GPL-3.0-or-later
// Cleans a token or key that was pasted, from the sign-in's fields as from the environment: people
// copy it with quotes, blanks, its header or invisible characters.

#pragma once

#include "api/types/secret.h"

#include <QString>

#include <tl/expected.hpp>

namespace relaybook {

enum class PastedKind { PersonalToken, ResellerKey };

/// The token or key alone, or a sentence that says what is wrong with it and what to do. Such a
/// text cannot be sent in a header. The sentence contains one character of it at most.
[[nodiscard]] tl::expected<Secret, QString> cleanedSecret(const Secret &pasted, PastedKind kind);

/// A sentence for a token or key that the service refused and that has the form of the other kind
/// (contract section 1); empty if it does not have that form.
[[nodiscard]] QString swappedHint(const Secret &refused, PastedKind kind);

} // namespace relaybook
