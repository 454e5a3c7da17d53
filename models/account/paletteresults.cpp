// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/account/paletteresults.h"

#include "models/account/accountqueries.h"
#include "models/account/storedrows.h"
#include "models/store/textfold.h"
#include "models/tables/ordertablemodel.h"
#include "models/tables/proxytablemodel.h"
#include "models/tables/subusertablemodel.h"
#include "models/tables/transactiontablemodel.h"
#include "models/text/format.h"
#include "models/text/ledgeramounttext.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"

#include <algorithm>
#include <map>
#include <utility>

namespace relaybook {
namespace {

/// Of one table; the best of them are shown.
constexpr int mostRanked = 60;
constexpr int mostOfKind = 8;
constexpr int mostUsedShown = 6;
/// A row that matches by something else than its name or id, such as its note or an amount.
constexpr int otherwiseMatch = 20;
constexpr qsizetype longestPaletteText = 100;

QString paletteKindName(PaletteResult::Kind kind)
{
    switch (kind) {
    case PaletteResult::Kind::Command:
        return QStringLiteral("command");
    case PaletteResult::Kind::Page:
        return QStringLiteral("page");
    case PaletteResult::Kind::Setting:
        return QStringLiteral("setting");
    case PaletteResult::Kind::SubUser:
        return QStringLiteral("sub-user");
    case PaletteResult::Kind::Proxy:
        return QStringLiteral("proxy");
    case PaletteResult::Kind::Order:
        return QStringLiteral("order");
    case PaletteResult::Kind::Transaction:
        break;
    }
    return QStringLiteral("transaction");
}

QString paletteKindText(PaletteResult::Kind kind)
{
    switch (kind) {
    case PaletteResult::Kind::Command:
        return PaletteResults::tr("Command");
    case PaletteResult::Kind::Page:
        return PaletteResults::tr("Page");
    case PaletteResult::Kind::Setting:
        return PaletteResults::tr("Setting");
    case PaletteResult::Kind::SubUser:
        return PaletteResults::tr("Sub-user");
    case PaletteResult::Kind::Proxy:
        return PaletteResults::tr("Proxy");
    case PaletteResult::Kind::Order:
        return PaletteResults::tr("Order");
    case PaletteResult::Kind::Transaction:
        break;
    }
    return PaletteResults::tr("Transaction");
}

QString joinedFacts(QStringList parts)
{
    parts.removeAll(QString());
    parts.removeAll(format::nothing());
    return parts.join(QStringLiteral(" · "));
}

QString paletteLine(const QString &text)
{
    return shownText(format::shortened(text, longestPaletteText));
}

/// Rows of the text before, which stay until the new ones are found, are left out unless they match
/// the new text, too.
int matchOfRow(const QStringList &names, const QString &typed, bool isSettled)
{
    int best = isSettled ? otherwiseMatch : 0;
    for (const QString &name : names) {
        best = std::max(best, PaletteResults::matchOf(foldedText(name), typed));
    }
    return best;
}

} // namespace

QString PaletteResult::id() const
{
    return paletteKindName(kind) % u':' % name;
}

PaletteResults::PaletteResults(Sources sources, std::vector<PaletteCommand> commands,
                               PaletteUses uses, Instant now, QObject *parent)
    : QAbstractListModel(parent)
    , m_sources(std::move(sources))
    , m_commands(std::move(commands))
    , m_uses(std::move(uses))
    , m_now(now)
{
    m_soon.setSingleShot(true);
    connect(&m_soon, &QTimer::timeout, this, &PaletteResults::update);
    if (m_sources.queries != nullptr) {
        m_subUsers = m_sources.queries->makeSubUserModel();
        m_proxies = m_sources.queries->makeProxyModel();
        m_transactions = m_sources.queries->makeTransactionModel();
        watch(*m_subUsers);
        watch(*m_proxies);
        watch(*m_transactions);
        m_orders = std::make_unique<OrderTableModel>(m_sources.orders);
        m_orders->setCurrency(m_sources.currency);
        connect(m_orders.get(), &OrderTableModel::countChanged, this, &PaletteResults::updateSoon);
    }
    update();
}

PaletteResults::~PaletteResults() = default;

template <class Model>
void PaletteResults::watch(Model &model)
{
    model.setLimit(mostRanked);
    connect(&model, &KeyedTableModel::settled, this, &PaletteResults::updateSoon);
    connect(&model, &QAbstractItemModel::modelReset, this, &PaletteResults::updateSoon);
    connect(&model, &QAbstractItemModel::rowsInserted, this, &PaletteResults::updateSoon);
}

// Once for all that changes in one turn of the event loop.
void PaletteResults::updateSoon()
{
    if (!m_soon.isActive()) {
        m_soon.start(0);
    }
}

void PaletteResults::setText(const QString &typed)
{
    const QString folded = foldedText(typed.simplified());
    if (folded == m_typed) {
        return;
    }
    m_typed = folded;
    if (m_subUsers) {
        m_subUsers->setFilterText(typed);
        m_proxies->setFilterText(typed);
        m_transactions->setFilterText(typed);
        m_orders->setFilterText(typed);
    }
    update(); // commands at once
}

bool PaletteResults::isSettled() const
{
    return !m_soon.isActive() &&
           (!m_subUsers || (m_subUsers->isSettled() && m_proxies->isSettled() &&
                            m_transactions->isSettled() && m_orders->isSettled()));
}

// ------------------------------------------------------------------------------------- the ranking

int PaletteResults::matchOf(const QString &text, const QString &typed)
{
    constexpr int same = 100;
    constexpr int beginning = 80;
    constexpr int beginningsOfWords = 60;
    constexpr int inside = 40;
    if (typed.isEmpty()) {
        return 0;
    }
    if (text == typed) {
        return same;
    }
    if (text.startsWith(typed)) {
        return beginning;
    }
    bool areBeginnings = true;
    const QStringList words = typed.split(u' ', Qt::SkipEmptyParts);
    for (const QString &word : words) {
        qsizetype at = text.indexOf(word);
        if (at < 0) {
            return 0;
        }
        while (at > 0 && text.at(at - 1).isLetterOrNumber()) {
            at = text.indexOf(word, at + 1);
        }
        areBeginnings = areBeginnings && at >= 0;
    }
    return areBeginnings ? beginningsOfWords : inside;
}

void PaletteResults::add(std::vector<Ranked> &all, PaletteResult result, int match) const
{
    if (match > 0) {
        const int rank = match + m_uses.weightOf(result.id(), m_now);
        all.push_back({std::move(result), rank});
    }
}

void PaletteResults::update()
{
    std::vector<Ranked> all = m_typed.isEmpty() ? usedLast() : found();
    beginResetModel();
    m_results.clear();
    for (Ranked &each : all) {
        m_results.push_back(std::move(each.result));
    }
    endResetModel();
    Q_EMIT updated();
}

std::vector<PaletteResults::Ranked> PaletteResults::found() const
{
    std::vector<Ranked> all;
    addCommands(all);
    if (m_subUsers) {
        addSubUsers(all);
        addProxies(all);
        addOrders(all);
        addTransactions(all);
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const Ranked &a, const Ranked &b) { return a.rank > b.rank; });
    std::map<PaletteResult::Kind, int> counts;
    std::erase_if(
        all, [&counts](const Ranked &each) { return ++counts[each.result.kind] > mostOfKind; });
    return all;
}

