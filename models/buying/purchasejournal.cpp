// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/buying/purchasejournal.h"

#include "models/buying/orderjson.h"
#include "models/store/accountstore.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace relaybook {
namespace {

/// `state` and `type` stand beside the document for whoever looks into the file by hand.
constexpr auto version1 = R"sql(
CREATE TABLE orders(
    id TEXT PRIMARY KEY,
    prepared_ms INTEGER NOT NULL,
    type TEXT NOT NULL,
    state INTEGER NOT NULL,
    document BLOB NOT NULL
);
CREATE INDEX orders_by_time ON orders(prepared_ms);
)sql";

/// Tells this journal from any other, and its present state from an older copy.
constexpr auto version2 = R"sql(
CREATE TABLE journal(
    id TEXT NOT NULL,
    sequence INTEGER NOT NULL
);
INSERT INTO journal VALUES (lower(hex(randomblob(16))), 0);
)sql";

constexpr int applicationId = 0x52424b50; // "RBKP"

StoreError noOrder(const QString &id)
{
    return {StoreError::Kind::Damaged, QString(u"the order " % id % u" cannot be read")};
}

/// What the record has to say of the journal as it is. Throws.
JournalRecord recordOf(Connection &connection)
{
    Query identity(connection, "SELECT id, sequence FROM journal");
    if (!identity.next()) {
        constexpr int corrupt = 11; // SQLITE_CORRUPT
        throw SQLite::Exception("the journal has no id", corrupt);
    }
    JournalRecord record{identity.text(0), identity.number(1), {}};
    Query open(connection, "SELECT id FROM orders WHERE state IN (?, ?, ?) ORDER BY rowid");
    open.bind(1, static_cast<qint64>(Order::State::Prepared));
    open.bind(2, static_cast<qint64>(Order::State::Sent));
    open.bind(3, static_cast<qint64>(Order::State::Unknown));
    while (open.next()) {
        record.open.append(open.text(0));
    }
    return record;
}

/// The record is written after the journal: a journal that is ahead of it lost nothing.
StoreResult<Stored> compare(const std::vector<Order> &orders, const JournalRecord &found,
                            const std::optional<JournalRecord> &record)
{
    const auto damaged = [](const QString &detail) {
        return tl::unexpected(StoreError{StoreError::Kind::Damaged, detail});
    };
    if (!record) {
        // New, or of a version that had no record: such a journal was never written to since.
        return found.sequence == 0 ? StoreResult<Stored>(Stored{})
                                   : damaged(QStringLiteral("its record file is missing"));
    }
    if (record->journal != found.journal) {
        return damaged(QStringLiteral("its record file belongs to another journal"));
    }
    if (record->sequence > found.sequence) {
        return damaged(QStringLiteral("its last write is number %1, but its record file says %2")
                           .arg(found.sequence)
                           .arg(record->sequence));
    }
    for (const QString &id : record->open) {
        const bool known = std::any_of(orders.begin(), orders.end(),
                                       [&id](const Order &order) { return order.id == id; });
        if (!known) {
            return damaged(QString(u"the order " % id % u" is missing"));
        }
    }
    return Stored{};
}

} // namespace

const FileFormat &purchaseFormat()
{
    static const FileFormat format{applicationId, {version1, version2}};
    return format;
}

PurchaseJournal::PurchaseJournal(const QString &directory, const Clock &clock)
    : m_path(directory + QLatin1String("/purchases.sqlite"))
    , m_recordPath(directory + QLatin1String("/purchases.record"))
    , m_clock(clock)
    , m_thread(QStringLiteral("purchases"))
{
    QDir().mkpath(directory);
}

PurchaseJournal::~PurchaseJournal()
{
    m_thread.finish();
}

bool PurchaseJournal::exists() const
{
    return QFile::exists(m_path) || QFile::exists(m_recordPath);
}

void PurchaseJournal::open(bool wasThere, Trust trust, Opened opened)
{
    m_thread.post([this, wasThere, trust, opened = std::move(opened)] {
        auto result = std::make_shared<StoreResult<std::vector<Order>>>(openFile(wasThere, trust));
        QMetaObject::invokeMethod(this, [result, opened] { opened(*result); });
    });
}

/// A database without a byte is a new one, for SQLite.
StoreResult<Stored> PurchaseJournal::refuseEmpty(bool wasThere) const
{
    const bool isEmpty = QFileInfo(m_path).size() == 0; // or not there
    if (isEmpty && wasThere) {
        return tl::unexpected(
            StoreError{StoreError::Kind::Damaged, QStringLiteral("the journal is empty")});
    }
    return Stored{};
}

