// SPDX-License-Identifier: GPL-3.0-or-later
// Sets the Tab order of controls to the order in which people see them.

#pragma once

class QWidget;

namespace relaybook {

/// Orders all controls inside `root` as its layouts place them: line by line, and from the start of
/// a line to its end. Controls that no layout places follow those beside them. Call it again when
/// controls were added.
void orderFocusAsSeen(QWidget &root);

} // namespace relaybook
