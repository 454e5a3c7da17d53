// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/typedname.h"

#include "models/text/privacymode.h"
#include "models/text/showntext.h"

#include <QCoreApplication>

namespace relaybook {

namespace {

struct TypedName
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::TypedName)
};

} // namespace

QString nameToTypeText(const QString &name)
{
    const QString typeable = typeableText(name);
    const QString hint = TypedName::tr("Type “%1”.").arg(isolated(privateText(typeable)));
    return typeable == name ? hint
                            : TypedName::tr("%1 The name has invisible characters: “%2”.",
                                            "what to type, the name with codes")
                                  .arg(hint, isolated(privateText(name)));
}

} // namespace relaybook
