// SPDX-License-Identifier: GPL-3.0-or-later
// Test fixture: a store in a folder of its own, which the test writes and reads.
#pragma once

#include "models/store/accountstore.h"
#include "models/store/keyset.h"
#include "models/store/ledgerrows.h"
#include "tests/models/testdata.h"
#include "tests/support/manualclock.h"

#include <QTemporaryDir>
#include <QTest>

namespace relaybook::testing {

struct StoreFixture
{
    StoreFixture()
        : store(std::move(*AccountStore::open(folder.path(), clock)))
    {
    }
    void write(const std::function<void(CacheWriter &)> &job)
    {
        bool done = false;
        store->write(
            [job](CacheWriter &writer) {
                job(writer);
                return Stored{};
            },
            store.get(),
            [&](const StoreResult<Stored> &written) {
                QVERIFY2(written.has_value(), written ? "" : qPrintable(written.error().detail));
                done = true;
            });
        [&] { QTRY_VERIFY(done); }();
    }
    void put(const std::vector<Transaction> &rows)
    {
        write([rows](CacheWriter &writer) {
            TransactionPage page;
            page.items = rows;
            writer.ledger().putPages({page}, {});
        });
    }
    void index()
    {
        write([](CacheWriter &writer) {
            while (writer.ledgerIndex().addPending(7) > 0) {
            }
        });
    }
    Connection &reader() { return store->reader(); }
    Keys found(const LedgerFilter &filter)
    {
        Keys keys;
        forEachTransaction(reader(), filter, false, [&](const Transaction &row) {
            keys.push_back(row.id.value());
            return true;
        });
        return keys;
    }
    Keys found(const QString &text)
    {
        LedgerFilter filter;
        filter.text = text;
        return found(filter);
    }

    QTemporaryDir folder;
    ManualClock clock;
    std::unique_ptr<AccountStore> store;
};

/// A transaction with these balances before and after, in units of 10^-8 dollars.
inline Transaction row(qint64 id, qint64 second, qint64 before, qint64 after)
{
    Transaction made;
    made.id = TransactionId(id);
    made.type = after > before ? QStringLiteral("deposit") : QStringLiteral("purchase");
    made.createdAt = fromMillis(second * 1000);
    made.balanceBefore = Money::fromUnits(before);
    made.balanceAfter = Money::fromUnits(after);
    made.amount = Money::fromUnits(after > before ? after - before : before - after);
    made.raw = "{}";
    return made;
}

} // namespace relaybook::testing
