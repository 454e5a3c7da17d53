// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/accounts/storedsizes.h"

#include "api/types/endwithapplication.h"
#include "models/store/accountkey.h"

#include <QDirIterator>
#include <QFileInfo>
#include <QStorageInfo>

#include <algorithm>
#include <utility>

namespace relaybook {

namespace {

/// The part of the size that a file with this name counts for.
qint64 AccountSize::*partOf(const QString &name)
{
    if (name.startsWith(QLatin1String("cache.sqlite"))) { // with its log
        return &AccountSize::cache;
    }
    // moveAside() puts the reason and the time between the name and the ending. Orders and drafts
    // that were set aside are nowhere else.
    return name.startsWith(QLatin1String("cache.")) ? &AccountSize::setAside : &AccountSize::kept;
}

/// Calls `use` with every file below the folder. Links are not followed.
template <class Use>
void forFilesUnder(const QString &folder, Use use)
{
    QDirIterator files(folder, QDir::Files | QDir::Hidden | QDir::System | QDir::NoSymLinks,
                       QDirIterator::Subdirectories);
    while (files.hasNext()) {
        files.next();
        use(files.fileInfo());
    }
}

} // namespace

qint64 StoredSizes::all() const
{
    qint64 sum = other;
    for (const AccountSize &each : accounts) {
        sum += each.all();
    }
    return sum;
}

StoredSizes sizesUnder(const QString &dataDir)
{
    StoredSizes sizes;
    qint64 inAll = 0;
    forFilesUnder(dataDir, [&inAll](const QFileInfo &file) { inAll += file.size(); });
    const QDir folder(accountsFolder(dataDir));
    for (const QString &key : folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        if (!isAccountKey(key)) {
            continue; // a folder that is being deleted
        }
        AccountSize size;
        size.key = key;
        forFilesUnder(folder.filePath(key), [&size](const QFileInfo &file) {
            size.*partOf(file.fileName()) += file.size();
        });
        inAll -= size.all();
        sizes.accounts.push_back(std::move(size));
    }
    sizes.other = std::max(qint64(0), inAll); // files may grow meanwhile
    const QStorageInfo disk(dataDir);
    if (disk.isValid() && disk.bytesAvailable() >= 0) {
        sizes.free = disk.bytesAvailable();
    }
    return sizes;
}

SizeCount::SizeCount(const QString &dataDir, QObject *parent)
    : QObject(parent)
    , m_dataDir(dataDir)
{
}

SizeCount::~SizeCount()
{
    m_mailbox->close();
    endWithApplication(std::move(m_threads));
}

void SizeCount::start()
{
    if (std::exchange(m_isCounting, true)) {
        m_isWantedAgain = true;
        return;
    }
    m_threads->start([mailbox = m_mailbox, folder = m_dataDir] {
        mailbox->post([sizes = sizesUnder(folder)](SizeCount &count) { count.whenCounted(sizes); });
    });
}

void SizeCount::whenCounted(const StoredSizes &sizes)
{
    m_isCounting = false;
    if (std::exchange(m_isWantedAgain, false)) {
        start();
    }
    Q_EMIT counted(sizes);
}

} // namespace relaybook
