// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a ZIP archive with another part of the library than the one that writes it.

#pragma once

#include <minizip/unzip.h>

#include <QByteArray>
#include <QDateTime>
#include <QFile>
#include <QHash>
#include <QString>
#include <QStringList>

#include <array>

namespace relaybook::testing {

using KitFiles = QHash<QString, QByteArray>;

/// What another reader finds in the archive; empty if it is damaged. `times`: as it names them.
inline KitFiles unpacked(const QString &path, QStringList *times = nullptr)
{
    unzFile archive = unzOpen64(QFile::encodeName(path).constData());
    if (archive == nullptr) {
        return {};
    }
    KitFiles files;
    bool isGood = unzGoToFirstFile(archive) == UNZ_OK;
    for (int next = UNZ_OK; isGood && next == UNZ_OK; next = unzGoToNextFile(archive)) {
        unz_file_info64 info{};
        std::array<char, 256> name{};
        isGood = unzGetCurrentFileInfo64(archive, &info, name.data(), name.size(), nullptr, 0,
                                         nullptr, 0) == UNZ_OK &&
                 unzOpenCurrentFile(archive) == UNZ_OK;
        QByteArray content(static_cast<qsizetype>(info.uncompressed_size), '\0');
        const int read = isGood ? unzReadCurrentFile(archive, content.data(),
                                                     static_cast<unsigned>(content.size()))
                                : -1;
        // Closing a file compares its checksum.
        isGood = read == content.size() && unzCloseCurrentFile(archive) == UNZ_OK;
        files.insert(QString::fromLatin1(name.data()), content);
        if (times != nullptr) {
            const tm_unz &at = info.tmu_date;
            times->append(QDateTime(QDate(at.tm_year, at.tm_mon + 1, at.tm_mday),
                                    QTime(at.tm_hour, at.tm_min, at.tm_sec))
                              .toString(Qt::ISODate));
        }
    }
    unzClose(archive);
    return isGood ? files : KitFiles();
}

} // namespace relaybook::testing
