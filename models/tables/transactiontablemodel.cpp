// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/transactiontablemodel.h"

#include "models/format.h"
#include "models/tables/usage.h"

namespace relaybook {
namespace {

/// The movement as the balances tell it; where they are too far apart for that, the amount.
QString amountText(const Transaction &row)
{
    return format::money(row.change().value_or(row.amount), format::Sign::Always);
}

/// The amount must be the size of the movement; where it is not, both are shown, none corrected.
bool contradicts(const Transaction &row)
{
    const auto change = row.change();
    return !change || change->magnitude() != row.amount.magnitude();
}

QString textOf(const Transaction &row, TransactionTableModel::Column column)
{
    switch (column) {
    case TransactionTableModel::DateColumn:
        return format::dateTime(row.createdAt);
    case TransactionTableModel::TypeColumn:
        return row.type.isEmpty() ? format::nothing() : format::transactionType(row.type);
    case TransactionTableModel::DescriptionColumn:
        return row.description.simplified();
    case TransactionTableModel::AmountColumn:
        return amountText(row);
    case TransactionTableModel::BeforeColumn:
        return format::money(row.balanceBefore);
    case TransactionTableModel::AfterColumn:
        return format::money(row.balanceAfter);
    case TransactionTableModel::IdColumn:
        return row.id.text();
    case TransactionTableModel::ProductColumn:
        return row.productId.isEmpty() ? format::nothing() : row.productId;
    case TransactionTableModel::UpdatedColumn:
        return format::dateTime(row.updatedAt);
    }
    return {};
}

QVariant valueOf(const Transaction &row, TransactionTableModel::Column column)
{
    switch (column) {
    case TransactionTableModel::DateColumn:
        return toMillis(row.createdAt);
    case TransactionTableModel::TypeColumn:
        return row.type;
    case TransactionTableModel::DescriptionColumn:
        return row.description;
    case TransactionTableModel::AmountColumn:
        return qint64{row.change().value_or(row.amount).units()};
    case TransactionTableModel::BeforeColumn:
        return qint64{row.balanceBefore.units()};
    case TransactionTableModel::AfterColumn:
        return qint64{row.balanceAfter.units()};
    case TransactionTableModel::IdColumn:
        return row.id.value();
    case TransactionTableModel::ProductColumn:
        return row.productId;
    case TransactionTableModel::UpdatedColumn:
        return row.updatedAt ? QVariant(toMillis(*row.updatedAt)) : QVariant();
    }
    return {};
}

CellKind kindOf(TransactionTableModel::Column column)
{
    switch (column) {
    case TransactionTableModel::DateColumn:
    case TransactionTableModel::UpdatedColumn:
        return CellKind::Time;
    case TransactionTableModel::TypeColumn:
        return CellKind::Badge;
    case TransactionTableModel::AmountColumn:
    case TransactionTableModel::BeforeColumn:
    case TransactionTableModel::AfterColumn:
        return CellKind::Money;
    case TransactionTableModel::IdColumn:
        return CellKind::Number;
    case TransactionTableModel::ProductColumn:
        return CellKind::QuietText;
    case TransactionTableModel::DescriptionColumn:
        return CellKind::Text;
    }
    return CellKind::Text;
}

Tone typeTone(const QString &type)
{
    if (type == QLatin1String("deposit") || type == QLatin1String("refund")) {
        return Tone::Good;
    }
    return type == QLatin1String("purchase") ? Tone::Accent : Tone::Neutral;
}

Tone toneOf(const Transaction &row, TransactionTableModel::Column column)
{
    switch (column) {
    case TransactionTableModel::TypeColumn:
        return typeTone(row.type);
    case TransactionTableModel::AmountColumn: {
        if (row.rounded || contradicts(row)) {
            return Tone::Warning;
        }
        const Money change = row.change().value_or(row.amount);
        return change.units() > 0 ? Tone::Good : Tone::Neutral;
    }
    case TransactionTableModel::DateColumn:
    case TransactionTableModel::BeforeColumn:
    case TransactionTableModel::IdColumn:
    case TransactionTableModel::ProductColumn:
    case TransactionTableModel::UpdatedColumn:
        return Tone::Quiet;
    case TransactionTableModel::DescriptionColumn:
    case TransactionTableModel::AfterColumn:
        return Tone::Neutral;
    }
    return Tone::Neutral;
}

QVariant toolTip(const Transaction &row, TransactionTableModel::Column column)
{
    if (column == TransactionTableModel::DescriptionColumn && !row.description.isEmpty()) {
        return row.description;
    }
    if (column != TransactionTableModel::AmountColumn) {
        return {};
    }
    if (contradicts(row)) {
        return TransactionTableModel::tr(
                   "The service lists an amount of %1, but the balance changed by %2.")
            .arg(format::money(row.amount), amountText(row));
    }
    if (row.rounded) {
        return TransactionTableModel::tr(
            "The service sent more than eight decimals. The exact text is in “All fields”.");
    }
    return {};
}

LedgerMark markOf(TransactionTableModel::Column column)
{
    switch (column) {
    case TransactionTableModel::AmountColumn:
        return LedgerMark::Amount;
    case TransactionTableModel::BeforeColumn:
        return LedgerMark::Before;
    case TransactionTableModel::AfterColumn:
        return LedgerMark::After;
    case TransactionTableModel::IdColumn:
        return LedgerMark::Vanished;
    case TransactionTableModel::DateColumn:
    case TransactionTableModel::TypeColumn:
    case TransactionTableModel::DescriptionColumn:
    case TransactionTableModel::ProductColumn:
    case TransactionTableModel::UpdatedColumn:
        break;
    }
    return LedgerMark{};
}

QString markWords(TransactionTableModel::Column column)
{
    switch (markOf(column)) {
    case LedgerMark::Amount:
        return TransactionTableModel::tr("The amount does not match the change of the balance.");
    case LedgerMark::Before:
        return TransactionTableModel::tr(
            "This balance does not match the one after the previous transaction.");
    case LedgerMark::After:
        return TransactionTableModel::tr("This balance does not match the account's balance.");
    case LedgerMark::Vanished:
        return TransactionTableModel::tr("The service no longer lists this transaction.");
    }
    return {};
}

QString sentence(const Transaction &row)
{
    return TransactionTableModel::tr("Transaction %1, %2, %3, %4, %5, balance after it %6.")
        .arg(row.id.text(), textOf(row, TransactionTableModel::TypeColumn),
             format::dateTime(row.createdAt), row.description.simplified(), amountText(row),
             format::money(row.balanceAfter));
}

// A mark is told before the row: nobody hears a colour.
QString sentence(const Transaction &row, LedgerMarks marks)
{
    QString words = sentence(row);
    for (const auto column :
         {TransactionTableModel::IdColumn, TransactionTableModel::AfterColumn,
          TransactionTableModel::BeforeColumn, TransactionTableModel::AmountColumn}) {
        if (marks.testFlag(markOf(column))) {
            words = TransactionTableModel::tr("%1 %2", "a warning and a sentence")
                        .arg(markWords(column), words);
        }
    }
    return words;
}

} // namespace

TransactionTableModel::TransactionTableModel(AccountStore &store, QThreadPool &pool)
    : KeyedTableModel(store, pool, StoreTable::Transactions)
{
    begin(DateColumn, Qt::DescendingOrder);
}

int TransactionTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : columns;
}

