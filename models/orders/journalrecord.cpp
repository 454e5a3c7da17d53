// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/orders/journalrecord.h"

#include "models/sqlite/todisk.h"

#include "api/types/systemreason.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <filesystem>
#include <system_error>

namespace relaybook {
namespace {

QString reasonOf(const QFile &file)
{
    return systemReason(file.errorString(), QStringLiteral("the system gave no reason"));
}

StoreError recordFailed(StoreError::Kind kind, const QString &detail)
{
    return {kind, QString(u"the journal's record file: " % detail)};
}

/// The checksum in the first line, so that an incomplete file is never used.
QByteArray checksumOf(const QByteArray &content)
{
    return QCryptographicHash::hash(content, QCryptographicHash::Sha256).toHex();
}

} // namespace

StoreResult<std::optional<JournalRecord>> readJournalRecord(const QString &path)
{
    QFile file(path);
    if (!file.exists()) {
        return std::optional<JournalRecord>();
    }
    if (!file.open(QIODevice::ReadOnly)) {
        return tl::unexpected(recordFailed(StoreError::Kind::Failed, reasonOf(file)));
    }
    const QByteArray sum = file.readLine().trimmed();
    const QByteArray content = file.readAll();
    const QJsonObject object = QJsonDocument::fromJson(content).object();
    bool isNumber = false;
    JournalRecord record;
    record.journal = object.value(QLatin1String("journal")).toString();
    record.sequence = object.value(QLatin1String("sequence")).toString().toLongLong(&isNumber);
    for (const auto &id : object.value(QLatin1String("open")).toArray()) {
        record.open.append(id.toString());
    }
    if (sum != checksumOf(content) || record.journal.isEmpty() || !isNumber) {
        return tl::unexpected(
            recordFailed(StoreError::Kind::Damaged, QStringLiteral("it is incomplete")));
    }
    return std::optional(record);
}

StoreResult<Stored> writeJournalRecord(const QString &path, const JournalRecord &record)
{
    const QJsonObject object{
        {QStringLiteral("journal"), record.journal},
        {QStringLiteral("sequence"), QString::number(record.sequence)},
        {QStringLiteral("open"), QJsonArray::fromStringList(record.open)},
    };
    const QByteArray content = QJsonDocument(object).toJson(QJsonDocument::Compact);
    const QString fresh = path + QLatin1String(".new");
    QFile file(fresh);
    const auto failed = [&file] {
        return tl::unexpected(recordFailed(StoreError::Kind::Failed, reasonOf(file)));
    };
    if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate)) {
        return failed();
    }
    file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
    const QByteArray bytes = checksumOf(content) + '\n' + content;
    if (file.write(bytes) != bytes.size() || !file.flush() || !fileToDisk(file.handle())) {
        return failed();
    }
    file.close();
    std::error_code problem;
    std::filesystem::rename(std::filesystem::path(fresh.toStdU16String()),
                            std::filesystem::path(path.toStdU16String()), problem);
    if (problem) {
        return tl::unexpected(
            recordFailed(StoreError::Kind::Failed, QString::fromStdString(problem.message())));
    }
    folderToDisk(QFileInfo(path).path());
    return Stored{};
}

} // namespace relaybook
