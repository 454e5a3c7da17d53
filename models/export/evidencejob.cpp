// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/export/evidencejob.h"

#include "models/export/savefile.h"

#include <QThreadPool>

#include <utility>

namespace relaybook {

EvidenceJob::EvidenceJob(QObject *parent)
    : QObject(parent)
    , m_mailbox(std::make_shared<Mailbox<EvidenceJob>>(*this))
{
}

EvidenceJob::~EvidenceJob()
{
    *m_making = 1;
    cancelSaving();
    m_mailbox->close();
}

void EvidenceJob::start(const EvidenceRequest &request)
{
    QThreadPool::globalInstance()->start([mailbox = m_mailbox, request, cancelled = m_making] {
        auto made = makeEvidenceKit(request, *cancelled);
        auto kit = made ? std::make_shared<const EvidenceKit>(std::move(*made)) : nullptr;
        const QString problem = made ? QString() : made.error().message;
        mailbox->post([kit, problem](EvidenceJob &job) {
            job.m_kit = kit;
            Q_EMIT job.made(problem);
        });
    });
}

void EvidenceJob::save(const QString &path)
{
    cancelSaving();
    m_saving = std::make_shared<std::atomic<quint64>>(0);
    QThreadPool::globalInstance()->start([mailbox = m_mailbox, kit = m_kit, path,
                                          cancelled = m_saving] {
        const auto problem = saveFile(path, kit->archive, [cancelled] { return *cancelled == 0; });
        mailbox->post([path, problem, cancelled](EvidenceJob &job) {
            if (*cancelled == 0) {
                Q_EMIT job.saved(path, problem.value_or(QString()));
            }
        });
    });
}

void EvidenceJob::cancelSaving()
{
    if (m_saving) {
        *m_saving = 1;
    }
}

} // namespace relaybook
