// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/transactionspage.h"

#include "models/format.h"
#include "models/rawfields.h"
#include "models/transactiontablemodel.h"
#include "ui/pages/detailpane.h"
#include "ui/pages/ledgerfooter.h"
#include "ui/pages/listwords.h"
#include "ui/pages/selectionkeeper.h"
#include "ui/theme/theme.h"
#include "ui/widgets/inspector.h"
#include "ui/widgets/label.h"
#include "ui/widgets/tablecopy.h"
#include "ui/widgets/tableview.h"

#include <QItemSelection>
#include <QScrollBar>

namespace relaybook {

namespace {

// Beyond this a sum is no longer there at once; the count is.
constexpr qint64 mostSummed = 1000;

ColumnWidths columnWidths()
{
    return {{TransactionTableModel::DateColumn, 140},
            {TransactionTableModel::TypeColumn, 94},
            {TransactionTableModel::DescriptionColumn, 106, true},
            {TransactionTableModel::AmountColumn, 100},
            {TransactionTableModel::BeforeColumn, 100},
            {TransactionTableModel::AfterColumn, 100},
            {TransactionTableModel::IdColumn, 72},
            {TransactionTableModel::ProductColumn, 100},
            {TransactionTableModel::UpdatedColumn, 150}};
}

QString orNothing(const QString &text)
{
    return text.isEmpty() ? format::nothing() : text;
}

std::unique_ptr<TransactionTableModel> makeModel(AccountSession &account)
{
    return account.makeTransactionModel();
}

} // namespace

TransactionsPage::TransactionsPage(const PageContext &context, QWidget *parent)
    : ListPage(context,
               {QStringLiteral("transactionsPage"), Area::Transactions, tr("Transactions"),
                tr("Search all fields of the stored transactions"),
                tr("Select a transaction to see all of it."), columnWidths(), false},
               makeModel(context.account), parent)
    , m_rows(static_cast<TransactionTableModel &>(model()))
{
    buildDetails();
    m_footer = new LedgerFooter(theme(), &table());
    setFooter(m_footer);
    connect(table().verticalScrollBar(), &QScrollBar::valueChanged, this,
            [this] { rowsChanged(); });
    connect(table().verticalScrollBar(), &QScrollBar::rangeChanged, this,
            [this] { rowsChanged(); });
    begin();
}

TransactionsPage::~TransactionsPage() = default;

void TransactionsPage::buildDetails()
{
    Inspector &inspector = details().summary();
    m_fields = inspector.addRows();
    m_metadata = inspector.addSection(tr("Metadata"));
    m_metadata->setObjectName(QStringLiteral("metadataSection"));
    m_metadata->rows()->hide();
    m_metadataText = new Label(theme(), Role::Text, TextStyle::Mono, m_metadata);
    m_metadataText->setObjectName(QStringLiteral("metadataText"));
    m_metadataText->setWordWrap(true);
    m_metadataText->setSelectable(true);
    m_metadata->addWidget(m_metadataText);
}

EmptyStateContent TransactionsPage::wordsFor(ListState::Body body, const ListFacts &facts) const
{
    ListWords words;
    words.reading = tr("Reading the transactions…");
    words.nothingYet = tr("No transactions yet");
    words.nothingYetText = tr("Deposits, purchases and refunds of the account appear here.");
    words.noMatchText = tr("%1 transactions are stored here; none has it in its description, type, "
                           "ids or metadata.")
                            .arg(format::count(facts.stored));
    words.notLoaded = tr("Could not read the transactions");
    words.offline = tr("No transactions are stored on this computer");
    words.noAccess = tr("This needs a personal token");
    words.noAccessText = tr("You are connected with a Reseller Key only: sub-users and top-ups. "
                            "Proxies and transactions need a personal access token.");
    words.noAccessAction = tr("Add a personal token…");
    return listWords(body, facts, model().filterText(), words);
}

void TransactionsPage::showRow(std::optional<qint64> key)
{
    const auto row = key ? account().transaction(TransactionId(*key)) : std::nullopt;
    if (!row) {
        m_fields->setRows({});
        m_metadataText->clear();
        details().showNothing();
        return;
    }
    details().showRow(tr("Transaction %1").arg(row->id.text()), format::dateTime(row->createdAt),
                      row->raw);
    const QString currency = account().summary().currency;
    const auto change = row->change();
    QList<RowList::Row> rows{
        {tr("Type"), orNothing(format::transactionType(row->type))},
        {tr("Amount"), format::money(change.value_or(row->amount), format::Sign::Always, currency),
         change && change->units() > 0 ? Tone::Good : Tone::Neutral},
        {tr("Before"), format::money(row->balanceBefore, format::Sign::WhereNegative, currency)},
        {tr("After"), format::money(row->balanceAfter, format::Sign::WhereNegative, currency)},
        {tr("Product"), orNothing(row->productId)},
        {tr("Description"), orNothing(row->description)},
    };
    // Shown, never corrected: the amount has to be the size of the movement.
    if (!change || change->magnitude() != row->amount.magnitude()) {
        rows.insert(2, {tr("As written"),
                        tr("%1, which is not what the balance moved by")
                            .arg(format::money(row->amount, format::Sign::WhereNegative, currency)),
                        Tone::Warning});
    }
    m_fields->setRows(rows);
    showMetadata(row->raw);
}

void TransactionsPage::showMetadata(const QByteArray &raw)
{
    const QString prefix = QStringLiteral("metadata");
    QStringList lines;
    for (const JsonField &field : rawFields(raw)) {
        const bool inside = field.path.startsWith(prefix + QLatin1Char('.')) ||
                            field.path.startsWith(prefix + QLatin1Char('['));
        if (inside) {
            const qsizetype skipped =
                prefix.size() + (field.path.at(prefix.size()) == QLatin1Char('.') ? 1 : 0);
            lines.append(tr("%1: %2", "field: value")
                             .arg(field.path.mid(skipped), field.isNull ? tr("null") : field.text));
        }
    }
    m_metadata->setVisible(!lines.isEmpty());
    m_metadataText->setText(lines.join(QLatin1Char('\n')));
}

std::optional<Money> TransactionsPage::netOfSelection() const
{
    const auto ranges = selectedRanges(table().selectionModel()->selection());
    if (countRows(ranges) > mostSummed) {
        return std::nullopt;
    }
    std::optional<Money> sum = Money();
    for (const RowRange &range : ranges) {
        for (int row = range.first; row <= range.last && sum; ++row) {
            const auto transaction = m_rows.at(row);
            const auto change = transaction ? transaction->change() : std::nullopt;
            sum = change ? sum->plus(*change) : std::nullopt;
        }
    }
    return sum;
}

void TransactionsPage::rowsChanged()
{
    m_figures.inView = m_rows.rowCount();
    m_figures.unreadable = account().summary().unreadableTransactions;
    m_figures.selected = selection().selectedRows();
    m_figures.selectedNet = m_figures.selected > 1 ? netOfSelection() : std::nullopt;
    m_figures.currency = account().summary().currency;
    showPlace();
}

void TransactionsPage::showPlace()
{
    const int first = table().rowAt(0);
    const int last = table().rowAt(table().viewport()->height() - 1);
    m_figures.firstVisible = first + 1;
    m_figures.lastVisible = last < 0 ? m_rows.rowCount() : last + 1;
    m_footer->setFigures(m_figures);
}

} // namespace relaybook
