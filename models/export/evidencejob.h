// SPDX-License-Identifier: GPL-3.0-or-later
// Makes and saves an evidence kit on another thread, so that the window stays responsive.

#pragma once

#include "api/types/mailbox.h"
#include "models/export/evidencekit.h"

#include <QObject>

#include <atomic>
#include <memory>
#include <optional>

namespace relaybook {

/// One kit. Lives on the thread that created it. The destructor cancels what is being done, and
/// does not wait for it.
class EvidenceJob : public QObject
{
    Q_OBJECT

public:
    explicit EvidenceJob(QObject *parent = nullptr);
    ~EvidenceJob() override;

    /// To be called once.
    void start(const EvidenceRequest &request);
    /// Saves the archive of the kit that was made; the file that it replaces stays if that fails.
    void save(const QString &path);
    /// Nothing is saved unless the file is complete already; saved() is not emitted.
    void cancelSaving();

    /// Null until made() was emitted without an error.
    [[nodiscard]] const EvidenceKit *kit() const { return m_kit.get(); }

Q_SIGNALS:
    /// `problem`: a whole sentence; empty if kit() is there.
    void made(const QString &problem);
    /// `problem`: a whole sentence; empty if the file was saved.
    void saved(const QString &path, const QString &problem);

private:
    using Cancelled = std::shared_ptr<std::atomic<quint64>>;

    Cancelled m_making = std::make_shared<std::atomic<quint64>>(0);
    Cancelled m_saving; ///< of the last save()
    std::shared_ptr<const EvidenceKit> m_kit;
    std::shared_ptr<Mailbox<EvidenceJob>> m_mailbox;
};

} // namespace relaybook