StoreResult<std::vector<Order>> PurchaseJournal::openFile(bool wasThere, Trust trust)
{
    auto record = readJournalRecord(m_recordPath);
    if (!record && trust == Trust::AsFound) {
        return tl::unexpected(record.error());
    }
    const bool hasRecord = !record || record->has_value();
    if (const auto full = refuseEmpty(wasThere || hasRecord); !full) {
        return tl::unexpected(full.error());
    }
    auto connection = Connection::open(m_path, Connection::Purpose::KeepWriter);
    if (!connection) {
        return tl::unexpected(connection.error());
    }
    const auto version = guarded([&] { return (*connection)->number("PRAGMA user_version"); });
    if (version && *version == 0 && (wasThere || hasRecord)) {
        return tl::unexpected(StoreError{StoreError::Kind::Damaged,
                                         QStringLiteral("the journal has no orders table")});
    }
    if (const auto migrated = migrate(**connection, purchaseFormat()); !migrated) {
        return tl::unexpected(migrated.error());
    }
    std::vector<Order> orders;
    JournalRecord now;
    QString unreadable;
    const auto read = guarded([&] {
        if ((*connection)->database().execAndGet("PRAGMA quick_check(1)").getString() != "ok") {
            constexpr int corrupt = 11; // SQLITE_CORRUPT
            throw SQLite::Exception("the journal failed the integrity check", corrupt);
        }
        Query query(**connection, "SELECT id, document FROM orders"
                                  " ORDER BY prepared_ms DESC, rowid DESC");
        while (query.next()) {
            if (auto order = orderFromJson(query.bytes(1))) {
                orders.push_back(std::move(*order));
            } else {
                unreadable = query.text(0);
            }
        }
        now = recordOf(**connection);
        return Stored{};
    });
    if (!read) {
        return tl::unexpected(read.error());
    }
    if (!unreadable.isEmpty()) {
        return tl::unexpected(noOrder(unreadable));
    }
    if (trust == Trust::AsFound) {
        if (const auto same = compare(orders, now, *record); !same) {
            return tl::unexpected(same.error());
        }
    }
    if (const auto recorded = writeJournalRecord(m_recordPath, now); !recorded) {
        return tl::unexpected(recorded.error());
    }
    m_connection = std::move(*connection);
    return orders;
}

void PurchaseJournal::put(const Order &order, Written written)
{
    m_thread.post([this, order, written = std::move(written)] {
        auto result = std::make_shared<StoreResult<Stored>>(write(order));
        QMetaObject::invokeMethod(this, [result, written] {
            if (written) {
                written(*result);
            }
        });
    });
}

StoreResult<Stored> PurchaseJournal::write(const Order &order)
{
    if (!m_connection) {
        return tl::unexpected(
            StoreError{StoreError::Kind::Failed, QStringLiteral("the journal is not open")});
    }
    JournalRecord record;
    auto written = guarded([&] {
        WriteTransaction transaction(*m_connection);
        const QByteArray document = orderToJson(order);
        Query query(*m_connection, "INSERT INTO orders VALUES (?, ?, ?, ?, ?)"
                                   " ON CONFLICT(id) DO UPDATE"
                                   " SET state = excluded.state, document = excluded.document");
        query.bind(1, order.id).bind(2, toMillis(order.preparedAt)).bind(3, order.proxyType);
        query.bind(4, static_cast<qint64>(order.state)).bindBytes(5, document).run();
        Query(*m_connection, "UPDATE journal SET sequence = sequence + 1").run();
        record = recordOf(*m_connection);
        transaction.commit();
        return Stored{};
    });
    if (!written) {
        return written;
    }
    return writeJournalRecord(m_recordPath, record);
}

StoreResult<QString> PurchaseJournal::setAside()
{
    m_thread.runAndWait([this] { m_connection.reset(); });
    StoreResult<QString> aside = QString();
    if (QFile::exists(m_path)) {
        aside = moveDamagedAside(m_path, m_clock.now());
    }
    // The record last: as long as it is there, no journal is begun anew.
    if (aside && QFile::exists(m_recordPath)) {
        const QString name =
            aside->isEmpty()
                ? QString(m_recordPath % u".damaged-" % QString::number(toMillis(m_clock.now())))
                : QString(*aside % u".record");
        if (!QFile::rename(m_recordPath, name)) {
            return tl::unexpected(
                StoreError{StoreError::Kind::Failed, QString(u"cannot rename " % m_recordPath)});
        }
    }
    return aside;
}

void PurchaseJournal::flush()
{
    m_thread.runAndWait([] {});
}

} // namespace relaybook
