// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/amountsshown.h"

#include <QObject>
#include <QVariant>

namespace relaybook {

namespace {

constexpr auto amountsShownProperty = "relaybookAmountsShown";

} // namespace

void setAmountsShown(QObject &dialog)
{
    dialog.setProperty(amountsShownProperty, true);
}

bool areAmountsShown(const QObject &part)
{
    for (const QObject *each = &part; each != nullptr; each = each->parent()) {
        if (each->property(amountsShownProperty).toBool()) {
            return true;
        }
    }
    return false;
}

} // namespace relaybook
