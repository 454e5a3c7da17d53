// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/export/zipfile.h"

#include <minizip/zip.h>

#include <QDate>
#include <QDateTime>
#include <QTime>

#include <algorithm>
#include <cstring>

namespace relaybook {
namespace {

/// What minizip writes to in place of a file.
struct ArchiveBytes
{
    QByteArray bytes;
    qsizetype at = 0;
};

ArchiveBytes &archiveOf(voidpf stream)
{
    return *static_cast<ArchiveBytes *>(stream);
}

voidpf openArchive(voidpf archive, const void * /*name*/, int /*mode*/)
{
    return archive;
}

uLong readNothing(voidpf /*opaque*/, voidpf /*stream*/, void * /*buffer*/, uLong /*size*/)
{
    return 0; // a new archive is only written
}

uLong writeArchive(voidpf /*opaque*/, voidpf stream, const void *buffer, uLong size)
{
    ArchiveBytes &archive = archiveOf(stream);
    const auto count = static_cast<qsizetype>(size);
    if (archive.at + count > archive.bytes.size()) {
        archive.bytes.resize(archive.at + count);
    }
    std::memcpy(archive.bytes.data() + archive.at, buffer, size);
    archive.at += count;
    return size;
}

ZPOS64_T placeInArchive(voidpf /*opaque*/, voidpf stream)
{
    return static_cast<ZPOS64_T>(archiveOf(stream).at);
}

long seekInArchive(voidpf /*opaque*/, voidpf stream, ZPOS64_T offset, int origin)
{
    ArchiveBytes &archive = archiveOf(stream);
    const qsizetype from = origin == ZLIB_FILEFUNC_SEEK_CUR   ? archive.at
                           : origin == ZLIB_FILEFUNC_SEEK_END ? archive.bytes.size()
                                                              : 0;
    const qsizetype to = from + static_cast<qsizetype>(offset);
    if (to < 0 || to > archive.bytes.size()) {
        return -1;
    }
    archive.at = to;
    return 0;
}

int closeArchive(voidpf /*opaque*/, voidpf /*stream*/)
{
    return 0;
}

int noArchiveError(voidpf /*opaque*/, voidpf /*stream*/)
{
    return 0;
}

bool isSafeZipName(const QByteArray &name)
{
    const bool isPlain = std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '.' || c == '-' || c == '_';
    });
    return isPlain && !name.isEmpty() && !name.startsWith('.');
}

/// The time in the archive's directory, which knows the years 1980 to 2107.
zip_fileinfo zipTimeOf(Instant at)
{
    const QDateTime first(QDate(1980, 1, 1), QTime(0, 0), Qt::UTC);
    const QDateTime last(QDate(2107, 12, 31), QTime(23, 59, 58), Qt::UTC);
    const QDateTime time = std::clamp(utcDateTime(at), first, last);
    zip_fileinfo info{};
    info.tmz_date.tm_year = time.date().year();
    info.tmz_date.tm_mon = time.date().month() - 1;
    info.tmz_date.tm_mday = time.date().day();
    info.tmz_date.tm_hour = time.time().hour();
    info.tmz_date.tm_min = time.time().minute();
    info.tmz_date.tm_sec = time.time().second();
    return info;
}

bool addZippedFile(zipFile archive, const ZippedFile &file, const zip_fileinfo &info)
{
    constexpr int noZip64 = 0;
    const int opened =
        zipOpenNewFileInZip64(archive, file.name.constData(), &info, nullptr, 0, nullptr, 0,
                              nullptr, Z_DEFLATED, Z_DEFAULT_COMPRESSION, noZip64);
    const int written = opened == ZIP_OK
                            ? zipWriteInFileInZip(archive, file.content.constData(),
                                                  static_cast<unsigned>(file.content.size()))
                            : opened;
    return written == ZIP_OK && zipCloseFileInZip(archive) == ZIP_OK;
}

} // namespace

std::optional<QByteArray> zipped(const std::vector<ZippedFile> &files, Instant at)
{
    ArchiveBytes archive;
    zlib_filefunc64_def functions{};
    functions.zopen64_file = openArchive;
    functions.zread_file = readNothing;
    functions.zwrite_file = writeArchive;
    functions.ztell64_file = placeInArchive;
    functions.zseek64_file = seekInArchive;
    functions.zclose_file = closeArchive;
    functions.zerror_file = noArchiveError;
    functions.opaque = &archive;
    zipFile zip = zipOpen2_64("", APPEND_STATUS_CREATE, nullptr, &functions);
    if (zip == nullptr) {
        return std::nullopt;
    }
    const zip_fileinfo info = zipTimeOf(at);
    const bool isAdded = std::all_of(files.begin(), files.end(), [&](const ZippedFile &file) {
        return isSafeZipName(file.name) && addZippedFile(zip, file, info);
    });
    const bool isClosed = zipClose(zip, nullptr) == ZIP_OK;
    return isAdded && isClosed ? std::optional(std::move(archive.bytes)) : std::nullopt;
}

} // namespace relaybook
