// SPDX-License-Identifier: GPL-3.0-or-later
// The About dialog: what the program is, its version, its licence, and the libraries it uses.
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
