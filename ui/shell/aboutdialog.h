// SPDX-License-Identifier: GPL-3.0-or-later
// What the program is, which version, under which licence, and what it stands on.
#pragma once

#include "ui/widgets/sheetdialog.h"

namespace relaybook {

class AboutDialog : public SheetDialog
{
    Q_OBJECT

public:
    AboutDialog(const Theme &theme, QWidget *parent);
};

} // namespace relaybook
