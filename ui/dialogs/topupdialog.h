// SPDX-License-Identifier: GPL-3.0-or-later
// What traffic costs, exactly and before it is bought: type, amount, tiers, sums and advice. Buys
// nothing and says so.
#pragma once

#include "models/accountsession.h"
#include "ui/widgets/sheetdialog.h"

#include <QTimer>

namespace relaybook {

class TopUpForm;

class TopUpDialog : public SheetDialog
{
    Q_OBJECT

public:
    // `trafficType` is the one that was asked for; empty: none in particular.
    TopUpDialog(const Theme &theme, AccountSession &account, const QString &trafficType,
                bool sandbox, QWidget *parent);

private:
    void updateAge();

    AccountSession &m_account;
    TopUpForm *m_form;
    QTimer m_age;
};

} // namespace relaybook
