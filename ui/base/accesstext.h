// SPDX-License-Identifier: GPL-3.0-or-later
// What pages, cards and banners say if a secret of the account cannot be used: one table for all.

#pragma once

#include "api/types/apierror.h"
#include "models/accounts/tokenstate.h"
#include "models/accountvalues.h"
#include "models/cellroles.h"

#include <QString>

#include <optional>

namespace relaybook {

class AccountSession;
enum class TokenKind;

struct AccessText
{
    enum class Does {
        Nothing,
        SignIn,    ///< opens the sign-in dialog
        LookAgain, ///< asks the keychain again: AccountSession::lookAgain()
    };
    QString title;  ///< without a full stop
    QString text;   ///< what it means and what to do, in sentences
    QString action; ///< of the button; empty if there is nothing to do
    Does does = Does::Nothing;
    Tone tone = Tone::Warning;
    friend bool operator==(const AccessText &, const AccessText &) = default;
};

/// The words for a state of this token; with TokenState::Usable, those for an account that is not
/// signed in.
[[nodiscard]] AccessText accessText(TokenState state, TokenKind token);

/// The words if an area could not be loaded because of a token; nothing if it has no such problem.
/// What the service says of a token is an error, see errorText().
[[nodiscard]] std::optional<AccessText> accessProblem(const AccountSession &account, Area area);

/// Whether a banner above all pages reports this already: pages show it once, not twice. `access`
/// comes from accessProblem(), `error` is that of an area.
[[nodiscard]] bool isReportedAbove(const AccountSession &account,
                                   const std::optional<AccessText> &access,
                                   const std::optional<ApiError> &error);

} // namespace relaybook