bool TransactionTableModel::isHiddenByDefault(int column) const
{
    return column >= ProductColumn;
}

QString TransactionTableModel::columnName(int column) const
{
    switch (static_cast<Column>(column)) {
    case DateColumn:
        return QStringLiteral("date");
    case TypeColumn:
        return QStringLiteral("type");
    case DescriptionColumn:
        return QStringLiteral("description");
    case AmountColumn:
        return QStringLiteral("amount");
    case BeforeColumn:
        return QStringLiteral("before");
    case AfterColumn:
        return QStringLiteral("after");
    case IdColumn:
        return QStringLiteral("id");
    case ProductColumn:
        return QStringLiteral("product");
    case UpdatedColumn:
        return QStringLiteral("updated");
    }
    return {};
}

KeyedTableModel::SortKey TransactionTableModel::sortKey(int column) const
{
    switch (static_cast<Column>(column)) {
    case DateColumn:
        return {"created_ms", true};
    case TypeColumn:
        return {"type"};
    case DescriptionColumn:
        return {"description COLLATE NOCASE"};
    case AmountColumn:
        return {"balance_after - balance_before"};
    case BeforeColumn:
        return {"balance_before"};
    case AfterColumn:
        return {"balance_after"};
    case IdColumn:
        return {"id", true};
    case ProductColumn:
        return {"product_id"};
    case UpdatedColumn:
        return {"coalesce(updated_ms, -1)"};
    }
    return {"created_ms", true};
}

