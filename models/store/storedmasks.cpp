// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/storedmasks.h"

#include "api/json/jsonmask.h"
#include "models/store/cachetables.h"

#include <string_view>
#include <vector>

namespace relaybook {
namespace {

constexpr std::string_view transactions = "transactions";

/// A row in which something was masked.
struct MaskedRow
{
    qint64 key = 0;
    QString description;
    QByteArray raw;
};

/// The JSON, or a text that is none, with its secrets masked. As it was if no mask was added: the
/// JSON may only be written in another way.
QByteArray withMasks(SecretMasker &masker, const QByteArray &raw, bool isSuspicious)
{
    const std::string_view view(raw.constData(), static_cast<size_t>(raw.size()));
    // A secret may be written with escapes.
    if (!isSuspicious && !masker.holdsKnown(view) && !raw.contains('\\')) {
        return raw;
    }
    QByteArray masked = masker.mask(view);
    masked = masked.isEmpty() ? masker.maskText(view) : masked;
    return masked.count(secretMask()) > raw.count(secretMask()) ? masked : raw;
}

} // namespace

StoredMasks::Place StoredMasks::mask(KnownSecrets &secrets, Place from, qint64 limit)
{
    if (from.transaction) {
        from.transaction =
            maskRows(secrets, transactions.data(), *from.transaction, limit, from.masked);
        return from;
    }
    if (from.version) {
        from.version = maskRows(secrets, "transaction_versions", *from.version, limit, from.masked);
    }
    if (isWhole(from)) {
        maskUnreadable(secrets, from.masked);
    }
    return from;
}

/// Returns the last row number that was looked at; nothing if there are no more rows.
std::optional<qint64> StoredMasks::maskRows(KnownSecrets &secrets, const char *table, qint64 after,
                                            qint64 limit, qint64 &masked)
{
    SecretMasker masker(&secrets);
    std::vector<MaskedRow> found;
    std::optional<qint64> last;
    qint64 seen = 0;
    {
        Query rows(m_context.connection, std::string("SELECT rowid, description, raw FROM ") +
                                             table + " WHERE rowid > ? ORDER BY rowid LIMIT ?");
        rows.bind(1, after).bind(2, limit);
        for (; rows.next(); ++seen) {
            MaskedRow row{rows.number(0), rows.text(1), rows.bytes(2)};
            last = row.key;
            const QString description = masker.masked(row.description, "description");
            const bool isMasked = description != row.description;
            const QByteArray raw = withMasks(masker, row.raw, isMasked);
            if (isMasked || raw != row.raw) {
                found.push_back({row.key, description, raw});
            }
        }
    }
    if (!found.empty()) {
        m_index.wantWholeMerge();
    }
    for (const MaskedRow &row : found) {
        if (table == transactions) {
            m_index.removeRow(row.key);
            m_context.changes.of(StoreTable::Transactions).addChanged(row.key);
        }
        Query update(m_context.connection, std::string("UPDATE ") + table +
                                               " SET description = ?, raw = ? WHERE rowid = ?");
        update.bind(1, row.description).bindBytes(2, row.raw).bind(3, row.key).run();
        ++masked;
    }
    return seen == limit ? last : std::nullopt;
}

/// A row that could not be read is known by its text: with masks it is stored as another one.
void StoredMasks::maskUnreadable(KnownSecrets &secrets, qint64 &masked)
{
    SecretMasker masker(&secrets);
    struct Found
    {
        QString fingerprint;
        UnreadableRow row;
        qint64 seenMs = 0;
    };
    std::vector<Found> found;
    {
        Query rows(m_context.connection,
                   "SELECT fingerprint, id, problem, seen_ms, raw FROM unreadable_rows");
        while (rows.next()) {
            UnreadableRow row;
            if (const auto id = rows.optionalNumber(1)) {
                row.id = TransactionId(*id);
            }
            const QString problem = rows.text(2);
            const QByteArray raw = rows.bytes(4);
            row.problem = masker.masked(problem, "problem");
            row.raw = withMasks(masker, raw, row.problem != problem);
            if (row.problem != problem || row.raw != raw) {
                found.push_back({rows.text(0), row, rows.number(3)});
            }
        }
    }
    if (!found.empty()) {
        m_index.wantWholeMerge();
    }
    static const std::string insert = unreadableTable().insert("INSERT OR IGNORE");
    for (const Found &each : found) {
        Query(m_context.connection, "DELETE FROM unreadable_rows WHERE fingerprint = ?")
            .bind(1, each.fingerprint)
            .run();
        RowBinder binder(fromMillis(each.seenMs));
        Query added(m_context.connection, insert);
        unreadableTable().bind(binder, added, each.row);
        if (added.run() == 0) {
            m_context.addToCounter("unreadable", -1); // it was stored again, with its masks
        }
        ++masked;
    }
    if (!found.empty()) {
        m_context.noteChange(StoreTable::Ledger);
    }
}

} // namespace relaybook
