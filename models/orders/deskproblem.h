// SPDX-License-Identifier: GPL-3.0-or-later
// Why calls that move money or traffic are disabled. Shared by the desks that make such calls.

#pragma once

#include "api/types/apierror.h"
#include "models/sqlite/storeerror.h"

#include <QString>

namespace relaybook {

/// Why a desk is closed. Entries of its journal that can be read are still shown.
struct DeskProblem
{
    enum Kind {
        Opening, ///< the journal is being opened, shortly after the start
        Offline, ///< the account is opened offline, or there is no reseller token
        Damaged, ///< the journal is not a database, is inconsistent, or has lost data
        Missing, ///< there was a journal, but the file no longer exists
        Newer,   ///< the journal was written by a newer version
        Locked,  ///< another program has locked the journal
        Full,    ///< the disk is full
        CantWrite,
        TokenAwaited, ///< the account's tokens are still being read, e.g. from the keychain
        TokenUnread,  ///< the account has tokens, but they could not be read
        ViewOnly,     ///< the account is set to view only
    };
    Kind kind = CantWrite;
    QString path;   ///< of the journal
    QString detail; ///< for "Details"
    /// Whether the journal's file causes the problem, so that it does not pass by itself.
    [[nodiscard]] bool isOfJournal() const;
    friend bool operator==(const DeskProblem &, const DeskProblem &) = default;
};

/// The problem for an error of the journal's file.
[[nodiscard]] DeskProblem::Kind problemOf(StoreError::Kind kind);
/// The error of an order that is not sent because of the problem.
[[nodiscard]] ApiError errorOf(const DeskProblem &problem);

/// The error for an answer about another object than the ordered one, such as another type: the
/// order may have been carried out.
[[nodiscard]] ApiError answerAboutAnother(const QString &object);

/// An error of this program, not of the service.
[[nodiscard]] ApiError ownError(const QString &message);

} // namespace relaybook
