// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/paths.h"

namespace relaybook {

QString testing::projectFile(const QString &path)
{
    return QStringLiteral(RELAYBOOK_SOURCE_DIR "/") + path;
}

QString testing::relaybookProgram()
{
    return QStringLiteral(RELAYBOOK_PROGRAM);
}

QString testing::picturesProgram()
{
    return QStringLiteral(RELAYBOOK_PICTURES);
}

QString testing::sandboxProgram()
{
    return QStringLiteral(RELAYBOOK_SANDBOX);
}

QString testing::lateThreadsLibrary()
{
    return QStringLiteral(RELAYBOOK_LATE_THREADS);
}

QString testing::silentResolverLibrary()
{
    return QStringLiteral(RELAYBOOK_SILENT_RESOLVER);
}

} // namespace relaybook