std::vector<PaletteResults::Ranked> PaletteResults::usedLast() const
{
    std::vector<Ranked> all;
    for (const QString &id : m_uses.latest()) {
        if (all.size() == mostUsedShown) {
            break;
        }
        if (auto result = resultOf(id)) {
            all.push_back({std::move(*result), 0});
        }
    }
    const auto isThere = [&all](const QString &id) {
        return std::any_of(all.begin(), all.end(),
                           [&id](const Ranked &each) { return each.result.id() == id; });
    };
    for (const auto kind : {PaletteResult::Kind::Page, PaletteResult::Kind::Command}) {
        for (const PaletteCommand &command : m_commands) {
            PaletteResult result = resultOf(command);
            if (command.kind == kind && !isThere(result.id())) {
                all.push_back({std::move(result), 0});
            }
        }
    }
    return all;
}

// ------------------------------------------------------------------------------------- the sources

void PaletteResults::addCommands(std::vector<Ranked> &all) const
{
    for (const PaletteCommand &command : m_commands) {
        add(all, resultOf(command), matchOf(foldedText(command.text), m_typed));
    }
}

void PaletteResults::addSubUsers(std::vector<Ranked> &all) const
{
    const int rows = std::min(mostRanked, m_subUsers->rowCount());
    for (int row = 0; row < rows; ++row) {
        if (const auto found = m_subUsers->at(row)) {
            add(all, resultOf(*found),
                matchOfRow({found->username, found->localName, found->id.text()}, m_typed,
                           m_subUsers->isSettled()));
        }
    }
}

