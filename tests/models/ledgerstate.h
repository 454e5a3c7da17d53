// SPDX-License-Identifier: GPL-3.0-or-later
// Test helpers that return the sync state of a session's ledger as text, and how many pages its
// service served.

#pragma once

#include "tests/models/sessionfixture.h"

namespace relaybook::testing {

inline QString textOf(LedgerProgress::State state)
{
    switch (state) {
    case LedgerProgress::Idle:
        return QStringLiteral("idle");
    case LedgerProgress::Running:
        return QStringLiteral("running");
    case LedgerProgress::Paused:
        return QStringLiteral("paused");
    case LedgerProgress::Waiting:
        return QStringLiteral("waiting");
    case LedgerProgress::Complete:
        return QStringLiteral("complete");
    case LedgerProgress::Incomplete:
        return QStringLiteral("incomplete");
    case LedgerProgress::Failed:
        return QStringLiteral("failed");
    }
    return {};
}

inline QString stateOf(const SessionFixture &f)
{
    return textOf(f.session->ledger().progress().state);
}

inline bool isOver(const SessionFixture &f)
{
    switch (f.session->ledger().progress().state) {
    case LedgerProgress::Complete:
    case LedgerProgress::Incomplete:
    case LedgerProgress::Failed:
        return true;
    case LedgerProgress::Idle:
    case LedgerProgress::Running:
    case LedgerProgress::Paused:
    case LedgerProgress::Waiting:
        break;
    }
    return false;
}

inline std::uint64_t pagesServed(const SessionFixture &f)
{
    return f.server.counters().of("listTransactions").answered;
}

} // namespace relaybook::testing
