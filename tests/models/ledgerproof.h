// SPDX-License-Identifier: GPL-3.0-or-later
// Test helpers that sync the ledger of an account and check it.

#pragma once

#include "models/sync/ledgercheck.h"
#include "tests/models/sessionfixture.h"

#include <QSignalSpy>
#include <QTest>

namespace relaybook::testing {

inline void openAndSync(SessionFixture &f)
{
    f.open();
    f.session->start();
    QTRY_VERIFY(f.ledgerIs(LedgerProgress::Complete));
    QTRY_VERIFY(!f.session->ledger().check().isChecking());
}

inline void checkAll(SessionFixture &f)
{
    QSignalSpy finished(&f.session->ledger().check(), &LedgerCheck::finished);
    f.session->ledger().check().checkAll();
    QTRY_VERIFY(!finished.isEmpty());
}

inline void checkStored(SessionFixture &f)
{
    QSignalSpy finished(&f.session->ledger().check(), &LedgerCheck::finished);
    f.session->ledger().check().checkStored();
    QTRY_VERIFY(!finished.isEmpty());
}

inline LedgerCheckResult::State proofOf(const SessionFixture &f)
{
    return f.session->ledger().check().verdict().state;
}

} // namespace relaybook::testing