void PaletteResults::addProxies(std::vector<Ranked> &all) const
{
    const int rows = std::min(mostRanked, m_proxies->rowCount());
    for (int row = 0; row < rows; ++row) {
        if (const auto found = m_proxies->at(row)) {
            add(all, resultOf(*found, m_proxies->keyAt(row)),
                matchOfRow({found->name, found->host, found->id.value(), found->numericId}, m_typed,
                           m_proxies->isSettled()));
        }
    }
}

void PaletteResults::addTransactions(std::vector<Ranked> &all) const
{
    const int rows = std::min(mostOfKind, m_transactions->rowCount()); // the newest first
    for (int row = 0; row < rows; ++row) {
        if (const auto found = m_transactions->at(row)) {
            add(all, resultOf(*found),
                matchOfRow({found->description, found->id.text()}, m_typed,
                           m_transactions->isSettled()));
        }
    }
}

void PaletteResults::addOrders(std::vector<Ranked> &all) const
{
    const int rows = std::min(mostOfKind, m_orders->rowCount());
    for (int row = 0; row < rows; ++row) {
        if (auto found = orderAt(row)) {
            const QStringList names{found->text, found->copied};
            add(all, std::move(*found), matchOfRow(names, m_typed, m_orders->isSettled()));
        }
    }
}

// ------------------------------------------------------------------------------------- one result

PaletteResult PaletteResults::resultOf(const PaletteCommand &command)
{
    return {command.kind, command.name, command.text, command.detail, command.text, -1};
}

PaletteResult PaletteResults::resultOf(const SubUser &row)
{
    PaletteResult result{PaletteResult::Kind::SubUser,
                         row.id.text(),
                         paletteLine(format::subUserName(row)),
                         {},
                         {},
                         row.id.value()};
    const QString left =
        row.trafficLeft ? tr("%1 left").arg(format::traffic(*row.trafficLeft)) : QString();
    result.detail = joinedFacts({format::proxyType(row.serviceType), left,
                                 paletteLine(privateText(row.note.value_or(QString())))});
    const RealTexts copied;
    result.copied = format::subUserName(row);
    return result;
}

PaletteResult PaletteResults::resultOf(const Proxy &row, qint64 key)
{
    const QString &name = row.name.isEmpty() ? row.id.value() : row.name;
    return {PaletteResult::Kind::Proxy,
            row.id.value(),
            paletteLine(row.name.isEmpty() ? name : privateText(name)),
            joinedFacts({format::proxyType(row.type), paletteLine(format::location(row)),
                         format::trafficOfLimit(row.trafficUsed, row.trafficLimit)}),
            name,
            key};
}

