// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/export/replacefile.h"

#include "models/export/lasterror.h"
#include "models/sqlite/todisk.h"

#include "api/types/systemreason.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QUuid>

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace relaybook {
namespace {

struct ReplaceFileWords
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::ReplaceFile)
};

bool isFull(int systemError)
{
#ifdef EDQUOT
    if (systemError == EDQUOT) {
        return true;
    }
#endif
    return systemError == ENOSPC || systemError == EFBIG;
}

QString systemWords(int systemError)
{
    return QString::fromLocal8Bit(std::generic_category().message(systemError).c_str());
}

} // namespace

ReplaceFile::~ReplaceFile()
{
    if (m_file) {
        m_file->close();
        m_file->remove();
    }
}

tl::unexpected<ApiError> ReplaceFile::failed(const QString &sentence, const QString &detail) const
{
    ApiError error;
    error.kind = ErrorKind::Local;
    error.message = sentence;
    error.description = detail;
    error.fields = {{QStringLiteral("path"), sentence}};
    return tl::unexpected(std::move(error));
}

tl::unexpected<ApiError> ReplaceFile::writingFailed(int systemError) const
{
    const QString shown = QDir::toNativeSeparators(m_path);
    return failed(
        isFull(systemError)
            ? ReplaceFileWords::tr("There is not enough space on the disk for “%1”. Nothing was "
                                   "changed. Free some space or choose another folder.")
                  .arg(shown)
            : ReplaceFileWords::tr(
                  "“%1” cannot be written. Nothing was changed. Choose another name or folder.")
                  .arg(shown),
        systemWords(systemError));
}

std::optional<QString> ReplaceFile::problemOfTarget() const
{
    const QFileInfo target(m_target);
    const QString shown = QDir::toNativeSeparators(m_path);
    if (target.isDir()) {
        return ReplaceFileWords::tr("“%1” is a folder. Enter the name of a file.").arg(shown);
    }
    if (target.exists() && !target.isFile()) {
        return ReplaceFileWords::tr(
                   "“%1” is not a regular file and cannot be replaced. Choose another name.")
            .arg(shown);
    }
    if (target.exists() && !target.isWritable()) {
        return ReplaceFileWords::tr("“%1” already exists and is write-protected. Choose another "
                                    "name, or remove the write protection.")
            .arg(shown);
    }
    const QFileInfo folder(target.absolutePath());
    const QString shownFolder = QDir::toNativeSeparators(folder.absoluteFilePath());
    if (!folder.exists()) {
        return ReplaceFileWords::tr(
                   "The folder “%1” does not exist. Create it or choose another one.")
            .arg(shownFolder);
    }
    if (!folder.isDir()) {
        return ReplaceFileWords::tr("“%1” is a file, not a folder. Choose a folder.")
            .arg(shownFolder);
    }
    return std::nullopt;
}

Result<void> ReplaceFile::open(const QString &path)
{
    m_path = path;
    const QFileInfo given(path);
    const QString real = given.canonicalFilePath();
    m_target = real.isEmpty() ? given.absoluteFilePath() : real;
    if (const auto problem = problemOfTarget()) {
        return failed(*problem, {});
    }
    const QFileInfo target(m_target);
    constexpr int distinct = 8;
    const QString name =
        QStringLiteral(".%1.%2.part")
            .arg(target.fileName(), QUuid::createUuid().toString(QUuid::Id128).left(distinct));
    auto file = std::make_unique<QFile>(QDir(target.absolutePath()).filePath(name));
    errno = 0;
    if (!file->open(QIODevice::WriteOnly | QIODevice::NewOnly | QIODevice::Unbuffered)) {
        const int reason = lastFileError();
        if (isFull(reason)) {
            return writingFailed(reason);
        }
        return failed(
            ReplaceFileWords::tr("The folder “%1” cannot be written to. Choose another one, or "
                                 "allow writing there.")
                .arg(QDir::toNativeSeparators(target.absolutePath())),
            systemReason(file->errorString(), ReplaceFileWords::tr("The system gave no reason.")));
    }
    if (target.exists()) {
        file->setPermissions(QFile::permissions(m_target));
    }
    m_file = std::move(file);
    m_size = 0;
    return {};
}

Result<void> ReplaceFile::write(std::string_view bytes)
{
    while (!bytes.empty()) {
        errno = 0;
        const qint64 written = m_file->write(bytes.data(), static_cast<qint64>(bytes.size()));
        if (written <= 0) {
            return writingFailed(lastFileError());
        }
        m_size += written;
        bytes.remove_prefix(static_cast<size_t>(written));
    }
    return {};
}

Result<void> ReplaceFile::synchronise()
{
    errno = 0;
    if (!m_file->isOpen() && !m_file->open(QIODevice::ReadWrite | QIODevice::ExistingOnly)) {
        return writingFailed(lastFileError());
    }
    m_size = m_file->size();
    if (!fileToDisk(m_file->handle())) {
        return writingFailed(errno);
    }
    return {};
}

Result<void> ReplaceFile::commit()
{
    if (auto synchronised = synchronise(); !synchronised) {
        return synchronised;
    }
    m_file->close();
    std::error_code problem;
    // QFile::rename() and QDir::rename() do not replace a file; this function does, atomically.
    std::filesystem::rename(m_file->filesystemFileName(), QFile(m_target).filesystemFileName(),
                            problem);
    if (problem) {
        return failed(ReplaceFileWords::tr("“%1” cannot be replaced. It may be open in another "
                                           "program: close it there, or choose another name.")
                          .arg(QDir::toNativeSeparators(m_path)),
                      QString::fromLocal8Bit(problem.message().c_str()));
    }
    folderToDisk(QFileInfo(m_target).absolutePath());
    m_file.reset();
    return {};
}

} // namespace relaybook
