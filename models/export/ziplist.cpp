// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/export/ziplist.h"

#include <QFile>
#include <QtEndian>

namespace relaybook {
namespace {

quint32 wordAt(const QByteArray &bytes, qsizetype at)
{
    return qFromLittleEndian<quint32>(bytes.constData() + at);
}

quint16 shortAt(const QByteArray &bytes, qsizetype at)
{
    return qFromLittleEndian<quint16>(bytes.constData() + at);
}

constexpr qsizetype tailSize = 22;
constexpr qsizetype entrySize = 46;

/// The bytes of the directory, found by the record at the end of the file.
std::optional<QByteArray> directoryOf(QFile &file)
{
    constexpr quint32 tailMark = 0x06054b50;
    constexpr qsizetype sizeAt = 12;
    constexpr qsizetype offsetAt = 16;
    if (!file.seek(file.size() - tailSize)) {
        return std::nullopt;
    }
    const QByteArray tail = file.read(tailSize);
    if (tail.size() != tailSize || wordAt(tail, 0) != tailMark) {
        return std::nullopt;
    }
    const qint64 size = wordAt(tail, sizeAt);
    if (!file.seek(wordAt(tail, offsetAt))) {
        return std::nullopt;
    }
    QByteArray directory = file.read(size);
    if (directory.size() != size) {
        return std::nullopt;
    }
    return directory;
}

} // namespace

std::optional<QHash<QString, qint64>> zipContents(const QString &path)
{
    constexpr quint32 entryMark = 0x02014b50;
    constexpr qsizetype unpackedAt = 24;
    constexpr qsizetype nameLengthAt = 28;
    constexpr qsizetype extraLengthAt = 30;
    constexpr qsizetype commentLengthAt = 32;
    QFile file(path);
    const auto directory = file.open(QIODevice::ReadOnly) ? directoryOf(file) : std::nullopt;
    if (!directory) {
        return std::nullopt;
    }
    QHash<QString, qint64> contents;
    for (qsizetype at = 0; at < directory->size();) {
        if (at + entrySize > directory->size() || wordAt(*directory, at) != entryMark) {
            return std::nullopt;
        }
        const qsizetype name = shortAt(*directory, at + nameLengthAt);
        contents.insert(QString::fromUtf8(directory->mid(at + entrySize, name)),
                        wordAt(*directory, at + unpackedAt));
        at += entrySize + name + shortAt(*directory, at + extraLengthAt) +
              shortAt(*directory, at + commentLengthAt);
    }
    return contents;
}

} // namespace relaybook
