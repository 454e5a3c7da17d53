// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog that asks before an action that cannot be undone and says what would be lost. Enter alone
// does not confirm.
#pragma once

#include "ui/widgets/sheetdialog.h"

namespace relaybook {

class ConfirmDialog : public SheetDialog
{
    Q_OBJECT

public:
    struct Question
    {
        QString name; ///< object name
        QString title;
        QString words;
        QString action;
    };

    ConfirmDialog(const Theme &theme, const Question &question, QWidget *parent);
};

} // namespace relaybook
