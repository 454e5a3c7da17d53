// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/keyanswer.h"

namespace relaybook {
namespace {

constexpr size_t maxRuns = 50;

KeyAnswer answerFor(const Keys &keys, const SharedKeys &before)
{
    KeyAnswer answer;
    answer.keys = std::make_shared<const KeyList>(keys);
    if (before) {
        answer.steps = diffKeys(before->keys(), keys, maxRuns);
    }
    return answer;
}

} // namespace

KeyAnswer answerKeys(Connection &connection, const KeyRequest &request,
                     const std::function<void(KeyAnswer)> &reportPart)
{
    using std::chrono::steady_clock;
    const auto start = steady_clock::now();
    const auto since = [start] {
        return std::chrono::duration_cast<std::chrono::milliseconds>(steady_clock::now() - start);
    };
    SharedKeys before = request.before;
    const auto reportFirst = [&](const Keys &found) {
        KeyAnswer part = answerFor(found, before);
        part.last = false;
        part.took = since();
        before = part.keys;
        reportPart(std::move(part));
    };
    const Keys keys =
        readKeys(connection, request.query,
                 request.parts ? std::function<void(const Keys &)>(reportFirst) : nullptr);
    if (connection.isInterrupted()) {
        return {}; // the caller does not use it
    }
    KeyAnswer answer = answerFor(keys, before);
    answer.changed = rowsOfKeys(keys, request.changed);
    answer.took = since();
    return answer;
}

} // namespace relaybook
