// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/viewonlytext.h"

#include <QCoreApplication>

namespace relaybook {

namespace {

struct ViewOnlyText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::ViewOnlyText)
};

} // namespace

QString viewOnlyReason()
{
    return ViewOnlyText::tr("This account is view only: nothing can be changed or bought. You can "
                            "switch this off in the account's settings.");
}

} // namespace relaybook
