// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/lasttestwriter.h"

#include "models/sqlite/connection.h"

namespace relaybook {
namespace {

void putLastTestNumber(Connection &connection, qint64 number)
{
    Query query(connection, "UPDATE counters SET value = ? WHERE name = 'last_test'");
    query.bind(1, number).run();
}

} // namespace

void LastTestWriter::put(const std::vector<NumberedProxyTest> &tests)
{
    for (const NumberedProxyTest &each : tests) {
        Query query(m_context.connection, "INSERT OR REPLACE INTO last_tests VALUES (?, ?, ?, ?)");
        query.bind(1, each.tested).bind(2, toMillis(each.test.at)).bind(3, each.test.outcome);
        query.bind(4, each.test.total).run();
        noteTested(each.tested);
    }
    if (!tests.empty()) {
        putLastTestNumber(m_context.connection, tests.back().number);
    }
}

void LastTestWriter::noteTested(const QString &tested)
{
    const bool isProxy = tested.startsWith(testedProxyPrefix);
    const auto prefix = isProxy ? testedProxyPrefix : testedSubUserPrefix;
    Query query(m_context.connection, isProxy ? "SELECT key FROM proxies WHERE id = ?"
                                              : "SELECT id FROM sub_users WHERE id = ?");
    if (query.bind(1, tested.mid(prefix.size())).next()) {
        m_context.changes.of(isProxy ? StoreTable::Proxies : StoreTable::SubUsers)
            .addChanged(query.number(0));
    }
}

void LastTestWriter::removeAll()
{
    Query(m_context.connection, "DELETE FROM last_tests").run();
    putLastTestNumber(m_context.connection, 0);
    for (const StoreTable table : {StoreTable::Proxies, StoreTable::SubUsers}) {
        m_context.changes.of(table).manyChanged = true;
    }
}

} // namespace relaybook
