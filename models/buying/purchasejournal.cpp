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

StoreError disagrees(const QString &detail)
{
    return {StoreError::Kind::Damaged, detail};
}

StoreError noOrder(const QString &id)
{
    return {StoreError::Kind::Damaged, QString(u"the order " % id % u" cannot be read")};
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
        return tl::unexpected(disagrees(QStringLiteral("the journal is empty")));
    }
    return Stored{};
}

StoreResult<Stored> PurchaseJournal::readIdentity(Connection &connection)
{
    return guarded([&] {
        Query query(connection, "SELECT id, sequence FROM journal");
        if (!query.next()) {
            constexpr int corrupt = 11; // SQLITE_CORRUPT
            throw SQLite::Exception("the journal has no id", corrupt);
        }
        m_record = {query.text(0), query.number(1), {}};
        return Stored{};
    });
}

/// The record is written after the journal: a journal that is ahead of it lost nothing.
StoreResult<Stored> PurchaseJournal::compare(const std::vector<Order> &orders,
                                             const std::optional<JournalRecord> &record) const
{
    if (!record) {
        // New, or of a version that had no record: such a journal was never written to since.
        return m_record.sequence == 0
                   ? StoreResult<Stored>(Stored{})
                   : tl::unexpected(disagrees(QStringLiteral("the record beside it is missing")));
    }
    if (record->journal != m_record.journal) {
        return tl::unexpected(disagrees(QStringLiteral("the record is of another journal")));
    }
    if (record->sequence > m_record.sequence) {
        return tl::unexpected(
            disagrees(QStringLiteral("it ends at write %1, and its record at write %2")
                          .arg(m_record.sequence)
                          .arg(record->sequence)));
    }
    for (const QString &id : record->open) {
        const bool known = std::any_of(orders.begin(), orders.end(),
                                       [&id](const Order &order) { return order.id == id; });
        if (!known) {
            return tl::unexpected(disagrees(QString(u"the order " % id % u" is missing")));
        }
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
    if (const auto migrated = migrate(**connection, purchaseFormat()); !migrated) {
        return tl::unexpected(migrated.error());
    }
    std::vector<Order> orders;
    QString unreadable;
    const auto read = guarded([&] {
        if ((*connection)->database().execAndGet("PRAGMA quick_check(1)").getString() != "ok") {
            constexpr int corrupt = 11; // SQLITE_CORRUPT
            throw SQLite::Exception("the pages of the journal contradict each other", corrupt);
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
        return Stored{};
    });
    if (!read) {
        return tl::unexpected(read.error());
    }
    if (!unreadable.isEmpty()) {
        return tl::unexpected(noOrder(unreadable));
    }
    if (const auto identity = readIdentity(**connection); !identity) {
        return tl::unexpected(identity.error());
    }
    if (trust == Trust::AsFound) {
        if (const auto same = compare(orders, *record); !same) {
            return tl::unexpected(same.error());
        }
    }
    for (const Order &order : orders) {
        if (order.isOpen()) {
            m_record.open.append(order.id);
        }
    }
    if (const auto recorded = writeJournalRecord(m_recordPath, m_record); !recorded) {
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
    const auto written = guarded([&] {
        WriteTransaction transaction(*m_connection);
        const QByteArray document = orderToJson(order);
        Query query(*m_connection, "INSERT INTO orders VALUES (?, ?, ?, ?, ?)"
                                   " ON CONFLICT(id) DO UPDATE"
                                   " SET state = excluded.state, document = excluded.document");
        query.bind(1, order.id).bind(2, toMillis(order.preparedAt)).bind(3, order.proxyType);
        query.bind(4, static_cast<qint64>(order.state)).bindBytes(5, document).run();
        Query(*m_connection, "UPDATE journal SET sequence = ?")
            .bind(1, m_record.sequence + 1)
            .run();
        transaction.commit();
        return Stored{};
    });
    if (!written) {
        return written;
    }
    ++m_record.sequence;
    m_record.open.removeAll(order.id);
    if (order.isOpen()) {
        m_record.open.append(order.id);
    }
    return writeJournalRecord(m_recordPath, m_record);
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
