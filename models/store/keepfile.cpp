// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/keepfile.h"

#include "models/sqlite/damagedfile.h"
#include "models/sqlite/privatefolder.h"
#include "models/sqlite/todisk.h"
#include "models/store/accountstore.h"

#include <QFile>
#include <QFileInfo>
#include <QPointer>
#include <QSet>

namespace relaybook {

namespace {

QString timesText(const std::vector<std::optional<qint64>> &times)
{
    QStringList texts;
    for (const auto &each : times) {
        texts.append(each ? QString::number(*each) : QString());
    }
    return texts.join(u',');
}

std::vector<std::optional<qint64>> timesFrom(const QString &text)
{
    std::vector<std::optional<qint64>> times;
    for (const QString &each : text.split(u',')) {
        bool isNumber = false;
        const qint64 value = each.toLongLong(&isNumber);
        times.push_back(isNumber ? std::optional(value) : std::nullopt);
    }
    return times;
}

void insertProxyTest(Connection &connection, const QString &tested, const KeptProxyTest &test)
{
    Query query(connection,
                "INSERT INTO proxy_tests VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    query.bind(1, tested).bind(2, toMillis(test.at)).bind(3, test.protocol);
    query.bind(4, test.outcome).bind(5, test.stage).bind(6, timesText(test.times));
    query.bind(7, test.total).bind(8, test.exitAddress).bind(9, test.country);
    query.bind(10, test.bytesSent).bind(11, test.bytesReceived).run();
    Query older(connection, "DELETE FROM proxy_tests WHERE tested = ?1 AND number <="
                            " (SELECT number FROM proxy_tests WHERE tested = ?1"
                            "  ORDER BY number DESC LIMIT 1 OFFSET ?2)");
    older.bind(1, tested).bind(2, qint64{KeepFile::keptProxyTests}).run();
}

LaterProxyTests laterProxyTests(Connection &connection, qint64 number, qint64 most)
{
    LaterProxyTests later;
    Query last(connection, "SELECT seq FROM sqlite_sequence WHERE name = 'proxy_tests'");
    later.last = last.next() ? last.number(0) : 0;
    Query query(connection, "SELECT number, tested, at_ms, outcome, total FROM proxy_tests"
                            " WHERE number > ? ORDER BY number LIMIT ?");
    query.bind(1, number).bind(2, most);
    while (query.next()) {
        NumberedProxyTest &each = later.tests.emplace_back();
        each.number = query.number(0);
        each.tested = query.text(1);
        each.test.at = fromMillis(query.number(2));
        each.test.outcome = query.number(3);
        each.test.total = query.number(4);
    }
    return later;
}

/// Creates the file, unless it exists: whole, under another name first, because a file without
/// bytes, which is what a program killed at its first write leaves, would count as a damaged one.
StoreResult<Stored> createKeepFile(const QString &path)
{
    if (QFileInfo::exists(path)) {
        return Stored{};
    }
    const QString unfinished = path + QLatin1String(".new");
    const auto removeParts = [](const QString &file) {
        for (const QLatin1String part : {QLatin1String("-wal"), QLatin1String("-shm")}) {
            QFile::remove(file + part);
        }
    };
    QFile::remove(unfinished);
    removeParts(unfinished);
    auto connection = Connection::open(unfinished, Connection::Purpose::KeepWriter);
    if (!connection) {
        return tl::unexpected(connection.error());
    }
    if (const auto migrated = migrate(**connection, keepFormat()); !migrated) {
        return tl::unexpected(migrated.error());
    }
    connection->reset(); // writes all of it into the file itself
    removeParts(path);   // SQLite would apply what is left of a file that is gone to the new one
    if (!QFile::rename(unfinished, path) && !QFileInfo::exists(path)) {
        return tl::unexpected(StoreError{StoreError::Kind::Failed,
                                         QStringLiteral("cannot rename %1").arg(unfinished)});
    }
    folderToDisk(QFileInfo(path).path());
    return Stored{};
}

} // namespace

KeepFile::KeepFile(const QString &directory, const Clock &clock)
    : m_path(directory + QLatin1String("/keep.sqlite"))
    , m_clock(clock)
    , m_writer(QStringLiteral("keep"))
{
    (void)makePrivateFolder(directory); // if this fails, open() fails too
    open();
}

KeepFile::~KeepFile()
{
    m_writer.finish();
}

void KeepFile::open()
{
    m_problem.reset();
    if (const auto opened = openFile(); !opened) {
        m_problem = opened.error();
        m_reader.reset();
        m_writing.reset();
    }
}

StoreResult<Stored> KeepFile::openFile()
{
    // SQLite takes an empty file for a new one: what was in it would be gone without a word.
    if (const QFileInfo file(m_path); file.exists() && file.size() == 0) {
        return tl::unexpected(
            StoreError{StoreError::Kind::Damaged, QStringLiteral("the file is empty")});
    }
    if (const auto created = createKeepFile(m_path); !created) {
        return tl::unexpected(created.error());
    }
    auto writing = Connection::open(m_path, Connection::Purpose::KeepWriter);
    if (!writing) {
        return tl::unexpected(writing.error());
    }
    if (const auto migrated = migrate(**writing, keepFormat()); !migrated) {
        return tl::unexpected(migrated.error());
    }
    auto reader = Connection::open(m_path, Connection::Purpose::Reader);
    if (!reader) {
        return tl::unexpected(reader.error());
    }
    m_writing = std::move(*writing);
    m_reader = std::move(*reader);
    return guarded([&] {
        readAll();
        return Stored{};
    });
}

void KeepFile::readAll()
{
    Query drafts(*m_reader, "SELECT sub_user, text, based_on, saved_ms FROM note_drafts");
    while (drafts.next()) {
        m_drafts.insert(SubUserId(drafts.number(0)),
                        {drafts.text(1), drafts.text(2), fromMillis(drafts.number(3))});
    }
    Query proxies(*m_reader, "SELECT id, added_ms FROM added_proxies");
    while (proxies.next()) {
        m_proxies.insert(ProxyId(proxies.text(0)), fromMillis(proxies.number(1)));
    }
    Query subUsers(*m_reader, "SELECT id, name, added_ms FROM added_sub_users");
    while (subUsers.next()) {
        m_subUsers.insert(SubUserId(subUsers.number(0)),
                          {subUsers.text(1), fromMillis(subUsers.number(2))});
    }
    Query findings(*m_reader, "SELECT finding, note, at_ms FROM acknowledged_findings");
    while (findings.next()) {
        m_acknowledged.insert(findings.text(0), {findings.text(1), fromMillis(findings.number(2))});
    }
    Query hidden(*m_reader, "SELECT entry, until_ms, at_ms FROM hidden_attention");
    while (hidden.next()) {
        m_hidden.insert(
            hidden.text(0),
            {hidden.isNull(1) ? std::nullopt : std::optional(fromMillis(hidden.number(1))),
             fromMillis(hidden.number(2))});
    }
    Query facts(*m_reader, "SELECT name, value FROM facts");
    while (facts.next()) {
        m_facts.insert(facts.text(0), facts.text(1));
    }
    Query notes(*m_reader, "SELECT count(*) FROM (SELECT 1 FROM earlier_notes LIMIT 1)");
    notes.next();
}

void KeepFile::write(std::function<void(Connection &)> job, std::function<void()> done)
{
    if (m_problem) {
        Q_EMIT failed(*m_problem);
        return;
    }
    m_writer.post([this, job = std::move(job), done = std::move(done)] {
        const auto written = guarded([&] {
            WriteTransaction transaction(*m_writing);
            job(*m_writing);
            transaction.commit();
            return Stored{};
        });
        if (!written) {
            QMetaObject::invokeMethod(
                this,
                [this, error = written.error()] {
                    if (error.kind == StoreError::Kind::Damaged) {
                        m_problem = error;
                    }
                    Q_EMIT failed(error);
                },
                Qt::QueuedConnection);
        } else if (done) {
            QMetaObject::invokeMethod(this, done, Qt::QueuedConnection);
        }
    });
}

std::optional<NoteDraft> KeepFile::draft(SubUserId id) const
{
    const auto found = m_drafts.constFind(id);
    return found == m_drafts.cend() ? std::nullopt : std::optional(*found);
}

void KeepFile::saveDraft(SubUserId id, const QString &text, const QString &basedOn)
{
    const NoteDraft draft{text, basedOn, m_clock.now()};
    const bool isNew = !m_drafts.contains(id);
    m_drafts.insert(id, draft);
    writeDraft(id, draft);
    if (isNew) {
        Q_EMIT draftsChanged(id);
    }
}

void KeepFile::writeDraft(SubUserId id, const NoteDraft &draft)
{
    write([id, draft](Connection &connection) {
        Query query(connection, "INSERT OR REPLACE INTO note_drafts VALUES (?, ?, ?, ?)");
        query.bind(1, id.value()).bind(2, draft.text).bind(3, draft.basedOn);
        query.bind(4, toMillis(draft.savedAt)).run();
    });
}

void KeepFile::dropDraft(SubUserId id)
{
    if (m_drafts.remove(id) == 0) {
        return;
    }
    write([id](Connection &connection) {
        Query(connection, "DELETE FROM note_drafts WHERE sub_user = ?").bind(1, id.value()).run();
    });
    Q_EMIT draftsChanged(id);
}

std::vector<EarlierNote> KeepFile::earlierNotes(SubUserId id)
{
    std::vector<EarlierNote> notes;
    if (m_problem) {
        return notes;
    }
    const auto read = guarded([&] {
        Query query(*m_reader, "SELECT text, replaced_ms FROM earlier_notes WHERE sub_user = ?"
                               " ORDER BY number DESC LIMIT 20");
        query.bind(1, id.value());
        while (query.next()) {
            notes.push_back({query.text(0), fromMillis(query.number(1))});
        }
        return Stored{};
    });
    if (!read) {
        m_problem = read.error();
        Q_EMIT failed(read.error());
    }
    return notes;
}

void KeepFile::addEarlierNote(SubUserId id, const QString &text)
{
    const auto put = [id, text, now = m_clock.now()](Connection &connection) {
        Query query(connection, "INSERT INTO earlier_notes VALUES (NULL, ?, ?, ?)");
        query.bind(1, id.value()).bind(2, text).bind(3, toMillis(now)).run();
    };
    write(put, [this, id] { Q_EMIT earlierNotesChanged(id); });
}

void KeepFile::addProxies(const std::vector<ProxyId> &ids)
{
    QHash<ProxyId, Instant> added;
    for (const ProxyId &id : ids) {
        if (!m_proxies.contains(id)) {
            added.insert(id, m_clock.now());
        }
    }
    m_proxies.insert(added);
    writeProxies(added);
}

void KeepFile::writeProxies(const QHash<ProxyId, Instant> &proxies)
{
    write([proxies](Connection &connection) {
        for (auto each = proxies.cbegin(); each != proxies.cend(); ++each) {
            Query query(connection, "INSERT OR REPLACE INTO added_proxies VALUES (?, ?)");
            query.bind(1, each.key().value()).bind(2, toMillis(each.value())).run();
        }
    });
}

void KeepFile::addSubUsers(const QHash<SubUserId, QString> &names)
{
    QHash<SubUserId, AddedSubUser> added;
    for (auto each = names.cbegin(); each != names.cend(); ++each) {
        const auto before = m_subUsers.constFind(each.key());
        const Instant at = before == m_subUsers.cend() ? m_clock.now() : before->addedAt;
        added.insert(each.key(), {each.value(), at});
    }
    m_subUsers.insert(added);
    writeSubUsers(added);
}

void KeepFile::writeSubUsers(const QHash<SubUserId, AddedSubUser> &subUsers)
{
    write([subUsers](Connection &connection) {
        for (auto each = subUsers.cbegin(); each != subUsers.cend(); ++each) {
            Query query(connection, "INSERT OR REPLACE INTO added_sub_users VALUES (?, ?, ?)");
            query.bind(1, each.key().value()).bind(2, each.value().name);
            query.bind(3, toMillis(each.value().addedAt)).run();
        }
    });
}

void KeepFile::removeProxy(const ProxyId &id)
{
    if (m_proxies.remove(id)) {
        write([id](Connection &connection) {
            Query(connection, "DELETE FROM added_proxies WHERE id = ?").bind(1, id.value()).run();
        });
    }
}

void KeepFile::removeSubUser(SubUserId id)
{
    if (m_subUsers.remove(id)) {
        write([id](Connection &connection) {
            Query query(connection, "DELETE FROM added_sub_users WHERE id = ?");
            query.bind(1, id.value()).run();
        });
    }
}

void KeepFile::acknowledge(const QStringList &findings, const QString &note)
{
    QHash<QString, AcknowledgedFinding> added;
    for (const QString &finding : findings) {
        added.insert(finding, {note, m_clock.now()});
    }
    m_acknowledged.insert(added);
    writeAcknowledged(added);
    Q_EMIT acknowledgedChanged();
}

void KeepFile::writeAcknowledged(const QHash<QString, AcknowledgedFinding> &findings)
{
    write([findings](Connection &connection) {
        for (auto each = findings.cbegin(); each != findings.cend(); ++each) {
            Query query(connection,
                        "INSERT OR REPLACE INTO acknowledged_findings VALUES (?, ?, ?)");
            query.bind(1, each.key()).bind(2, each.value().note);
            query.bind(3, toMillis(each.value().at)).run();
        }
    });
}

void KeepFile::reopen(const QStringList &findings)
{
    for (const QString &finding : findings) {
        m_acknowledged.remove(finding);
    }
    write([findings](Connection &connection) {
        for (const QString &finding : findings) {
            Query query(connection, "DELETE FROM acknowledged_findings WHERE finding = ?");
            query.bind(1, finding).run();
        }
    });
    Q_EMIT acknowledgedChanged();
}

std::vector<KeptProxyTest> KeepFile::proxyTests(const QString &tested)
{
    std::vector<KeptProxyTest> tests;
    if (m_problem) {
        return tests;
    }
    const auto read = guarded([&] {
        Query query(*m_reader, "SELECT at_ms, protocol, outcome, stage, times, total, exit_address,"
                               " country, bytes_sent, bytes_received FROM proxy_tests"
                               " WHERE tested = ? ORDER BY number DESC LIMIT ?");
        query.bind(1, tested).bind(2, qint64{keptProxyTests});
        while (query.next()) {
            tests.push_back({fromMillis(query.number(0)), query.number(1), query.number(2),
                             query.number(3), timesFrom(query.text(4)), query.number(5),
                             query.text(6), query.text(7), query.number(8), query.number(9)});
        }
        return Stored{};
    });
    if (!read) {
        m_problem = read.error();
        Q_EMIT failed(read.error());
    }
    return tests;
}

void KeepFile::addProxyTests(std::vector<std::pair<QString, KeptProxyTest>> tests)
{
    if (tests.empty()) {
        return;
    }
    const auto shared = std::make_shared<const decltype(tests)>(std::move(tests));
    const auto put = [shared](Connection &connection) {
        for (const auto &[tested, test] : *shared) {
            insertProxyTest(connection, tested, test);
        }
    };
    write(put, [this, shared] {
        for (const auto &each : *shared) {
            Q_EMIT proxyTestsChanged(each.first);
        }
    });
}

void KeepFile::proxyTestsAfter(qint64 number, qint64 most, QObject *guard,
                               std::function<void(const LaterProxyTests *)> handler)
{
    const auto report = [this, context = QPointer<QObject>(guard),
                         handler = std::move(handler)](const StoreResult<LaterProxyTests> &read) {
        QMetaObject::invokeMethod(
            this,
            [context, handler, read] {
                if (context) {
                    handler(read ? &*read : nullptr);
                }
            },
            Qt::QueuedConnection);
    };
    m_writer.post([this, number, most, report] {
        report(m_writing ? guarded([&] { return laterProxyTests(*m_writing, number, most); })
                         : tl::unexpected(StoreError{StoreError::Kind::Missing, {}}));
    });
}

void KeepFile::hideAttention(const QString &entry, const std::optional<Instant> &until)
{
    const QHash<QString, HiddenEntry> added{{entry, {until, m_clock.now()}}};
    m_hidden.insert(added);
    writeHidden(added);
    Q_EMIT hiddenAttentionChanged();
}

void KeepFile::writeHidden(const QHash<QString, HiddenEntry> &entries)
{
    write([entries](Connection &connection) {
        for (auto each = entries.cbegin(); each != entries.cend(); ++each) {
            Query query(connection, "INSERT OR REPLACE INTO hidden_attention VALUES (?, ?, ?)");
            const auto &until = each.value().until;
            query.bind(1, each.key()).bind(3, toMillis(each.value().at));
            query.bind(2, until ? std::optional(toMillis(*until)) : std::nullopt).run();
        }
    });
}

void KeepFile::showAttention(const QStringList &entries)
{
    for (const QString &entry : entries) {
        m_hidden.remove(entry);
    }
    write([entries](Connection &connection) {
        for (const QString &entry : entries) {
            Query query(connection, "DELETE FROM hidden_attention WHERE entry = ?");
            query.bind(1, entry).run();
        }
    });
    Q_EMIT hiddenAttentionChanged();
}

KeptBatch KeepFile::batch(const QString &kind)
{
    KeptBatch batch;
    if (m_problem) {
        return batch;
    }
    const auto read = guarded([&] {
        Query query(*m_reader, "SELECT is_undo, state, document, error FROM batch_rows"
                               " WHERE kind = ? ORDER BY number");
        query.bind(1, kind);
        while (query.next()) {
            batch.isUndo = query.number(0) != 0;
            batch.rows.push_back({query.number(1), query.text(2).toUtf8(), query.text(3).toUtf8()});
        }
        return Stored{};
    });
    if (!read) {
        m_problem = read.error();
        Q_EMIT failed(read.error());
    }
    return batch;
}

void KeepFile::startBatch(const QString &kind, const KeptBatch &batch, std::function<void()> done)
{
    const auto put = [kind, batch](Connection &connection) {
        Query(connection, "DELETE FROM batch_rows WHERE kind = ?").bind(1, kind).run();
        qint64 number = 0;
        for (const KeptBatchRow &row : batch.rows) {
            Query query(connection, "INSERT INTO batch_rows VALUES (?, ?, ?, ?, ?, ?)");
            query.bind(1, kind).bind(2, number++).bind(3, qint64{batch.isUndo});
            query.bind(4, row.state).bind(5, QString::fromUtf8(row.document));
            query.bind(6, QString::fromUtf8(row.error)).run();
        }
    };
    write(put, std::move(done));
}

void KeepFile::storeBatchRows(const QString &kind,
                              const std::vector<std::pair<qint64, KeptBatchRow>> &rows,
                              std::function<void()> done)
{
    const auto put = [kind, rows](Connection &connection) {
        for (const auto &[number, row] : rows) {
            Query query(connection, "UPDATE batch_rows SET state = ?, document = ?, error = ?"
                                    " WHERE kind = ? AND number = ?");
            query.bind(1, row.state).bind(2, QString::fromUtf8(row.document));
            query.bind(3, QString::fromUtf8(row.error)).bind(4, kind).bind(5, number).run();
        }
    };
    write(put, std::move(done));
}

void KeepFile::dropBatch(const QString &kind)
{
    write([kind](Connection &connection) {
        Query(connection, "DELETE FROM batch_rows WHERE kind = ?").bind(1, kind).run();
    });
}

QString KeepFile::fact(const QString &name) const
{
    return m_facts.value(name);
}

void KeepFile::setFact(const QString &name, const QString &value)
{
    if (m_facts.value(name) == value) {
        return;
    }
    m_facts.insert(name, value);
    write([name, value](Connection &connection) {
        Query query(connection, "INSERT OR REPLACE INTO facts VALUES (?, ?)");
        query.bind(1, name).bind(2, value).run();
    });
}

StoreResult<QString> KeepFile::setAside()
{
    m_reader.reset();
    m_writer.runAndWait([this] { m_writing.reset(); });
    auto aside = moveDamagedAside(m_path, m_clock.now());
    if (!aside) {
        return aside;
    }
    open();
    if (m_problem) {
        return tl::unexpected(*m_problem);
    }
    // The drafts of the old file and newer ones.
    const auto drafts = m_drafts;
    for (auto draft = drafts.cbegin(); draft != drafts.cend(); ++draft) {
        writeDraft(draft.key(), draft.value());
    }
    writeProxies(m_proxies);
    writeSubUsers(m_subUsers);
    writeAcknowledged(m_acknowledged);
    writeHidden(m_hidden);
    // The next start needs these: the account, its options and its keychain entry.
    const auto facts = std::exchange(m_facts, {});
    for (auto fact = facts.cbegin(); fact != facts.cend(); ++fact) {
        setFact(fact.key(), fact.value());
    }
    return aside;
}

void KeepFile::waitForWriter()
{
    m_writer.runAndWait([] {});
}

} // namespace relaybook
