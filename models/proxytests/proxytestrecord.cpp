// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/proxytests/proxytestrecord.h"

#include "models/store/keepfile.h"

#include <algorithm>

namespace relaybook {
namespace {

/// A number that a newer version stored is the last one that this version knows.
template <class Enum>
Enum fromNumber(qint64 number, Enum last)
{
    return static_cast<Enum>(std::clamp(number, qint64{0}, static_cast<qint64>(last)));
}

ProxyTestRecord recordOf(const KeptProxyTest &kept)
{
    ProxyTestRecord record;
    record.at = kept.at;
    record.protocol = fromNumber(kept.protocol, ProxyProtocol::Socks5);
    record.result.outcome = fromNumber(kept.outcome, ProxyTestOutcome::NoAddress);
    record.result.stage = fromNumber(kept.stage, ProxyTestStage::Answer);
    for (std::size_t i = 0; i < std::min(kept.times.size(), proxyTestStages); ++i) {
        if (kept.times.at(i)) {
            record.result.times.at(i) = std::chrono::microseconds(*kept.times.at(i));
        }
    }
    record.result.total = std::chrono::microseconds(kept.total);
    record.result.exitAddress = kept.exitAddress;
    record.result.country = kept.country;
    record.result.bytesSent = kept.bytesSent;
    record.result.bytesReceived = kept.bytesReceived;
    return record;
}

KeptProxyTest keptFrom(const ProxyTestRecord &test)
{
    const ProxyTestResult &result = test.result;
    KeptProxyTest row;
    row.at = test.at;
    row.protocol = static_cast<qint64>(test.protocol);
    row.outcome = static_cast<qint64>(result.outcome);
    row.stage = static_cast<qint64>(result.stage);
    row.times.reserve(result.times.size());
    for (const auto &each : result.times) {
        row.times.push_back(each ? std::optional<qint64>(each->count()) : std::nullopt);
    }
    row.total = result.total.count();
    row.exitAddress = result.exitAddress;
    row.country = result.country;
    row.bytesSent = result.bytesSent;
    row.bytesReceived = result.bytesReceived;
    return row;
}

} // namespace

QString keyOf(const TestedProxy &tested)
{
    if (const auto *proxy = std::get_if<ProxyId>(&tested)) {
        return testedProxyPrefix + proxy->value();
    }
    return testedSubUserPrefix + std::get<SubUserId>(tested).text();
}

std::optional<TestedProxy> testedFromKey(const QString &key)
{
    if (key.startsWith(testedProxyPrefix) && key.size() > testedProxyPrefix.size()) {
        return ProxyId(key.mid(testedProxyPrefix.size()));
    }
    bool isNumber = false;
    const qint64 number = key.mid(testedSubUserPrefix.size()).toLongLong(&isNumber);
    return key.startsWith(testedSubUserPrefix) && isNumber
               ? std::optional<TestedProxy>(SubUserId(number))
               : std::nullopt;
}

std::vector<ProxyTestRecord> proxyTestsOf(const TestedProxy &tested, KeepFile &kept)
{
    std::vector<ProxyTestRecord> records;
    for (const KeptProxyTest &each : kept.proxyTests(keyOf(tested))) {
        records.push_back(recordOf(each));
    }
    return records;
}

void keepProxyTests(const std::vector<std::pair<TestedProxy, ProxyTestRecord>> &tests,
                    KeepFile &kept)
{
    std::vector<std::pair<QString, KeptProxyTest>> rows;
    rows.reserve(tests.size());
    for (const auto &[tested, test] : tests) {
        rows.emplace_back(keyOf(tested), keptFrom(test));
    }
    kept.addProxyTests(std::move(rows));
}

void keepProxyTest(const TestedProxy &tested, const ProxyTestRecord &test, KeepFile &kept)
{
    keepProxyTests({{tested, test}}, kept);
}

std::optional<std::chrono::microseconds> usualTimeBefore(const ProxyTestRecord &test,
                                                         const std::vector<ProxyTestRecord> &tests)
{
    constexpr std::chrono::hours week(24 * 7);
    constexpr std::size_t fewest = 3;
    std::vector<std::chrono::microseconds> totals;
    for (const ProxyTestRecord &each : tests) {
        if (each.at < test.at && each.at >= test.at - week && each.protocol == test.protocol &&
            each.result.outcome == ProxyTestOutcome::Works) {
            totals.push_back(each.result.total);
        }
    }
    if (totals.size() < fewest) {
        return std::nullopt;
    }
    const auto middle = totals.begin() + static_cast<std::ptrdiff_t>(totals.size() / 2);
    std::nth_element(totals.begin(), middle, totals.end());
    if (totals.size() % 2 == 1) {
        return *middle;
    }
    return (*std::max_element(totals.begin(), middle) + *middle) / 2;
}

bool isSlowerThan(std::chrono::microseconds usual, const ProxyTestRecord &test)
{
    return test.result.total * 2 >= usual * 3; // one and a half times as long
}

} // namespace relaybook
