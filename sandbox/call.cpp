// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/call.h"

#include <algorithm>
#include <array>

namespace sandbox {

namespace {

std::string_view nextSegment(std::string_view &path)
{
    path.remove_prefix(1); // the slash
    const std::size_t end = std::min(path.find('/'), path.size());
    const std::string_view segment = path.substr(0, end);
    path.remove_prefix(end);
    return segment;
}

bool fits(std::string_view pattern, std::string_view path, std::vector<std::string> &args)
{
    args.clear();
    while (pattern.starts_with('/') && path.starts_with('/')) {
        const std::string_view wanted = nextSegment(pattern);
        const std::string_view found = nextSegment(path);
        if (wanted.starts_with('{') && !found.empty()) {
            args.emplace_back(found);
        } else if (wanted != found) {
            return false;
        }
    }
    return pattern.empty() && path.empty();
}

std::array<std::span<const Operation>, 7> operationGroups()
{
    return {accountOperations(), proxyOperations(), resellerOperations(), subUserOperations(),
            listOperations(),    geoOperations(),   signInOperations()};
}

} // namespace

std::string Call::query(const std::string &name) const
{
    const auto found = in.query.find(name);
    return found == in.query.end() ? std::string() : found->second;
}

std::optional<Answer> Call::commit(const std::vector<Change> &changes)
{
    if (const Trouble trouble = state.commit(changes)) {
        return refuse(500, 5002, "The change could not be saved.", *trouble);
    }
    performed = true;
    return std::nullopt;
}

WireStyle styleOf(const Call &call, bool list)
{
    WireStyle style;
    style.credentials = !list || !call.faults.has(Fault::HiddenCredentials);
    style.unknownTypes = call.faults.has(Fault::UnknownTypes);
    style.gateway = call.settings.gateway;
    return style;
}

std::vector<const Operation *> allOperations()
{
    std::vector<const Operation *> operations;
    for (const auto group : operationGroups()) {
        for (const Operation &operation : group) {
            operations.push_back(&operation);
        }
    }
    return operations;
}

const Operation *findOperation(std::string_view id)
{
    const std::vector<const Operation *> operations = allOperations();
    const auto found = std::find_if(operations.begin(), operations.end(),
                                    [&](const Operation *known) { return known->id == id; });
    return found == operations.end() ? nullptr : *found;
}

Route findRoute(std::string_view method, std::string_view path)
{
    Route route;
    for (const auto group : operationGroups()) {
        for (const Operation &operation : group) {
            if (!fits(operation.pattern, path, route.args)) {
                continue;
            }
            route.pathKnown = true;
            if (operation.method == method) {
                route.operation = &operation;
                return route;
            }
        }
    }
    return route;
}

} // namespace sandbox
