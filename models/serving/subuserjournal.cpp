// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/serving/subuserjournal.h"

#include "models/serving/operationjson.h"

#include <QFile>

#include <algorithm>

namespace relaybook {
namespace {

constexpr auto operationsTable = R"sql(
CREATE TABLE operations(
    id TEXT PRIMARY KEY,
    prepared_ms INTEGER NOT NULL,
    type TEXT NOT NULL,
    state INTEGER NOT NULL,
    document BLOB NOT NULL
);
CREATE INDEX operations_by_state ON operations(state);
)sql";

constexpr int subUsersApplicationId = 0x52424b53; // "RBKS"

/// So many are kept in memory, besides all since the first one without an outcome.
constexpr qint64 newestOperations = 10'000;

QString typeName(SubUserRequest::Kind kind)
{
    switch (kind) {
    case SubUserRequest::Kind::Give:
        return QStringLiteral("give");
    case SubUserRequest::Kind::Take:
        return QStringLiteral("take");
    case SubUserRequest::Kind::Create:
        return QStringLiteral("create");
    case SubUserRequest::Kind::Delete:
        break;
    }
    return QStringLiteral("delete");
}

} // namespace

const JournalKind &subUserJournalKind()
{
    // One that was only written was never sent: it may be lost.
    static const JournalKind kind{QStringLiteral("subusers"),
                                  QStringLiteral("operation"),
                                  "operations",
                                  {subUsersApplicationId, {operationsTable + journalIdentity()}},
                                  {static_cast<int>(SubUserOperation::State::Sending),
                                   static_cast<int>(SubUserOperation::State::Unknown)},
                                  newestOperations,
                                  true};
    return kind;
}

SubUserJournal::SubUserJournal(QString directory, const Clock &clock)
    : m_directory(std::move(directory))
    , m_path(m_directory + QLatin1String("/subusers.sqlite"))
    , m_clock(clock)
{
}

bool SubUserJournal::exists() const
{
    return QFile::exists(m_path) || QFile::exists(m_directory + QLatin1String("/subusers.record"));
}

JournalFile &SubUserJournal::file()
{
    if (!m_file) {
        m_file = std::make_unique<JournalFile>(m_directory, subUserJournalKind(), m_clock);
    }
    return *m_file;
}

void SubUserJournal::open(bool wasThere, Trust trust, Opened opened)
{
    const auto read = std::make_shared<std::vector<SubUserOperation>>();
    file().open(
        wasThere, trust,
        [read](const QString &id, const QByteArray &document) {
            auto operation = operationFromJson(document);
            const bool isReadable = operation && operation->id == id;
            if (isReadable) {
                read->push_back(std::move(*operation));
            }
            return isReadable;
        },
        [read, opened = std::move(opened)](const StoreResult<Stored> &result) {
            std::reverse(read->begin(), read->end());
            opened(result.map([&read](Stored) { return std::move(*read); }));
        });
}

void SubUserJournal::put(std::vector<SubUserOperation> operations, Written written)
{
    file().put(
        [operations = std::move(operations)] {
            std::vector<JournalRow> rows;
            rows.reserve(operations.size());
            for (const SubUserOperation &operation : operations) {
                rows.push_back({operation.id, operation.preparedAt,
                                typeName(operation.request.kind), static_cast<int>(operation.state),
                                operationToJson(operation)});
            }
            return rows;
        },
        std::move(written));
}

StoreResult<QString> SubUserJournal::setAside()
{
    return file().setAside();
}

void SubUserJournal::flush()
{
    if (m_file) {
        m_file->flush();
    }
}

} // namespace relaybook
