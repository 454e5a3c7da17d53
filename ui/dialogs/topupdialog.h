// SPDX-License-Identifier: GPL-3.0-or-later
// Stands where buying traffic will be: says plainly that nothing was bought.
#pragma once

#include "ui/widgets/sheetdialog.h"

namespace relaybook {

struct AccountSummary;

class TopUpDialog : public SheetDialog
{
    Q_OBJECT

public:
    // `trafficType` is the one that was asked for; empty: none in particular.
    TopUpDialog(const Theme &theme, const AccountSummary &summary, const QString &trafficType,
                bool sandbox, QWidget *parent);
};

} // namespace relaybook
