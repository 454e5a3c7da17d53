// SPDX-License-Identifier: GPL-3.0-or-later
// Never change the name, declaration or version of a released field, because existing files have
// them.

#include "models/store/cachetables.h"

#include "api/json/jsonmask.h"
#include "api/json/maskedname.h"
#include "api/json/samebutmasked.h"
#include "models/store/fieldtext.h"
#include "models/store/textfold.h"

#include <QCryptographicHash>

namespace relaybook {
namespace {

/// Joins the texts that a search looks through; the separator cannot be typed.
QString searchText(const QStringList &texts)
{
    return foldedText(texts.join(u'\n'));
}

/// Adds the other fields of the row.
QString withFields(const QString &search, const QByteArray &raw)
{
    const std::string known = search.toStdString();
    return search + QString::fromStdString(
                        fieldTexts(known, {raw.constData(), static_cast<std::size_t>(raw.size())}));
}

QString spaced(QString type)
{
    return type.replace(u'_', u' ');
}

template <class Number>
QString digits(const std::optional<Number> &number)
{
    return number ? QString::number(*number) : QString();
}

QString sortKey(const QString &text)
{
    return QString::fromUtf8(naturalSortKey(text));
}

QString fingerprint(const UnreadableRow &row)
{
    if (row.id) {
        return unreadablePrint(*row.id);
    }
    const QByteArray hash = QCryptographicHash::hash(row.raw, QCryptographicHash::Sha256);
    return QStringLiteral("raw:%1").arg(QString::fromLatin1(hash.toHex()));
}

/// The table of earlier versions of transactions, with all of their fields.
TableSchema versionsSchema()
{
    TableSchema schema = transactionTable().schema();
    schema.name = "transaction_versions";
    schema.columns.front().declaration = "INTEGER NOT NULL"; // an id has several versions
    schema.columns.insert(schema.columns.begin() + 1, {"replaced_ms", "INTEGER NOT NULL"});
    return schema;
}

TableSchema tierSchema()
{
    TableSchema schema = tierTable().schema();
    schema.primaryKey = "(pool, position)";
    schema.options = "WITHOUT ROWID";
    return schema;
}

TableSchema unreadableSchema()
{
    TableSchema schema = unreadableTable().schema();
    schema.options = "WITHOUT ROWID";
    return schema;
}

} // namespace

const StoredTable<Proxy> &proxyTable()
{
    static const StoredTable<Proxy> table{
        "proxies",
        {
            columnOnly<Proxy>("key", "INTEGER PRIMARY KEY"),
            field<&Proxy::id>("id", "TEXT NOT NULL UNIQUE"),
            field<&Proxy::numericId>("numeric_id", "TEXT NOT NULL"),
            field<&Proxy::name>("name", "TEXT NOT NULL"),
            computed<Proxy>("name_sort", "TEXT NOT NULL",
                            [](const Proxy &row) {
                                return sortKey(isReported(row) ? row.name : row.id.value());
                            }),
            field<&Proxy::type>("type", "TEXT NOT NULL"),
            field<&Proxy::country>("country", "TEXT NOT NULL"),
            field<&Proxy::region>("region", "TEXT NOT NULL"),
            field<&Proxy::city>("city", "TEXT NOT NULL"),
            field<&Proxy::behavior>("behavior", "TEXT NOT NULL"),
            field<&Proxy::rotateType>("rotate_type", "TEXT NOT NULL"),
            field<&Proxy::rotateIntervalMinutes>("rotate_interval", "INTEGER"),
            field<&Proxy::trafficLimit>("traffic_limit", "INTEGER"),
            field<&Proxy::trafficUsed>("traffic_used", "INTEGER"),
            field<&Proxy::host>("host", "TEXT NOT NULL"),
            field<&Proxy::portHttp>("port_http", "INTEGER"),
            field<&Proxy::portSocks5>("port_socks5", "INTEGER"),
            field<&Proxy::createdAt>("created_ms", "INTEGER"),
            field<&Proxy::updatedAt>("updated_ms", "INTEGER"),
            computed<Proxy>("search", "TEXT NOT NULL",
                            [](const Proxy &row) {
                                return withFields(
                                    searchText({row.name, row.type, spaced(row.type), row.country,
                                                row.region, row.city, row.host, row.login,
                                                row.numericId, row.id.value(), digits(row.portHttp),
                                                digits(row.portSocks5),
                                                digits(row.rotateIntervalMinutes)}),
                                    row.raw);
                            }),
            field<&Proxy::raw>("raw", "BLOB NOT NULL"),
            // Set if the user added the row by id; such a row stays even if the service does not
            // list it.
            columnOnly<Proxy>("added_ms", "INTEGER"),
            field<&Proxy::login>("login", "TEXT NOT NULL DEFAULT ''"),
        }};
    return table;
}

const StoredTable<SubUser> &subUserTable()
{
    static const StoredTable<SubUser> table{
        "sub_users",
        {
            field<&SubUser::id>("id", "INTEGER PRIMARY KEY"),
            field<&SubUser::username>("username", "TEXT NOT NULL"),
            computed<SubUser>("username_sort", "TEXT NOT NULL",
                              [](const SubUser &row) {
                                  return sortKey(row.username.isEmpty() ? row.localName
                                                                        : row.username);
                              }),
            field<&SubUser::note>("note", "TEXT"),
            field<&SubUser::serviceType>("service_type", "TEXT NOT NULL"),
            field<&SubUser::trafficLeft>("traffic_left", "INTEGER"),
            field<&SubUser::trafficUsed>("traffic_used", "INTEGER"),
            field<&SubUser::access, &SubUserAccess::host>("host", "TEXT NOT NULL"),
            field<&SubUser::access, &SubUserAccess::portHttp>("port_http", "INTEGER"),
            field<&SubUser::access, &SubUserAccess::portSocks5>("port_socks5", "INTEGER"),
            field<&SubUser::createdAt>("created_ms", "INTEGER"),
            field<&SubUser::updatedAt>("updated_ms", "INTEGER"),
            computed<SubUser>(
                "search", "TEXT NOT NULL",
                [](const SubUser &row) {
                    return withFields(
                        searchText({row.username, row.localName, row.note.value_or(QString()),
                                    row.serviceType, spaced(row.serviceType), row.id.text(),
                                    row.access.host, row.access.userName,
                                    digits(row.access.portHttp), digits(row.access.portSocks5)}),
                        row.raw);
                }),
            field<&SubUser::raw>("raw", "BLOB NOT NULL"),
            columnOnly<SubUser>("added_ms", "INTEGER"), // as for a proxy
            field<&SubUser::localName>("local_name", "TEXT NOT NULL DEFAULT ''"),
            field<&SubUser::noteAsOf>("note_ms", "INTEGER"),
            field<&SubUser::access, &SubUserAccess::userName>("login", "TEXT NOT NULL DEFAULT ''"),
        }};
    return table;
}

/// `raw` is the last column, so that a scan seldom has to read it. An amount is NULL if it is too
/// large for Money.
const StoredTable<Transaction> &transactionTable()
{
    static const StoredTable<Transaction> table{
        "transactions",
        {
            field<&Transaction::id>("id", "INTEGER PRIMARY KEY"),
            field<&Transaction::createdAt>("created_ms", "INTEGER NOT NULL"),
            field<&Transaction::updatedAt>("updated_ms", "INTEGER"),
            field<&Transaction::type>("type", "TEXT NOT NULL"),
            field<&Transaction::amount>("amount", "INTEGER"),
            field<&Transaction::balanceBefore>("balance_before", "INTEGER"),
            field<&Transaction::balanceAfter>("balance_after", "INTEGER"),
            field<&Transaction::description>("description", "TEXT NOT NULL"),
            field<&Transaction::productId>("product_id", "TEXT NOT NULL"),
            field<&Transaction::userId>("user_id", "TEXT NOT NULL"),
            field<&Transaction::rounded>("rounded", "INTEGER NOT NULL"),
            timeWritten<Transaction>("seen_ms", "INTEGER NOT NULL"),
            field<&Transaction::raw>("raw", "BLOB NOT NULL"),
        }};
    return table;
}

const StoredTable<Account> &accountTable()
{
    static const StoredTable<Account> table{
        "account",
        {
            computed<Account>("one", "INTEGER PRIMARY KEY CHECK (one = 1)",
                              [](const Account &) { return 1; }),
            field<&Account::id>("id", "TEXT NOT NULL"),
            field<&Account::name>("name", "TEXT NOT NULL"),
            field<&Account::email>("email", "TEXT NOT NULL"),
            field<&Account::currency>("currency", "TEXT NOT NULL"),
            field<&Account::resellerEnabled>("reseller_enabled", "INTEGER"),
            field<&Account::createdAt>("created_ms", "INTEGER"),
            field<&Account::raw>("raw", "BLOB NOT NULL"),
        }};
    return table;
}

const StoredTable<StoredPool> &poolTable()
{
    static const StoredTable<StoredPool> table{
        "pools",
        {
            field<&StoredPool::position>("position", "INTEGER PRIMARY KEY"),
            field<&StoredPool::pool, &TrafficPool::type>("type", "TEXT NOT NULL"),
            field<&StoredPool::pool, &TrafficPool::left>("traffic_left", "INTEGER"),
            field<&StoredPool::pool, &TrafficPool::prices, &PriceList::source>("price_source",
                                                                               "INTEGER NOT NULL"),
            field<&StoredPool::pool, &TrafficPool::prices, &PriceList::flatPricePerGb>("flat_price",
                                                                                       "INTEGER"),
            field<&StoredPool::pool, &TrafficPool::prices, &PriceList::unreadable>("unreadable",
                                                                                   "BLOB NOT NULL"),
        }};
    return table;
}

const StoredTable<StoredTier> &tierTable()
{
    static const StoredTable<StoredTier> table{
        "pool_tiers",
        {
            field<&StoredTier::pool>("pool", "INTEGER NOT NULL"),
            field<&StoredTier::position>("position", "INTEGER NOT NULL"),
            field<&StoredTier::tier, &Tier::from>("from_traffic", "INTEGER NOT NULL"),
            field<&StoredTier::tier, &Tier::to>("to_traffic", "INTEGER"),
            field<&StoredTier::tier, &Tier::pricePerGb>("price", "INTEGER NOT NULL"),
        }};
    return table;
}

const StoredTable<LedgerState> &ledgerStateTable()
{
    static const StoredTable<LedgerState> table{
        "ledger_state",
        {
            computed<LedgerState>("one", "INTEGER PRIMARY KEY CHECK (one = 1)",
                                  [](const LedgerState &) { return 1; }),
            field<&LedgerState::order>("list_order", "INTEGER NOT NULL"),
            field<&LedgerState::perPage>("per_page", "INTEGER NOT NULL"),
            field<&LedgerState::total>("total", "INTEGER"),
            field<&LedgerState::verdict>("verdict", "INTEGER NOT NULL"),
        }};
    return table;
}

const StoredTable<UnreadableRow> &unreadableTable()
{
    static const StoredTable<UnreadableRow> table{
        "unreadable_rows",
        {
            computed<UnreadableRow>("fingerprint", "TEXT PRIMARY KEY",
                                    [](const UnreadableRow &row) { return fingerprint(row); }),
            field<&UnreadableRow::id>("id", "INTEGER"),
            field<&UnreadableRow::problem>("problem", "TEXT NOT NULL"),
            timeWritten<UnreadableRow>("seen_ms", "INTEGER NOT NULL"),
            field<&UnreadableRow::raw>("raw", "BLOB NOT NULL"),
        }};
    return table;
}

std::vector<TableSchema> cacheTables()
{
    return {accountTable().schema(), poolTable().schema(),        tierSchema(),
            proxyTable().schema(),   subUserTable().schema(),     transactionTable().schema(),
            versionsSchema(),        ledgerStateTable().schema(), unreadableSchema()};
}

std::optional<Transaction> mergedIfUnchanged(const Transaction &stored, const Transaction &come,
                                             const StoredTable<Transaction> &table)
{
    if (!sameButMasked(stored.raw, come.raw)) {
        return std::nullopt;
    }
    Transaction same = come;
    same.raw = stored.raw;
    for (QString Transaction::*const text : {&Transaction::type, &Transaction::description,
                                             &Transaction::productId, &Transaction::userId}) {
        if (sameButMasked((stored.*text).toUtf8(), (come.*text).toUtf8())) {
            same.*text = stored.*text;
        }
    }
    table.copyAdded(same, stored);
    if (same != stored) {
        return std::nullopt;
    }
    const auto storedMasks = stored.raw.count(secretMask());
    const auto comeMasks = come.raw.count(secretMask());
    if (comeMasks > storedMasks) {
        return come;
    }
    if (comeMasks == storedMasks) { // else an added field may contain a secret that is masked here
        table.copyAdded(same, come);
    }
    return same;
}

const char *listName(StoreTable table)
{
    return table == StoreTable::Proxies ? "proxies" : "sub_users";
}

QString unreadablePrint(TransactionId id)
{
    return QStringLiteral("id:%1").arg(id.value());
}

Proxy withoutSecrets(Proxy row)
{
    row.credentials = {};
    return row;
}

SubUser withoutSecrets(SubUser row)
{
    if (maskedLogin(row) != row.access.userName) {
        row.access.userName.clear();
    }
    row.username = maskedName(row);
    row.access.password = {};
    return row;
}

} // namespace relaybook
