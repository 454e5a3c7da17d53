// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/accounts/storedaccounts.h"

#include "models/accounts/accountoptions.h"
#include "models/sqlite/connection.h"
#include "models/store/accountkey.h"
#include "models/store/keepfile.h"
#include "models/store/storevalues.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace relaybook {

namespace {

struct StoredAccountsText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::StoredAccounts)
};

std::optional<int> colourFromFacts(const QHash<QString, QString> &facts)
{
    bool isNumber = false;
    const int colour = facts.value(QStringLiteral("colour")).toInt(&isNumber);
    return isNumber && colour >= 0 && colour < accountColours ? std::optional(colour)
                                                              : std::nullopt;
}

StoredAccount accountOf(const QString &key, const QHash<QString, QString> &facts)
{
    StoredAccount account;
    account.key = key;
    account.service = facts.value(QStringLiteral("service"));
    account.account = facts.value(QStringLiteral("account"));
    account.name = facts.value(QStringLiteral("name"));
    account.email = facts.value(QStringLiteral("email"));
    account.accountId = facts.value(QStringLiteral("account_id"));
    account.userId = facts.value(QStringLiteral("user_id"));
    account.givenName = facts.value(QStringLiteral("given_name"));
    account.colour = colourFromFacts(facts);
    account.fingerprints =
        facts.value(QStringLiteral("fingerprints")).split(u' ', Qt::SkipEmptyParts);
    account.usedAt = fromMillis(facts.value(QStringLiteral("used_ms")).toLongLong());
    account.keychain = keychainFromFacts(facts);
    if (auto options = optionsFromFacts(facts)) {
        account.options = std::move(*options);
    } else {
        account.optionsProblem = options.error().message;
        account.options.viewOnly = true;
    }
    return account;
}

/// The accounts, each with a number by its last use: the last used one has the highest.
std::vector<std::pair<qint64, StoredAccount>> accountsByUse(const QString &dataDir)
{
    std::vector<std::pair<qint64, StoredAccount>> found;
    const QDir folder(accountsFolder(dataDir));
    for (const QString &key : folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const auto facts = storedFacts(folder.filePath(key));
        // A copied folder is not listed, as its account would open the files of the original.
        if (facts && facts->contains(QStringLiteral("service")) &&
            key == accountKey(facts->value(QStringLiteral("service")),
                              facts->value(QStringLiteral("account")))) {
            found.emplace_back(facts->value(QStringLiteral("used_ms")).toLongLong(),
                               accountOf(key, *facts));
        }
    }
    return found;
}

qint64 lastUse(const QString &dataDir)
{
    qint64 last = 0;
    for (const auto &[used, account] : accountsByUse(dataDir)) {
        last = std::max(last, used);
    }
    return last;
}

} // namespace

StoreResult<QHash<QString, QString>> storedFacts(const QString &folder)
{
    const QString path = folder + QLatin1String("/keep.sqlite");
    auto connection = QFileInfo::exists(path)
                          ? Connection::open(path, Connection::Purpose::Snapshot)
                          : tl::unexpected(StoreError{StoreError::Kind::Missing, path});
    if (!connection) {
        return tl::unexpected(connection.error());
    }
    if (QFileInfo(path).size() == 0) { // see KeepFile
        return tl::unexpected(StoreError{StoreError::Kind::Damaged, path});
    }
    return guarded([&] {
        QHash<QString, QString> facts;
        Query query(**connection, "SELECT name, value FROM facts");
        while (query.next()) {
            facts.insert(query.text(0), query.text(1));
        }
        return facts;
    });
}

QString sandboxService()
{
    return QStringLiteral("sandbox");
}

std::vector<StoredAccount> storedAccounts(const QString &dataDir)
{
    auto found = accountsByUse(dataDir);
    std::stable_sort(found.begin(), found.end(),
                     [](const auto &a, const auto &b) { return a.first > b.first; });
    std::vector<StoredAccount> accounts;
    accounts.reserve(found.size());
    for (auto &each : found) {
        accounts.push_back(std::move(each.second));
    }
    return accounts;
}

QStringList namelessFolders(const QString &dataDir)
{
    QStringList found;
    const QDir all(accountsFolder(dataDir));
    for (const QString &key : all.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        if (!isAccountKey(key)) {
            continue;
        }
        const QString folder = all.filePath(key);
        const QFileInfo file(folder + QLatin1String("/keep.sqlite"));
        const bool mayRead =
            QFileInfo(folder).isReadable() && (!file.exists() || file.isReadable());
        const auto facts = storedFacts(folder);
        if (!mayRead || (!facts && facts.error().kind == StoreError::Kind::Damaged)) {
            found.append(key);
        }
    }
    return found;
}

Result<Stored> forgetService(const QString &dataDir, const QString &service, const QString &account,
                             const Clock &clock)
{
    const QString folder = accountFolder(dataDir, service, account);
    for (const char *name :
         {"cache.sqlite-wal", "cache.sqlite-shm", "cache.sqlite", "orders.sqlite-wal",
          "orders.sqlite-shm", "orders.sqlite", "orders.record"}) {
        const QString file = folder + u'/' + QLatin1String(name);
        if (QFile::exists(file) && !QFile::remove(file)) {
            return localError(StoredAccountsText::tr("The file “%1” cannot be deleted.").arg(file));
        }
    }
    KeepFile kept(folder, clock);
    kept.setFact(QStringLiteral("orders"), {}); // else the missing journal would count as an error
    return Stored{};
}

void rememberUse(KeepFile &kept, const QString &dataDir, const QString &service,
                 const QString &account, const Clock &clock)
{
    kept.setFact(QStringLiteral("account"), account);
    // Later than the times of all other accounts, even if the clock was ahead when they were
    // stored.
    const qint64 usedMs = std::max(toMillis(clock.now()), lastUse(dataDir) + 1);
    kept.setFact(QStringLiteral("used_ms"), QString::number(usedMs));
    // Stored last, because an account without it does not count as stored: if the program is killed
    // before this, the other facts may be incomplete.
    kept.setFact(QStringLiteral("service"), service);
}

void rememberColour(KeepFile &kept, int colour)
{
    kept.setFact(QStringLiteral("colour"), QString::number(colour));
}

void rememberFingerprints(KeepFile &kept, const QStringList &prints)
{
    constexpr qsizetype mostKept = 20;
    const QString fact = QStringLiteral("fingerprints");
    QStringList known = kept.fact(fact).split(u' ', Qt::SkipEmptyParts);
    for (const QString &print : prints) {
        known.removeAll(print);
        known.append(print);
    }
    kept.setFact(fact, known.mid(std::max<qsizetype>(0, known.size() - mostKept)).join(u' '));
}

void rememberWhose(KeepFile &kept, const StoredOverview &stored)
{
    const auto set = [&kept](const char *name, const QString &value) {
        if (!value.isEmpty()) {
            kept.setFact(QLatin1String(name), value);
        }
    };
    if (stored.account) {
        set("name", stored.account->name);
        set("email", stored.account->email);
        set("account_id", stored.account->id);
    }
    if (stored.newest) {
        set("user_id", stored.newest->userId);
    }
}

} // namespace relaybook
