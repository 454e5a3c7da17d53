// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/orders/deskproblem.h"

namespace relaybook {
namespace {

ErrorKind errorKindOf(DeskProblem::Kind problem)
{
    switch (problem) {
    case DeskProblem::Offline:
        return ErrorKind::Offline;
    case DeskProblem::TokenAwaited:
    case DeskProblem::TokenUnread:
        return ErrorKind::TokenUnavailable;
    case DeskProblem::ViewOnly:
        return ErrorKind::ViewOnly;
    case DeskProblem::Opening:
    case DeskProblem::Damaged:
    case DeskProblem::Missing:
    case DeskProblem::Newer:
    case DeskProblem::Locked:
    case DeskProblem::Full:
    case DeskProblem::CantWrite:
        break;
    }
    return ErrorKind::Local;
}

} // namespace

bool DeskProblem::isOfJournal() const
{
    switch (kind) {
    case Opening:
    case Offline:
    case TokenAwaited:
    case TokenUnread:
    case ViewOnly:
        return false;
    case Damaged:
    case Missing:
    case Newer:
    case Locked:
    case Full:
    case CantWrite:
        break;
    }
    return true;
}

DeskProblem::Kind problemOf(StoreError::Kind kind)
{
    switch (kind) {
    case StoreError::Kind::Damaged:
        return DeskProblem::Damaged;
    case StoreError::Kind::NewerVersion:
        return DeskProblem::Newer;
    case StoreError::Kind::Full:
        return DeskProblem::Full;
    case StoreError::Kind::Busy:
        return DeskProblem::Locked;
    case StoreError::Kind::OlderVersion:
    case StoreError::Kind::Missing:
    case StoreError::Kind::Interrupted:
    case StoreError::Kind::Failed:
        break;
    }
    return DeskProblem::CantWrite;
}

ApiError answerAboutAnother(const QString &object)
{
    constexpr int success = 200;
    ApiError error;
    error.kind = ErrorKind::NotUnderstood;
    error.httpStatus = success;
    error.message = QStringLiteral("the answer is about another object: %1").arg(object);
    error.mayHaveHappened = true;
    return error;
}

ApiError errorOf(const DeskProblem &problem)
{
    ApiError error = ownError(problem.detail);
    error.kind = errorKindOf(problem.kind);
    return error;
}

ApiError ownError(const QString &message)
{
    ApiError error;
    error.message = message;
    return error;
}

} // namespace relaybook
