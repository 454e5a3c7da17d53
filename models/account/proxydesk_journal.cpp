// SPDX-License-Identifier: GPL-3.0-or-later
// The part of ProxyDesk that opens, writes and gives up the journal of creations.
#include "models/account/proxydeskparts.h"

#include <QFile>

#include <algorithm>

namespace relaybook {
namespace {

using CreationState = ProxyCreation::State;

constexpr auto creationsTable = R"sql(
CREATE TABLE creations(
    id TEXT PRIMARY KEY,
    prepared_ms INTEGER NOT NULL,
    type TEXT NOT NULL,
    state INTEGER NOT NULL,
    document BLOB NOT NULL
);
)sql";

constexpr int proxiesApplicationId = 0x52424b58; // "RBKX"

} // namespace

const JournalKind &proxyJournalKind()
{
    static const JournalKind kind{
        QStringLiteral("proxies"),
        QStringLiteral("creation"),
        "creations",
        {proxiesApplicationId, {creationsTable + journalIdentity()}},
        {static_cast<int>(CreationState::Sending), static_cast<int>(CreationState::Unknown)},
        0,
        true};
    return kind;
}

/// Where there never was a journal none is made before it is needed.
void ProxyDesk::openJournal(bool atUsersWord)
{
    m_journalProblem.reset();
    m_isOpen = false;
    const quint64 epoch = ++m_journalEpoch;
    const bool remembered = m_memory.existed && m_memory.existed();
    if (!remembered && !m_journal->exists()) {
        m_ready = true;
        return;
    }
    if (!QFile::exists(m_journal->path())) {
        m_journalProblem = DeskProblem{DeskProblem::Missing, m_journal->path(), {}};
        m_ready = true;
        return;
    }
    const auto read = std::make_shared<std::vector<ProxyCreation>>();
    m_isOpen = true;
    m_journal->open(
        remembered, atUsersWord ? JournalFile::Trust::AtUsersWord : JournalFile::Trust::AsFound,
        [read](const QString &id, const QByteArray &document) {
            auto creation = creationFromJson(document);
            const bool isReadable = creation && creation->id == id;
            if (isReadable) {
                read->insert(read->begin(), std::move(*creation)); // they come newest first
            }
            return isReadable;
        },
        [this, read, epoch](const StoreResult<Stored> &opened) {
            if (epoch != m_journalEpoch) {
                return;
            }
            if (opened) {
                m_creations = std::move(*read);
            }
            onOpened(opened);
        });
}

/// A creation that was being sent when the program ended may have been carried out.
void ProxyDesk::onOpened(const StoreResult<Stored> &opened)
{
    m_ready = true;
    if (!opened) {
        m_journalProblem =
            DeskProblem{problemOf(opened.error().kind), m_journal->path(), opened.error().detail};
        Q_EMIT changed();
        return;
    }
    if (m_memory.remember) {
        m_memory.remember();
    }
    for (ProxyCreation &each : m_creations) {
        if (each.state == CreationState::Sending) {
            each.state = CreationState::Unknown;
            put(each);
        }
    }
    if (unknown() != nullptr) {
        lookLater();
    }
    Q_EMIT changed();
}

void ProxyDesk::put(const ProxyCreation &creation, std::function<void(bool)> written)
{
    m_journal->put({{creation.id, creation.preparedAt, creation.wanted.type,
                     static_cast<int>(creation.state), creationToJson(creation)}},
                   [this, epoch = m_journalEpoch,
                    written = std::move(written)](const StoreResult<Stored> &result) {
                       if (epoch != m_journalEpoch) {
                           return;
                       }
                       if (!result) {
                           m_journalProblem = DeskProblem{problemOf(result.error().kind),
                                                          m_journal->path(), result.error().detail};
                           Q_EMIT changed();
                       }
                       if (written) {
                           written(result.has_value());
                       }
                   });
}

void ProxyDesk::flush()
{
    if (m_isOpen) {
        m_journal->flush();
    }
}

// ------------------------------------------------------------------------------- giving it up

bool ProxyDesk::isUnderWay() const
{
    return m_waiting != nullptr ||
           std::any_of(m_creations.begin(), m_creations.end(), [](const ProxyCreation &each) {
               return each.state == CreationState::Sending;
           });
}

Result<QString> ProxyDesk::setJournalAside()
{
    if (isUnderWay()) {
        return tl::unexpected(ownError(QStringLiteral("a creation is in progress")));
    }
    const auto aside = m_journal->setAside();
    if (!aside) {
        return tl::unexpected(ownError(aside.error().detail));
    }
    if (m_memory.forget) {
        m_memory.forget();
    }
    forgetJournal();
    openJournal();
    Q_EMIT changed();
    return *aside;
}

void ProxyDesk::useJournalAsItIs()
{
    if (isUnderWay() || !m_journalProblem) {
        return;
    }
    forgetJournal();
    openJournal(true);
    Q_EMIT changed();
}

void ProxyDesk::forgetJournal()
{
    m_lookTimer.stop();
    m_looks = 0;
    m_creations.clear();
    m_ready = false;
}

} // namespace relaybook