PaletteResult PaletteResults::resultOf(const Transaction &row) const
{
    const QString text =
        row.description.isEmpty() ? format::typeName(row.type) : row.description.simplified();
    return {PaletteResult::Kind::Transaction,
            row.id.text(),
            paletteLine(row.description.isEmpty() ? text : privateText(text)),
            joinedFacts({ledgerChangeText(row, m_sources.currency), format::dateTime(row.createdAt),
                         tr("id %1").arg(row.id.text())}),
            text,
            row.id.value()};
}

std::optional<PaletteResult> PaletteResults::orderAt(int row) const
{
    const QString id = m_orders->orderIdAt(row);
    if (id.isEmpty()) {
        return std::nullopt;
    }
    const auto cell = [this, row](const char *column, int role) {
        return m_orders->index(row, OrderTableModel::column(column)).data(role).toString();
    };
    const auto text = [&cell](int role) {
        return QString(cell("kind", role) % u": " % cell("what", role));
    };
    return PaletteResult{
        PaletteResult::Kind::Order,
        id,
        paletteLine(text(Qt::DisplayRole)),
        joinedFacts({cell("amount", Qt::DisplayRole), cell("state", Qt::DisplayRole),
                     cell("time", Qt::DisplayRole)}),
        text(CopyTextRole),
        -1};
}

std::optional<PaletteResult> PaletteResults::resultOf(const QString &id) const
{
    const auto command =
        std::find_if(m_commands.begin(), m_commands.end(),
                     [&id](const PaletteCommand &each) { return resultOf(each).id() == id; });
    if (command != m_commands.end()) {
        return resultOf(*command);
    }
    if (m_sources.rows == nullptr) {
        return std::nullopt;
    }
    const QString kind = id.section(u':', 0, 0);
    const QString name = id.section(u':', 1);
    if (kind == paletteKindName(PaletteResult::Kind::SubUser)) {
        const auto row = m_sources.rows->subUser(SubUserId(name.toLongLong()));
        return row ? std::optional(resultOf(*row)) : std::nullopt;
    }
    if (kind == paletteKindName(PaletteResult::Kind::Transaction)) {
        const auto row = m_sources.rows->transaction(TransactionId(name.toLongLong()));
        return row ? std::optional(resultOf(*row)) : std::nullopt;
    }
    if (kind == paletteKindName(PaletteResult::Kind::Proxy)) {
        const auto row = m_sources.rows->proxy(ProxyId(name));
        return row ? std::optional(
                         resultOf(*row, m_sources.rows->keyOf(ProxyId(name)).value_or(-1)))
                   : std::nullopt;
    }
    const int order =
        kind == paletteKindName(PaletteResult::Kind::Order) ? m_orders->rowOf(name) : -1;
    return order >= 0 ? orderAt(order) : std::nullopt;
}

// --------------------------------------------------------------------------------------- the model

const PaletteResult *PaletteResults::at(int row) const
{
    return row >= 0 && row < rowCount() ? &m_results.at(static_cast<std::size_t>(row)) : nullptr;
}

int PaletteResults::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_results.size());
}

QVariant PaletteResults::data(const QModelIndex &index, int role) const
{
    const PaletteResult *result = index.isValid() ? at(index.row()) : nullptr;
    if (result == nullptr) {
        return {};
    }
    switch (role) {
    case Qt::DisplayRole:
        return result->text;
    case DetailRole:
        return result->detail;
    case KindRole:
        return static_cast<int>(result->kind);
    case KindTextRole:
        return paletteKindText(result->kind);
    case Qt::AccessibleTextRole:
        return result->detail.isEmpty()
                   ? tr("%1: %2", "kind of a result, its name")
                         .arg(paletteKindText(result->kind), isolated(result->text))
                   : tr("%1: %2, %3", "kind of a result, its name, more about it")
                         .arg(paletteKindText(result->kind), isolated(result->text),
                              isolated(result->detail));
    default:
        return {};
    }
}

} // namespace relaybook
