// SPDX-License-Identifier: GPL-3.0-or-later
// What manual pages and completions need to know of a program: its commands and options.

#pragma once

#include "app/optiontable.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace relaybook {

/// A command with all options that it accepts. The first one of a program has no name: it is the
/// program without a command.
struct DescribedCommand
{
    QString name;
    QString help;
    QStringList words; ///< one of them follows the name
    std::vector<OptionInfo> options;
};

struct DescribedProgram
{
    QString name;
    std::vector<DescribedCommand> commands;
};

[[nodiscard]] DescribedProgram describedRelaybook();
[[nodiscard]] DescribedProgram describedSandbox();

} // namespace relaybook
