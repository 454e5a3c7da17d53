// SPDX-License-Identifier: GPL-3.0-or-later
// The column "Last test" of the tables of proxies and sub-users: the result, the time that it took
// and its age.

#pragma once

#include "api/proxytest/proxytestresult.h"
#include "api/types/clock.h"
#include "models/store/storevalues.h"
#include "models/tables/tablecolumn.h"

#include <QLatin1String>

#include <optional>
#include <vector>

namespace relaybook {

/// The last test of a row.
struct LastTest
{
    StoredLastTest test;
    const Clock *clock = nullptr; ///< for its age

    [[nodiscard]] ProxyTestOutcome outcome() const;
    [[nodiscard]] bool hasFailed() const { return outcome() != ProxyTestOutcome::Works; }
};

/// A stored row with its last test, if there was one.
struct ListedProxy : Proxy
{
    std::optional<LastTest> lastTest;
};
struct ListedSubUser : SubUser
{
    std::optional<LastTest> lastTest;
};

/// The result in a word or two: "Works", "Wrong password".
[[nodiscard]] QString testResultText(ProxyTestOutcome outcome);
/// "Works · 320 ms · 5 min ago", "Timed out · 2 h ago".
[[nodiscard]] QString lastTestText(const LastTest &test);
/// lastTestText(), or nothing().
[[nodiscard]] QString lastTestText(const std::optional<LastTest> &test);
[[nodiscard]] QString failedTestText(); ///< for screen readers

/// The texts of testResultText() for the column `outcome` of a row's last test, so that a search
/// finds rows by them.
[[nodiscard]] const std::vector<SearchMeaning> &proxyTestMeanings();
[[nodiscard]] const std::vector<SearchMeaning> &subUserTestMeanings();

/// What differs between the tables: SQL over the stored table.
struct LastTestSql
{
    const char *time;    ///< milliseconds since 1970; NULL without a test
    const char *sort;    ///< the same, or -1
    const char *result;  ///< "failed" or "worked"; NULL without a test
    const char *keyword; ///< the same, or "none"
    const char *took;    ///< milliseconds
};
inline constexpr LastTestSql proxyTestSql{
    "(SELECT at_ms FROM last_tests"
    " WHERE tested = 'proxy ' || proxies.id)",
    "coalesce((SELECT at_ms FROM last_tests"
    " WHERE tested = 'proxy ' || proxies.id), -1)",
    "(SELECT CASE outcome WHEN 0 THEN 'worked' ELSE 'failed' END FROM last_tests"
    " WHERE tested = 'proxy ' || proxies.id)",
    "coalesce((SELECT CASE outcome WHEN 0 THEN 'worked' ELSE 'failed' END FROM last_tests"
    " WHERE tested = 'proxy ' || proxies.id), 'none')",
    "(SELECT total / 1000 FROM last_tests"
    " WHERE tested = 'proxy ' || proxies.id)"};
inline constexpr LastTestSql subUserTestSql{
    "(SELECT at_ms FROM last_tests"
    " WHERE tested = 'sub-user ' || sub_users.id)",
    "coalesce((SELECT at_ms FROM last_tests"
    " WHERE tested = 'sub-user ' || sub_users.id), -1)",
    "(SELECT CASE outcome WHEN 0 THEN 'worked' ELSE 'failed' END FROM last_tests"
    " WHERE tested = 'sub-user ' || sub_users.id)",
    "coalesce((SELECT CASE outcome WHEN 0 THEN 'worked' ELSE 'failed' END FROM last_tests"
    " WHERE tested = 'sub-user ' || sub_users.id), 'none')",
    "(SELECT total / 1000 FROM last_tests"
    " WHERE tested = 'sub-user ' || sub_users.id)"};

inline constexpr QLatin1String lastTestName("last-test"); ///< of the column

/// The column of either table. Its keyword of a search: test:failed, test:worked, test:none.
/// `title` is marked with QT_TR_NOOP() in the model.
template <class Row>
[[nodiscard]] constexpr TableColumn<Row>
lastTestColumn(const char *title, const LastTestSql &sql,
               const std::vector<SearchMeaning> &(*meanings)(), bool hidden)
{
    using Kind = FileColumn::Kind;
    return {{.name = lastTestName.data(),
             .title = title,
             .kind = CellKind::Text,
             .width = 150,
             .hidden = hidden,
             .givesWay = 1,
             .neverCut = true,
             .sort = {sql.sort},
             .search = {.meanings = meanings, .keyword = "test", .value = sql.keyword},
             .inFile = {{"last_test_at", Kind::Time, sql.time},
                        {"last_test", Kind::Text, sql.result},
                        {"last_test_ms", Kind::Integer, sql.took}}},
            {.text = [](const Row &row) { return lastTestText(row.lastTest); },
             .value =
                 [](const Row &row) {
                     return row.lastTest ? toVariant(row.lastTest->test.at) : QVariant();
                 },
             .tone = [](const Row &row) { return row.lastTest ? Tone::Neutral : Tone::Quiet; }}};
}

} // namespace relaybook
