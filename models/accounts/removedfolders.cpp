// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/accounts/removedfolders.h"

#include "api/types/endwithapplication.h"
#include "models/store/accountkey.h"

#include <QDir>
#include <QRandomGenerator>

namespace relaybook {
namespace {

// In the name of a folder that is being deleted.
constexpr QLatin1String removedMark(".removed-");

} // namespace

RemovedFolders::RemovedFolders(const QString &dataDir)
    : m_folder(accountsFolder(dataDir))
{
}

RemovedFolders::~RemovedFolders()
{
    m_mailbox->close();
    endWithApplication(std::move(m_threads)); // the rest is deleted after the next start
}

/// Renames the folder first, because deleting a large ledger takes a while, and the same account
/// may be added again meanwhile.
void RemovedFolders::deleteFolder(const QString &key)
{
    const QString path = m_folder + u'/' + key;
    const QString renamed =
        path + removedMark + QString::number(QRandomGenerator::system()->generate());
    deleteSoon(QDir().rename(path, renamed) ? renamed : path);
}

void RemovedFolders::deleteLeftovers()
{
    const QDir folder(m_folder);
    // Without a name filter, which would use QRegularExpression: see isAccountKey().
    for (const QString &name : folder.entryList(QDir::Dirs).filter(QString(removedMark))) {
        deleteSoon(folder.filePath(name));
    }
}

void RemovedFolders::deleteSoon(const QString &path)
{
    m_threads->start([mailbox = m_mailbox, path] {
        if (!QDir(path).removeRecursively()) {
            mailbox->post([path](RemovedFolders &folders) {
                Q_EMIT folders.failed(
                    tr("The folder “%1” could not be deleted completely. Delete it yourself.")
                        .arg(QDir::toNativeSeparators(path)));
            });
        }
    });
}

} // namespace relaybook
