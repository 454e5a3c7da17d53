// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/moduleloader.h"

#include "api/types/systemreason.h"

#include <QCoreApplication>
#include <QDir>
#include <QLibrary>

namespace relaybook {

QFunctionPointer findInModule(const QString &module, const char *symbol, QString &reason)
{
    for (const QString &folder : {QStringLiteral("../lib/relaybook/modules"),
                                  QStringLiteral("../PlugIns"), QStringLiteral(".")}) {
        const QDir place(QCoreApplication::applicationDirPath() % u'/' % folder);
        QLibrary library(place.filePath(module));
        if (const QFunctionPointer found = library.resolve(symbol)) {
            return found;
        }
        // What is there and does not load says more than what is not there.
        if (reason.isEmpty() || !place.entryList({module % u'*'}).isEmpty()) {
            reason = systemReason(library.errorString(),
                                  QStringLiteral("the module does not load, without a reason"));
        }
    }
    return nullptr;
}

} // namespace relaybook
