// SPDX-License-Identifier: GPL-3.0-or-later
// The About dialog: what the program is, its licence, and the versions of it and of its
// libraries, which can be copied for a bug report.
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
