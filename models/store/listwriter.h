// SPDX-License-Identifier: GPL-3.0-or-later
// Stores the lists of proxies and sub-users, including rows that could not be read.

#pragma once

#include "models/store/productnamewriter.h"
#include "models/store/subuserusewriter.h"

namespace relaybook {

/// The common part of both list writers. A row that the user added by id stays until it is removed
/// explicitly, whether the service lists it or not. Unreadable rows are stored separately; if one
/// has an id, the last readable version of the row stays too.
class ListWriter
{
public:
    /// Adds unreadable rows of a list that was not loaded completely.
    void addUnreadable(const std::vector<UnreadableListRow> &rows);

protected:
    ListWriter(const WriteContext &context, StoreTable table)
        : m_context(context)
        , m_table(table)
    {
    }

    [[nodiscard]] TableChange &change() const { return m_context.changes.of(m_table); }
    void noteInserted();
    /// Ends the storing of a complete list: removes stored rows that are not in it and were not
    /// added by the user. If an unreadable row has no id, it could be any row, so no row is
    /// removed.
    void finishList(std::vector<qint64> present, const std::vector<UnreadableListRow> &unreadable,
                    Instant asOf);
    void deleteUnreadable(const QString &id);
    [[nodiscard]] std::optional<qint64> keyOf(const QString &id);
    void removeKey(qint64 key);

    const WriteContext &m_context;

private:
    void replaceUnreadable(const std::vector<UnreadableListRow> &rows);
    void removeNotListed(std::vector<qint64> present,
                         const std::vector<UnreadableListRow> &unreadable);

    StoreTable m_table;
};

class ProxyWriter : public ListWriter
{
public:
    ProxyWriter(const WriteContext &context, ProductNameWriter &products)
        : ListWriter(context, StoreTable::Proxies)
        , m_products(products)
    {
    }

    /// Makes the table equal to the service's list. Unchanged rows are not written.
    void replace(const std::vector<Proxy> &all, Instant asOf,
                 const std::vector<UnreadableListRow> &unreadable = {});
    /// Stores one readable row that was just received.
    void put(const Proxy &row);
    /// Adds a row that the user named by id; nothing else of it is known yet.
    void add(const ProxyId &id, Instant now);
    void remove(const ProxyId &id);

private:
    void useSpellingOf(const std::vector<Proxy> &all);
    qint64 putRow(const Proxy &row);

    ProductNameWriter &m_products;
};

class SubUserWriter : public ListWriter
{
public:
    SubUserWriter(const WriteContext &context, SubUserUseWriter &use)
        : ListWriter(context, StoreTable::SubUsers)
        , m_use(use)
    {
    }

    /// Like ProxyWriter::replace(). Also stores the use of the rows whose figures changed.
    void replace(const std::vector<SubUser> &all, Instant asOf,
                 const std::vector<UnreadableListRow> &unreadable = {});
    void put(const SubUser &row);
    void add(SubUserId id, const QString &localName, Instant now);
    void remove(SubUserId id);

private:
    void putRow(const SubUser &row);

    SubUserUseWriter &m_use;
};

} // namespace relaybook
