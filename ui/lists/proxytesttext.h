// SPDX-License-Identifier: GPL-3.0-or-later
// What a test of a proxy shows: its stages and times, its costs, its result compared with what was
// promised and with the week before.
#pragma once

#include "models/proxytests/proxytestexplanation.h"
#include "models/proxytests/proxytestrecord.h"
#include "ui/widgets/rowlist.h"

#include <QList>
#include <QString>
#include <QUrl>

#include <optional>
#include <vector>

namespace relaybook {

class ProxyTestDesk;

/// "320 ms", "1,250 ms".
[[nodiscard]] QString testTimeText(std::chrono::microseconds time);
/// Why no test can begin; empty if one can.
[[nodiscard]] QString whyNoTest(const ProxyTestDesk &desk);
/// How much a test loads and whose traffic it is: to be shown before anything is sent.
[[nodiscard]] QString testCostText(const ProxyTestFacts &facts, const QUrl &page);
/// The stages that were reached, with their times; the last one is in progress if `isRunning`.
[[nodiscard]] QList<RowList::Row> testStageRows(const ProxyTestResult &result, bool isRunning,
                                                bool isSecure);
/// The exit's address and country, and the total time, compared with `tests`.
[[nodiscard]] QList<RowList::Row> testResultRows(const ProxyTestRecord &test,
                                                 const ProxyTestFacts &facts,
                                                 const std::vector<ProxyTestRecord> &tests);
/// "12 tests, the last one …; 11 worked, in 280 ms to 900 ms."
[[nodiscard]] QString testHistoryText(const std::vector<ProxyTestRecord> &tests);

/// The page's address if a test can use it: http or https, with a host, and without a user name or
/// password, which would be stored with it.
[[nodiscard]] std::optional<QUrl> testPageFrom(const QString &text);

} // namespace relaybook
