// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/transactiontablemodel.h"

#include "models/text/format.h"
#include "models/text/ledgeramounttext.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"

#include <algorithm>
#include <iterator>

namespace relaybook {
namespace {

/// The change of the balance; the amount if the change is out of range.
QString amountText(const Transaction &row)
{
    return ledgerChangeText(row);
}

QString typeText(const Transaction &row)
{
    return row.type.isEmpty() ? format::nothing() : format::transactionType(row.type);
}

Tone typeTone(const Transaction &row)
{
    if (row.type == QLatin1String("deposit") || row.type == QLatin1String("refund")) {
        return Tone::Good;
    }
    return row.type == QLatin1String("purchase") ? Tone::Accent : Tone::Neutral;
}

Tone amountTone(const Transaction &row)
{
    const auto change = row.change();
    if (row.rounded || !change || contradictsChange(row)) {
        return Tone::Warning;
    }
    return change->units() > 0 ? Tone::Good : Tone::Neutral;
}

QString amountToolTip(const Transaction &row)
{
    if (row.isTooLarge()) {
        return tooLargeText();
    }
    if (contradictsChange(row)) {
        return TransactionTableModel::tr(
                   "The service lists an amount of %1, but the balance changed by %2.")
            .arg(ledgerAmountText(row, LedgerAmount::Amount), amountText(row));
    }
    if (row.rounded) {
        return TransactionTableModel::tr(
            "The service sent more than eight decimals. The exact text is in “All fields”.");
    }
    return {};
}

/// The texts of a mark for the cell and for screen readers, the most important mark first.
struct LedgerWarning
{
    LedgerMark mark;
    const char *column;
    QString (*text)();
    Tone tone = Tone::Bad;
};

constexpr LedgerWarning ledgerWarnings[] = {
    {LedgerMark::Amount, "amount",
     [] {
         return TransactionTableModel::tr("The amount does not match the change of the balance.");
     }},
    {LedgerMark::Before, "before",
     [] {
         return TransactionTableModel::tr(
             "This balance does not match the one after the previous transaction.");
     }},
    {LedgerMark::After, "after",
     [] {
         return TransactionTableModel::tr("This balance does not match the account's balance.");
     }},
    {LedgerMark::UnclearBefore, "before",
     [] {
         return TransactionTableModel::tr(
             "It is not clear which transaction comes before this one. See the details.");
     },
     Tone::Warning},
    {LedgerMark::UnclearAfter, "after",
     [] {
         return TransactionTableModel::tr(
             "It is not clear which transaction follows this one. See the details.");
     },
     Tone::Warning},
    {LedgerMark::Vanished, "id",
     [] { return TransactionTableModel::tr("The service no longer lists this transaction."); }},
};

const LedgerWarning *warningOf(QLatin1String column, LedgerMarks marks)
{
    const auto found = std::find_if(
        std::begin(ledgerWarnings), std::end(ledgerWarnings), [&](const LedgerWarning &each) {
            return marks.testFlag(each.mark) && column == QLatin1String(each.column);
        });
    return found == std::end(ledgerWarnings) ? nullptr : found;
}

/// The text for screen readers. Warnings come first, because screen readers do not convey colors.
QString spoken(const Transaction &row, LedgerMarks marks)
{
    QString text = TransactionTableModel::tr("Transaction %1, %2, %3, %4, %5, balance after it %6.")
                       .arg(row.id.text(), isolated(typeText(row)), format::dateTime(row.createdAt),
                            isolated(privateText(row.description.simplified())), amountText(row),
                            ledgerAmountText(row, LedgerAmount::After));
    for (auto each = std::rbegin(ledgerWarnings); each != std::rend(ledgerWarnings); ++each) {
        if (marks.testFlag(each->mark)) {
            text = TransactionTableModel::tr("%1 %2", "a warning and a sentence")
                       .arg(each->text(), text);
        }
    }
    return text;
}

} // namespace

ColumnTable<Transaction> TransactionTableModel::columnTable()
{
    using Kind = FileColumn::Kind;
    // SQLite returns a difference beyond 64 bits as a floating-point number: then there is no
    // change.
    static constexpr auto change = "CASE WHEN typeof(balance_after - balance_before) = 'integer'"
                                   " THEN balance_after - balance_before END";
    static constexpr TableColumn<Transaction> columns[] = {
        {{.name = "date",
          .title = QT_TR_NOOP("Date"),
          .kind = CellKind::Time,
          .width = 140,
          .sort = {"created_ms", true},
          .inFile = {{"created_at", Kind::Time, "created_ms"}}},
         {.text = [](const Transaction &row) { return format::dateTime(row.createdAt); },
          .value = [](const Transaction &row) { return toVariant(row.createdAt); },
          .tone = quiet}},
        {{.name = "type",
          .title = QT_TR_NOOP("Type"),
          .kind = CellKind::Badge,
          .width = 94,
          .sort = {"type"},
          .inFile = {{"type", Kind::Text, "transactions.type"}}},
         {.text = typeText,
          .value = [](const Transaction &row) { return QVariant(row.type); },
          .tone = typeTone}},
        {{.name = "description",
          .title = QT_TR_NOOP("Description"),
          .width = 106,
          .stretches = true,
          .sort = {"description COLLATE NOCASE"},
          .inFile = {{"description", Kind::Text, "description"}}},
         {.text = [](const Transaction &row) { return privateText(row.description.simplified()); },
          .value = [](const Transaction &row) { return QVariant(row.description); },
          .toolTip = [](const Transaction &row) { return privateText(row.description); }}},
        // `amount` as the service wrote it, and `change`, the change of the balance (contract
        // section 3).
        {{.name = "amount",
          .title = QT_TR_NOOP("Amount"),
          .kind = CellKind::Money,
          .width = 100,
          .sort = {"balance_after - balance_before"},
          .inFile = {{"amount", Kind::Money, "ifnull(amount, sent_amount(raw, 'amount'))"},
                     {"change", Kind::Money, change}}},
         {.text = amountText,
          .value =
              [](const Transaction &row) {
                  const auto moved = row.change();
                  return toVariant(moved ? moved : row.amount);
              },
          .tone = amountTone,
          .toolTip = amountToolTip}},
        {{.name = "before",
          .title = QT_TR_NOOP("Before"),
          .kind = CellKind::Money,
          .width = 100,
          .givesWay = 1, // equals the balance after the row below
          .sort = {"balance_before"},
          .inFile = {{"balance_before", Kind::Money,
                      "ifnull(balance_before, sent_amount(raw, 'balance_before'))"}}},
         {.text =
              [](const Transaction &row) { return ledgerAmountText(row, LedgerAmount::Before); },
          .value = [](const Transaction &row) { return toVariant(row.balanceBefore); },
          .tone = quiet}},
        {{.name = "after",
          .title = QT_TR_NOOP("After"),
          .kind = CellKind::Money,
          .width = 100,
          .givesWay = 3,
          .sort = {"balance_after"},
          .inFile = {{"balance_after", Kind::Money,
                      "ifnull(balance_after, sent_amount(raw, 'balance_after'))"}}},
         {.text = [](const Transaction &row) { return ledgerAmountText(row, LedgerAmount::After); },
          .value = [](const Transaction &row) { return toVariant(row.balanceAfter); }}},
        {{.name = "id",
          .title = QT_TR_NOOP("Id"),
          .kind = CellKind::Number,
          .width = 72,
          .givesWay = 2,
          .sort = {"id", true},
          .inFile = {{"id", Kind::Integer, "transactions.id"}}},
         {.text = [](const Transaction &row) { return row.id.text(); },
          .value = [](const Transaction &row) { return QVariant(row.id.value()); },
          .tone = quiet}},
        {{.name = "product",
          .title = QT_TR_NOOP("Product"),
          .kind = CellKind::QuietText,
          .width = 100,
          .hidden = true,
          .sort = {"product_id"},
          .inFile = {{"product_id", Kind::Text, "product_id"},
                     {"product_name", Kind::Text,
                      "(SELECT name FROM products WHERE id = transactions.product_id)"}}},
         {.text = [](const Transaction &row) { return format::product(row.productId, {}); },
          .value = [](const Transaction &row) { return QVariant(row.productId); },
          .tone = quiet}},
        {{.name = "updated",
          .title = QT_TR_NOOP("Updated"),
          .kind = CellKind::Time,
          .width = 150,
          .hidden = true,
          .sort = {"coalesce(updated_ms, -1)"},
          .inFile = {{"updated_at", Kind::Time, "updated_ms"}}},
         {.text = [](const Transaction &row) { return format::dateTime(row.updatedAt); },
          .value = [](const Transaction &row) { return toVariant(row.updatedAt); },
          .tone = quiet}},
    };
    return columns;
}

TransactionTableModel::TransactionTableModel(AccountStore &store, QThreadPool &pool)
    : KeyedTableModel(store, pool, StoreTable::Transactions, infosOf(columnTable()))
{
    begin(column("date"), Qt::DescendingOrder);
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

/// A changed name of a product counts as a change of many rows.
void TransactionTableModel::forget(const Keys *keys)
{
    m_rows.forget(keys);
    if (!keys) {
        m_productNames.reset();
    }
}

QString TransactionTableModel::productText(const QString &id) const
{
    if (!m_productNames && store()) {
        const auto names = store()->read([](CacheReader &reader) { return reader.productNames(); });
        if (names) {
            m_productNames = *names;
        }
    }
    return format::product(id, m_productNames ? m_productNames->value(id) : QString());
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
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1),
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
    const TableColumn<Transaction> &shown = columnTable()[static_cast<size_t>(column)];
    const auto *found = find(row, key);
    if (!found) {
        return role == CellKindRole ? toVariant(shown.info.kind) : QVariant();
    }
    const LedgerMarks marks = marksOf(*found);
    if (column == 0 && role == Qt::AccessibleTextRole) {
        return spoken(found->row, marks);
    }
    // The name is no part of the transaction.
    const bool isShown = role == Qt::DisplayRole || role == Qt::AccessibleTextRole;
    if ((isShown || role == CopyTextRole) && column == TransactionTableModel::column("product")) {
        const QString product = productText(found->row.productId);
        return isShown ? shownSentence(product) : product;
    }
    const LedgerWarning *warning = warningOf(QLatin1String(shown.info.name), marks);
    return warning ? remarkData(shown, found->row, role, {warning->text, warning->tone})
                   : cellData(shown, found->row, role);
}

} // namespace relaybook
