// SPDX-License-Identifier: GPL-3.0-or-later
// Deletes the folders of removed accounts on a separate thread.

#pragma once

#include "api/types/mailbox.h"

#include <QObject>
#include <QString>
#include <QThreadPool>

#include <memory>

namespace relaybook {

/// Lives on the GUI thread. The destructor does not wait for a deletion.
class RemovedFolders : public QObject
{
    Q_OBJECT

public:
    explicit RemovedFolders(const QString &dataDir);
    ~RemovedFolders() override;

    /// Deletes the folder of the account with this key, which must be closed.
    void deleteFolder(const QString &key);
    /// Deletes folders that an earlier run of the program did not finish deleting.
    void deleteLeftovers();

Q_SIGNALS:
    /// A folder could not be deleted: one or more sentences.
    void failed(const QString &sentences);

private:
    void deleteSoon(const QString &path);

    const QString m_folder;
    std::shared_ptr<Mailbox<RemovedFolders>> m_mailbox =
        std::make_shared<Mailbox<RemovedFolders>>(*this);
    std::unique_ptr<QThreadPool> m_threads = std::make_unique<QThreadPool>();
};

} // namespace relaybook
