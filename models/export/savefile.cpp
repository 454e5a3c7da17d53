// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/export/savefile.h"

#include "api/types/systemreason.h"

#include <QCoreApplication>
#include <QDir>
#include <QSaveFile>

namespace relaybook {
namespace {

struct SaveFileWords
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::SaveFile)
};

} // namespace

std::optional<QString> saveFile(const QString &path, const QByteArray &content,
                                const std::function<bool()> &isWanted)
{
    QSaveFile file(path);
    const bool isOpen = file.open(QIODevice::WriteOnly);
    if (isOpen) { // not every file system has permissions
        file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
    }
    // commit() of Qt 6.4 takes a file whose last bytes could not be written.
    const bool isWritten = isOpen && file.write(content) == content.size() && file.flush();
    if (isWritten && isWanted && !isWanted()) {
        file.cancelWriting();
        return std::nullopt;
    }
    if (isWritten && file.commit()) {
        return std::nullopt;
    }
    return SaveFileWords::tr("“%1” could not be written: %2")
        .arg(QDir::toNativeSeparators(path),
             systemReason(file.errorString(),
                          SaveFileWords::tr("the system gave no reason. Check that the disk is "
                                            "not full, or choose another folder.")));
}

} // namespace relaybook
