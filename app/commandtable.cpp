// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandtable.h"

#include <algorithm>

namespace relaybook {

const std::vector<CommandInfo> &allCommands()
{
    static const std::vector<CommandInfo> commands{
        accountsCommand(), syncCommand(), exportCommand(), checkLedgerCommand(), balanceCommand(),
    };
    return commands;
}

const CommandInfo *commandOf(CommandLine::Mode mode)
{
    const auto &all = allCommands();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [mode](const CommandInfo &each) { return each.mode == mode; });
    return found == all.end() ? nullptr : &*found;
}

} // namespace relaybook
