// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scripttokens.h"

#include <cstdlib>

namespace relaybook {
namespace {

Secret take(const char *name)
{
    char *value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): no other thread yet
    if (value == nullptr) {
        return {};
    }
    Secret secret((QByteArray(value)));
    // In place, because the system shows the environment as the process got it: unsetenv() only
    // removes the pointer to it.
    for (volatile char *each = value; *each != '\0'; ++each) {
        *each = '\0';
    }
    qunsetenv(name);
    return secret;
}

} // namespace

ScriptTokens takeScriptTokens()
{
    return {take("RELAYBOOK_PERSONAL_TOKEN"), take("RELAYBOOK_RESELLER_KEY")};
}

} // namespace relaybook
