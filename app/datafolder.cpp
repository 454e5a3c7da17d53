// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/datafolder.h"

#include "models/sqlite/privatefolder.h"

#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QMessageBox>
#include <QStandardPaths>
#include <QSysInfo>

namespace relaybook {
namespace {

struct DataFolderText
{
    Q_DECLARE_TR_FUNCTIONS(DataFolder)
};

/// The portable ZIP for Windows has a folder for the data beside the program.
QString usualFolder()
{
#ifdef Q_OS_WIN
    const QDir beside(QCoreApplication::applicationDirPath() + QStringLiteral("/data"));
    if (beside.exists()) {
        return beside.path();
    }
#endif
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation);
}

/// Windows reports the computer's name in capitals in one place and as it was typed in another.
bool isThisComputer(const QString &host)
{
    return host.isEmpty() || host.compare(QSysInfo::machineHostName(), Qt::CaseInsensitive) == 0;
}

/// Whether the lock was left by a killed process with the same number as this one. QLockFile
/// regards it as held, because a process with that number and name is running: this one.
bool hasOwnNumber(const QLockFile &lock)
{
    qint64 process = 0;
    QString host;
    QString program;
    return lock.getLockInfo(&process, &host, &program) &&
           process == QCoreApplication::applicationPid() && isThisComputer(host);
}

/// Removes a stale lock. A lock is stale if its process no longer exists, whatever its age. A lock
/// without content, as a killed process or a power failure leaves it, names no process and is stale
/// after some time. QLockFile never removes a lock that a process holds.
bool takeLock(QLockFile &lock)
{
    lock.setStaleLockTime(0);
    if (lock.tryLock()) {
        return true;
    }
    if (lock.error() != QLockFile::LockFailedError) {
        return false;
    }
    // A process needs far less time between creating the file and writing to it.
    constexpr int minute = 60'000;
    const bool isEmpty = QFileInfo(lock.fileName()).size() == 0;
    if (!isEmpty && !hasOwnNumber(lock)) {
        return false;
    }
    lock.setStaleLockTime(isEmpty ? minute : 1);
    const bool isTaken = lock.tryLock();
    lock.setStaleLockTime(0);
    return isTaken;
}

} // namespace

DataFolder::DataFolder(const QString &chosen, Use use)
    : m_path(QDir(chosen.isEmpty() ? usualFolder() : chosen).absolutePath())
{
    if (QFileInfo(m_path).exists() && !QFileInfo(m_path).isDir()) {
        m_problem = DataFolderText::tr("“%1” is a file, but Relaybook needs a folder for its data. "
                                       "Choose a folder with --data-dir.")
                        .arg(QDir::toNativeSeparators(m_path));
    } else if (use == Use::Writing) {
        (void)lock();
    }
}

bool DataFolder::lock()
{
    const QString shown = QDir::toNativeSeparators(m_path);
    m_isInUse = false;
    // The stored data is about money, so other users of this computer must not read it. An existing
    // folder keeps its mode, because it may also be used for other things.
    if (!makePrivateFolder(m_path)) {
        m_problem = DataFolderText::tr("The folder “%1” cannot be created. Choose another one with "
                                       "--data-dir, or allow writing there.")
                        .arg(shown);
        return false;
    }
    if (!m_lock) {
        m_lock = std::make_unique<QLockFile>(QDir(m_path).filePath(QStringLiteral("lock")));
    }
    if (takeLock(*m_lock)) {
        m_problem.reset();
        return true;
    }
    m_isInUse = m_lock->error() == QLockFile::LockFailedError;
    m_problem =
        m_isInUse
            ? DataFolderText::tr("Relaybook is already running with the data in “%1”. Use the open "
                                 "window, or choose another folder for this copy with --data-dir.")
                  .arg(shown)
            : DataFolderText::tr("The folder “%1” cannot be written to. Choose another one with "
                                 "--data-dir, or allow writing there.")
                  .arg(shown);
    return false;
}

QString DataFolder::user() const
{
    qint64 process = 0;
    QString host;
    QString program;
    // The lock may have just been released.
    if (!m_lock || !m_lock->getLockInfo(&process, &host, &program)) {
        return DataFolderText::tr("another copy of Relaybook");
    }
    return isThisComputer(host)
               ? DataFolderText::tr("another copy of Relaybook (process %1)").arg(process)
               : DataFolderText::tr("another copy of Relaybook (process %1 on %2)")
                     .arg(QString::number(process), host);
}

int showProblemWindow(const QString &sentence)
{
    QMessageBox box(QMessageBox::Warning, QGuiApplication::applicationDisplayName(), sentence,
                    QMessageBox::Close);
    box.setObjectName(QStringLiteral("startProblem"));
    box.setTextFormat(Qt::PlainText); // may contain "%1", because it has the name of a folder
    QObject::connect(
        &box, &QMessageBox::finished, qApp, [] { QCoreApplication::exit(1); },
        Qt::QueuedConnection);
    box.open();
    return QApplication::exec();
}

} // namespace relaybook
