// SPDX-License-Identifier: GPL-3.0-or-later
// What screen readers hear of the window's pages: the entries of the side bar are tabs, and what
// they show is a page with its name. By itself, Qt calls an entry a check box, and names the stack
// of the pages at each change of the page.
#pragma once

namespace relaybook {

/// Sets the roles of all windows from now on. Does nothing the second time.
void setPageRoles();

} // namespace relaybook