QVariant TransactionTableModel::header(int column) const
{
    switch (static_cast<Column>(column)) {
    case DateColumn:
        return tr("Date");
    case TypeColumn:
        return tr("Type");
    case DescriptionColumn:
        return tr("Description");
    case AmountColumn:
        return tr("Amount");
    case BeforeColumn:
        return tr("Before");
    case AfterColumn:
        return tr("After");
    case IdColumn:
        return tr("Id");
    case ProductColumn:
        return tr("Product");
    case UpdatedColumn:
        return tr("Updated");
    }
    return {};
}

bool TransactionTableModel::isRightAligned(int column) const
{
    const CellKind kind = kindOf(static_cast<Column>(column));
    return kind == CellKind::Money || kind == CellKind::Number;
}

const TransactionTableModel::ListedTransaction *TransactionTableModel::find(int row,
                                                                            qint64 key) const
{
    const auto load = [](CacheReader &reader, qint64 each) -> std::optional<ListedTransaction> {
        auto stored = reader.transaction(each);
        if (!stored) {
            return std::nullopt;
        }
        const bool hasVanished = reader.vanishedAt(stored->id).has_value();
        return ListedTransaction{std::move(*stored), hasVanished};
    };
    return m_rows.find(
        store(), key, [&] { return keysAround(row); }, load);
}

LedgerMarks TransactionTableModel::marksOf(const ListedTransaction &listed) const
{
    LedgerMarks marks = m_marks.value(listed.row.id.value());
    marks.setFlag(LedgerMark::Vanished, listed.hasVanished);
    return marks;
}

void TransactionTableModel::setMarks(const QHash<qint64, LedgerMarks> &marks)
{
    if (marks == m_marks) {
        return;
    }
    m_marks = marks;
    if (rowCount() > 0) {
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columns - 1),
                           {CellKindRole, ToneRole, Qt::ToolTipRole, Qt::AccessibleTextRole});
    }
}

std::optional<Transaction> TransactionTableModel::at(int row) const
{
    const auto *found = find(row, keyAt(row));
    return found ? std::optional(found->row) : std::nullopt;
}

QVariant TransactionTableModel::cell(int row, qint64 key, int column, int role) const
{
    const auto shown = static_cast<Column>(column);
    const auto *found = find(row, key);
    const LedgerMarks marks = found ? marksOf(*found) : LedgerMarks();
    const LedgerMark mark = markOf(shown);
    const bool marked = mark != LedgerMark{} && marks.testFlag(mark);
    if (role == CellKindRole) {
        return toVariant(marked ? CellKind::Marked : kindOf(shown));
    }
    if (!found) {
        return {};
    }
    const Transaction &transaction = found->row;
    switch (role) {
    case Qt::DisplayRole:
        return textOf(transaction, shown);
    case ValueRole:
        return valueOf(transaction, shown);
    case ToneRole:
        return toVariant(marked ? Tone::Bad : toneOf(transaction, shown));
    case Qt::ToolTipRole:
        return marked ? markWords(shown) : toolTip(transaction, shown);
    case Qt::AccessibleTextRole:
        return shown == DateColumn ? sentence(transaction, marks) : textOf(transaction, shown);
    default:
        return {};
    }
}

} // namespace relaybook
