// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/buying/purchasejournal.h"

#include "models/buying/orderjson.h"
#include "models/store/accountstore.h"

#include <QDir>
#include <QFile>

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

constexpr int applicationId = 0x52424b50; // "RBKP"

StoreError noOrder(const QString &id)
{
    return {StoreError::Kind::Damaged, QString(u"the order " % id % u" cannot be read")};
}

} // namespace

const FileFormat &purchaseFormat()
{
    static const FileFormat format{applicationId, {version1}};
    return format;
}

PurchaseJournal::PurchaseJournal(const QString &directory, const Clock &clock)
    : m_path(directory + QLatin1String("/purchases.sqlite"))
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
    return QFile::exists(m_path);
}

void PurchaseJournal::open(Opened opened)
{
    m_thread.post([this, opened = std::move(opened)] {
        auto result = std::make_shared<StoreResult<std::vector<Order>>>(openFile());
        QMetaObject::invokeMethod(this, [result, opened] { opened(*result); });
    });
}

StoreResult<std::vector<Order>> PurchaseJournal::openFile()
{
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
    return guarded([&] {
        WriteTransaction transaction(*m_connection);
        const QByteArray document = orderToJson(order);
        Query query(*m_connection, "INSERT INTO orders VALUES (?, ?, ?, ?, ?)"
                                   " ON CONFLICT(id) DO UPDATE"
                                   " SET state = excluded.state, document = excluded.document");
        query.bind(1, order.id).bind(2, toMillis(order.preparedAt)).bind(3, order.proxyType);
        query.bind(4, static_cast<qint64>(order.state)).bindBytes(5, document).run();
        transaction.commit();
        return Stored{};
    });
}

StoreResult<QString> PurchaseJournal::setAside()
{
    m_thread.runAndWait([this] { m_connection.reset(); });
    if (!exists()) {
        return QString();
    }
    return moveDamagedAside(m_path, m_clock.now());
}

void PurchaseJournal::flush()
{
    m_thread.runAndWait([] {});
}

} // namespace relaybook
