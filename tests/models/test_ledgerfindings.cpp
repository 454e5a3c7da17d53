// SPDX-License-Identifier: GPL-3.0-or-later
// Tests which findings of a ledger check are open when the user acknowledged some of them.

#include "models/account/ledgerfindings.h"
#include "models/store/keepfile.h"
#include "tests/models/ledgerproof.h"

#include <QTest>

namespace relaybook {

using testing::checkAll;
using testing::openAndSync;
using testing::proofOf;
using testing::SessionFixture;

namespace {

OpenFindings openOf(SessionFixture &f)
{
    return withoutAcknowledged(f.session->ledger().check().verdict(), f.session->kept(),
                               f.session->ledger().history());
}

} // namespace

class TestLedgerFindings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anAcknowledgedGapIsNotOpen();
    void aGapWithOtherFiguresIsANewOne();
    void aRemovedTransactionIsAcknowledgedWhileItIsGone();
    void aSecondChangeIsANewFinding();
    void unreadableRowsAreAcknowledgedOneByOne();
    void aRowThatCameBackUnreadableIsAcknowledged();
};

void TestLedgerFindings::anAcknowledgedGapIsNotOpen()
{
    SessionFixture f;
    const qint64 id = f.server.transactions().at(700).id;
    f.fault(QByteArray("broken-chain=" + QByteArray::number(id) + ":pair").constData());
    openAndSync(f);
    const auto breaks = f.session->ledger().check().verdict().breaks;
    QCOMPARE(breaks.size(), size_t{1});
    QCOMPARE(openOf(f).breaks, breaks);
    QVERIFY(openOf(f).isBroken());

    f.session->kept().acknowledge({findingKey(breaks.front())}, QStringLiteral("support: ok"));
    QCOMPARE(openOf(f).breakCount, 0);
    QVERIFY(openOf(f).breaks.empty());
    QCOMPARE(openOf(f).acknowledged, 1);
    QVERIFY(!openOf(f).isBroken());

    f.session->flush();
    f.open(); // still known after a restart, with its note and time
    QVERIFY(!openOf(f).isBroken());
    const auto found = f.session->kept().acknowledged().value(findingKey(breaks.front()));
    QCOMPARE(found.note, QStringLiteral("support: ok"));
    QVERIFY(found.at != Instant());

    f.session->kept().reopen({findingKey(breaks.front())});
    QVERIFY(openOf(f).isBroken());
    f.session->flush();
    f.open();
    QVERIFY(openOf(f).isBroken());
}

void TestLedgerFindings::aGapWithOtherFiguresIsANewOne()
{
    LedgerBreak found;
    found.earlier = TransactionId(1);
    found.later = TransactionId(2);
    found.expected = Money::fromUnits(100);
    found.found = Money::fromUnits(200);
    LedgerBreak other = found;
    QCOMPARE(findingKey(found), findingKey(other));
    other.readAgain = true; // says nothing about the gap
    QCOMPARE(findingKey(found), findingKey(other));
    other.found = Money::fromUnits(201);
    QVERIFY(findingKey(found) != findingKey(other));
    other = found;
    other.kind = LedgerBreak::Row;
    QVERIFY(findingKey(found) != findingKey(other));
}

void TestLedgerFindings::aRemovedTransactionIsAcknowledgedWhileItIsGone()
{
    SessionFixture f;
    openAndSync(f);
    const TransactionId id(f.server.transactions().at(321).id);
    const TransactionId second(f.server.transactions().at(654).id);
    QVERIFY(f.server.removeTransaction(id.value()));
    checkAll(f);
    QCOMPARE(openOf(f).vanished, 1);
    const Instant noticed = *f.session->ledger().history().vanishedAt(id);
    f.session->kept().acknowledge({removedKey(id, noticed), removedKey(second, noticed)}, {});
    QCOMPARE(openOf(f).vanished, 0);
    QCOMPARE(openOf(f).acknowledged, 1); // the second one is still listed
    QVERIFY(f.server.removeTransaction(second.value()));
    // Found after the last check, and acknowledged: the check did not count it.
    LedgerCheckResult before = f.session->ledger().check().verdict();
    checkAll(f);
    QCOMPARE(openOf(f).vanished, 1);
    QVERIFY(openOf(f).isBroken());
    const Instant later = *f.session->ledger().history().vanishedAt(second);
    f.session->kept().reopen({removedKey(id, noticed)});
    f.session->kept().acknowledge({removedKey(second, later)}, {});
    if (later > before.checkedAt) {
        const OpenFindings open =
            withoutAcknowledged(before, f.session->kept(), f.session->ledger().history());
        QCOMPARE(open.vanished, 1);
    }
    // Removed once more at another time, it is a new finding.
    QVERIFY(removedKey(second, later) != removedKey(second, later + std::chrono::seconds(1)));
}

void TestLedgerFindings::aSecondChangeIsANewFinding()
{
    SessionFixture f;
    openAndSync(f);
    const TransactionId id(f.server.transactions().at(20).id);
    f.fault(QByteArray("rewritten-row=" + QByteArray::number(id.value())).constData());
    checkAll(f);
    QCOMPARE(openOf(f).rewritten, 1);
    const auto earlier = f.session->ledger().history().earlierForms(id);
    QCOMPARE(earlier.size(), size_t{1});
    f.session->kept().acknowledge({changedKey(id, earlier)}, {});
    QCOMPARE(openOf(f).rewritten, 0);
    auto another = earlier; // as many versions, but others
    another.front().form.raw += ' ';
    QVERIFY(changedKey(id, another) != changedKey(id, earlier));
    f.server.faults().clearAll(); // it is changed back
    checkAll(f);
    QCOMPARE(f.session->ledger().check().verdict().rewritten, 2);
    QCOMPARE(openOf(f).rewritten, 2);
}

void TestLedgerFindings::unreadableRowsAreAcknowledgedOneByOne()
{
    SessionFixture f;
    f.fault("unreadable-rows=100");
    openAndSync(f);
    const auto rows = f.session->ledger().history().unreadableRows(100);
    const OpenFindings before = openOf(f);
    QCOMPARE(before.unreadable, qint64(rows.size()));
    QVERIFY(rows.size() > 2);
    f.session->kept().acknowledge(
        {unreadableKey(rows.at(0), false), unreadableKey(rows.at(1), false)}, {});
    QCOMPARE(openOf(f).unreadable, before.unreadable - 2);
    QCOMPARE(openOf(f).breakCount, before.breakCount);
}

void TestLedgerFindings::aRowThatCameBackUnreadableIsAcknowledged()
{
    SessionFixture f;
    openAndSync(f);
    f.fault("unreadable-rows=100");
    checkAll(f);
    const qint64 before = openOf(f).spoiled;
    QVERIFY(before > 0);
    for (const UnreadableRow &row : f.session->ledger().history().unreadableRows(100)) {
        const bool isKept = row.id && f.session->rows().transaction(*row.id);
        f.session->kept().acknowledge({unreadableKey(row, isKept)}, {});
    }
    QCOMPARE(openOf(f).spoiled, 0);
    QCOMPARE(openOf(f).unreadable, 0);
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestLedgerFindings)
#include "test_ledgerfindings.moc"
