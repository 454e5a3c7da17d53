// SPDX-License-Identifier: GPL-3.0-or-later
// Counts how much space the files of each account take on this computer.

#pragma once

#include "api/types/mailbox.h"

#include <QObject>
#include <QString>
#include <QThreadPool>

#include <memory>
#include <optional>
#include <vector>

namespace relaybook {

/// The files of one account, in bytes, by what would be lost with them.
struct AccountSize
{
    QString key;         ///< of AccountEntry
    qint64 cache = 0;    ///< what can be loaded from the service again
    qint64 kept = 0;     ///< orders with their evidence, drafts, earlier notes: what cannot
    qint64 setAside = 0; ///< what was loaded from the service and renamed; nothing uses it
    [[nodiscard]] qint64 all() const { return cache + kept + setAside; }
    friend bool operator==(const AccountSize &, const AccountSize &) = default;
};

struct StoredSizes
{
    std::vector<AccountSize> accounts; ///< in no order
    qint64 other = 0;                  ///< settings, the sandbox's own data
    std::optional<qint64> free;        ///< left on the disk; nothing if the system does not say
    [[nodiscard]] qint64 all() const;
};

/// Blocks while it reads folders, which takes long on a network drive: not for the GUI thread.
[[nodiscard]] StoredSizes sizesUnder(const QString &dataDir);

/// Counts on a thread of its own. Lives on the GUI thread; the destructor does not wait.
class SizeCount : public QObject
{
    Q_OBJECT

public:
    explicit SizeCount(const QString &dataDir, QObject *parent = nullptr);
    ~SizeCount() override;

    /// Counts again; counted() follows. While it is still counting, once more after that.
    void start();

Q_SIGNALS:
    void counted(const relaybook::StoredSizes &sizes);

private:
    void whenCounted(const StoredSizes &sizes);

    const QString m_dataDir;
    bool m_isCounting = false;
    bool m_isWantedAgain = false;
    std::shared_ptr<Mailbox<SizeCount>> m_mailbox = std::make_shared<Mailbox<SizeCount>>(*this);
    std::unique_ptr<QThreadPool> m_threads = std::make_unique<QThreadPool>();
};

} // namespace relaybook
